"""How much of what it says, and of what it keeps, is noise?

Questions that no memory answers should get nothing; what a question needs should not be held back for it; and of all
that is stored, some share is never needed by anybody.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quaidpy.bench.adapter import OWNER, RecallAdapter, home_of
from quaidpy.bench.data.datasets import Dataset, World
from quaidpy.bench.data.irrelevant import KINDS, STRANGERS
from quaidpy.bench.metrics import gold_ranks, mean, metrics_of
from quaidpy.bench.progress import Report, silent
from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import words
from quaidpy.domain.recall.queries import Aim, Filter, Query
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.recall.pipeline import recall
from quaidpy.settings import Settings

SWAPPED, STRANGER = "swapped speaker", "stranger"
_LIMIT = 10
_WORLDS_ASKED = 5  # off-topic questions are the same in every world; more worlds would only repeat them
_ALL = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one question got in an answer, and the best of it.

    `misled`: it got what the set's makers named as misleading; None where they named nothing.
    """

    question: str
    results: int
    score: float
    text: str
    misled: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unasked:
    """Questions of one kind that should get nothing. `worst`: those that got something, highest score first."""

    kind: str
    answers: tuple[Answer, ...]

    @property
    def injected_share(self) -> float:
        return sum(answer.results > 0 for answer in self.answers) / len(self.answers)

    @property
    def misled_share(self) -> float | None:
        """The share that got what misleads; None where nothing is known to."""
        known = [answer.misled for answer in self.answers if answer.misled is not None]
        return sum(known) / len(known) if known else None

    @property
    def mean_results(self) -> float:
        """Over those that got something; 0 when none did."""
        got = [answer.results for answer in self.answers if answer.results]
        return mean(got) if got else 0.0

    @property
    def worst(self) -> list[Answer]:
        got = [answer for answer in self.answers if answer.results]
        return sorted(got, key=lambda answer: (-answer.score, answer.question))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Questions with an answer, one value each. `kept` and `ranked`: recall@10 of the answer, and of the whole ranking.

    `precision`: the share of the answer that is gold, of each that got one.
    """

    kept: tuple[float, ...]
    ranked: tuple[float, ...]
    is_silent: tuple[bool, ...]
    precision: tuple[float, ...]

    @property
    def silent(self) -> int:
        return sum(self.is_silent)

    @property
    def lost(self) -> float:
        """Mean recall@10 that silence and the cut tail cost, as a share."""
        return mean(self.ranked) - mean(self.kept)

    @property
    def lost_to_silence(self) -> float:
        return mean([r if silent else 0.0 for r, silent in zip(self.ranked, self.is_silent, strict=True)])

    def document(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "questions": len(self.kept),
            "silent": self.silent,
            "recall@10": mean(self.kept),
            "recall@10_lost": self.lost,
            "recall@10_lost_to_silence": self.lost_to_silence,
            "precision": mean(self.precision) if self.precision else None,
        }


@dataclass(slots=True, kw_only=True)
class Stored:
    """What became of the memories: `needed` are made from a turn (or session) that answers some question.

    `recalled`: stood in the answer to some question; `never`: neither. `gold`: units that some question needs, and of
    those `remembered` the ones that some memory was made from.
    """

    memories: int = 0
    needed: int = 0
    recalled: int = 0
    never: int = 0
    gold: int = 0
    remembered: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """`asked` is None where the data set has no question with gold documents."""

    dataset: Dataset
    unasked: tuple[Unasked, ...]
    asked: Asked | None
    stored: Stored

    def document(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "files": dict(self.dataset.files),
            "unanswerable": [
                {
                    "kind": kind.kind,
                    "questions": len(kind.answers),
                    "injected": kind.injected_share,
                    "misled": kind.misled_share,
                    "mean_results": kind.mean_results,
                    "worst": kind.worst[:10],
                }
                for kind in self.unasked
            ],
            "answerable": self.asked.document() if self.asked else None,
            "stored": self.stored,
        }


def measure_noise(
    dataset: Dataset, settings: Settings, report: Report = silent, *, keep: Path | None = None
) -> Noise:
    """Index each scope, ask all that is answerable and all that is not, and look at what was stored."""
    tally = _Tally(dataset)
    worlds = list(dataset.worlds())
    for number, world in enumerate(worlds):
        with closing(RecallAdapter(settings, home=home_of(world, settings, keep), report=report)) as memory:
            memory.index(world.documents)
            recalled = tally.ask(world, memory)
            traps = {(flag, q.text): frozenset(q.gold) for q in world.questions for flag in q.flags[:1]}
            for kind, questions in unanswerable(world, with_off_topic=number < _WORLDS_ASKED).items():
                tally.answers[kind] += [
                    tally.answer(question, memory, traps.get((kind, question), frozenset()))
                    for question in questions
                ]
            tally.look_at_stored(world, memory, recalled)
        report("scopes", number + 1, len(worlds))
    kinds = (Unasked(kind=kind, answers=tuple(answers)) for kind, answers in tally.answers.items() if answers)
    return Noise(dataset=dataset, unasked=tuple(kinds), asked=tally.asked(), stored=tally.stored)


def unanswerable(world: World, *, with_off_topic: bool) -> dict[str, Sequence[str]]:
    """Questions by kind: off topic, flagged by the data set's makers, and answerable ones of the wrong speaker."""
    kinds: dict[str, Sequence[str]] = dict(KINDS) if with_off_topic else {}
    flagged = defaultdict[str, list[str]](list)
    for question in world.questions:
        if question.flags and "no_gold" not in question.flags:
            flagged[question.flags[0]].append(question.text)
    return {**kinds, **flagged, SWAPPED: swapped(world), STRANGER: about_strangers(world)}


def swapped(world: World) -> list[str]:
    """Questions that name one of two speakers, asked of the other. Some of them have an answer, by chance."""
    speakers = _speakers(world)
    if len(speakers) != 2:
        return []
    other = dict(zip(speakers, reversed(speakers), strict=True))
    return _renamed(world, other)


def about_strangers(world: World) -> list[str]:
    """Questions that name one speaker, asked of somebody whom nobody mentions."""
    said = {word for document in world.documents for word in words(str(document["text"]))}
    free = (name for name in STRANGERS if name.lower() not in said)
    stranger = next(free, None)
    return _renamed(world, dict.fromkeys(_speakers(world), stranger)) if stranger else []


def _speakers(world: World) -> list[str]:
    return sorted({str(d["speaker"]) for d in world.documents if d.get("speaker")} - _NOBODY)


def _renamed(world: World, names: Mapping[str, str]) -> list[str]:
    """The questions that name exactly one of these people, about whom it stands for."""
    if not names:
        return []
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    texts = [question.text for question in world.scored if len(set(pattern.findall(question.text))) == 1]
    return [pattern.sub(lambda name: names[name.group()], text) for text in texts]


@dataclass(slots=True)
class _Tally:
    dataset: Dataset
    answers: dict[str, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    stored: Stored = field(default_factory=Stored)
    is_silent: list[bool] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    ranked: list[float] = field(default_factory=list)
    precision: list[float] = field(default_factory=list)

    def ask(self, world: World, memory: RecallAdapter) -> set[MemoryId]:
        """All that is answerable; returns the memories that some answer showed."""
        recalled: set[MemoryId] = set()
        unit_of = self.dataset.session_of
        for question in world.scored:
            answer = recall(Query(text=question.text, limit=_LIMIT), memory.parts.recalling)
            whole = recall(Query(text=question.text, limit=_LIMIT, aim=Aim.RANK), memory.parts.recalling)
            recalled |= {result.memory.id for result in answer.results if result.memory}
            self.is_silent.append(not answer.results)
            for result, into in ((answer, self.kept), (whole, self.ranked)):
                ranks = gold_ranks(memory.documents_of(result), question.gold, unit_of)
                into.append(metrics_of(ranks)["recall@10"])
            if answer.results:
                self.precision.append(_precision(answer, question.gold, memory, unit_of))
        return recalled

    def answer(self, question: str, memory: RecallAdapter, traps: frozenset[str]) -> Answer:
        """To a question that should get nothing; `traps`: the documents that mislead."""
        answer = recall(Query(text=question, limit=_LIMIT), memory.parts.recalling)
        best = answer.results[0] if answer.results else None
        unit_of = self.dataset.session_of
        given = {_unit(document, unit_of) for document in memory.documents_of(answer)}
        return Answer(
            question=question,
            results=len(answer.results),
            score=best.score if best else 0.0,
            text=best.text if best else "",
            misled=not traps.isdisjoint(given) if traps else None,
        )

    def look_at_stored(self, world: World, memory: RecallAdapter, recalled: set[MemoryId]) -> None:
        unit_of = self.dataset.session_of
        gold = {unit for question in world.scored for unit in question.gold}
        everything = Filter(owner=OWNER)
        remembered: set[str] = set()
        for each in memory.parts.recalling.store.memories_where(everything, limit=_ALL):
            units = {_unit(memory.document_of(piece.turn), unit_of) for piece in each.evidence}
            is_needed, is_recalled = bool(units & gold), each.id in recalled
            remembered |= units & gold
            self.stored.memories += 1
            self.stored.needed += is_needed
            self.stored.recalled += is_recalled
            self.stored.never += not (is_needed or is_recalled)
        self.stored.gold += len(gold)
        self.stored.remembered += len(remembered)

    def asked(self) -> Asked | None:
        if not self.kept:
            return None
        return Asked(
            is_silent=tuple(self.is_silent),
            kept=tuple(self.kept),
            ranked=tuple(self.ranked),
            precision=tuple(self.precision),
        )


_NOBODY = {"assistant", "user", "system", "document"}


def _precision(
    answer: RecallResult, gold: Sequence[str], memory: RecallAdapter, unit_of: Mapping[str, str] | None
) -> float:
    """The share of the answer's results that stand on something that the question needs."""
    wanted = set(gold)
    good = [
        any(_unit(memory.document_of(turn.id), unit_of) in wanted for turn in result.evidence)
        for result in answer.results
    ]
    return sum(good) / len(good)


def _unit(document: str, unit_of: Mapping[str, str] | None) -> str:
    return unit_of[document] if unit_of else document
