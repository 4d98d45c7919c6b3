"""Does a server's memory find the same as a file's, in the same order, and give the same words?"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeAlias

from quaidpy.bench.adapter import RecallAdapter, home_of
from quaidpy.bench.data.datasets import Dataset, Question, World
from quaidpy.bench.given.blocks import block_of
from quaidpy.bench.places import Place, both_places, without_cache
from quaidpy.bench.progress import Report, silent
from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.errors import UsageError
from quaidpy.recall.pipeline import recall
from quaidpy.settings import Settings

Kept: TypeAlias = Literal["in memory", "nothing"]
_DEPTH = 50  # results of a ranking that are compared
_SAME_SCORE = 1e-9
"""Where scores that were summed in another order may differ: far less than anybody is ranked by."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A result without its ids, which are each memory's own: its words, and the documents behind it."""

    text: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`lanes`: the raw scores at the head of each lane. `block`: what an agent is given, by an ordinary recall."""

    ranking: tuple[Ranked, ...]
    scores: tuple[float, ...]
    lanes: Mapping[str, tuple[float, ...]]
    block: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One question, answered by both."""

    question: Question
    file: Answer
    server: Answer

    @property
    def is_same_order(self) -> bool:
        return self.file.ranking == self.server.ranking

    @property
    def is_same_block(self) -> bool:
        return self.file.block == self.server.block

    @property
    def score_difference(self) -> float:
        """The largest, place by place."""
        return _largest_difference(self.file.scores, self.server.scores)

    @property
    def first_difference(self) -> int | None:
        """The rank, from 1, where another result stands first; None where none does."""
        ours, theirs = self.file.ranking, self.server.ranking
        for rank, (one, other) in enumerate(zip(ours, theirs, strict=False), start=1):
            if one != other:
                return rank
        return None if len(ours) == len(theirs) else min(len(ours), len(theirs)) + 1

    @property
    def is_tie(self) -> bool:
        """Whether the order differs among equal scores alone."""
        same_scores = (
            len(self.file.scores) == len(self.server.scores) and self.score_difference <= _SAME_SCORE
        )
        ties = _ties(self.file.scores)
        return same_scores and all(
            one == other or place in ties
            for place, (one, other) in enumerate(zip(self.file.ranking, self.server.ranking, strict=False))
        )

    @property
    def differing_lanes(self) -> tuple[str, ...]:
        """Those whose heads have other scores: by words, by vectors, by what is stated."""
        return tuple(
            lane
            for lane in sorted({*self.file.lanes, *self.server.lanes})
            if _differ(self.file.lanes.get(lane, ()), self.server.lanes.get(lane, ()))
        )

    @property
    def cause(self) -> str:
        """Of a difference, for a person; empty where there is none."""
        if self.is_same_order and self.is_same_block:
            return ""
        if self.differing_lanes:
            return f"lanes: {', '.join(self.differing_lanes)}"
        if not self.is_same_order:
            return "equal scores" if self.is_tie else "scores of the same finds"
        return "words of the block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parity:
    """All questions of a data set, by what the server's home kept in memory while they were asked."""

    dataset: Dataset
    turns: int
    pairs: Mapping[Kept, Sequence[Pair]]

    def document(self) -> dict[str, Any]:
        return {
            "dataset": self.dataset.name,
            "split": self.dataset.split,
            "files": dict(self.dataset.files),
            "documents": self.turns,
            "kept": {kept: _figures(pairs) for kept, pairs in self.pairs.items()},
        }


def different(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair.cause]


def _figures(pairs: Sequence[Pair]) -> dict[str, Any]:
    return {
        "questions": len(pairs),
        "same_order": sum(pair.is_same_order for pair in pairs),
        "same_block": sum(pair.is_same_block for pair in pairs),
        "largest_score_difference": max((pair.score_difference for pair in pairs), default=0.0),
        "differences": [
            {"qid": pair.question.id, "first": pair.first_difference, "cause": pair.cause}
            for pair in different(pairs)
        ],
    }


def measure_parity(
    dataset: Dataset, settings: Settings, *, url: str, folder: Path, report: Report = silent
) -> Parity:
    """Take each world in on both sides by the same code, then ask both all of its questions, scored or not.

    Of a server once with what it keeps in memory, once reading all from where it is kept; of the file as it is.
    Raises UsageError where a side has memories of a world that `folder` does not know of, or lacks those that it says
    are there.
    """
    places = both_places(settings, folder, url=url)
    pairs: dict[Kept, list[Pair]] = {"in memory": [], "nothing": []}
    asked, worlds = 0, list(dataset.worlds())
    total = sum(len(world.questions) for world in worlds)
    for world in worlds:
        with ExitStack() as stack:
            file, server = (
                stack.enter_context(closing(_taken_in(world, each, place, report)))
                for place, each in places.items()
            )
            bare = stack.enter_context(closing(_opened(world, without_cache(places["server"]))))
            adapters: dict[Kept, RecallAdapter] = {"in memory": server, "nothing": bare}
            for question in world.questions:
                ours = _answer(file, question)
                for kept, other in adapters.items():
                    pairs[kept].append(Pair(question=question, file=ours, server=_answer(other, question)))
                asked += 1
                report("questions", asked, total)
    return Parity(dataset=dataset, turns=sum(len(world.documents) for world in worlds), pairs=pairs)


def _opened(world: World, settings: Settings, report: Report = silent) -> RecallAdapter:
    """By an owner of its own: on a server all worlds are in one database."""
    home = home_of(world, settings, settings.home)
    assert home is not None, "kept in a folder"
    return RecallAdapter(settings, home=home, report=report, owner=Owner(f"bench-{home.name}"))


def _taken_in(world: World, settings: Settings, place: Place, report: Report) -> RecallAdapter:
    adapter = _opened(world, settings, report)
    parts = adapter.parts
    if adapter.was_kept != bool(parts.remembering.store.counts(parts.owner)["turns"]):
        adapter.close()
        said = "is empty of" if adapter.was_kept else "has"
        raise UsageError(
            f"the {place} {said} memories of {parts.owner}, unlike {settings.home}; name another --keep"
        )
    adapter.index(world.documents)
    parts.recalling.search.read_in(parts.owner)
    return adapter


def _answer(adapter: RecallAdapter, question: Question) -> Answer:
    tools = adapter.parts.recalling
    ranked = recall(Query(text=question.text, limit=_DEPTH, aim=Aim.RANK), tools)
    return Answer(
        ranking=tuple(
            Ranked(each.text, tuple(adapter.document_of(turn.id) for turn in each.evidence))
            for each in ranked.results
        ),
        scores=tuple(each.score for each in ranked.results),
        lanes={lane.lane: tuple(score for _, score in lane.head) for lane in ranked.trace.lanes},
        block=block_of(adapter.parts, Query(text=question.text)),
    )


def _ties(scores: Sequence[float]) -> set[int]:
    """Places whose neighbour has the same score."""
    near = (place for place, (one, other) in enumerate(pairwise(scores)) if one - other <= _SAME_SCORE)
    return {each for place in near for each in (place, place + 1)}


def _differ(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) != len(other) or _largest_difference(one, other) > _SAME_SCORE


def _largest_difference(one: Sequence[float], other: Sequence[float]) -> float:
    return max((abs(ours - theirs) for ours, theirs in zip(one, other, strict=False)), default=0.0)
