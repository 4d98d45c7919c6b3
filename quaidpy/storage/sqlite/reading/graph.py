"""What do the rows say about entities, mentions and edges?"""

import json
from collections.abc import Collection, Sequence
from typing import Any

import apsw

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, KnownName, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.storage.sql.rows import edge_of, entity_of, folded_name, instant_text, mention_of
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.filters import holds_at
from quaidpy.storage.sqlite.file.queries import rows_of

_AMONG = "IN (SELECT value FROM json_each(:ids))"


class GraphReading:
    """The part of MemoryStore that reads entities, mentions and edges."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entities(self, owner: Owner, ids: Sequence[EntityId]) -> list[Entity]:
        """In the order asked."""
        found = self._entities_by("SELECT value FROM json_each(:ids)", owner, ids=json.dumps(ids))
        by_id = {entity.id: entity for entity in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def entities_named(self, owner: Owner, *names: str) -> list[Entity]:
        return self._entities_by(
            f"SELECT id FROM entities WHERE owner = :owner AND folded {_AMONG}"
            f" UNION ALL SELECT entity FROM aliases WHERE owner = :owner AND folded {_AMONG}",
            owner,
            ids=json.dumps([folded_name(name) for name in names]),
        )

    def names_beginning(self, owner: Owner, beginnings: Sequence[str]) -> list[KnownName]:
        # Names are ordered by code point, so a beginning is a range.
        lows = sorted({_folded_beginning(beginning) for beginning in beginnings})
        with self._database.reading() as connection:
            rows = connection.execute(_NAMES_BEGINNING, {"owner": owner, "lows": json.dumps(lows)})
            return [KnownName(name, EntityId(entity), EntityType(kind)) for entity, name, kind in rows]

    def all_entities(self, owner: Owner) -> list[Entity]:
        return self._entities_by("SELECT id FROM entities WHERE owner = :owner", owner)

    def mentions_of(self, owner: Owner, nodes: Sequence[NodeId]) -> list[Mention]:
        """By node, then entity."""
        with self._database.reading() as connection:
            rows = rows_of(
                connection,
                f"SELECT * FROM mentions WHERE owner = :owner AND node {_AMONG} ORDER BY node, entity",
                {"owner": owner, "ids": json.dumps(nodes)},
            )
            return [mention_of(row) for row in rows]

    def edges(self, owner: Owner, ids: Sequence[EdgeId]) -> list[Edge]:
        """In the order asked."""
        found = self._edges_by(f"id {_AMONG}", owner, ids=json.dumps(ids))
        by_id = {edge.id: edge for edge in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def edges_of(
        self,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str] = (),
        moment: Moment | None = None,
        limit: int | None = None,
    ) -> list[Edge]:
        # Inside the parts of the union, where it is a range of the index: a hub has thousands of other relations.
        wanted = " AND relation IN (SELECT value FROM json_each(:relations))" if relations else ""
        where = (
            f"id IN (SELECT id FROM edges WHERE owner = :owner AND source {_AMONG}{wanted}"
            f" UNION ALL SELECT id FROM edges WHERE owner = :owner AND target {_AMONG}{wanted})"
        )
        bound: dict[str, Any] = {"ids": json.dumps(nodes), "relations": json.dumps(sorted(relations))}
        if moment is not None:
            where += f" AND {holds_at('edges')}"
            bound |= {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
        return self._edges_by(where, owner, limit=-1 if limit is None else limit, **bound)

    def edges_stated_by(self, owner: Owner, memories: Sequence[MemoryId]) -> list[Edge]:
        # By ids: else the order by id makes SQLite walk all edges of the owner.
        stated = (
            "SELECT e.id FROM json_each(:ids) j CROSS JOIN edges e ON e.owner = :owner AND e.memory = j.value"
        )
        return self._edges_by(f"id IN ({stated})", owner, ids=json.dumps(memories))

    def _edges_by(self, where: str, owner: Owner, *, limit: int = -1, **bound: Any) -> list[Edge]:
        values = {"owner": owner, "limit": limit, **bound}
        with self._database.reading() as connection:
            query = f"SELECT * FROM edges WHERE owner = :owner AND {where} ORDER BY id LIMIT :limit"
            return [edge_of(owner, row) for row in rows_of(connection, query, values)]

    def _entities_by(self, which: str, owner: Owner, **bound: Any) -> list[Entity]:
        """By id, of those whose ids the query `which` gives; UNION in it would walk all names to sort them."""
        values = {"owner": owner, **bound}
        with self._database.reading() as connection:
            aliases = _aliases(connection, which, values)
            query = f"SELECT * FROM entities WHERE owner = :owner AND id IN ({which}) ORDER BY id"
            return [
                entity_of(owner, row, aliases.get(row["id"], ()))
                for row in rows_of(connection, query, values)
            ]


_NAMES_BEGINNING = """SELECT e.id, e.name, e.type FROM json_each(:lows) j
CROSS JOIN entities e ON e.owner = :owner AND e.folded >= j.value AND e.folded < j.value || char(0x10ffff)
UNION
SELECT e.id, a.name, e.type FROM json_each(:lows) j
CROSS JOIN aliases a ON a.owner = :owner AND a.folded >= j.value AND a.folded < j.value || char(0x10ffff)
JOIN entities e ON e.owner = a.owner AND e.id = a.entity
ORDER BY 1, 2"""


def _folded_beginning(text: str) -> str:
    """As names are folded, but a space at its end counts: "jo " begins "jo anne", not "john"."""
    return folded_name(text) + (" " if text.endswith(" ") else "")


def _aliases(connection: apsw.Connection, which: str, bound: dict[str, Any]) -> dict[str, list[str]]:
    rows = connection.execute(
        f"SELECT entity, name FROM aliases WHERE owner = :owner AND entity IN ({which}) ORDER BY entity, position",
        bound,
    )
    found: dict[str, list[str]] = {}
    for entity, name in rows:
        found.setdefault(entity, []).append(name)
    return found
