"""What does an agent read? The context block: marked as data, escaped, within a budget of tokens."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain

from quaidpy.domain.blocks import BLOCK_END, BLOCK_START, PREFACE, escaped
from quaidpy.domain.episodes import Turn
from quaidpy.domain.identity import NodeId
from quaidpy.domain.memories import Kind, Memory
from quaidpy.domain.text import spoken_date, weekday
from quaidpy.domain.tokens import count_tokens
from quaidpy.domain.traces import Form, RecallResult, Result
from quaidpy.recall.trust import FLAG, marks_of

_NEVER = datetime(1, 1, 1, tzinfo=UTC)


def context_block(recalled: RecallResult, *, budget_tokens: int) -> str:
    """The `[MEMORY]` block, at most `budget_tokens` long; empty when nothing was recalled or nothing fits.

    The profile comes first, so that the head of a prompt stays the same from turn to turn; then in the order given, or
    in that of time where an overview is asked for.
    """
    profile = [r for r in recalled.results if r.memory and r.memory.kind is Kind.PROFILE]
    others = [r for r in recalled.results if not (r.memory and r.memory.kind is Kind.PROFILE)]
    lines = {result.node: line_of_result(result) for result in chain(profile, others)}
    frame = [BLOCK_START, PREFACE, BLOCK_END]
    fitting = _fitting(lines, budget_tokens - sum(count_tokens(line) + 1 for line in frame))
    if recalled.in_time_order:
        told = sorted((r for r in others if r.node in fitting), key=lambda r: (r.said_at or _NEVER, r.node))
        fitting = [*(r.node for r in profile if r.node in fitting), *(r.node for r in told)]
    return "\n".join([*frame[:2], *(lines[node] for node in fitting), frame[2]]) if fitting else ""


def line_of_result(result: Result) -> str:
    """One line of a block: whose words, when they were said, and the words, escaped."""
    if result.line.form is Form.STATEMENT:
        assert result.memory is not None, "only a memory is a statement"
        return _stated(result.memory, result.line.text, (*_over(result), *marks_of(result)))
    return _said(result)


def line_of_memory(memory: Memory) -> str:
    """The same for a memory that answers no question."""
    return _stated(memory, memory.text, [FLAG] if memory.flagged else [])


def _fitting(lines: Mapping[NodeId, str], budget: int) -> list[NodeId]:
    kept: list[NodeId] = []
    for node, line in lines.items():
        cost = count_tokens(line) + 1
        if cost <= budget:
            kept.append(node)
            budget -= cost
    return kept


def _stated(memory: Memory, text: str, trust: Sequence[str]) -> str:
    marks = [memory.kind.value, _day(memory.stated_at), *map(escaped, trust)]
    return f"- ({', '.join(marks)}) {escaped(text)}"


def _said(result: Result) -> str:
    """A turn in its own words, with the question that it answers before it, and the answer to it behind it."""
    turn, line = result.evidence[0], result.line
    marks = [_who(turn), *([_day(turn.at)] if turn.at else []), *map(escaped, _over(result))]
    if line.asked:
        asking, question = line.asked
        marks.append(f"asked by {_who(asking)} “{escaped(question)}”")
    marks.extend(map(escaped, marks_of(result)))
    dates = f" [{', '.join(line.dates)}]" if line.dates else ""
    answer = f" {_who(line.answered[0])}: “{escaped(line.answered[1])}”" if line.answered else ""
    return f"- ({', '.join(marks)}) “{escaped(line.text)}”{dates}{answer}"


def _over(result: Result) -> list[str]:
    """What of it is over, as one mark: its parts have commas of their own."""
    return ["; ".join(result.line.over)] if result.line.over else []


def _who(turn: Turn) -> str:
    return escaped(turn.speaker or turn.role.value)


def _day(at: datetime) -> str:
    return f"{weekday(at)} {spoken_date(at)}"
