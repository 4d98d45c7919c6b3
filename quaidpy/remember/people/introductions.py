"""Who is known from before: how is the user called, and whom do these turns name?"""

from collections import Counter
from collections.abc import Iterable

from quaidpy.domain.graph.entities import ALIVE, Entity, EntityType
from quaidpy.domain.identity import Owner
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.memories.drafts import USER, EntityDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.ports.storage import MemoryStore
from quaidpy.regex import regex
from quaidpy.remember.people.entity_types import type_of_name
from quaidpy.remember.people.initials import initials_in
from quaidpy.remember.words.gazetteer import NOT_NAMES
from quaidpy.remember.words.names import ALSO_WORDS, is_given_name_in_small
from quaidpy.remember.words.verbs import BASE_VERBS

_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)(?=\s*(?:[.,!;:–—)]|$|and\b|here\b))"
_NAMED = regex(r"\b(?:[Mm]y name(?: is|'s|’s)|[Cc]all me|I go by) " + _NAME)
_AM_SMALL = regex(r"\b(?:i'm|i’m|im|i am) (?P<name>[a-z]{3,14})(?=\s*(?:[.,;]|$|and\b))")
_AM = regex(r"\b(?:I'm|I’m|I am) " + _NAME)


def known_user_name(store: MemoryStore, owner: Owner) -> str | None:
    """The name under which the user is known from before; None while they are only "the user"."""
    for entity in store.entities_named(owner, USER):
        return entity.name if entity.name != USER else None
    return None


def known_in(store: MemoryStore, owner: Owner, turns: Iterable[Turn]) -> tuple[EntityDraft, ...]:
    """People and animals known from before whom people name in these turns, in whatever case; by name.

    And places called like people. Each with the other single names by which these turns can mean nobody else.
    Documents write names with capitals, and name strangers.
    """
    said = {
        word.casefold()
        for turn in turns
        if turn.role is not Role.DOCUMENT
        for word in (*_NAME_LIKE.findall(turn.text), *(letter for letter, _, _ in initials_in(turn.text)))
    }
    asked = sorted(said - NOT_NAMES - BASE_VERBS - STOP_WORDS - ALSO_WORDS)
    found = store.entities_named(owner, *asked) if asked else []
    again = [entity for entity in found if _is_known_again(entity) and entity.name != USER]
    borne = Counter(name.casefold() for entity in again for name in (entity.name, *entity.aliases))
    drafts = {
        entity.name: EntityDraft(
            name=entity.name,
            type=entity.type,
            aliases=tuple(
                name for name in entity.aliases if name.casefold() in said and borne[name.casefold()] == 1
            ),
        )
        for entity in again
    }
    return tuple(drafts[name] for name in sorted(drafts))


def _is_known_again(entity: Entity) -> bool:
    """Whether it lives, or is a place that would be taken for somebody by its name."""
    return entity.type in ALIVE or (
        entity.type is EntityType.PLACE and type_of_name(entity.name) is EntityType.PERSON
    )


_NAME_LIKE = regex(r"(?<![\w@#./-])[^\W\d_]{3,30}(?![\w@/-])")


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
        if (small := _AM_SMALL.search(turn.text)) and is_given_name_in_small(small["name"].lower()):
            return small["name"].capitalize()
    return None
