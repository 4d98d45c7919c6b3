"""Law: links kept in memory are those of the rows, whatever was written meanwhile and by whom."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import ConflictError
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.cached.store import cached_store
from tests.engines import OpenEngine, fresh_home
from tests.fakes import CountedIds, FakeClock
from tests.graph_by_rows import around_by_rows
from tests.graph_house import ANA, BEN, days, edge, entity, memory, mention
from tests.graph_tuning import graph_tuning
from tests.samples import SEARCH_TUNING, cause

pytestmark = [pytest.mark.property, pytest.mark.of_file]  # one query of the file says what lies around

_PEOPLE = [f"e_{number}" for number in range(6)]
_MEMORIES = [f"m_{number}" for number in range(6)]
_NODES: list[NodeId] = [EntityId(each) for each in (*_PEOPLE, *_MEMORIES, "ep_1.000001", "m_nobody")]
_WEIGHTS = (0.5, 0.5, 0.8, 1 / 3, 0.1 + 0.2, 1.0)  # few, so that ties are likely


@dataclass
class _Home:
    """A store that writes, and a graph that reads through a database of its own: as another process would."""

    store: MemoryStore
    search: SearchIndex
    reader: OpenEngine
    clock: FakeClock
    tuning: GraphTuning
    chance: random.Random

    def __post_init__(self) -> None:
        links = LinksInMemory(self.tuning)
        self.graph = self.reader.walk(self.tuning, links)
        self.rows = self.reader.store
        self.knowledge = cached_store(self.rows, self.reader.views, most=10, links=links)

    def begin(self) -> None:
        for owner in (ANA, BEN):
            with self.store.writing(cause(owner)) as writing:
                for each in _PEOPLE:
                    writing.put_entity(entity(each, owner=owner))
                for each in _MEMORIES:
                    writing.put_memory(memory(each, f"text of {each}", owner=owner))

    def write(self, owner: Owner) -> None:
        chance = self.chance
        with self.store.writing(cause(owner)) as writing:
            for each in _PEOPLE:  # a purge or an undo may have taken them
                writing.put_entity(entity(each, owner=owner))
            for _ in range(chance.randint(1, 6)):
                writing.put_edge(self._edge(owner))
            pairs = {(chance.choice(_MEMORIES), chance.choice(_PEOPLE)) for _ in range(chance.randint(0, 6))}
            writing.put_mentions(mention(text, of, chance.choice(_WEIGHTS)) for text, of in sorted(pairs))

    def retire(self, owner: Owner) -> None:
        chosen = self.chance.choice(_MEMORIES)
        status = self.chance.choice([Status.RETIRED, Status.ACTIVE])
        with self.store.writing(cause(owner)) as writing:
            writing.put_memory(memory(chosen, f"text of {chosen}", owner=owner, status=status))

    def remove(self, owner: Owner) -> None:
        with self.store.writing(cause(owner)) as writing:
            writing.remove_mentions([MemoryId(self.chance.choice(_MEMORIES))])

    def undo(self, owner: Owner) -> None:
        last = self.store.operations(owner, limit=1)
        with suppress(ConflictError):
            self.store.undo([last[0].id], cause(owner))

    def purge(self, owner: Owner) -> None:
        self.store.purge(owner, [MemoryId(self.chance.choice(_MEMORIES))], [])

    def rebuild(self, owner: Owner) -> None:
        del owner
        self.search.rebuild()

    def read_in(self, owner: Owner) -> None:
        self.graph.read_in(owner)

    def require_equal(self) -> None:
        chance = self.chance
        for owner in (ANA, BEN):
            seeds = chance.sample(_NODES, 3)
            depth, fanout = chance.choice([0, 1, 2, 2, 3]), chance.randint(1, 5)
            at = chance.choice([None, Moment(as_of=days(chance.randint(1, 8)), known_at=days(6))])
            now = Moment(as_of=self.clock.now(), known_at=self.clock.now())
            found = self.graph.around(owner, seeds, depth=depth, fanout=fanout, moment=at)
            wanted = around_by_rows(
                self.reader.database, owner, seeds, depth, fanout, at or now, self.tuning.degree_cap
            )
            assert (found.links, found.degrees) == (wanted.links, wanted.degrees)
            asked: dict[str, Any] = {
                "relations": chance.sample(["knows", "likes", "nothing"], chance.randint(0, 2)),
                "moment": at,
                "limit": chance.choice([None, 2]),
            }
            assert self.knowledge.edges_of(owner, seeds, **asked) == self.rows.edges_of(owner, seeds, **asked)

    def _edge(self, owner: Owner) -> Edge:
        chance = self.chance
        begins, ends = sorted(chance.sample(range(1, 9), 2))
        times = Lifetime(
            recorded_at=days(chance.randint(1, 6)),
            valid_from=chance.choice([None, days(begins)]),
            valid_to=chance.choice([None, None, days(ends)]),
            retracted_at=chance.choice([None, None, None, days(ends)]),
        )
        return edge(
            f"r_{chance.randint(0, 30)}",
            chance.choice(_PEOPLE),
            chance.choice(["knows", "likes"]),
            chance.choice([*_PEOPLE, "m_0"]),
            weight=chance.choice(_WEIGHTS),
            lifetime=times,
            owner=owner,
        )


@contextmanager
def _home(chance: random.Random) -> Iterator[_Home]:
    clock = FakeClock(days(4))
    with fresh_home(clock, CountedIds()) as (opened, again):
        tuning = graph_tuning(degree_cap=5, nodes_in_memory=chance.choice([0, 3, 100]))
        yield _Home(opened.store, opened.search(SEARCH_TUNING), again(), clock, tuning, chance)


_STEPS = (
    _Home.write,
    _Home.write,
    _Home.write,
    _Home.retire,
    _Home.remove,
    _Home.undo,
    _Home.purge,
    _Home.rebuild,
    _Home.read_in,
    _Home.read_in,
)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_links_in_memory_are_those_of_the_rows_whatever_is_written_meanwhile(seed: int) -> None:
    chance = random.Random(seed)
    with _home(chance) as home:
        home.begin()
        for _ in range(12):
            chance.choice(_STEPS)(home, chance.choice([ANA, ANA, BEN]))
            for _ in range(3):
                home.require_equal()
