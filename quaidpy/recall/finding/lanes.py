"""Which memories and turns might answer? Each lane finds in its own way; none decides."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass, field, replace
from functools import partial

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.recall.fusion import Scores, WeightedLane, scaled
from quaidpy.domain.recall.queries import Corpus, Filter, Hit, LaneName, each_once
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.lane_weights import term_weights, worth_of_words
from quaidpy.recall.finding.windows import for_their_own, mean_near, own_shares
from quaidpy.recall.understanding.planning import Plan

_BY_MEANING = frozenset({LaneName.VECTOR.value, LaneName.EPISODE_VECTOR.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the lanes found; raw scores by node. `turns` and `memories` are fused apart, they are different texts.

    `stated`: memories that state a relation the question asks for, of somebody it names.
    """

    turns: tuple[WeightedLane, ...] = ()
    memories: tuple[WeightedLane, ...] = ()
    stated: WeightedLane = field(default_factory=lambda: WeightedLane(LaneName.GRAPH.value, 0.0, {}))

    @property
    def all(self) -> tuple[WeightedLane, ...]:
        return (*self.turns, *self.memories, self.stated)

    def cosines(self) -> dict[NodeId, float]:
        """By node, those above nothing; a node is in the vector lane of its own corpus alone."""
        lanes = (lane for lane in self.all if lane.name in _BY_MEANING)
        return {node: score for lane in lanes for node, score in lane.scores.items() if score > 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """What was found by words alone. `beside`: turns together with the turns around them.

    `worth_in_memories`, `worth_in_turns`: of the weight of word lanes, 0-1; see `worth_of_words`.
    """

    memories: Scores = field(default_factory=dict)
    turns: Scores = field(default_factory=dict)
    beside: Scores = field(default_factory=dict)
    worth_in_memories: float = 1.0
    worth_in_turns: float = 1.0


def search_words(plan: Plan, search: SearchIndex, store: MemoryStore, tuning: RecallTuning) -> Worded:
    """The lanes that need no vector, and what they are worth: all that can be done while the question is embedded."""
    weights = term_weights(plan.keep.owner, plan.terms, search)
    memories = dict(search.text(plan.search_text, Corpus.MEMORIES, plan.keep, limit=tuning.memory_depth))
    found = Worded(
        memories=memories, worth_in_memories=worth_of_words(memories, weights, plan.keep, store, tuning)
    )
    keep = plan.keep_turns
    if keep is None:
        return found
    depth = tuning.lane_depth
    turns = _by_best_passage(
        search.text(plan.search_text, Corpus.TURNS, keep, limit=depth),
        search.text(plan.search_text, Corpus.PASSAGES, keep, limit=depth),
    )
    has_windows = tuning.window_weight > 0
    return replace(
        found,
        turns=turns,
        beside=dict(search.windows(plan.search_text, keep, limit=depth) if has_windows else ()),
        worth_in_turns=worth_of_words(turns, weights, keep, store, tuning),
    )


def gather(
    plan: Plan,
    vector: "Vector[float] | None",
    search: SearchIndex,
    tuning: RecallTuning,
    worded: Callable[[], Worded],
    beside: Executor | None = None,
) -> Findings:
    """Run every lane that can run; without a vector only those that look at words, which `worded` waits for.

    `beside`: compares with memories while this thread compares with turns; comparing is what lanes cost on large
    corpora, and it lets go of the interpreter.
    """
    memories_near = partial(_by_vector, vector, Corpus.MEMORIES, plan.keep, search, tuning.memory_depth)
    waiting = None if beside is None or vector is None else beside.submit(memories_near)
    try:
        near_turns = _by_best_passage(
            _by_vector(vector, Corpus.TURNS, plan.keep_turns, search, tuning.lane_depth),
            _by_vector(vector, Corpus.PASSAGES, plan.keep_turns, search, tuning.lane_depth),
        )
        near_memories = memories_near() if waiting is None else waiting.result()
    finally:
        wait([waiting] if waiting is not None else [])
    found = worded()
    text_weight, vector_weight = _weights(plan, tuning)
    memories = (
        _lane(LaneName.TEXT, text_weight * found.worth_in_memories, found.memories),
        _lane(LaneName.VECTOR, vector_weight, dict(near_memories)),
    )
    if plan.keep_turns is None:
        return Findings(turns=(), memories=memories)
    around: Mapping[NodeId, float] = {}
    if vector is not None and tuning.window_weight > 0:
        pool = {**found.turns, **near_turns, **found.beside}
        around = mean_near(vector, pool, plan.keep.owner, search, tuning.neighbour_share)
    text_weight *= found.worth_in_turns
    turns = (
        _lane(LaneName.EPISODE_TEXT, text_weight, found.turns),
        _lane(LaneName.EPISODE_VECTOR, vector_weight, near_turns),
        _lane(LaneName.WINDOW_TEXT, tuning.window_weight * text_weight, found.beside),
        WeightedLane(LaneName.WINDOW_VECTOR.value, tuning.window_weight * vector_weight, around),
    )
    return Findings(turns=_told_by_their_own(turns, plan.keep.owner, search), memories=memories)


def _told_by_their_own(
    lanes: tuple[WeightedLane, WeightedLane, WeightedLane, WeightedLane], owner: Owner, search: SearchIndex
) -> tuple[WeightedLane, ...]:
    """The window of a turn beside longer ones scores by the turn alone, as far as it tells of the others."""
    by_words, by_meaning, windows_by_words, windows_by_meaning = lanes
    shares = own_shares(set[NodeId]().union(*(lane.scores for lane in lanes)), owner, search)
    if not shares:
        return lanes
    return (
        by_words,
        by_meaning,
        _mixed(windows_by_words, by_words, shares),
        _mixed(windows_by_meaning, by_meaning, shares),
    )


def _mixed(windows: WeightedLane, alone: WeightedLane, shares: Mapping[NodeId, float]) -> WeightedLane:
    scores = for_their_own(scaled(windows), scaled(alone), shares)
    return replace(windows, scores=scores, floor=0.0)


def _weights(plan: Plan, tuning: RecallTuning) -> tuple[float, float]:
    """Of words and of meaning: by intent in the recipe `rrf` (SPEC §4 stage 6), else as set."""
    if tuning.recipe == "rrf":
        return 1 - plan.intent.vector_weight, plan.intent.vector_weight
    return tuning.text_weight, tuning.vector_weight


def _by_vector(
    vector: "Vector[float] | None", corpus: Corpus, keep: Filter | None, search: SearchIndex, depth: int
) -> list[Hit]:
    return [] if vector is None or keep is None else search.nearest(vector, corpus, keep, limit=depth)


def _by_best_passage(whole: Sequence[Hit], passages: Sequence[Hit]) -> Scores:
    """As many turns as were found whole at most, or by passages, each by what fits best."""
    if not passages:
        return dict(whole)
    hits = each_once(sorted([*whole, *passages], key=lambda hit: (-hit.score, hit.node)))
    return dict(hits[: max(len(whole), len(passages))])


def _lane(name: LaneName, weight: float, scores: Scores) -> WeightedLane:
    # BM25 has a natural zero; a cosine of nothing in common does not, so its lowest hit is the floor.
    is_text = name in {LaneName.TEXT, LaneName.EPISODE_TEXT, LaneName.WINDOW_TEXT}
    return WeightedLane(
        name=name.value,
        weight=weight,
        scores=scores,
        floor=0.0 if is_text else None,
    )
