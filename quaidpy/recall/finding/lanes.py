"""Which memories and turns might answer? Each lane finds in its own way; none decides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from quaidpy.domain.identity import MemoryId, NodeId, TurnId
from quaidpy.domain.memories.memory import KINDS_OF_PREFERENCES, Memory
from quaidpy.domain.recall.fusion import Scores, WeightedLane, scaled
from quaidpy.domain.recall.queries import Corpus, Filter, Hit, LaneName, each_once
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports.asking import Asking
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.lane_weights import term_weights, worth_of_words
from quaidpy.recall.finding.windows import for_their_own, mean_near, own_shares
from quaidpy.recall.understanding.particulars import told_for
from quaidpy.recall.understanding.planning import Plan

_FEW_TERMS = 3  # of a question; one of more is found by the others, D261
_MOST_PREFERENCES = 8
_LEAST_OF_PREFERENCE = 0.1  # cosine to the question
_BY_MEANING = frozenset({LaneName.VECTOR.value, LaneName.EPISODE_VECTOR.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the lanes found; raw scores by node. `turns` and `memories` are fused apart, they are different texts.

    `stated`: memories that state a relation the question asks for, of somebody it names. `behind`: the turns that the
    memories found came from, by id of the memory. `preferences`: those nearest to the question, however much else is
    nearer.
    """

    turns: tuple[WeightedLane, ...] = ()
    memories: tuple[WeightedLane, ...] = ()
    stated: WeightedLane = field(default_factory=lambda: WeightedLane(LaneName.GRAPH.value, 0.0, {}))
    behind: Mapping[MemoryId, Sequence[TurnId]] = field(default_factory=dict)
    preferences: Sequence[Memory] = ()

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

    `weights`: how telling each stem of the question is, 0-1. `worth`: what is left of the weight of word lanes over
    memories and over turns, 0-1 (see `worth_of_words`); None as long as nobody has looked.
    """

    memories: Scores = field(default_factory=dict)
    turns: Scores = field(default_factory=dict)
    beside: Scores = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    worth: tuple[float, float] | None = None


class LaneTools(Protocol):
    """What lanes need of what a recall has."""

    @property
    def search(self) -> SearchIndex: ...
    @property
    def store(self) -> MemoryStore: ...
    @property
    def tuning(self) -> RecallTuning: ...
    @property
    def asking(self) -> Asking: ...


def search_words(plan: Plan, tools: LaneTools) -> Worded:
    """The lanes that need no vector."""
    search, keep = tools.search, plan.keep
    text = _searched_for(plan)
    weights, memories, (whole, passages, beside) = tools.asking.together(
        partial(term_weights, keep.owner, plan.terms, search, tools.asking.together),
        partial(search.text, text, Corpus.MEMORIES, keep, limit=tools.tuning.memory_depth),
        partial(_words_in_turns, text, plan.keep_turns, tools),
    )
    return Worded(
        memories=dict(memories),
        turns=_by_best_passage(whole, passages),
        beside=dict(beside),
        weights=weights,
    )


def _searched_for(plan: Plan) -> str:
    """A question of few words with what tells in particular of what it asks in general: nobody says that they live."""
    told = told_for(plan.terms) if len(plan.terms) <= _FEW_TERMS else ()
    return " ".join([plan.search_text, *told])


def weighed(found: Worded, plan: Plan, tools: LaneTools) -> Worded:
    """With what its lanes are worth."""
    if found.worth is not None:
        return found
    of_memories, of_turns = tools.asking.together(
        partial(worth_of_words, found.memories, found.weights, plan.keep, tools.store, tools.tuning),
        partial(worth_of_words, found.turns, found.weights, plan.keep_turns, tools.store, tools.tuning)
        if plan.keep_turns is not None
        else float,
    )
    return replace(found, worth=(of_memories, of_turns))


def _words_in_turns(
    text: str, keep: Filter | None, tools: LaneTools
) -> tuple[list[Hit], list[Hit], list[Hit]]:
    """Whole turns, passages, and turns together with those around them; none where no turns are asked for."""
    if keep is None:
        return [], [], []
    search, tuning, depth = tools.search, tools.tuning, tools.tuning.lane_depth
    return tools.asking.together(
        partial(search.text, text, Corpus.TURNS, keep, limit=depth),
        partial(search.text, text, Corpus.PASSAGES, keep, limit=depth),
        partial(search.windows, text, keep, limit=depth) if tuning.window_weight > 0 else list[Hit],
    )


def gather(
    plan: Plan, vector: "Vector[float] | None", worded: Callable[[], Worded], tools: LaneTools
) -> Findings:
    """Run every lane that can run; without a vector only those that look at words, which `worded` waits for."""
    search, tuning, owner = tools.search, tools.tuning, plan.keep.owner
    near_memories, preferred, near_turns, found = _found(plan, vector, worded, tools)
    hits = sorted({MemoryId(node) for node in (*found.memories, *near_memories, *preferred)})
    pool = {**found.turns, **near_turns, **found.beside}
    has_windows = vector is not None and tuning.window_weight > 0 and plan.keep_turns is not None
    found, behind, preferences, around, shares = tools.asking.together(
        partial(weighed, found, plan, tools),
        partial(tools.store.turns_behind, owner, hits),
        partial(tools.store.memories, owner, preferred) if preferred else list[Memory],
        partial(mean_near, vector, pool, owner, search, tuning.neighbour_share)
        if vector is not None and has_windows
        else dict[NodeId, float],
        partial(own_shares, pool, owner, search) if plan.keep_turns is not None else dict[NodeId, float],
    )
    assert found.worth is not None, "it was weighed"
    worth_in_memories, worth_in_turns = found.worth
    text_weight, vector_weight = _weights(plan, tuning)
    memories = (
        _lane(LaneName.TEXT, text_weight * worth_in_memories, found.memories),
        _lane(LaneName.VECTOR, vector_weight, near_memories),
    )
    if plan.keep_turns is None:
        return Findings(turns=(), memories=memories, behind=behind, preferences=preferences)
    text_weight *= worth_in_turns
    turns = (
        _lane(LaneName.EPISODE_TEXT, text_weight, found.turns),
        _lane(LaneName.EPISODE_VECTOR, vector_weight, near_turns),
        _lane(LaneName.WINDOW_TEXT, tuning.window_weight * text_weight, found.beside),
        WeightedLane(LaneName.WINDOW_VECTOR.value, tuning.window_weight * vector_weight, around),
    )
    return Findings(
        turns=_told_by_their_own(turns, shares), memories=memories, behind=behind, preferences=preferences
    )


def _found(
    plan: Plan, vector: "Vector[float] | None", worded: Callable[[], Worded], tools: LaneTools
) -> tuple[Scores, list[MemoryId], Scores, Worded]:
    """Memories near the vector, preferences near it, turns near it, and what words find.

    Comparing is what lanes cost on large corpora, and it lets go of the interpreter: memories are compared beside
    turns.
    """
    search, tuning, asking = tools.search, tools.tuning, tools.asking
    near_memories = partial(_by_vector, vector, Corpus.MEMORIES, plan.keep, search, tuning.memory_depth)
    near_preferences = partial(_preferences_near, vector, plan.keep, search)
    near_turns = partial(_by_vector, vector, Corpus.TURNS, plan.keep_turns, search, tuning.lane_depth)
    near_passages = partial(_by_vector, vector, Corpus.PASSAGES, plan.keep_turns, search, tuning.lane_depth)
    among_memories = partial(asking.together, near_memories, near_preferences)
    with asking.beside(among_memories, among_memories) as found_memories:
        turns, passages, found, (memories, preferred) = asking.together(
            near_turns, near_passages, worded, found_memories
        )
    return dict(memories), preferred, _by_best_passage(turns, passages), found


def _preferences_near(vector: "Vector[float] | None", keep: Filter, search: SearchIndex) -> list[MemoryId]:
    """What is asked for may be an occasion for them, though all that they say is about something else."""
    if vector is None or keep.kinds:
        return []
    hits = search.nearest(
        vector, Corpus.MEMORIES, replace(keep, kinds=KINDS_OF_PREFERENCES), limit=_MOST_PREFERENCES
    )
    return [MemoryId(hit.node) for hit in hits if hit.score >= _LEAST_OF_PREFERENCE]


def _told_by_their_own(
    lanes: tuple[WeightedLane, WeightedLane, WeightedLane, WeightedLane], shares: Mapping[NodeId, float]
) -> tuple[WeightedLane, ...]:
    """The window of a turn beside longer ones scores by the turn alone, as far as it tells of the others.

    `shares`: of `own_shares`.
    """
    by_words, by_meaning, windows_by_words, windows_by_meaning = lanes
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
