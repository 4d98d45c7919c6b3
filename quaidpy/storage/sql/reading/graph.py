"""What do the rows say about entities, mentions and edges?"""

from collections.abc import Collection, Sequence
from typing import Any

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, KnownName, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.filters import holds_at
from quaidpy.storage.sql.rows import (
    beginning_of_names,
    edge_of,
    entity_of,
    folded_name,
    instant_text,
    mention_of,
)


class GraphReading:
    """The part of MemoryStore that reads entities, mentions and edges."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def entities(self, owner: Owner, ids: Sequence[EntityId]) -> list[Entity]:
        """In the order asked."""
        found = self._entities_by("{} = ANY(:ids)", owner, ids=list(ids))
        by_id = {entity.id: entity for entity in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def entities_named(self, owner: Owner, *names: str) -> list[Entity]:
        return self._entities_by(
            "{} IN (SELECT id FROM entities WHERE owner = :owner AND folded = ANY(:names)"
            " UNION ALL SELECT entity FROM aliases WHERE owner = :owner AND folded = ANY(:names))",
            owner,
            names=[folded_name(name) for name in names],
        )

    def names_beginning(self, owner: Owner, beginnings: Sequence[str]) -> list[KnownName]:
        bounds = sorted(set(map(beginning_of_names, beginnings)))
        with self._database.reading() as session:
            rows = session.values(_NAMES_BEGINNING, {"owner": owner, "bounds": bounds})
            return [KnownName(name, EntityId(entity), EntityType(kind)) for entity, name, kind in rows]

    def all_entities(self, owner: Owner) -> list[Entity]:
        return self._entities_by("{} IS NOT NULL", owner)

    def mentions_of(self, owner: Owner, nodes: Sequence[NodeId]) -> list[Mention]:
        """By node, then entity."""
        with self._database.reading() as session:
            rows = session.rows(
                "SELECT * FROM mentions WHERE owner = :owner AND node = ANY(:ids) ORDER BY node, entity",
                {"owner": owner, "ids": list(nodes)},
            )
            return [mention_of(row) for row in rows]

    def edges(self, owner: Owner, ids: Sequence[EdgeId]) -> list[Edge]:
        """In the order asked."""
        found = self._edges_by("id = ANY(:ids)", owner, ids=list(ids))
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
        wanted = " AND relation = ANY(:relations)" if relations else ""
        where = (
            f"id IN (SELECT id FROM edges WHERE owner = :owner AND source = ANY(:ids){wanted}"
            f" UNION ALL SELECT id FROM edges WHERE owner = :owner AND target = ANY(:ids){wanted})"
        )
        bound: dict[str, Any] = {"ids": list(nodes), "relations": sorted(relations)}
        if moment is not None:
            where += f" AND {holds_at('edges')}"
            bound |= {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
        return self._edges_by(where, owner, limit=limit, **bound)

    def edges_stated_by(self, owner: Owner, memories: Sequence[MemoryId]) -> list[Edge]:
        # By ids: else the order by id makes SQLite walk all edges of the owner.
        stated = (
            "SELECT e.id FROM unnest(:ids) AS wanted(id) CROSS JOIN edges e"
            " WHERE e.owner = :owner AND e.memory = wanted.id"
        )
        return self._edges_by(f"id IN ({stated})", owner, ids=list(memories))

    def _edges_by(self, where: str, owner: Owner, *, limit: int | None = None, **bound: Any) -> list[Edge]:
        values = {"owner": owner, "limit": limit, **bound}
        atmost = "" if limit is None else " LIMIT :limit"
        with self._database.reading() as session:
            query = f"SELECT * FROM edges WHERE owner = :owner AND {where} ORDER BY id{atmost}"
            return [edge_of(owner, row) for row in session.rows(query, values)]

    def _entities_by(self, which: str, owner: Owner, **bound: Any) -> list[Entity]:
        """By id; `which` says of a column which ids are meant. UNION in it would walk all names to sort them."""
        values = {"owner": owner, **bound}
        query = f"SELECT * FROM entities WHERE owner = :owner AND {which.format('id')} ORDER BY id"
        called = f"SELECT entity, name FROM aliases WHERE owner = :owner AND {which.format('entity')}"
        called += " ORDER BY entity, position"
        with self._database.reading() as session:
            session.ahead((called, values), (query, values))
            aliases = _aliases(session, called, values)
            return [entity_of(owner, row, aliases.get(row["id"], ())) for row in session.rows(query, values)]


_NAMES_BEGINNING = """SELECT e.id, e.name, e.type FROM unnest(:bounds) AS b(low, high) CROSS JOIN entities e
WHERE e.owner = :owner AND e.folded >= b.low AND e.folded < b.high
UNION
SELECT e.id, a.name, e.type FROM unnest(:bounds) AS b(low, high) CROSS JOIN aliases a
JOIN entities e ON e.owner = a.owner AND e.id = a.entity
WHERE a.owner = :owner AND a.folded >= b.low AND a.folded < b.high
ORDER BY 1, 2"""


def _aliases(session: SqlSession, query: str, bound: dict[str, Any]) -> dict[str, list[str]]:
    rows = session.values(query, bound)
    found: dict[str, list[str]] = {}
    for entity, name in rows:
        found.setdefault(entity, []).append(name)
    return found
