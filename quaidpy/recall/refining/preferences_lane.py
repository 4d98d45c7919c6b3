"""Which standing orders and preferences are to be kept to, when a question wants advice or work?"""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.recall.fusion import best_of
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.recall.finding.candidates import anchored
from quaidpy.recall.judging.preferences import KINDS_OF_PREFERENCES
from quaidpy.recall.state import RecallTools, State


def bring_preferences(state: State, tools: RecallTools) -> State:
    """The nearest standing orders, preferences and lessons come among the best, whatever else they have of its words.

    "Name the versions when I ask about libraries" shares no topic with what it is to be obeyed for, and of what a
    person prefers there is little in all that they said. They stand no lower than a certain place, in their order.
    """
    plan, tuning = state.plan, tools.tuning
    if plan.keep.kinds or not plan.wants_advice:
        return replace(state, note="no advice is asked for")
    hits = _nearest(state, tools)
    if not hits or not state.fused:
        return replace(state, note="none is known")
    behind = tools.store.turns_behind(tools.owner, [MemoryId(hit.node) for hit in hits])
    keys = anchored({hit.node: hit.score for hit in hits}, behind, state.fused)
    place = best_of(state.fused, tuning.preference_place)[-1]
    least = state.fused[place]
    raised: dict[NodeId, float] = {key: max(least, state.fused.get(key, 0.0)) for key in keys}
    return replace(state, fused={**state.fused, **raised}, note=f"{len(raised)} brought")


def _nearest(state: State, tools: RecallTools) -> Sequence[Hit]:
    keep, most = replace(state.plan.keep, kinds=KINDS_OF_PREFERENCES), tools.tuning.preference_count
    if state.vector is None:
        return tools.search.text(state.plan.search_text, Corpus.MEMORIES, keep, limit=most)
    nearest = tools.search.nearest(state.vector, Corpus.MEMORIES, keep, limit=most)
    return [hit for hit in nearest if hit.score >= tools.tuning.preference_least]
