"""Which words of a full name mean its bearer alone, and who is meant by them?"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.people.no_names import is_common_word
from quaidpy.remember.words.names import is_given_name, is_of_everyday_words
from quaidpy.shipped.names import words_of_talk

_SHORTEST_SURNAME = 4  # letters


def names_alone(full_name: str) -> Iterator[str]:
    """The given name, then the surname, by which somebody may be spoken of from here on; none that is a word."""
    first, *_, last = full_name.split()
    if "." not in first and _can_stand_alone(first):
        yield first
    is_surname = len(last) >= _SHORTEST_SURNAME and last.isalpha() and not is_given_name(last.lower())
    if is_surname and _can_stand_alone(last):
        yield last


def is_part_of(full_name: str, name: str) -> bool:
    """Whether a name is one word of a full name, which others bear as well: Anna of Anna Berg."""
    return " " in full_name and name.casefold() in full_name.casefold().split()


class NamedInFull:
    """Who was named in full so far in a document: there a word of their name means them, unless two bear it."""

    def __init__(self) -> None:
        self._by_word: dict[str, EntityDraft | None] = {}

    def hear(self, named: Iterable[EntityDraft]) -> None:
        """Take note of the people among them."""
        for entity in dict.fromkeys(named):
            if entity.type is not EntityType.PERSON or " " not in entity.name:
                continue
            for word in map(str.casefold, names_alone(entity.name)):
                known = self._by_word.get(word, entity)
                self._by_word[word] = entity if known is not None and known.name == entity.name else None

    def meant_by(self, entity: EntityDraft) -> EntityDraft:
        """Audrey Hepburn for "Hepburn"; where nobody, or more than one, is meant, a lone name."""
        if entity.type not in {EntityType.PERSON, EntityType.THING} or " " in entity.name:
            return entity
        return self._by_word.get(entity.name.casefold()) or replace(entity, is_lone=True)


def _can_stand_alone(name: str) -> bool:
    lower = name.casefold()
    return not (is_common_word(name) or is_of_everyday_words(lower) or lower in words_of_talk("titles"))
