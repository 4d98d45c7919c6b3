"""Which new values does a text tell by words of change alone: "now", "moved to", "up to", "make it"?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quaidpy.regex import regex
from quaidpy.remember.attributes.clauses import Clause
from quaidpy.remember.attributes.values import Value, are_comparable

_CUE = regex(
    r"\b(?:now|currently|instead(?! of)|from now on|back (?:on|to|at)(?! (?:work|school|home|uni|college|nursery)\b)"
    r"|down to|(?:up|down) again to|new"
    r"|changed(?=\s*:)|make (?:it|that)|after all|already|final(?= (?:date|time|price|number|version|address)\b)"
    r"|(?:correct|updat|postpon|reschedul|extend|shorten)[a-z]{1,6}"
    r"|(?:is|are) at(?= v?\d{1,3}\.\d)"
    r"|(?:moved|pushed|shifted|postponed|rescheduled|delayed|put off)(?: (?:again|tho|though|back|once more|now)){0,2}"
    r"(?=\W{0,3}\Z)|(?:brought|bring|put)[a-z]{0,4}(?: [\w'’]{1,20}){0,4}? (?:up|down|back|forward)"
    r"|(?:mov|chang|switch|push|shift|delay|rais|lower|increas|reduc|cut|bump|drop|set"
    r"|(?:goes|went)(?! (?:out|off|on|over|through|away|home|there|missing|bad|wrong)\b))"
    r"[a-z]{0,4}(?: [\w'’]{1,20}){0,4}? (?:to|until|till|up|down|back|forward))\b|\bthen\W{0,3}$",
    re.IGNORECASE,
)
_NEAR = (
    12  # characters between "moved to" and the value; what is farther is of something else as often as not
)
_WEAK = regex(r"(?:is|are) at|now|currently|instead|new|already|then|after all", re.IGNORECASE)
_AT_ONCE = regex(r"\W*(?:the|an?|about|around|roughly|only|just|maybe|something like)?\W+", re.IGNORECASE)
_START = regex(
    r"\b(?:from|as of|since|starting|effective|beginning|with effect from)(?: on)?(?: the)? $", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Change:
    """What one place of a text says to be otherwise: `old` ended, `new` holds. At least one of them is there.

    `is_weak`: only a word such as "now" tells that it is a change.
    """

    place: int
    old: Value | None
    new: Value | None
    is_weak: bool = False


def told_by_words(clauses: Sequence[Clause]) -> Iterator[Change]:
    """New values by their words alone: "now", "moved to", "up to", "make it"."""
    for place, clause in enumerate(clauses):
        before = clauses[place - 1].text if place and clauses[place - 1].text.rstrip().endswith(":") else ""
        cue = (
            _CUE.search(clause.text)
            or _CUE.search(before)
            or _carried(clauses, place)
            or _accepted(clauses, place)
        )
        if cue is None:
            continue
        values = [v for v in clause.values if not _START.search(clause.text[: v.start - clause.start])]
        is_inside = cue.string is clause.text
        after = [v for v in values if is_inside and v.start >= clause.start + cue.start()]
        for value in (after or values)[:1]:
            between = clause.text[cue.end() : value.start - clause.start] if is_inside else ""
            if _is_given(cue) and is_inside and not _AT_ONCE.fullmatch(between):
                continue
            is_far = len(between) > _NEAR
            if is_far and cue.group().lower() == "new":
                continue  # what is new is something else: "at the new rate plus train and flight 612"
            is_weak = is_far or (
                _WEAK.match(cue.group()) is not None and moved_before(clauses, place) is None
            )
            yield Change(place, None, value, is_weak=is_weak)


def _is_given(cue: re.Match[str]) -> bool:
    """Whether it may be that something goes to somebody: "the first version goes to Ida on 15 May"."""
    told = cue.group().lower()
    return told.startswith(("goes", "went")) and told.endswith((" to", " until", " till"))


def moved_before(clauses: Sequence[Clause], place: int) -> Clause | None:
    """The clause right before that says of something that it moved, and not yet to when."""
    before = (clause for clause in clauses[max(0, place - _SAID_BEFORE) : place] if not clause.values)
    return next(
        (one for one in before if (cue := _CUE.search(one.text)) and not _WEAK.match(cue.group())), None
    )


_SAID_BEFORE = 3  # clauses


def _accepted(clauses: Sequence[Clause], place: int) -> re.Match[str] | None:
    """The offer of a value that the speaker says to have taken: "they offered the 27th, took it"."""
    offered = _OFFERED.search(clauses[place].text)
    if offered is None:
        return None
    behind = " ".join(
        (clauses[place].text[offered.end() :], *(one.text for one in clauses[place + 1 : place + 3]))
    )
    return offered if _TAKEN.search(behind) else None


_OFFERED = regex(r"\b(?:offered|offers|suggested|suggests|proposed|proposes)\b", re.IGNORECASE)
_TAKEN = regex(
    r"\b(?:took|taking|take|accepted|grabbed|booked|went for|going (?:for|with)|agreed to|said yes to)"
    r" (?:it|that|them|one)\b"
    r"|\b(?:said yes|accepted|agreed)\W*$",
    re.IGNORECASE,
)


def _carried(clauses: Sequence[Clause], place: int) -> re.Match[str] | None:
    """The cue of the clause before, where this one goes on with it: "postponed again, to 24 May"."""
    if not place or not clauses[place].values:
        return None
    cue = _CUE.search(clauses[place - 1].text)
    if cue is None:
        return None
    is_bare = not clauses[place].topic and not _WEAK.match(cue.group())
    goes_on = (is_bare or _GOES_ON.match(clauses[place].text) is not None) and not clauses[place - 1].values
    own, last = clauses[place].values[0], clauses[place - 1].values
    is_listed = (
        bool(last) and are_comparable(own.kind, last[-1].kind) and _SAYS.search(clauses[place].text) is None
    )
    return cue if goes_on or (is_listed and len(clauses[place].topic) in {1, 2}) else None


_GOES_ON = regex(r"\A\W*(?:and |now |again |this time )*(?:to|until|till|for|on to)\b", re.IGNORECASE)
_SAYS = regex(
    r"\b(?:is|are|was|were|has|have|had|will|do|does|did|can)\b|['’](?:s|re|ll|ve)\b", re.IGNORECASE
)
