"""How is the user called, when no line of the source says it?"""

import re
from collections.abc import Iterable

from quaidpy.domain.entities import EntityType
from quaidpy.domain.episodes import Role, Turn
from quaidpy.domain.identity import Owner
from quaidpy.ports import MemoryStore
from quaidpy.remember.drafting import USER
from quaidpy.remember.entities import type_of_name

_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?=\s*(?:[.,!;:–—)]|$|and\b|here\b))"
_NAMED = re.compile(r"\b(?:[Mm]y name(?: is|'s|’s)|[Cc]all me|I go by) " + _NAME)
_AM = re.compile(r"\b(?:I'm|I’m|I am) " + _NAME)


def known_user_name(store: MemoryStore, owner: Owner) -> str | None:
    """The name under which the user is known from before; None while they are only "the user"."""
    for entity in store.entities_named(owner, USER):
        return entity.name if entity.name != USER else None
    return None


def introduced_name(turns: Iterable[Turn]) -> str | None:
    """The name by which the user of an assistant introduces themselves first; None when they never do.

    "My name is" is believed at once; after "I'm" stands a name only when it is known as one: Portuguese is none.
    """
    for turn in turns:
        if turn.role is not Role.USER or turn.speaker is not None:
            continue
        if named := _NAMED.search(turn.text):
            return named["name"]
        if (am := _AM.search(turn.text)) and type_of_name(am["name"]) is EntityType.PERSON:
            return am["name"]
    return None
