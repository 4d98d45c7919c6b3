"""Is this name somebody we know?"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from quaidpy.domain.drafts import EntityDraft
from quaidpy.domain.entities import Entity, EntityType
from quaidpy.domain.identity import ENTITY_PREFIX, EntityId, Owner
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.ports import IdSource, MemoryStore

_PREFIX_LENGTH = 3  # two names that differ in their first letters are never the same misspelt
_VAGUE = EntityType.THING


class EntityResolver:
    """Resolves names of one owner: alias, then fuzzy within type, else a new entity. Remembers what it changed.

    Never across owners. "Ana" is not "Anna": short names must match exactly.
    """

    def __init__(self, store: MemoryStore, owner: Owner, ids: IdSource, tuning: ResolutionTuning) -> None:
        self._store, self._owner, self._ids, self._tuning = store, owner, ids, tuning
        self._known: dict[tuple[str, EntityType], Entity] = {}
        self._by_id: dict[EntityId, Entity] = {}
        self._changed: dict[EntityId, Entity] = {}

    def resolve(self, draft: EntityDraft) -> Entity:
        key = (draft.name.casefold(), draft.type)
        entity = self._known.get(key) or self._found(draft) or self._new(draft)
        entity = self._by_id.get(entity.id, entity)
        return self._keep(key, _with_names(entity, [draft.name, *draft.aliases]), entity)

    def take_changed(self) -> list[Entity]:
        """New and altered entities since the last call, in order of birth."""
        changed = sorted(self._changed.values(), key=lambda entity: entity.id)
        self._changed.clear()
        return changed

    def count_changed(self) -> int:
        return len(self._changed)

    def _keep(self, key: tuple[str, EntityType], entity: Entity, before: Entity) -> Entity:
        self._known[key] = self._by_id[entity.id] = entity
        if entity != before:
            self._changed[entity.id] = entity
        return entity

    def _new(self, draft: EntityDraft) -> Entity:
        entity = Entity(
            id=EntityId(self._ids.new(ENTITY_PREFIX)), owner=self._owner, type=draft.type, name=draft.name
        )
        self._changed[entity.id] = self._by_id[entity.id] = entity
        return entity

    def _found(self, draft: EntityDraft) -> Entity | None:
        for name in (draft.name, *draft.aliases):
            exact = self._candidates(self._store.entities_named(self._owner, name), name)
            same = [entity for entity in exact if name.casefold() in _names(entity)]
            if best := _best_typed(same, draft.type):
                return best
        return self._similar(draft)

    def _similar(self, draft: EntityDraft) -> Entity | None:
        prefix = draft.name.casefold()[:_PREFIX_LENGTH]
        near = self._candidates(self._store.entities_beginning(self._owner, prefix), prefix)
        typed = [entity for entity in near if entity.type == draft.type]
        if draft.type == EntityType.PERSON and (namesake := _only_namesake(draft.name, typed)):
            return namesake
        if len(draft.name) < self._tuning.fuzzy_name_length:
            return None
        score, best = max(
            ((_similarity(draft.name, entity), entity) for entity in typed),
            key=lambda pair: (pair[0], pair[1].id),
            default=(0.0, None),
        )
        return best if score >= self._tuning.fuzzy_name_similarity else None

    def _candidates(self, stored: Iterable[Entity], prefix: str) -> list[Entity]:
        """Stored ones as altered here, and new ones not stored yet."""
        rows = {entity.id: self._by_id.get(entity.id, entity) for entity in stored}
        for entity in self._by_id.values():
            if any(name.startswith(prefix.casefold()) for name in _names(entity)):
                rows[entity.id] = entity
        return [rows[i] for i in sorted(rows)]


def _names(entity: Entity) -> set[str]:
    return {name.casefold() for name in (entity.name, *entity.aliases)}


def _best_typed(entities: Iterable[Entity], wanted: EntityType) -> Entity | None:
    """Same type first; a vague type on either side is no obstacle."""
    ranked = sorted(entities, key=lambda entity: (entity.type != wanted, entity.id))
    for entity in ranked:
        if entity.type == wanted or _VAGUE in {entity.type, wanted}:
            return entity
    return None


def _only_namesake(name: str, people: Iterable[Entity]) -> Entity | None:
    """The one person whom a first name, or a full name after a first name, can mean."""
    parts = name.casefold().split()
    matches = [person for person in people if _may_be(parts, [known.split() for known in _names(person)])]
    return matches[0] if len(matches) == 1 else None


def _may_be(parts: Sequence[str], known: Sequence[Sequence[str]]) -> bool:
    """A first name can mean somebody with a longer name; a full name only somebody known by the first name alone.

    Without the second half every John after the first one would be the same man.
    """
    if len(parts) == 1:
        return any(len(name) > 1 and name[0] == parts[0] for name in known)
    return all(len(name) == 1 for name in known) and [parts[0]] in [list(name) for name in known]


def _similarity(name: str, entity: Entity) -> float:
    return max(fuzz.ratio(name.casefold(), known) for known in _names(entity)) / 100


def _with_names(entity: Entity, names: Iterable[str]) -> Entity:
    known = _names(entity)
    fresh: dict[str, str] = {}
    for name in names:
        if name.casefold() not in known:
            fresh.setdefault(name.casefold(), name)
    return replace(entity, aliases=(*entity.aliases, *fresh.values())) if fresh else entity
