"""What did the assistant understand of a change, as it says it back right after?"""

import re
from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.value_kinds import DATE, PHRASE
from quaidpy.regex import regex
from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import Clause, clauses_of, topic_of
from quaidpy.remember.attributes.new_values import Change
from quaidpy.remember.attributes.values import Value, find_values, is_same

_LONGEST = 1200  # characters of its turn
_SHIFT = regex(
    r"\b(?:an?|one|two|three|four|\d{1,2}) (?:days?|weeks?|months?) (?:later|earlier)\b", re.IGNORECASE
)


def said_back(place: int, every: Sequence[Turn], change: Change) -> list[str]:
    """What the assistant understood, where it says the new value again right after: whole where people are short."""
    after = every[place + 1 : place + 2]
    if change.new is None or not after or after[0].role is not Role.ASSISTANT:
        return []
    keys = {value.key for value in find_values(after[0].text[:_LONGEST])}
    is_echo = (
        change.new.key in keys
        if change.new.kind != PHRASE
        else change.new.text.lower() in after[0].text.lower()
    )
    return [after[0].text[:_LONGEST]] if is_echo else []


def topic_said_back(echo: Sequence[str], change: Change) -> frozenset[str]:
    """What the assistant says the value is of, in the clause where it says it."""
    new = change.new
    if new is None or new.kind == PHRASE:
        return frozenset()
    return frozenset(
        part
        for text in echo
        for clauses in (clauses_of(text),)
        for at, clause in enumerate(clauses)
        if any(is_same(value, new) for value in clause.values)
        for part in topic_of(clauses, at).near
    )


def old_said_back(echo: Sequence[str], change: Change) -> Value | None:
    """What was before, as the assistant says it with the new value: "so it moves from 5 November to 3 December"."""
    return next(
        (
            told.old
            for text in echo
            for told in find_changes(text, clauses_of(text))
            if told.old is not None
            and told.old.kind != PHRASE
            and told.new is not None
            and change.new is not None
            and is_same(told.new, change.new)
        ),
        None,
    )


def shifted_dates(place: int, every: Sequence[Turn], clauses: Sequence[Clause]) -> list[Change]:
    """Of "the shoot is a week later" the new date, as the assistant says it right after."""
    after = every[place + 1 : place + 2]
    if not after or after[0].role is not Role.ASSISTANT:
        return []
    dates = [value for value in find_values(after[0].text[:_LONGEST]) if value.kind == DATE]
    told = [(at, match) for at, clause in enumerate(clauses) if (match := _SHIFT.search(clause.text))]
    if len({value.key for value in dates}) != 1 or len(told) != 1:
        return []
    at, match = told[0]
    start, end = (clauses[at].start + edge for edge in match.span())
    return [Change(at, None, replace(dates[0], start=start, end=end))]
