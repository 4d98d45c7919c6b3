"""How does a result read as a line of a block: whose words, when they were said, and the words, escaped?"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from quaidpy.domain.language.text import spoken_date, weekday
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.quotations import quotation_of
from quaidpy.domain.recall.blocks import escaped
from quaidpy.domain.recall.traces import Form, Result
from quaidpy.recall.giving.trust import FLAG, is_flagged, marks_of


def line_of_result(result: Result) -> str:
    """The statement, or the turn in its own words with the question before it and the answer behind it."""
    if result.line.form is Form.STATEMENT:
        assert result.memory is not None, "only a memory is a statement"
        return _stated(result.memory, result.line.text, (*_over(result), *marks_of(result), *_place(result)))
    return line_of_exchange([result])


def line_of_exchange(said: Sequence[Result]) -> str:
    """Turns that follow one another, in the order said, then what came later; whose words and when stand once."""
    first, *later = said
    turn, line = first.evidence[0], first.line
    marks = [_who(turn), *([_day(turn.at)] if turn.at else []), *map(escaped, _over(first))]
    if line.asked:
        asking, question = line.asked
        marks.append(f"asked by {_who(asking)} “{escaped(question)}”")
    elif quoted := _said_after(first):
        marks.append(escaped(quoted))
    marks.extend(map(escaped, (*marks_of(first), *_place(first))))
    words = [_quoted(first)]
    before = first
    for result in later:
        follows = _without_its_heading(result, before)
        words.append(f"{_who_and_when(result.evidence[0], before.evidence[0])}{_quoted(follows)}")
        before = result
    if answered := said[-1].line.answered:
        words.append(f"{_who(answered[0])}: “{escaped(answered[1])}”")
    told = [each for result in said for each in result.line.later]
    told.sort(key=lambda each: each[0].at.timestamp() if each[0].at else 0.0)
    words.extend(_later(each, text, turn.at) for each, text in told)
    return f"- ({', '.join(marks)}) {' '.join(words)}"


def _said_after(result: Result) -> str | None:
    """What a short turn goes on from, or stands in, where its statement does not tell of what it is without that."""
    memory, turn = result.memory, result.evidence[0]
    if (
        memory is None
        or len(turn.text.split()) > _SHORT
        or all(each.turn != turn.id for each in memory.evidence)
    ):
        return None
    told = quotation_of(memory.text)
    return None if told is None or told.is_from([turn.text]) else str(told)


_SHORT = 20  # words; a longer turn says itself of what it is


def may_be_joined(result: Result) -> bool:
    """Whether nothing must be said of its words that is not true of those beside it: what is over, what is an order."""
    return result.line.form is not Form.STATEMENT and not result.line.over and not is_flagged(result)


def line_of_memory(memory: Memory) -> str:
    """The same for a memory that answers no question."""
    return _stated(memory, memory.text, [FLAG] if memory.flagged else [])


def _stated(memory: Memory, text: str, trust: Sequence[str]) -> str:
    marks = [memory.kind.value, _day(memory.stated_at), *map(escaped, trust)]
    return f"- ({', '.join(marks)}) {escaped(text)}"


def _quoted(result: Result) -> str:
    dates = f" [{', '.join(result.line.dates)}]" if result.line.dates else ""
    return f"“{escaped(result.line.text)}”{dates}"


def _without_its_heading(result: Result, before: Result) -> Result:
    """Of items of one list the heading stands over the first alone."""
    lines = result.line.text.splitlines()
    head = [*takewhile(lambda line: line.startswith("#"), lines)]
    is_same = bool(head) and before.line.text.splitlines()[: len(head)] == head
    text = "\n".join(lines[len(head) :])
    return replace(result, line=replace(result.line, text=text)) if is_same and text else result


def _who_and_when(turn: Turn, before: Turn) -> str:
    """What the words before leave open: on which day, if on another one, and who, if it is somebody else."""
    day = _other_day(turn, before.at)
    is_same = not day and _who(turn) == _who(before)
    return "" if is_same else f"{day}{_who(turn)}: "


def _later(turn: Turn, text: str, since: datetime | None) -> str:
    day = _other_day(turn, since)
    when = f"later, {day}" if day else ""
    return f"{when}{_who(turn)}: “{escaped(text)}”"


def _other_day(turn: Turn, since: datetime | None) -> str:
    """Its day with a comma; empty where it is the same, or none is known."""
    if turn.at is None or since is None or turn.at.date() == since.date():
        return ""
    return f"{_day(turn.at)}, "


def _over(result: Result) -> list[str]:
    """What of it is over, as one mark: its parts have commas of their own."""
    return ["; ".join(result.line.over)] if result.line.over else []


def _place(result: Result) -> list[str]:
    return [f"in {result.space}"] if result.space else []


def _who(turn: Turn) -> str:
    return escaped(turn.speaker or turn.role.value)


def _day(at: datetime) -> str:
    return f"{weekday(at)} {spoken_date(at)}"
