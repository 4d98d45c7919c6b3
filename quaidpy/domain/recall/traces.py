"""What happened in a recall, and what came of it?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from quaidpy.domain.identity import NodeId, Owner, RecallId
from quaidpy.domain.language.passage_splitting import Passage
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Memory, UsageChange
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.recall.calibration import Evidence


@dataclass(frozen=True, slots=True)
class Degraded:
    """A stage that was skipped or weakened, and why."""

    stage: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was found and left out, and why."""

    node: str
    reason: str


@dataclass(frozen=True, slots=True)
class StageTrace:
    """One stage: how long it took, in milliseconds, and what it did, for a person."""

    stage: str
    ms: float
    note: str


@dataclass(frozen=True, slots=True)
class LaneTrace:
    """The head of one lane: node and raw score, best first; `found` counts all of its hits."""

    lane: str
    weight: float
    found: int
    head: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ResultTrace:
    """How one result got its score: each part is a name and its share, they sum to the score.

    `form`: in which words it was given, and why; empty in traces of older versions. `left_out`: why the block that an
    agent reads lacks it; empty where it does not. `nodes`: the turn and the memories that it stands for, and the turns
    told in its line.
    """

    node: str
    score: float
    parts: tuple[tuple[str, float], ...]
    lanes: tuple[tuple[str, int, float], ...]
    path: tuple[str, ...]
    form: str = ""
    left_out: str = ""
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The full record of one recall. `certainty` 0-1: what the evidence says of anything relevant being there.

    `rejected`: one reason for each candidate that was read and each hit at the head of a lane that is no result.
    `unread`: what was found behind the best that are read, in order. `theme`: whose line is given with the results.
    `agent`: who asked, if they said. `spaces`: keys of those that were asked, where it is not one's own alone.
    """

    id: str
    query: str
    asked_at: str
    intent: str
    recipe: str
    engine: str
    cleaned: str
    entities: tuple[str, ...]
    evidence_level: float
    evidence: Evidence
    certainty: float
    abstained: str | None
    stages: tuple[StageTrace, ...]
    lanes: tuple[LaneTrace, ...]
    results: tuple[ResultTrace, ...]
    rejected: tuple[Rejected, ...]
    degraded: tuple[Degraded, ...]
    unread: tuple[str, ...] = ()
    theme: str | None = None
    agent: str | None = None
    spaces: tuple[Owner, ...] = ()

    def to_json(self) -> str:
        return json.dumps(_fields_of(self), ensure_ascii=False, default=_fields_of)

    @classmethod
    def from_json(cls, text: str) -> "Trace":
        data: dict[str, list[dict[str, object]]] = json.loads(text)
        plain: Mapping[str, object] = {
            **data,
            "entities": tuple(data["entities"]),
            "evidence": Evidence(**_tuples(data.get("evidence", {}))),  # type: ignore[arg-type]  # older traces have none
            "certainty": data.get("certainty", 0.0),
            "spaces": tuple(data.get("spaces", ())),
            "unread": tuple(data.get("unread", ())),
            "stages": tuple(StageTrace(**_tuples(row)) for row in data["stages"]),  # type: ignore[arg-type]
            "lanes": tuple(LaneTrace(**_tuples(row)) for row in data["lanes"]),  # type: ignore[arg-type]
            "results": tuple(ResultTrace(**_tuples(row)) for row in data["results"]),  # type: ignore[arg-type]
            "rejected": tuple(Rejected(**row) for row in data["rejected"]),  # type: ignore[arg-type]
            "degraded": tuple(Degraded(**row) for row in data["degraded"]),  # type: ignore[arg-type]
        }
        return cls(**plain)  # type: ignore[arg-type]  # exactly the fields of `to_json`


def _fields_of(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass of a trace
    """Copies nothing: a trace has a few hundred of them."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


class Form(StrEnum):
    """In which words a result is given."""

    STATEMENT = "statement"
    QUOTE = "quote"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Line:
    """The words in which a result is given, unescaped, and why in this form.

    `asked`, `answered`: the question that a quote answers, and the answer to a quote that asks: the turn and what is
    given of it. `dates`: days that the quote speaks of without naming them in full. `over`: what in these words has
    ended, when, and what is so instead. `later`: what was said of it afterwards, in order of time.
    """

    form: Form
    text: str
    reason: str
    asked: tuple[Turn, str] | None = None
    answered: tuple[Turn, str] | None = None
    dates: tuple[str, ...] = ()
    later: tuple[tuple[Turn, str], ...] = ()
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One recalled thing: a memory with the turns behind it, or a verbatim turn that no memory was made of.

    `score` 0-1, comparable between recalls. `evidence`: the turns, best first. `context`: turns beside the first of
    them that it needs to be understood: the question that it answers, the answer to it. `also`: other memories of that
    turn that come almost as near to the question. `passages`: of each evidence turn that is longer than an embedder
    reads, all of it in pieces, turn by turn, best first. `path`: node ids of the walk that found it; empty when a lane
    did. `line`: what an agent reads of it. `origin`: of what no user said, the source it is from.
    `space`: where it is, when more than one's own was asked.
    """

    node: NodeId
    score: float
    text: str
    line: Line
    memory: Memory | None
    evidence: tuple[Turn, ...]
    said_at: datetime | None
    path: tuple[NodeId, ...] = ()
    context: tuple[Turn, ...] = ()
    also: tuple[Memory, ...] = ()
    passages: tuple[Passage, ...] = ()
    origin: str | None = None
    space: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenTheme:
    """A theme that says at a glance what is asked for.

    `besides`: what its members say beside the results,
    the newest first, without what is to be done.
    """

    theme: Theme
    besides: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallResult:
    """What a recall gives: results best first, and everything about how they were found.

    `effects`: what the recall does to the memories it found; written later, never on the read path. `spending`: what
    the fast model `model` cost; answers that were known already cost nothing. `budget_tokens`: of the block.
    `in_time_order`: an overview is asked for, which reads best as it happened. `is_about_now`: it is asked how things
    stand, so nothing older may be put before what is newer and ranked better. `theme`: what the results are
    part of, where all that there is to say of a subject is asked for. `beside`: of a silence, the spaces that were not
    asked and would have answered, and with how many results.
    """

    id: RecallId
    query: str
    results: tuple[Result, ...]
    trace: Trace
    effects: tuple[UsageChange, ...]
    spending: Spending = Spending()  # noqa: RUF009 - frozen
    model: str = ""
    budget_tokens: int = 2000
    in_time_order: bool = False
    is_about_now: bool = False
    theme: GivenTheme | None = None
    beside: tuple[tuple[str, int], ...] = ()

    @property
    def degraded(self) -> tuple[Degraded, ...]:
        return self.trace.degraded

    @property
    def abstained(self) -> bool:
        return self.trace.abstained is not None


def _tuples(row: Mapping[str, object]) -> dict[str, object]:
    """JSON lists as the tuples they were."""
    return {name: _frozen(value) for name, value in row.items()}


def _frozen(value: object) -> object:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
