"""What does a recall know between two stages?"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from quaidpy.domain.graph.beam import Visited
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.language.languages import language_of
from quaidpy.domain.language.text import stems_in_order, with_cjk_bigrams
from quaidpy.domain.recall.calibration import AnswerCalibration, Calibration, Calibrations, Evidence
from quaidpy.domain.recall.intents import IntentPatterns
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.recall.traces import Degraded, Rejected
from quaidpy.domain.tuning import GraphTuning, RecallTuning
from quaidpy.ports.asking import Asking
from quaidpy.ports.embedding import Embedder, Vector
from quaidpy.ports.graph import GraphIndex
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.finding.lanes import Findings, Worded
from quaidpy.recall.finding.relations_lane import Stated
from quaidpy.recall.judging.person_evidence import HeadOf, read_in, unchanged
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.judging.subjects import Asked
from quaidpy.recall.model_help import Help, RecallModels
from quaidpy.recall.understanding.nicknames import RelatedNames, nothing_related
from quaidpy.recall.understanding.planning import Plan

_HALF = 0.5  # of the question that a stated relation must account for, to be an answer


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallTools:
    """What recalling needs from the outside, and how it is tuned. Nothing of it writes.

    `one_view`: within it this thread reads one commit, and reading is cheaper.
    """

    owner: Owner
    store: MemoryStore
    search: SearchIndex
    graph: GraphIndex
    embedder: Embedder | None
    clock: Clock
    ids: IdSource
    intents: IntentPatterns
    relations: RelationMap
    calibrations: Calibrations
    tuning: RecallTuning
    graph_tuning: GraphTuning
    models: RecallModels | None = None
    related_names: RelatedNames = nothing_related
    head_of: HeadOf = unchanged
    one_view: Callable[[], AbstractContextManager[object]] = nullcontext
    asking: Asking = field(default_factory=Asking)

    def follow(self) -> None:
        """Bring what is held in memory up to date, which the next recall would do otherwise."""
        self.search.follow(self.owner)

    def read_in(self) -> None:
        """Hold in memory what recalls need; takes seconds, for idle moments. Changes no answer."""
        self.search.read_in(self.owner)
        for text in self.store.read_in(self.owner):
            stems_in_order(with_cjk_bigrams(text))
            read_in(text, self.head_of)
        self.graph.read_in(self.owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One recall under way. Stages return it changed; `note` is what the last stage says of itself, each of them anew.

    `help`: the models of this recall, None without any. `statement`: the answer as a model imagines it. `vector`:
    what is searched for. `asked_vector`: the question's own, where `vector` leans towards the statement. `kept_to`:
    turns that tell what the work that is asked for is to keep to; `is_bound`: whoever does it must know them.
    `grades`: 0-1, of the candidates that were reranked. `listed`: memories and turns on the list that the question
    asks for. `likely`: the best before the walk. `read`: the best candidates, whose rows were looked at; `unread`:
    what stands behind them, as far as a trace keeps it. `candidates`: of those read the ones that may be shown, best
    first; `stated_in`: of their memories the candidate each belongs to. `asked`: whom the question names, of those who
    speak in the candidates. `weights`: how telling each stem of the question is, 0-1.
    """

    query: Query
    plan: Plan
    help: Help | None = None
    statement: str = ""
    grades: Mapping[NodeId, float] = field(default_factory=dict)
    inhibited: frozenset[NodeId] = frozenset()
    vector: "Vector[float] | None" = None
    stated: Stated = field(default_factory=Stated)
    asked_vector: "Vector[float] | None" = None
    worded: Callable[[], Worded] | None = None
    findings: Findings = field(default_factory=Findings)
    fused: Mapping[NodeId, float] = field(default_factory=dict)
    likely: tuple[NodeId, ...] = ()
    cosines: Mapping[NodeId, float] = field(default_factory=dict)
    ways: Mapping[NodeId, Visited] = field(default_factory=dict)
    kept_to: frozenset[NodeId] = frozenset()
    is_bound: bool = False
    listed: frozenset[NodeId] = frozenset()
    level: float = 0.0
    evidence: Evidence = field(default_factory=Evidence)
    asked: Asked | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    read: tuple[NodeId, ...] = ()
    unread: tuple[NodeId, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    stated_in: Mapping[str, str] = field(default_factory=dict)
    scored: tuple[Scored, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    engine: str = "none"
    abstained: str | None = None
    note: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether nothing is given: it abstains, and the best there is was not asked for all the same."""
        return self.abstained is not None and self.query.aim is Aim.ANSWER


def degraded_at(state: State, stage: str, reason: str) -> State:
    """The recall goes on without what this stage would have brought, and says why."""
    return replace(state, degraded=(*state.degraded, Degraded(stage, reason)), note=reason)


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the pipeline and its name in trace, ablation and kill switch."""

    name: str
    run: Callable[[State, RecallTools], State]


Stages: TypeAlias = tuple[Stage, ...]


def is_stated(state: State, tools: RecallTools) -> bool:
    """Whether the graph states what is asked for, whatever the words: relations account for most of the question."""
    stated = state.findings.stated
    return bool(stated.scores) and stated.weight >= _HALF * tools.tuning.stated_weight


def answer_calibration_of(state: State, tools: RecallTools) -> AnswerCalibration:
    """As `calibration_of`; of words alone where the embedder does not know the language of the question."""
    calibration = calibration_of(state, tools)
    is_known = calibration.knows(language_of(state.plan.text))
    return (calibration if is_known else tools.calibrations.of_words).answer


def calibration_of(state: State, tools: RecallTools) -> Calibration:
    """Of the embedder that made the question's vector; of words alone when it made none, or nobody calibrated it."""
    name = tools.embedder.identity.name if tools.embedder and state.vector is not None else None
    return tools.calibrations.of(name) or tools.calibrations.of_words
