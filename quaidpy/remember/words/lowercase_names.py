"""Which names does chat write small, and surely so?"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS, LOWER_CASE_PLACES, PLACES
from quaidpy.remember.words.names import is_given_name_in_small
from quaidpy.shipped.names import is_town

SmallName: TypeAlias = tuple[str, EntityType, int, int]
"""A name as it is to be shown, its type, and where it stands."""

_LEAST_LETTERS = 5  # of a town that few have heard of; shorter ones are slips and words of other languages
_SAINT = regex(r"\b[Ss]t\.? $")


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


def small_people(text: str) -> Iterator[SmallName]:
    """Given names that are no words, and names said to be one, in chat that writes no capitals."""
    for match in re.finditer(r"(?<![\w@#./'-])[a-z]{3,}(?![\w@/-]|\.\w)", text):
        is_saint = _SAINT.search(text[max(0, match.start() - 5) : match.start()])
        if is_given_name_in_small(match[0]) and match[0] not in PLACES and not is_saint:
            yield match[0].title(), EntityType.PERSON, match.start(), match.end()
    for match in re.finditer(
        r"\b(?:company|startup|firm|employer) (?:called|named) (?P<name>[a-z][\w-]+)", text
    ):
        kind = EntityType.ORGANIZATION
        yield match["name"].title(), kind, match.start("name"), match.end("name")
