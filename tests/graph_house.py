"""Rows for graph tests, and the engines over them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.domain.tuning import GraphTuning
from quaidpy.graph.kuzu.follower import GraphFollower, OpenGraph
from quaidpy.graph.kuzu.graph import KuzuGraph
from quaidpy.graph.routing import RoutedGraph
from quaidpy.ports.graph import WholeGraph
from quaidpy.ports.machine import Clock
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.sql.graph_rows import GraphRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from quaidpy.system.fresh_ids import SortableIds
from tests.fakes import DictGraph, FakeClock
from tests.graph_tuning import graph_tuning

ANA, BEN = Owner("ana"), Owner("ben")
LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)


class Linking:
    """What tests of graphs write; `fake` is told the same edges and mentions."""

    store: MemoryStore
    fake: DictGraph

    def put(
        self,
        *,
        owner: Owner = ANA,
        entities: Iterable[Entity] = (),
        memories: Iterable[Memory] = (),
        edges: Sequence[Edge] = (),
        mentions: Sequence[Mention] = (),
    ) -> None:
        with self.store.writing(Cause(owner=owner, verb="store", why="test")) as writing:
            for entity in entities:
                writing.put_entity(entity)
            for memory in memories:
                writing.put_memory(memory)
            for edge in edges:
                writing.put_edge(edge)
            writing.put_mentions(mentions)
        self.fake.take(owner, edges, mentions)

    def remove_edge(self, edge: str, *, owner: Owner = ANA) -> None:
        with self.store.writing(Cause(owner=owner, verb="forget", why="test")) as writing:
            writing.remove_edge(EdgeId(edge))

    def remove_entity(self, entity: str, *, owner: Owner = ANA) -> None:
        with self.store.writing(Cause(owner=owner, verb="forget", why="test")) as writing:
            writing.remove_entity(EntityId(entity))


class CaughtUp:
    """The graph as it is asked, caught up before each question: what it keeps ready is for the engine to answer."""

    def __init__(self, graph: RoutedGraph, *, most_links: int) -> None:
        self._graph = graph
        self._most_links = most_links
        self.engine, self.close = graph.engine, graph.close

    def __getattr__(self, name: str) -> Callable[..., Any]:
        ask = getattr(self._graph, name)

        def caught_up(owner: Owner, *what: Any, **how: Any) -> Any:
            self._graph.catch_up(owner)
            found = ask(owner, *what, **how)
            is_for_rows = how.get("moment") or how.get("fanout", 0) > self._most_links
            assert found.engine == ("sqlite" if is_for_rows else self.engine)
            return found

        return caught_up


@dataclass
class GraphHouse(Linking):
    """A database and everything graph over it."""

    folder: Path
    clock: Clock
    tuning: GraphTuning

    def __post_init__(self) -> None:
        self.database = Database(self.folder / "memory.db", clock=self.clock)
        self.store = SqliteMemories(self.database, self.clock, SortableIds())
        self.rows = GraphRows(
            self.database,
            clock=self.clock,
            degree_cap=self.tuning.degree_cap,
            nearest_links=self.tuning.nearest_links,
        )
        self.sqlite = SqliteGraph(self.database, clock=self.clock, tuning=self.tuning)
        self.follower = GraphFollower(self.folder / "graph", self.rows, tuning=self.tuning)
        kuzu = KuzuGraph(self.follower, clock=self.clock, tuning=self.tuning)
        self.graph = RoutedGraph(self.sqlite, kuzu, self.follower, tuning=self.tuning)
        self.kuzu = cast("WholeGraph", CaughtUp(self.graph, most_links=self.tuning.nearest_links))
        self.fake = DictGraph(self.clock, degree_cap=self.tuning.degree_cap)

    def close(self) -> None:
        self.graph.close()
        self.database.close()

    def differences(self, owner: Owner = ANA) -> list[str]:
        return self.graph.verify(owner)

    def opened(self, owner: Owner = ANA) -> OpenGraph:
        found = self.follower.catch_up(owner)
        assert isinstance(found, OpenGraph), found
        return found


def graph_house(folder: Path, clock: Clock | None = None, **changes: object) -> GraphHouse:
    folder.mkdir(parents=True, exist_ok=True)
    return GraphHouse(folder, clock or FakeClock(), graph_tuning(**changes))


def entity(
    identity: str, name: str = "", *, kind: EntityType = EntityType.PERSON, owner: Owner = ANA
) -> Entity:
    return Entity(id=EntityId(identity), owner=owner, type=kind, name=name or identity)


def edge(
    identity: str,
    source: str,
    relation: str,
    target: str,
    *,
    weight: float = 0.8,
    lifetime: Lifetime | None = None,
    owner: Owner = ANA,
) -> Edge:
    return Edge(
        id=EdgeId(identity),
        owner=owner,
        source=EntityId(source),
        relation=relation,
        target=EntityId(target),
        weight=weight,
        lifetime=lifetime or Lifetime(recorded_at=LONG_AGO),
    )


def mention(node: str, of: str, weight: float = 0.5) -> Mention:
    return Mention(MemoryId(node), EntityId(of), weight)


def memory(identity: str, text: str, *, status: Status = Status.ACTIVE, owner: Owner = ANA) -> Memory:
    return Memory(
        id=MemoryId(identity),
        owner=owner,
        kind=Kind.FACT,
        text=text,
        content_hash=content_hash(text),
        lifetime=Lifetime(recorded_at=LONG_AGO),
        stated_at=LONG_AGO,
        status=status,
    )


def nodes(*ids: str) -> list[NodeId]:
    return [EntityId(each) for each in ids]


def days(count: float) -> datetime:
    """So many days after LONG_AGO."""
    return LONG_AGO + timedelta(days=count)
