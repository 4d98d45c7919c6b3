"""Of what is a value said? The content words of its clause, and of what stands around it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import stem, words
from quaidpy.regex import regex
from quaidpy.remember.attributes.values import Value, find_values

_BREAK = regex(
    r"[.!?;:](?=\s|$)|\n|\s[—–-]\s|,(?=\s)|\|"
    r"|\s(?=(?:since|because|bc|cos|coz|cuz|due to|so|but|while|whereas|though|although|unless|if|when|and then"
    r"|which|who)\s)|\s(?=and (?:i|we|he|she|they|it|you)(?:['’][a-z]+)?\s)",
    re.IGNORECASE,
)
_SENTENCE_END = regex(r"[.!?](?=\s|$)|\n")
_LIGHT = frozenset(
    stem(word)
    for word in """
    move moved moving moves change changed changes switch switched switching swap swapped swapping replace replaced
    replaces put puts goes go going gone went got get gets getting make makes made making take takes set sets keep
    keeps kept come comes came raise raised lower lowered drop dropped cut postpone postponed push pushed bring brought
    forward reschedule rescheduled shift shifted delay delayed bump bumped update updated use uses used using want need
    tell tells told asked
    say says said think know decide decided going instead anymore longer new old current currently now today tomorrow
    yesterday tonight morning evening starting start starts started effective until till week month year day time
    please thanks yes yeah ok okay well actually really still already also just same back like one two thing btw lol
    let us gonna will would could should might must may can than as per via without within till back off rather
    never always since because wait shit sorry oh fine bad good news im actual correction no nope reason ffs ugh damn
    hey listen bust bankrupt dead gone cancelled called split broke broken separated stopped quit ditch ditched scrapped
    sold ended finished closed discontinued dropped dumped abandoned retired first next last migrate migrated migrating
    upgrade upgraded upgrading convert converted later earlier
    ah oh aha hmm um right cool great we're
    subject present apologies
    didnt doesnt dont isnt wasnt arent wont cant couldnt havent hasnt its thats theres weve were theyre
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Words that tell how something changed, not what it is; in any clause on a change."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with its place in the text, its values and the stems of what it speaks of."""

    text: str
    start: int
    end: int
    values: tuple[Value, ...]
    topic: frozenset[str]


@dataclass(frozen=True, slots=True)
class Topic:
    """What a value is said of: the stems of its own clause (or the nearest that has any), and of all around it."""

    near: frozenset[str]
    wide: frozenset[str]


def clauses_of(text: str) -> list[Clause]:
    """In order; no value is cut by the end of a clause."""
    values = find_values(text)
    cuts = [match.end() for match in _BREAK.finditer(text) if not _is_inside(match.start(), values)]
    bounds = [0, *cuts, len(text)]
    return [_clause(text, start, end, values) for start, end in pairwise(bounds) if text[start:end].strip()]


def topic_of(clauses: Sequence[Clause], place: int, around: Iterable[str] = ()) -> Topic:
    """Of the clause at that place; `around`: texts that say what it is about (an echo, the turns before)."""
    near = clauses[place].topic | _heading(clauses, place) or _nearest(clauses, place)
    if place and near <= OF_ANYTHING:
        near = next((each.topic for each in clauses[:place] if each.topic), near)
    wide = frozenset().union(*(each.topic for each in clauses), *(topic_stems(text) for text in around))
    return Topic(near, wide | near)


def _heading(clauses: Sequence[Clause], place: int) -> frozenset[str]:
    """Of "line length: …" what stands before the colon, as far as the next heading."""
    is_headed = _is_heading(clauses[0]) and not any(map(_is_heading, clauses[1 : place + 1]))
    return clauses[0].topic if is_headed else frozenset()


def _is_heading(clause: Clause) -> bool:
    is_short = 0 < len(clause.topic) <= _MOST_IN_HEADING
    return is_short and not clause.values and clause.text.rstrip().endswith(":")


def _nearest(clauses: Sequence[Clause], place: int) -> frozenset[str]:
    around = (*reversed(clauses[:place]), *clauses[place + 1 :])
    return next((each.topic for each in around if each.topic), frozenset())


def topic_stems(text: str) -> frozenset[str]:
    """Stems of the words that say what a text is about; values, small words and words of changing are left out."""
    return _stems_beside(text, find_values(text), 0)


def _stems_beside(text: str, values: Sequence[Value], offset: int) -> frozenset[str]:
    """The same, of a text whose values are known; `offset`: where it begins in the text that they were found in."""
    for value in reversed(values):
        text = f"{text[: value.start - offset]} {text[value.end - offset :]}"
    return frozenset(_topic_stems_of(words(text)))


def _topic_stems_of(told: Iterable[str]) -> Iterator[str]:
    for word in told:
        if word not in STOP_WORDS and len(word) > 1 and not word.isdigit() and stem(word) not in _LIGHT:
            yield topic_stem(word)


def topic_stem(word: str) -> str:
    """The stem of a word, with one consonant where an ending doubled it: running is run."""
    found = stem(word)
    return found[:-1] if len(found) > _SHORT and found[-1] == found[-2] and found[-1] in "bdgmnprt" else found


_SHORT = 3
OF_ANYTHING = frozenset(
    map(topic_stem, ("date", "price", "number", "version", "amount", "place", "hour", "fee", "cost"))
)
"""Stems that say of what kind a value is, and not what has it: "the new date is 3 May" is of what was spoken of."""
_MOST_IN_HEADING = 3  # content words


def sentence_start(text: str, position: int) -> int:
    """Where the sentence begins that holds this position."""
    return max((match.end() for match in _SENTENCE_END.finditer(text, 0, position)), default=0)


def _clause(text: str, start: int, end: int, values: Sequence[Value]) -> Clause:
    inside = tuple(value for value in values if start <= value.start < end)
    return Clause(text[start:end], start, end, inside, _stems_beside(text[start:end], inside, start))


def _is_inside(position: int, values: Sequence[Value]) -> bool:
    return any(value.start <= position < value.end for value in values)
