"""Which of the best is the answer? Fits the tables `answer` of config/calibration.toml and what is learned beside them.

quaid bench life LIFE --keep HOMES/NAME         (takes each set of lives in once; NAME is the folder's own)
quaid bench given CHATS --form sessions --keep HOMES/NAME                (the same of chats with gold turns)
python tests/bench/answer_order.py gather HOMES DIR… > signs.jsonl       (--words-only: as without an embedder)
python tests/bench/answer_order.py fit signs.jsonl                       (weights; a sixth each time by the others)
python tests/bench/answer_order.py fit signs.jsonl --large     (of large memories, by the similarity that is shipped)

What is learned of the vectors is written beside the rows, for config/answer_similarity.json.
"""

import json
from base64 import b64decode, b64encode
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
from quaidpy.ports.embedding import Vector
from quaidpy.recall.giving.answer_signs import letters_met, ln_share, signs_of, smallness
from quaidpy.recall.giving.cutoff import that_tell
from quaidpy.recall.giving.learned_similarity import direction_of
from quaidpy.recall.giving.order import in_order
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.stages import PIPELINE
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.understanding.planning import make_plan
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import parts_for
from tests.bench.gathering import arguments

SIGNS = tuple(field.name for field in fields(AnswerSigns) if field.name != "learned")
FOLDS = 6
RANK = 8
STEPS = 200
SPEED = 0.01  # of Adam, whose other constants are those of Kingma and Ba 2015
RIDGE = 2e-3  # of the weights of signs, standardised
RIDGE_OF_VECTORS = 6e-4
Floats = NDArray[np.float64]
Tells = Callable[[str], bool]
"""Whether a text tells the answer."""


def main() -> None:
    wanted = arguments(__doc__)
    if wanted.part == "fit":
        lines = [json.loads(line) for line in wanted.rows.open()]
        if wanted.large:
            rows = [row_of_large(line) for line in lines]
            for name, value in zip(("score", *SIGNS, "learned"), fitted(rows).weights, strict=True):
                print(f"{name} = {value:.2f}")
            report(rows)
            return
        rows = [row_of(line) for line in lines]
        fit = fitted(rows)
        for name, value in zip(("score", *SIGNS), fit.weights, strict=True):
            print(f"{name} = {value:.2f}")
        print(f"learned = {float('embedder' in lines[0])}")
        if "embedder" in lines[0]:
            learned = {"embedder": lines[0]["embedder"], "probe": lines[0]["probe"], **fit.vectors()}
            wanted.rows.with_suffix(".similarity.json").write_text(json.dumps(learned, indent=1) + "\n")
        report(rows)
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
        "letters": letters_met(found, state),
        "scores": [each.score for each in found],
        "signs": [asdict(each) for each in signs_of(found, state, {})],
        "answers": [any(map(tells, texts_of(each))) for each in found],
        **vectors_met(found, state, tools),
    }


def vectors_met(found: Sequence[Scored], state: State, tools: RecallTools) -> dict[str, str | list[str]]:
    """Of the question and of each that was found, float16 in base64; of nothing where there is no embedder."""
    question = state.asked_vector or state.vector
    if question is None or tools.embedder is None:
        return {}
    vectors = tools.search.vectors(tools.owner, sorted(each.candidate.key for each in found))
    return {
        "embedder": tools.embedder.identity.name,
        "probe": tools.embedder.identity.probe,
        "question": packed(question),
        "vectors": [packed(vectors[each.candidate.key]) for each in found],
    }


def packed(vector: "Floats | Vector[float]", kind: type[np.floating] = np.float16) -> str:
    return b64encode(np.asarray(vector, dtype=kind).tobytes()).decode()


def unpacked(vector: str) -> Floats:
    return np.frombuffer(b64decode(vector), dtype=np.float16).astype(np.float64)


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
    """One question. `ranked`: what counts beside the fitted weights, in a large memory the ln of its share of the best.

    `features`: a row a candidate, what each weight is of; `vectors`: of each, both by the smallness of the memory.
    """

    name: str
    memory: str
    ranked: Floats
    features: Floats
    question: Floats
    vectors: Floats
    answers: NDArray[np.bool_]


def row_of(line: dict) -> Row:
    best, small = max(line["scores"], default=1.0), smallness(line["letters"])
    shares = [ln_share(score, best) for score in line["scores"]]
    features = [
        [share, *(signs[name] for name in SIGNS)] for share, signs in zip(shares, line["signs"], strict=True)
    ]
    question = unpacked(line["question"]) if "question" in line else np.zeros(1)
    vectors = (
        [unpacked(each) for each in line["vectors"]] if "vectors" in line else [np.zeros(1)] * len(shares)
    )
    return Row(
        name=line["set"],
        memory=f"{line['set']}/{line['memory']}",
        ranked=(1 - small) * np.array(shares),
        features=small * np.array(features),
        question=question,
        vectors=small * np.array(vectors),
        answers=np.array(line["answers"], dtype=bool),
    )


def row_of_large(line: dict) -> Row:
    """Of what counts in a large memory, with the shipped similarity as one more sign."""
    large, learned = 1 - smallness(line["letters"]), np.zeros(len(line["scores"]))
    row = row_of({**line, "letters": 0.0})  # its features are whole there
    direction = (
        direction_of(unpacked(line["question"]).astype(np.float32), line["embedder"], line["probe"])
        if "embedder" in line
        else None
    )
    if direction is not None:
        learned = row.vectors @ direction
    nothing = np.zeros((len(learned), 1))
    features = large * np.column_stack([row.features, learned])
    return replace(row, features=features, question=np.zeros(1), vectors=nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """`weights` of the features; `questions` (dimension by rank), `answers` (rank by dimension), `any_question`: see
    quaidpy.shipped.similarity."""

    weights: Floats
    questions: Floats
    answers: Floats
    any_question: Floats

    def scores(self, row: Row) -> Floats:
        direction = (row.question @ self.questions) @ self.answers + self.any_question
        found: Floats = row.ranked + row.features @ self.weights + row.vectors @ direction
        return found

    def vectors(self) -> dict[str, str | list[str]]:
        """float32 in base64, as quaidpy.shipped.similarity reads them."""
        return {
            "questions": [packed(each, np.float32) for each in self.questions.T],
            "answers": [packed(each, np.float32) for each in self.answers],
            "any_question": packed(self.any_question, np.float32),
        }


def fitted(rows: Sequence[Row]) -> Fit:
    """Under which the candidates that answer are likeliest, each question alike, with a ridge.

    Features are standardised for it; the weights are given back for features as they are.
    """
    telling = [row for row in rows if row.answers.any() and not row.answers.all()]
    spread = np.vstack([row.features for row in telling]).std(axis=0)
    spread[spread == 0] = 1.0
    telling = [replace(row, features=row.features / spread) for row in telling]
    dimension = len(telling[0].question)
    fit = Fit(
        weights=np.zeros(len(spread)),
        questions=np.random.default_rng(0).normal(0, 0.05, (dimension, RANK)),
        answers=np.zeros((RANK, dimension)),
        any_question=np.zeros(dimension),
    )
    names = [field.name for field in fields(fit)]
    means = {name: np.zeros_like(getattr(fit, name)) for name in names}
    squares = {name: np.zeros_like(getattr(fit, name)) for name in names}
    for step in range(1, STEPS + 1):
        for name, slope in slopes(fit, telling).items():
            means[name] = 0.9 * means[name] + 0.1 * slope
            squares[name] = 0.999 * squares[name] + 0.001 * slope**2
        fit = Fit(
            **{
                name: getattr(fit, name)
                - SPEED
                * (means[name] / (1 - 0.9**step))
                / (np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8)
                for name in names
            }
        )
    return replace(fit, weights=fit.weights / spread)


def slopes(fit: Fit, rows: Sequence[Row]) -> dict[str, Floats]:
    """Of the loss, in each of the parameters: the mean of -ln of the share of what answers, and the ridges."""
    along = np.stack([row.question for row in rows]) @ fit.questions
    weights, leaning = np.zeros_like(fit.weights), np.zeros((len(rows), len(fit.any_question)))
    for number, row in enumerate(rows):
        sums = fit.scores(row)
        odds = np.exp(sums - sums.max())
        right = np.where(row.answers, odds, 0.0)
        excess = odds / odds.sum() - right / right.sum()
        weights += row.features.T @ excess
        leaning[number] = row.vectors.T @ excess
    questions = np.stack([row.question for row in rows])
    return {
        "weights": weights / len(rows) + 2 * RIDGE * fit.weights,
        "questions": questions.T @ (leaning @ fit.answers.T) / len(rows)
        + 2 * RIDGE_OF_VECTORS * fit.questions,
        "answers": along.T @ leaning / len(rows) + 2 * RIDGE_OF_VECTORS * fit.answers,
        "any_question": leaning.mean(axis=0) + 2 * RIDGE_OF_VECTORS * fit.any_question,
    }


def report(rows: Sequence[Row]) -> None:
    memories = sorted({row.memory for row in rows})
    by_others: dict[str, Fit] = {}
    for fold in range(FOLDS):
        held = memories[fold::FOLDS]
        taught = fitted([row for row in rows if row.memory not in held])
        by_others |= dict.fromkeys(held, taught)
    print("\nquestions with an answer among the first 1, 2, 3, 6: by the ranking, by what the others taught")
    for name in sorted({row.name for row in rows}):
        some = [row for row in rows if row.name == name]
        before = [
            sum(is_among(row, -np.arange(len(row.answers)), first) for row in some) for first in (1, 2, 3, 6)
        ]
        after = [
            sum(is_among(row, by_others[row.memory].scores(row), first) for row in some)
            for first in (1, 2, 3, 6)
        ]
        print(f"  {name:12} of {len(some):4}:", *before, "→", *after)


def is_among(row: Row, scores: Floats, first: int) -> bool:
    return bool(row.answers[np.argsort(-scores, kind="stable")[:first]].any())


if __name__ == "__main__":
    main()
