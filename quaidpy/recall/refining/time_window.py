"""What answers best of all that was said in the time a question names, whatever was said at other times?

"How was the race on 5 March?" may share one word with what was said then, and many turns of other days have that word.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from quaidpy.domain.identity import NodeId
from quaidpy.domain.recall.queries import Filter
from quaidpy.recall.finding.lanes import gather, search_words
from quaidpy.recall.judging.scoring import fuse
from quaidpy.recall.state import RecallTools, State


def relevance_in_window(state: State, tools: RecallTools) -> dict[NodeId, float]:
    """Of what was said in the short windows that the question names, 0-1, as if nothing else had ever been said."""
    longest = timedelta(days=tools.tuning.then_most_days)
    found: dict[NodeId, float] = {}
    for window in state.plan.time.windows:
        for start, end in window.occurrences(state.plan.now) if window.length <= longest else ():
            for key, value in said_between(within(state.plan.keep, start, end), state, tools).items():
                found[key] = max(found.get(key, 0.0), value)
    return found


def said_between(keep: Filter, state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """Relevances, 0-1, of what lies within the bounds alone."""
    turns = state.plan.keep_turns
    keep_turns = replace(turns, since=keep.since, until=keep.until) if turns else None
    plan = replace(state.plan, keep=keep, keep_turns=keep_turns)
    findings = gather(plan, state.vector, partial(search_words, plan, tools), tools)
    return fuse(findings, findings.behind, plan, tools.tuning)


def within(keep: Filter, start: datetime, end: datetime) -> Filter:
    """The bounds and these, too."""
    return replace(keep, since=max(start, keep.since or start), until=min(end, keep.until or end))
