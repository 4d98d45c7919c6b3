"""Which entities are known by which names? Read in a few queries for many names, then kept up to date in memory."""

from collections.abc import Collection, Iterable, Sequence

from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import EntityId, Owner
from quaidpy.ports.storage import MemoryStore

ALIKE_LETTERS = 3  # two names that differ in their first letters are never the same misspelt


class KnownNames:
    """Names of one owner's entities: stored ones as of reading them, and those put here since. Case does not count."""

    def __init__(self, store: MemoryStore, owner: Owner) -> None:
        self._store, self._owner = store, owner
        self._entities: dict[EntityId, Entity] = {}
        self._called: dict[str, set[EntityId]] = {}
        self._people: dict[str, set[EntityId]] = {}
        self._alike: dict[tuple[str, EntityType], dict[str, set[EntityId]]] = {}
        self._read_names: set[str] = set()
        self._read_beginnings: set[str] = set()

    def read(self, names: Iterable[str]) -> None:
        """Fetch whoever is called so, if not fetched before; `called` knows only names that were read."""
        wanted = sorted({name.casefold() for name in names} - self._read_names)
        if not wanted:
            return
        self._read_names.update(wanted)
        for entity in self._store.entities_named(self._owner, *wanted):
            if entity.id not in self._entities:
                self.put(entity)

    def read_beginning(self, beginnings: Iterable[str]) -> None:
        """Fetch the names that begin so, if not fetched before.

        `alike` needs the first letters of its name, `only_person_beginning` the word and a space.
        """
        wanted = sorted({beginning.casefold() for beginning in beginnings} - self._read_beginnings)
        if not wanted:
            return
        self._read_beginnings.update(wanted)
        for known in self._store.names_beginning(self._owner, wanted):
            self._note(known.name, known.entity, known.type)

    def put(self, entity: Entity) -> None:
        """Know an entity as it is now; names are only ever added."""
        self._entities[entity.id] = entity
        for name in (entity.name, *entity.aliases):
            self._called.setdefault(name.casefold(), set()).add(entity.id)
            self._note(name, entity.id, entity.type)

    def called(self, name: str) -> list[Entity]:
        """Whose name or alias equals `name`, oldest first."""
        return [self._entities[i] for i in sorted(self._called.get(name.casefold(), ()))]

    def main_names(self, entities: Iterable[EntityId]) -> dict[EntityId, str]:
        ids = list(dict.fromkeys(entities))
        for entity in self._store.entities(self._owner, [i for i in ids if i not in self._entities]):
            self.put(entity)
        return {i: self._entities[i].name for i in ids if i in self._entities}

    def only_person_beginning(self, first: str) -> Entity | None:
        """The one person with a name of several words that begins with this word; None also for several people."""
        found = self._people.get(first.casefold(), ())
        return self._entity(next(iter(found))) if len(found) == 1 else None

    def alike(self, name: str, kind: EntityType) -> Collection[str]:
        """Names of entities of this type that begin with the same letters, lower case."""
        return self._alike.get((name.casefold()[:ALIKE_LETTERS], kind), {}).keys()

    def only_alike(self, names: Iterable[str], kind: EntityType) -> Entity | None:
        """The one entity that is called by any of these names, which `alike` gave; None for nobody and for several."""
        ids = {i for name in names for i in self._alike[name[:ALIKE_LETTERS], kind][name]}
        return self._entity(next(iter(ids))) if len(ids) == 1 else None

    def last_alike(self, names: Sequence[str], kind: EntityType) -> Entity:
        """Of those called by one of these names, which `alike` gave, the youngest."""
        ids = {i for name in names for i in self._alike[name[:ALIKE_LETTERS], kind][name]}
        return self._entity(max(ids))

    def _note(self, name: str, identity: EntityId, kind: EntityType) -> None:
        folded = name.casefold()
        self._alike.setdefault((folded[:ALIKE_LETTERS], kind), {}).setdefault(folded, set()).add(identity)
        first, _, rest = folded.partition(" ")
        if rest and kind is EntityType.PERSON:
            self._people.setdefault(first, set()).add(identity)

    def _entity(self, identity: EntityId) -> Entity:
        if identity not in self._entities:
            (entity,) = self._store.entities(self._owner, [identity])
            self.put(entity)
        return self._entities[identity]
