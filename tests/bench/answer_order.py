"""Which of the best is the answer? Fits the tables `answer` of config/calibration.toml, and tells what carries over.

quaid bench life LIFE --keep HOMES/NAME         (takes each set of lives in once; NAME is the folder's own)
quaid bench given CHATS --form sessions --keep HOMES/NAME                (the same of chats with gold turns)
python tests/bench/answer_order.py gather HOMES DIR… > signs.jsonl       (--words-only: as without an embedder)
python tests/bench/answer_order.py fit signs.jsonl                       (weights; a twelfth each time by the others)
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quaidpy.bench.adapter import OWNER, kept_home
from quaidpy.bench.data.datasets import read_folder
from quaidpy.bench.data.world_files import Form
from quaidpy.bench.given.blocks import memory_of
from quaidpy.bench.given.wanted import Gold, bare_words
from quaidpy.bench.life.lives import read_lives
from quaidpy.domain.recall.calibration import AnswerSigns
from quaidpy.domain.recall.queries import Query
from quaidpy.memory import Memory
from quaidpy.recall.giving.answer_signs import ln_share, signs_of, smallness
from quaidpy.recall.giving.cutoff import that_tell
from quaidpy.recall.giving.order import in_order
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.stages import PIPELINE
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.planning import make_plan
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import parts_for
from tests.bench.gathering import arguments

SIGNS = tuple(field.name for field in fields(AnswerSigns))
RIDGE = 5.0
FOLDS = 12
Floats = NDArray[np.float64]
Tells = Callable[[str], bool]
"""Whether a text tells the answer."""


def main() -> None:
    wanted = arguments(__doc__)
    if wanted.part == "fit":
        report([row_of(json.loads(line)) for line in wanted.rows.open()])
        return
    for folder in wanted.sets:
        home = wanted.homes / folder.name
        settings = load_settings(home=home, flags={"storage.url": "", "sync.url": ""})
        of_folder = of_lives if (folder / "homes").exists() else of_chats
        for name, tools, query, tells in of_folder(folder, settings, home):
            row = signs_met(replace(query, words_only=wanted.words_only), tools, tells)
            if row:
                print(json.dumps({"set": folder.name, "memory": name, **row}), flush=True)


def of_lives(folder: Path, settings: Settings, home: Path) -> Iterator[tuple[str, RecallTools, Query, Tells]]:
    for life in read_lives(folder):
        kept = kept_home(home, life.name, life.digest, settings)
        parts = parts_for(replace(settings, home=kept, owner=OWNER))
        with Memory(parts):
            for asked in life.asked:
                if asked.hit is not None:
                    hit = asked.hit
                    yield (
                        life.name,
                        parts.recalling,
                        Query(text=asked.text),
                        lambda text, hit=hit: bool(hit.search(" ".join(text.split()))),
                    )


def of_chats(folder: Path, settings: Settings, home: Path) -> Iterator[tuple[str, RecallTools, Query, Tells]]:
    chats = read_folder(folder, "dev")
    for world in chats.worlds():
        if not world.scored:
            continue
        gold = Gold(world, by_session=chats.unit == "session")
        with memory_of(world, Form.SESSIONS, settings, home) as parts:
            for question in world.scored:
                wanted = gold.wanted(question)
                yield (
                    world.scope,
                    parts.recalling,
                    Query(text=question.text),
                    lambda text, wanted=wanted: any(each.is_in(bare_words(text)) for each in wanted),
                )


def signs_met(query: Query, tools: RecallTools, tells: Tells) -> dict | None:
    """Scores, signs and whether it tells the answer, of all that might be given; None where nothing is."""
    state = before_the_cut(query, tools)
    if state.is_silent:
        return None
    _, telling, _ = that_tell(state)
    if not telling:
        return None
    found = in_order(telling, state.plan, state.weights, tools.tuning)
    return {
        "met": len(state.fused),
        "scores": [each.score for each in found],
        "signs": [asdict(each) for each in signs_of(found, state)],
        "answers": [any(map(tells, texts_of(each))) for each in found],
    }


def before_the_cut(query: Query, tools: RecallTools) -> State:
    """A recall as far as all that might be given is scored."""
    state = State(query=query, plan=make_plan(query, tools, tools.clock.now()))
    for stage in takewhile(lambda each: each.name != "tail", PIPELINE):
        state = state if state.is_silent else stage.run(state, tools)
    return state


def texts_of(found: Scored) -> list[str]:
    turn = found.candidate.turn
    return [*([turn.text] if turn else []), *(memory.text for memory in found.candidate.memories)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One question. `features`: a row a candidate; ln of its share of the best score, then what each weight is of."""

    name: str
    memory: str
    features: Floats
    answers: NDArray[np.bool_]


def row_of(line: dict) -> Row:
    best, small = max(line["scores"], default=1.0), smallness(line["met"])
    shares = [ln_share(score, best) for score in line["scores"]]
    features = [
        [share, small * share, *(small * signs[name] for name in SIGNS)]
        for share, signs in zip(shares, line["signs"], strict=True)
    ]
    return Row(
        name=line["set"],
        memory=f"{line['set']}/{line['memory']}",
        features=np.array(features),
        answers=np.array(line["answers"], dtype=bool),
    )


def fitted(rows: Sequence[Row], *, steps: int = 600) -> Floats:
    """Weights under which the candidates that answer are likeliest, each question alike, by gradient descent.

    Standardised for it, with a ridge; given back for features as they are.
    """
    telling = [row for row in rows if row.answers.any() and not row.answers.all()]
    spread = np.vstack([row.features for row in telling]).std(axis=0)
    spread[spread == 0] = 1.0
    scaled = [(row.features / spread, row.answers) for row in telling]
    found, speed = np.zeros(len(spread)), np.zeros(len(spread))
    for _ in range(steps):
        slope = RIDGE * found
        for features, is_answer in scaled:
            sums = features @ found
            odds = np.exp(sums - sums.max())
            right = np.where(is_answer, odds, 0.0)
            slope += features.T @ (odds / odds.sum() - right / right.sum())
        speed = 0.9 * speed - 0.2 * slope / len(scaled)
        found = found + speed
    plain: Floats = found / spread
    return plain


def report(rows: Sequence[Row]) -> None:
    weights = fitted(rows)
    for name, value in zip(("score", *SIGNS), weights[1:] / weights[0], strict=True):
        print(f"{name} = {value:.2f}")
    memories = sorted({row.memory for row in rows})
    by_others: dict[str, Floats] = {}
    for fold in range(FOLDS):
        held = memories[fold::FOLDS]
        taught = fitted([row for row in rows if row.memory not in held])
        by_others |= dict.fromkeys(held, taught)
    print("\nquestions with an answer among the first 1, 2, 3, 6: by the ranking, by what the others taught")
    plain = np.eye(len(weights))[0]
    for name in sorted({row.name for row in rows}):
        some = [row for row in rows if row.name == name]
        before = [sum(is_among(row, plain, first) for row in some) for first in (1, 2, 3, 6)]
        after = [sum(is_among(row, by_others[row.memory], first) for row in some) for first in (1, 2, 3, 6)]
        print(f"  {name:12} of {len(some):4}:", *before, "→", *after)


def is_among(row: Row, weights: Floats, first: int) -> bool:
    order = np.argsort(-(row.features @ weights), kind="stable")
    return bool(row.answers[order[:first]].any())


if __name__ == "__main__":
    main()
