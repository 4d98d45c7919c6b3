"""What do the memories of tonight say, in a form that can be compared?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quaidpy.domain.entities import Entity, EntityType
from quaidpy.domain.identity import EntityId, MemoryId, NodeId
from quaidpy.domain.memories import Kind, Memory
from quaidpy.domain.sameness import Naming, Sense, capitals_within, difference, mended, sense_of
from quaidpy.domain.text import words
from quaidpy.remember.resolution import NEVER_MERGED
from quaidpy_janitor.reading import live_memories
from quaidpy_janitor.task import Night

_NAMED_TYPES = frozenset(
    {
        EntityType.PERSON,
        EntityType.PLACE,
        EntityType.ORGANIZATION,
        EntityType.PROJECT,
        EntityType.ANIMAL,
    }
)
_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Statement:
    """One memory and its sense."""

    memory: Memory
    sense: Sense


class Statements:
    """All live statements of the owner, compared by words, names and the entities behind the names."""

    def __init__(self, night: Night, memories: Sequence[Memory] | None = None) -> None:
        self._night = night
        self.memories = live_memories(night) if memories is None else list(memories)

    @cached_property
    def all(self) -> list[Statement]:
        """Of kinds that can be merged, by id."""
        lexicon, naming = self._night.tools.lexicon, self._naming
        return [
            Statement(memory, sense_of(memory.text, lexicon, naming))
            for memory in self.memories
            if memory.kind not in NEVER_MERGED
        ]

    @cached_property
    def by_id(self) -> dict[MemoryId, Statement]:
        return {statement.memory.id: statement for statement in self.all}

    def difference(self, one: Memory, other: Memory) -> str | None:
        """What keeps two memories apart; None when they say the same of the same, in the same place and time."""
        reason = _bounds_differ(one, other)
        if reason is not None:
            return reason
        tools, naming = self._night.tools, self._naming
        texts = (mended(one.text, other.text, tools.is_word), mended(other.text, one.text, tools.is_word))
        senses = [sense_of(text, tools.lexicon, naming) for text in texts]
        reason = difference(senses[0], senses[1], tools.lexicon)
        if reason is None and not self.are_of_same_people(one, other):
            return "they speak of others of the same name"
        return reason

    def sense_of(self, text: str) -> Sense:
        return sense_of(text, self._night.tools.lexicon, self._naming)

    def suspects(self) -> list[Statement]:
        """Those with a word in small letters that nobody writes on purpose."""
        is_word, known = self._night.tools.is_word, self._known_words
        return [
            statement
            for statement in self.all
            if any(
                word.isalpha() and word not in known and not is_word(word)
                for word in words(statement.memory.text)
            )
        ]

    def are_of_same_people(self, one: Memory, other: Memory) -> bool:
        """No name that both mention means somebody else in each."""
        mine, theirs = self.entities_by_name([one.id]), self.entities_by_name([other.id])
        return all(mine[name] & theirs[name] for name in mine.keys() & theirs.keys())

    def entities_by_name(self, nodes: Sequence[NodeId]) -> dict[str, set[EntityId]]:
        found: dict[str, set[EntityId]] = defaultdict(set)
        for node in nodes:
            for entity in self._mentioned.get(node, ()):
                named = self._entities.get(entity)
                if named is not None:
                    found[named.name.casefold()].add(entity)
        return found

    @cached_property
    def _entities(self) -> Mapping[EntityId, Entity]:
        return {entity.id: entity for entity in self._night.tools.store.all_entities(self._night.owner)}

    @cached_property
    def _mentioned(self) -> Mapping[NodeId, list[EntityId]]:
        found: dict[NodeId, list[EntityId]] = defaultdict(list)
        ids = [memory.id for memory in self.memories]
        for start in range(0, len(ids), _PAGE):
            for mention in self._night.tools.store.mentions_of(self._night.owner, ids[start : start + _PAGE]):
                found[mention.node].append(mention.entity)
        return found

    @cached_property
    def _known_words(self) -> frozenset[str]:
        """Of all names, whatever they name."""
        return frozenset(_words_of(self._entities.values()))

    @cached_property
    def _naming(self) -> Naming:
        entities = self._entities.values()
        aliases: dict[str, set[str]] = defaultdict(set)
        for entity in entities:
            for alias in entity.aliases:
                if len(alias.split()) == len(entity.name.split()) == 1:
                    aliases[alias.lower()].add(entity.name.lower())
        return Naming(
            {alias: next(iter(names)) for alias, names in aliases.items() if len(names) == 1},
            frozenset(_words_of(entity for entity in entities if entity.type in _NAMED_TYPES))
            | frozenset(word for memory in self.memories for word in capitals_within(memory.text)),
        )


def _words_of(entities: Iterable[Entity]) -> Iterable[str]:
    for entity in entities:
        for name in (entity.name, *entity.aliases):
            yield from words(name)


_LIKE_KINDS = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.BELIEF, Kind.PROFILE, Kind.EXPERIENCE})
"""Kinds between which extraction often cannot tell."""


def _bounds_differ(one: Memory, other: Memory) -> str | None:
    if one.kind != other.kind and not {one.kind, other.kind} <= _LIKE_KINDS:
        return "they are of different kinds"
    if (one.scope, one.project) != (other.scope, other.project):
        return "they belong to different scopes"
    if one.lifetime.valid_to != other.lifetime.valid_to:
        return "one of them has ended"
    if one.flagged != other.flagged:
        return "one of them is flagged"
    return None
