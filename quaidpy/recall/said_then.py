"""What answers best of all that was said in the time a question names, whatever was said at other times?

"What did we talk about on 5 March?" shares no word with what was said then; among that day's turns, though, even little
speaks for one.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.queries import Filter
from quaidpy.recall.candidates import anchored
from quaidpy.recall.lanes import gather, search_words
from quaidpy.recall.scoring import fuse
from quaidpy.recall.state import RecallTools, State


def relevances_then(state: State, tools: RecallTools) -> dict[NodeId, float]:
    """Of what was said in the windows that the question names, 0-1, as if nothing else had ever been said.

    In short ones; in all, where it asks for nothing but what was said then: there what was worth remembering counts.
    """
    plan, longest = state.plan, timedelta(days=tools.tuning.then_most_days)
    windows = [window for window in plan.time.windows if plan.asks_what_was_then or window.length <= longest]
    found: dict[NodeId, float] = {}
    for start, end in (times for window in windows for times in window.occurrences(plan.now)):
        for key, value in _between(start, end, state, tools).items():
            found[key] = max(found.get(key, 0.0), value)
    return found


def _between(start: datetime, end: datetime, state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    plan = replace(
        state.plan,
        keep=_within(state.plan.keep, start, end),
        keep_turns=_within(state.plan.keep_turns, start, end) if state.plan.keep_turns else None,
    )
    worded = partial(search_words, plan, tools.search, tools.store, tools.tuning)
    findings = gather(plan, state.vector, tools.search, tools.tuning, worded, tools.beside)
    memories = sorted(MemoryId(key) for lane in findings.memories for key in lane.scores)
    found = fuse(findings, tools.store.turns_behind(tools.owner, memories), tools.tuning)
    return _with_memorable(found, plan.keep, tools) if plan.asks_what_was_then else found


def _with_memorable(found: Mapping[NodeId, float], keep: Filter, tools: RecallTools) -> dict[NodeId, float]:
    """The question has no words to compare with: half of what counts is that something was worth remembering."""
    memories = tools.store.memories_where(keep, limit=tools.tuning.lane_depth)
    behind = tools.store.turns_behind(tools.owner, [memory.id for memory in memories])
    memorable = anchored({memory.id: 1.0 for memory in memories}, behind, found)
    return {key: (found.get(key, 0.0) + memorable.get(key, 0.0)) / 2 for key in sorted({*found, *memorable})}


def _within(keep: Filter, start: datetime, end: datetime) -> Filter:
    return replace(keep, since=max(start, keep.since or start), until=min(end, keep.until or end))
