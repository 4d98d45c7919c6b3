"""Which names does chat write small, and surely so?"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS, LOWER_CASE_PLACES, PLACES
from quaidpy.remember.words.name_evidence import BEASTS, KINDRED, NOBODY, is_possible
from quaidpy.remember.words.names import (
    ALSO_WORDS,
    is_given_name,
    is_given_name_in_small,
    is_of_everyday_words,
    is_often_given,
)
from quaidpy.remember.words.verbs import is_past, is_verb_like
from quaidpy.shipped.names import is_everyday_word, is_town

SmallName: TypeAlias = tuple[str, EntityType, int, int]
"""A name as it is to be shown, its type, and where it stands."""

_LEAST_LETTERS = 5  # of a town that few have heard of; shorter ones are slips and words of other languages
_STREET = regex(
    r" (road|rd|street|st|lane|ln|close|avenue|ave|drive|court|crescent|terrace|grove|mews|gardens|square|way|row)"
    r"(?![\w'’])"
)
_HOUSE = regex(
    r"(?:\b\d[a-z]?,? |\b(?:liv\w{1,3}|mov\w{1,3}|stay\w{0,3}|flat|house|home|turn) (?:on|in|at|to|off|into) )\Z"
)
"""What stands before a street: a number, or what one does there; people are called Lane and Close, too."""
_OF_A_KIND = regex(
    r"\b(?:the|an?|this|these|those|some|any|no|two|three|both|several|many) \Z", re.IGNORECASE
)
_WORD_BEFORE = regex(r"(?<![\w'’-])(?:an?|the|two|three|our|my) ([a-z]+) \Z")
_FAR = 24  # characters before a name that hold what it goes on from
_SAINT = regex(r"\b[Ss]t\.? $")


_COUPLE = r"(?:got|get|getting|are|were|is getting) (?:now )?(?:engaged|married|divorced)\b"
_SMALL = (
    (
        regex(rf"(?:^|[.!?,;] |\b(?:that|when) )(?P<name>[a-z]{{3,}}) and [A-Za-z]{{3,}} {_COUPLE}"),
        EntityType.PERSON,
    ),
    (regex(rf"\b[A-Za-z]{{3,}} and (?P<name>[a-z]{{3,}}) {_COUPLE}"), EntityType.PERSON),
    (
        regex(
            r"\b(?:guy|bloke|fella|chap|man|woman|girl|lady|lad|lass|person)(?: (?:there|here|in charge))?"
            r"(?: is|['’]s| was) (?:called )?(?P<name>[A-ZÀ-Þ]?[a-zß-ÿ]{2,20})(?=[.,;!?]|$| (?:and|but|he|she)\b)"
        ),
        EntityType.PERSON,
    ),
    (regex(r"(?<![\w@.])(?:dr|mr|mrs|ms|prof)\.? (?P<name>[a-z]{3,})\b"), EntityType.PERSON),
    (
        regex(
            rf"\b(?:my|our) (?:\w+ )?(?:{KINDRED}) (?P<name>[a-z]{{3,}})(?= (?:lives|is|has|works|moved|says"
            rf"|and (?:i|me|my|his|her)|got|had|was)\b|,)"
        ),
        EntityType.PERSON,
    ),
    (regex(rf"(?:^|[.!?,;] )(?P<name>[a-z]{{3,}}) is my (?:{KINDRED})\b"), EntityType.PERSON),
    (
        regex(rf"\b(?:her|his|(?:{KINDRED})['’]?s) name(?: is|['’]?s) (?P<name>[a-z]{{3,}})\b"),
        EntityType.PERSON,
    ),
    (
        regex(
            r"\b(?:successor|colleague|boss|wife|husband|partner|neighbour|neighbor)(?: is"
            r"|'s) (?P<name>[a-z]{3,}), (?:she|he)\b"
        ),
        EntityType.PERSON,
    ),
    (regex(r"(?:^|[.!?,;] )(?P<name>[a-z]{3,}) (?:says|said|thinks) (?:he|she)\b"), EntityType.PERSON),
    (
        regex(
            rf"\b(?:my|our|a|the) (?:\w+ )?(?:{BEASTS})(?: is)?(?: called| named|,) (?P<name>[a-z]{{3,}})\b"
        ),
        EntityType.ANIMAL,
    ),
)


def told_in_small(text: str) -> Iterator[SmallName]:
    """Names that the words around them make a person's or an animal's, though they are written small."""
    for small, kind in _SMALL:
        for found in small.finditer(text):
            if is_possible(found["name"]) and not is_of_everyday_words(found["name"].lower()):
                yield found["name"].title(), kind, *found.span("name")
    for found in _KIN.finditer(text):
        if _is_no_word(found["name"]):
            yield found["name"].title(), EntityType.PERSON, *found.span("name")


_KIN = regex(rf"\b(?:my|our) (?:\w{{2,12}} )?(?:{KINDRED}) (?P<name>[a-z]{{4,16}})(?![\w@/'’-]|\.\w)")


def _is_no_word(name: str) -> bool:
    """Whether a word in small letters is of no other use than as a name."""
    is_word = any(map(is_everyday_word, (name, name.removesuffix("s"), name.removesuffix("d"))))
    is_other = is_word or name in STOP_WORDS | PLACES | _IN_HASTE or is_verb_like(name) or is_past(name)
    return not is_other and bool(set(name) & _VOWELS)


def is_where(before: str) -> bool:
    """Whether what stands before a name ends as before a place: "a flat in"; but nobody is trusted in a town."""
    found = _INSIDE.search(before)
    return found is not None and found["behind"] not in _IN_SOMEBODY


_INSIDE = regex(r"(?:(?<![\w'’-])(?P<behind>[a-z]{3,12}) )?\bin \Z")
_IN_SOMEBODY = frozenset(
    """
    trust trusted believe believed believes confide confided faith confidence interest interested disappointed love
    bring brought call called let see saw find found
    """.split()  # noqa: SIM905 - a word list reads as one
)


def small_places(text: str) -> Iterator[SmallName]:
    """Places in chat that writes no capitals."""
    for match in re.finditer(r"\b(?:in|to|from|at|near|visit\w*|around)\s+([a-z]+(?: [a-z]+){0,2})", text):
        words = match[1].split()
        for size in range(len(words), 0, -1):
            name = " ".join(words[:size])
            if name in LOWER_CASE_PLACES or _is_plainly_town(name, words[size:]):
                shown = name.upper() if name in {"uk", "usa", "nyc"} else name.title()
                yield shown, EntityType.PLACE, match.start(1), match.start(1) + len(name)
                break


def _is_plainly_town(name: str, following: Sequence[str]) -> bool:
    """Whether a town that few have heard of is meant, and not what is called after it: "at moana pool"."""
    goes_on = bool(following) and following[0] not in STOP_WORDS | CALENDAR_WORDS
    return len(name) >= _LEAST_LETTERS and is_town(name) and not goes_on


def end_of_full_name(text: str, end: int) -> int:
    """Where a name ends whose given name ends there: behind a surname, which is no word, no place and no other name."""
    found = _SURNAME.match(text, end)
    is_surname = found is not None and _is_no_word(found["name"]) and not is_given_name(found["name"])
    return found.end() if found is not None and is_surname else end


_SURNAME = regex(
    r" (?:(?:van|von|de|der|den|di|da|la|le|el|al|bin|ibn) ){0,2}(?P<name>[a-z]{4,16})(?![\w@/'’-]|\.\w)"
)
_VOWELS = frozenset("aeiouy")
_IN_HASTE = frozenset(
    """
    gonna wanna gotta shoulda coulda woulda kinda sorta lemme gimme dunno prolly probs defo deffo obvs soz sooo soooo
    tomoz tonite thru altho cause cuz coz bcuz plus plz havent hasnt hadnt didnt doesnt dont isnt arent wasnt werent
    cant couldnt wont wouldnt shouldnt mustnt aint itll theyll youll thatll whats wheres whos hows thats theres
    heres haha hahaha hehe lmao lmfao rofl omfg yeah yep yup nope okay okie alright whatsapp insta facetime zoom
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What chat writes behind a name, and no dictionary has."""


def small_people(text: str) -> Iterator[SmallName]:
    """Given names that are no words, with surnames behind them, and names said to be one, in chat without capitals."""
    for match in re.finditer(r"(?<![\w@#./'-])[a-z]{3,}(?![\w@/-]|\.\w)", text):
        name, start = match[0], match.start()
        if not is_given_name_in_small(name) or name in PLACES or name in NOBODY:
            continue
        before = text[max(0, start - _FAR) : start]
        if (street := _STREET.match(text, match.end())) is not None and _HOUSE.search(before):
            yield f"{name} {street[1]}".title(), EntityType.PLACE, start, street.end()
            continue
        breed = _WORD_BEFORE.search(before)
        if _SAINT.search(before) or _OF_A_KIND.search(before) or (breed and breed[1].lower() in ALSO_WORDS):
            continue  # "st james", "a bento", "a jack russell"
        if is_where(before) and not is_often_given(name):
            yield name.title(), EntityType.PLACE, *match.span()
        else:
            end = end_of_full_name(text, match.end())
            yield text[start:end].title(), EntityType.PERSON, start, end
    for match in re.finditer(
        r"\b(?:company|startup|firm|employer) (?:called|named) (?P<name>[a-z][\w-]+)", text
    ):
        kind = EntityType.ORGANIZATION
        yield match["name"].title(), kind, match.start("name"), match.end("name")
