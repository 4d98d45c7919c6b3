"""What was found and is not given, and why not? Of every hit that a trace shows, and of all that was read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import MEMORY_PREFIX
from quaidpy.domain.recall.traces import LaneTrace, RecallResult, Rejected, Result, Trace
from quaidpy.recall.finding.candidates import left_out_here
from quaidpy.recall.giving.rendering import without_room
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import State

_NOTHING_GIVEN = "nothing was given at all"


def left_out(
    state: State, given: Sequence[tuple[Scored, Result]], lanes: Sequence[LaneTrace]
) -> tuple[Rejected, ...]:
    """One reason each, the first that held: of what the stages dropped, what the answer lacks, what the lanes show."""
    shown = {str(node): str(result.node) for found, result in given for node in found.candidate.nodes}
    shown |= {str(result.node): str(result.node) for _, result in given}
    shown |= {str(turn.id): str(result.node) for _, result in given for turn, _ in result.line.later}
    why: dict[str, str] = {}
    for each in state.rejected:
        why.setdefault(each.node, each.reason)
    for found in state.scored:
        why.setdefault(found.candidate.key, _why_unused(found, state, shown))
    for read in state.read:
        why.setdefault(read, _NOTHING_GIVEN)
    for node in (node for lane in lanes for node, _ in lane.head):
        why.setdefault(node, _why_unread(node, state, why))
    return tuple(Rejected(node, reason) for node, reason in why.items() if node not in shown)


def with_block(result: RecallResult) -> Trace:
    """The trace, saying of results which ones the block has no room for."""
    lacking = {found.node for found in without_room(result, budget_tokens=result.budget_tokens)}
    if not lacking:
        return result.trace
    reason = f"no room in a block of {result.budget_tokens:,} tokens"
    results = (
        replace(each, left_out=reason) if each.node in lacking else each for each in result.trace.results
    )
    return replace(result.trace, results=tuple(results))


def _why_unused(found: Scored, state: State, shown: Mapping[str, str]) -> str:
    if not shown:
        return _NOTHING_GIVEN
    same = next((shown[memory.id] for memory in found.candidate.memories if memory.id in shown), None)
    return f"says what is given as {same}" if same else f"past the {state.query.limit} results asked for"


def _why_unread(node: str, state: State, why: Mapping[str, str]) -> str:
    context = {str(kept): context for kept, context in state.plan.kept_out.items()}.get(node)
    if context is not None:
        return left_out_here(context)
    turn = state.stated_in.get(node)
    if turn is not None and turn in why:
        return why[turn]
    what = "its turn stands" if node.startswith(MEMORY_PREFIX) else "stands"
    return f"{what} behind the best {len(state.read)}, which are read"
