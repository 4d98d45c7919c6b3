"""Which memories and turns might answer? Each lane finds in its own way; none decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quaidpy.domain.fusion import WeightedLane
from quaidpy.domain.identity import NodeId
from quaidpy.domain.queries import Filter, Hit, LaneName, Shelf
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports import SearchIndex, Vector
from quaidpy.recall.planning import Plan
from quaidpy.recall.windows import mean_near

Weigh = Callable[[RecallTuning], float]

_BY_MEANING = frozenset({LaneName.VECTOR.value, LaneName.EPISODE_VECTOR.value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the lanes found; raw scores by node. `turns` and `memories` are fused apart, they are different texts.

    `stated`: memories that state a relation the question asks for, of somebody it names; `is_stated_whole` when the
    question asks for nothing else.
    """

    turns: tuple[WeightedLane, ...] = ()
    memories: tuple[WeightedLane, ...] = ()
    stated: WeightedLane = field(default_factory=lambda: WeightedLane(LaneName.GRAPH.value, 0.0, {}))
    is_stated_whole: bool = False

    @property
    def all(self) -> tuple[WeightedLane, ...]:
        return (*self.turns, *self.memories, self.stated)

    def cosines(self) -> dict[NodeId, float]:
        """The best cosine seen for each node itself; 0 when no vector lane met it."""
        found = dict.fromkeys((node for lane in self.all for node in lane.scores), 0.0)
        for lane in self.all:
            if lane.name in _BY_MEANING:
                found.update((node, score) for node, score in lane.scores.items() if score > found[node])
        return found


def gather(plan: Plan, vector: "Vector[float] | None", search: SearchIndex, tuning: RecallTuning) -> Findings:
    """Run every lane that can run; without a vector only those that look at words."""
    memories = [
        _lane(
            LaneName.TEXT,
            tuning.text_weight,
            _by_text(plan, Shelf.MEMORIES, plan.keep, search, tuning.memory_depth),
        ),
        _lane(
            LaneName.VECTOR,
            tuning.vector_weight,
            _by_vector(vector, Shelf.MEMORIES, plan.keep, search, tuning.memory_depth),
        ),
    ]
    if plan.keep_turns is None:
        return Findings(turns=(), memories=tuple(memories))
    by_words = _by_text(plan, Shelf.TURNS, plan.keep_turns, search, tuning.lane_depth)
    by_meaning = _by_vector(vector, Shelf.TURNS, plan.keep_turns, search, tuning.lane_depth)
    has_windows = tuning.window_weight > 0
    beside = search.windows(plan.text, plan.keep_turns, limit=tuning.lane_depth) if has_windows else []
    pool = [hit.node for hit in (*by_words, *by_meaning, *beside)]
    around: list[Hit] = []
    if vector is not None and has_windows:
        around = mean_near(vector, pool, plan.keep.owner, search, tuning.neighbour_share)
    turns = [
        _lane(LaneName.EPISODE_TEXT, tuning.text_weight, by_words),
        _lane(LaneName.EPISODE_VECTOR, tuning.vector_weight, by_meaning),
        _lane(LaneName.WINDOW_TEXT, tuning.window_weight * tuning.text_weight, beside),
        _lane(LaneName.WINDOW_VECTOR, tuning.window_weight * tuning.vector_weight, around),
    ]
    return Findings(turns=tuple(turns), memories=tuple(memories))


def _by_text(plan: Plan, shelf: Shelf, keep: Filter, search: SearchIndex, depth: int) -> list[Hit]:
    return search.text(plan.text, shelf, keep, limit=depth)


def _by_vector(
    vector: "Vector[float] | None", shelf: Shelf, keep: Filter, search: SearchIndex, depth: int
) -> list[Hit]:
    return [] if vector is None else search.nearest(vector, shelf, keep, limit=depth)


def _lane(name: LaneName, weight: float, hits: Sequence[Hit]) -> WeightedLane:
    # BM25 has a natural zero; a cosine of nothing in common does not, so its lowest hit is the floor.
    is_text = name in {LaneName.TEXT, LaneName.EPISODE_TEXT, LaneName.WINDOW_TEXT}
    return WeightedLane(
        name=name.value,
        weight=weight,
        scores={hit.node: hit.score for hit in hits},
        floor=0.0 if is_text else None,
    )
