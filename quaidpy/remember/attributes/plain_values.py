"""Does a clause say plainly what one certain thing is, costs, or on which days it comes?"""

import re

from quaidpy.domain.memories.value_kinds import DATE, NUMBER, PHRASE, TIME, WEEKDAYS
from quaidpy.domain.time.written_dates import MONTH
from quaidpy.regex import regex
from quaidpy.remember.attributes.clauses import Clause, topic_stems
from quaidpy.remember.attributes.values import Value

_PLAIN = regex(
    r"\A\W*(?:(?:and|so|but|fyi|btw|also|ok)\W+)?"
    rf"(?P<from>(?:from|as of|starting) (?:next (?:week|month|year)|tomorrow|now|{MONTH})(?: on)?,? )?"
    r"(?:the|our|my) (?P<what>[\w'’-]{2,24}(?: [\w'’-]{2,24}){0,3}?)"
    r" (?:is|are|costs?|comes?|meets?|(?:is|are) [a-z]{3,14}ed)(?: (?:on|at|about|around))? \Z",
    re.IGNORECASE,
)
_ANOTHER = regex(
    r"\b(?:also|another|other|second|third|next|first|last|either|or|too|each|every|some|one|any|if|when|maybe|perhaps|might|would|usually"
    r"|normally|mostly)\b",
    re.IGNORECASE,
)
_MOST_BEHIND = 2  # words: "a month"
_OF_ONE_TIME = frozenset({DATE, TIME, NUMBER, PHRASE})
"""Kinds that the same thing may well have twice: a recital on two dates, a bus at two hours."""


def plain_value(clause: Clause) -> tuple[frozenset[str], Value] | None:
    """The stems of the thing and its one value; None where a clause says more, or may speak of another such thing."""
    if not clause.values or _ANOTHER.search(clause.text):
        return None
    value = clause.values[-1]
    found = _PLAIN.match(clause.text[: value.start - clause.start])
    if found is None or any(each.start - clause.start >= found.end("from") for each in clause.values[:-1]):
        return None
    behind = clause.text[value.end - clause.start :].split()
    is_habit = value.kind != WEEKDAYS or value.text.rstrip().endswith("s")
    if value.kind in _OF_ONE_TIME or not is_habit or len(behind) > _MOST_BEHIND:
        return None
    what = topic_stems(found["what"])
    return (what, value) if what else None
