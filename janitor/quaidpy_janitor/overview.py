"""What do all live memories say, at a glance, and of which of them has nothing changed since they were looked at?"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b

import quaidpy
from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.language.text import words
from quaidpy.domain.language.typos import IsWord
from quaidpy.domain.memories.sameness import Lexicon, Naming, capitals_within
from quaidpy.domain.nights import MemoryProjection
from quaidpy.ports.nights import NightSurvey
from quaidpy.ports.storage import MemoryStore

_NAMED_TYPES = frozenset(
    {
        EntityType.PERSON,
        EntityType.PLACE,
        EntityType.ORGANIZATION,
        EntityType.PROJECT,
        EntityType.ANIMAL,
    }
)
_MARK_BYTES = 12
_RULES = 3  # one more whenever statements are compared otherwise, or found by other keys, than before
_RULES = 2  # raised with every change of how statements are compared or keyed


class Overview:
    """Read once and kept as long as nothing changes: see `Desk`.

    `projections`: by id, in order of id.
    """

    def __init__(self, owner: Owner, survey: NightSurvey, store: MemoryStore, is_word: IsWord) -> None:
        self.projections = {projection.id: projection for projection in survey.projections(owner)}
        self._owner = owner
        self._survey = survey
        self._store = store
        self._is_word = is_word
        self._are_words: dict[str, bool] = {}
        self._suspects: dict[MemoryId, bool] = {}
        self._marks: dict[MemoryId, bytes] = {}

    def mark_of(self, projection: MemoryProjection, version: bytes) -> bytes:
        """A hash of all that a comparison with other memories depends on: the same mark, the same verdict."""
        known = self._marks.get(projection.id)
        if known is None:
            known = self._marks[projection.id] = self._marked(projection, version)
        return known

    def _marked(self, projection: MemoryProjection, version: bytes) -> bytes:
        tokens = words(projection.text)
        self._suspects[projection.id] = is_suspect = not all(map(self._is_fine, tokens))
        aliases = self.naming.aliases
        told = (
            projection.text,
            projection.kind.value,
            projection.project or "",
            projection.valid_to.isoformat() if projection.valid_to else "",
            "flagged" if projection.flagged else "",
            "named" if tokens and tokens[0] in self._known else "",
            "suspect" if is_suspect else "",
            *(f"{token}={aliases[token]}" for token in tokens if token in aliases),
            *(f"{identity}={self._name_of.get(identity, '')}" for identity in self.mentioned(projection.id)),
        )
        return blake2b("\x1f".join(told).encode(), digest_size=_MARK_BYTES, key=version).digest()

    def is_suspect(self, projection: MemoryProjection) -> bool:
        """It has a word that nobody writes on purpose and that is no name."""
        known = self._suspects.get(projection.id)
        return not all(map(self._is_fine, words(projection.text))) if known is None else known

    def mentioned(self, node: NodeId) -> Sequence[EntityId]:
        return self._mentioned.get(node, ())

    def entities_by_name(self, node: NodeId) -> Mapping[str, set[EntityId]]:
        found: dict[str, set[EntityId]] = defaultdict(set)
        for entity in self.mentioned(node):
            if entity in self._name_of:
                found[self._name_of[entity]].add(entity)
        return found

    @cached_property
    def naming(self) -> Naming:
        aliases: dict[str, set[str]] = defaultdict(set)
        for entity in self._entities:
            for alias in entity.aliases:
                if len(alias.split()) == len(entity.name.split()) == 1:
                    aliases[alias.lower()].add(entity.name.lower())
        return Naming(
            {alias: next(iter(names)) for alias, names in aliases.items() if len(names) == 1}, self._known
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        """Words of names: of those who have one, and whatever has a capital within a sentence."""
        named = _words_of(entity for entity in self._entities if entity.type in _NAMED_TYPES)
        within = (
            word for projection in self.projections.values() for word in capitals_within(projection.text)
        )
        return frozenset(named) | frozenset(within)

    @cached_property
    def _entities(self) -> list[Entity]:
        return self._store.all_entities(self._owner)

    @cached_property
    def _name_of(self) -> dict[EntityId, str]:
        return {entity.id: entity.name.casefold() for entity in self._entities}

    @cached_property
    def _entity_words(self) -> frozenset[str]:
        return frozenset(_words_of(self._entities))

    @cached_property
    def _mentioned(self) -> dict[NodeId, list[EntityId]]:
        found: dict[NodeId, list[EntityId]] = {}
        for memory, entity in self._survey.mentions(self._owner):
            found.setdefault(memory, []).append(entity)
        return found

    def _is_fine(self, word: str) -> bool:
        known = self._are_words.get(word)
        if known is None:
            known = not word.isalpha() or word in self._entity_words or self._is_word(word)
            self._are_words[word] = known
        return known


def _words_of(entities: Iterable[Entity]) -> Iterable[str]:
    for entity in entities:
        for name in (entity.name, *entity.aliases):
            yield from words(name)


def version_of(lexicon: Lexicon) -> bytes:
    """Of the rules by which statements are compared: another version looks at everything once more."""
    tables = (lexicon.heads, lexicon.phrases, lexicon.converses, lexicon.opposites)
    told = json.dumps([quaidpy.__version__, _RULES, *(sorted(table.items()) for table in tables)])
    return blake2b(told.encode(), digest_size=_MARK_BYTES).digest()


class Desk:
    """What the tasks of one run hand on to one another, so that nothing is read, worked out or waited for twice.

    `model_failure`: why the model is not asked any more tonight.
    """

    def __init__(self) -> None:
        self._overview: tuple[str, Overview] | None = None
        self.model_failure: str | None = None
        self.keys: dict[MemoryId, tuple[bytes, bytes, bytes]] = {}

    def overview(self, owner: Owner, survey: NightSurvey, store: MemoryStore, is_word: IsWord) -> Overview:
        """As of now: read anew when anything has changed since."""
        now = survey.last_change(owner)
        if self._overview is None or self._overview[0] != now:
            self._overview = (now, Overview(owner, survey, store, is_word))
        return self._overview[1]
