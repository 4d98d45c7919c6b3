"""Which row does a person mean?"""

from quaidpy.domain.identity import EntityId, MemoryId, Owner
from quaidpy.storage.sql.engine import AnyDatabase

_TABLES = ("memories", "entities", "edges", "episodes", "operations", "recall_log")
_AT_MOST = 10


class IdLookup:
    """The part of MemoryStore that finds ids by a part of them, and memories by whom they are about."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def owners(self) -> list[Owner]:
        with self._database.reading() as session:
            query = "SELECT owner FROM memories UNION SELECT owner FROM episodes ORDER BY owner"
            return [Owner(name) for (name,) in session.values(query)]

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


def _is_meant(column: str) -> str:
    return (
        f"(({column} >= :low AND {column} < :high)"
        f" OR ({column} LIKE :form AND substr({column}, length({column}) - length(:end) + 1) = :end))"
    )
