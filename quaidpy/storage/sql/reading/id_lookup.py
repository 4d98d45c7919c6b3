"""Which row does a person mean?"""

from collections.abc import Mapping, Sequence

from quaidpy.domain.identity import (
    ATTRIBUTE_PREFIX,
    EDGE_PREFIX,
    ENTITY_PREFIX,
    EPISODE_PREFIX,
    MEMORY_PREFIX,
    OPERATION_PREFIX,
    RECALL_PREFIX,
    RUN_PREFIX,
    THEME_PREFIX,
    EntityId,
    MemoryId,
    Owner,
    TurnId,
    is_turn,
)
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.images import changes_from_json

_TABLES = ("memories", "entities", "edges", "episodes", "operations", "recall_log", "themes")
_AT_MOST = 10
_TABLE_OF = {
    MEMORY_PREFIX: "memories",
    ENTITY_PREFIX: "entities",
    EDGE_PREFIX: "edges",
    EPISODE_PREFIX: "episodes",
    ATTRIBUTE_PREFIX: "attributes",
    THEME_PREFIX: "themes",
    OPERATION_PREFIX: "operations",
    RECALL_PREFIX: "recall_log",
}


class IdLookup:
    """The part of MemoryStore that finds ids by a part of them, and memories by whom they are about."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def owners(self) -> list[Owner]:
        with self._database.reading() as session:
            session.of_everybody()
            query = "SELECT owner FROM memories UNION SELECT owner FROM episodes ORDER BY owner"
            return [Owner(name) for (name,) in session.values(query)]

    def holders(self, owners: Sequence[Owner], ids: Sequence[str]) -> Mapping[str, Owner]:
        by_table: dict[tuple[str, str], list[str]] = {}
        for identity in ids:
            place_of_it = _table_of(identity)
            if place_of_it is not None:
                by_table.setdefault(place_of_it, []).append(identity)
        found: dict[str, Owner] = {}
        rank = {owner: number for number, owner in enumerate(owners)}
        with self._database.reading() as session:
            for (table, column), own in by_table.items():
                query = (
                    f"SELECT DISTINCT t.owner, t.{column} FROM unnest(:ids) AS wanted(id) CROSS JOIN {table} t"
                    f" WHERE t.owner = ANY(:owners) AND t.{column} = wanted.id"
                )
                for owner, identity in session.values(query, {"ids": own, "owners": list(owners)}):
                    if identity not in found or rank[owner] < rank[found[identity]]:
                        found[identity] = Owner(owner)
        return found

    def had(self, memories: Sequence[MemoryId]) -> list[tuple[Owner, str]]:
        query = (
            "SELECT o.owner, o.memory, p.verb, p.changes FROM memory_operations o"
            " JOIN operations p ON p.owner = o.owner AND p.id = o.operation WHERE o.memory = ANY(:ids)"
        )
        found: set[tuple[Owner, str]] = set()
        with self._database.reading() as session:
            session.of_everybody()
            for owner, memory, verb, changes in session.values(query, {"ids": list(memories)}):
                found.add((Owner(owner), memory))
                if verb == "move":
                    found |= {
                        (Owner(owner), str(change.key[0][1]))
                        for change in changes_from_json(changes)
                        if change.table == "episodes"
                    }
        return sorted(found)

    def ids_like(self, owner: Owner, part: str) -> list[str]:
        prefix, _, rest = part.rpartition("_")
        # An id is unique by its end, too: the random half. People copy either.
        bound = {"owner": owner, "low": part, "high": part + "~", "form": f"{prefix}_%", "end": rest}
        own = " UNION ".join(
            f"SELECT id FROM {table} WHERE owner = :owner AND {_is_meant('id')}" for table in _TABLES
        )
        runs = f"SELECT run FROM operations WHERE owner = :owner AND run IS NOT NULL AND {_is_meant('run')}"
        with self._database.reading() as session:
            rows = session.values(f"{own} UNION {runs} ORDER BY 1 LIMIT {_AT_MOST}", bound)
        return [str(row[0]) for row in rows]

    def memories_about(self, owner: Owner, entity: EntityId, *, limit: int) -> list[MemoryId]:
        with self._database.reading() as session:
            rows = session.values(
                "SELECT m.id FROM mentions t JOIN memories m ON m.owner = t.owner AND m.id = t.node"
                " WHERE t.owner = :owner AND t.entity = :entity AND m.status NOT IN ('archived', 'retired')"
                " ORDER BY m.stated_at DESC, m.id DESC LIMIT :limit",
                {"owner": owner, "entity": entity, "limit": limit},
            )
        return [MemoryId(row[0]) for row in rows]


def _table_of(identity: str) -> tuple[str, str] | None:
    """Where an id is looked up, and in which column."""
    if is_turn(TurnId(identity)):
        return "turns", "id"
    prefix = identity[: identity.find("_") + 1]
    if prefix == RUN_PREFIX:
        return "operations", "run"
    return (_TABLE_OF[prefix], "id") if prefix in _TABLE_OF else None


def _is_meant(column: str) -> str:
    return (
        f"(({column} >= :low AND {column} < :high)"
        f" OR ({column} LIKE :form AND substr({column}, length({column}) - length(:end) + 1) = :end))"
    )
