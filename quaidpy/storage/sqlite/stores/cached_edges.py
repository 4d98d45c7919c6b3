"""Which edges have these nodes, asked of memory where all links are there?"""

from collections.abc import Collection, Sequence

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sqlite.cached.links import LinksInMemory
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.rows import edge_of, instant_text
from quaidpy.storage.sqlite.stores.cached_memories import ResidentMemories


class ResidentKnowledge(ResidentMemories):
    """ResidentMemories that finds edges in `links`, which a graph shares; says exactly what the file says."""

    def __init__(
        self, database: Database, clock: Clock, ids: IdSource, *, most: int, links: LinksInMemory
    ) -> None:
        """`most` rows of each kind are kept."""
        super().__init__(database, clock, ids, most=most)
        self._links = links

    def edges_of(
        self,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str] = (),
        moment: Moment | None = None,
        limit: int | None = None,
    ) -> list[Edge]:
        times = None
        if moment is not None:
            times = {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
        with self._database.reading() as connection:
            rows = self._links.edges_of(
                connection, owner, nodes, relations=relations, times=times, limit=limit
            )
            if rows is None:
                return super().edges_of(owner, nodes, relations=relations, moment=moment, limit=limit)
        return [edge_of(owner, row) for row in rows]
