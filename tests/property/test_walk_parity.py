"""A thousand random graphs, two engines, one walk."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.beam import Visited, walk_from_each
from quaidpy.domain.graph.edges import Edge, Link, Neighbourhood
from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, NodeId, Owner
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.graph import GraphIndex
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from tests.fakes import FakeClock
from tests.graph_house import GraphHouse, days, edge, entity, graph_house, mention
from tests.graph_steps import steps_by_node

pytestmark = pytest.mark.property

_GRAPHS_A_HOUSE, _HOUSES = (
    100,
    10,
)  # side by side in one file, as islands: opening a file costs more than asking it
_ASKED_TOGETHER = 10
# Few different weights, so that ties are likely; 1/3 and 0.1 + 0.2 must survive both engines to the last bit.
_WEIGHTS = (0.5, 0.5, 0.8, 1 / 3, 0.1 + 0.2, 1.0)
_RELATIONS = ("knows", "likes", "lives_in")


@pytest.fixture(scope="module")
def house() -> Iterator[GraphHouse]:
    with TemporaryDirectory() as folder:
        house = graph_house(Path(folder), FakeClock(days(4)), nearest_links=3, degree_cap=5)
        yield house
        house.close()


class _Island:
    """A random graph: 3 to 9 entities, up to 12 edges of any times, up to 10 mentions."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self._chance = chance
        self.entities = [f"e_{number}_{each}" for each in range(chance.randint(3, 9))]
        texts = [f"m_{number}_{each}" for each in range(4)] + [f"ep_{number}.000001"]
        self.edges = [self._edge(f"r_{number}_{each:02}") for each in range(chance.randint(0, 12))]
        pairs = {(chance.choice(texts), self._somebody()) for _ in range(chance.randint(0, 10))}
        self.mentions = [mention(text, of, chance.choice(_WEIGHTS)) for text, of in sorted(pairs)]
        self.nodes: list[NodeId] = [EntityId(each) for each in (*self.entities, *texts)]

    def _edge(self, identity: str) -> Edge:
        chance = self._chance
        begins, ends = sorted(chance.sample(range(1, 9), 2))
        times = Lifetime(
            recorded_at=days(chance.randint(1, 6)),
            valid_from=chance.choice([None, days(begins)]),
            valid_to=chance.choice([None, None, days(ends)]),
            retracted_at=chance.choice([None, None, None, days(ends)]),
        )
        relation, weight = chance.choice(_RELATIONS), chance.choice(_WEIGHTS)
        return edge(identity, self._somebody(), relation, self._somebody(), weight=weight, lifetime=times)

    def _somebody(self) -> str:
        return self._chance.choice([self.entities[0], *self.entities])  # the first is likely to become a hub


@dataclass(frozen=True)
class _Asked:
    seeds: list[NodeId]
    depth: int
    fanout: int
    moment: Moment | None

    def of(self, graph: GraphIndex, owner: Owner) -> Neighbourhood:
        return graph.around(owner, self.seeds, depth=self.depth, fanout=self.fanout, moment=self.moment)


_owners = map(Owner, map("islands {}".format, count()))


def _settled(house: GraphHouse, islands: list[_Island]) -> Owner:
    owner = next(_owners)
    people = [entity(each, owner=owner) for island in islands for each in island.entities]
    edges = [replace(each, owner=owner) for island in islands for each in island.edges]
    said: list[Mention] = [each for island in islands for each in island.mentions]
    house.put(owner=owner, entities=people, edges=edges, mentions=said)
    return owner


def _worth(parent: Visited, link: Link, to: NodeId) -> float:
    """Any rule will do that looks at where the walk stands, over what it goes, and where to."""
    return link.weight * (0.9 if to < parent.node else 0.7)


@settings(max_examples=_HOUSES, deadline=None)
@given(st.integers(0, 2**32))
def test_a_walk_reaches_the_same_by_the_graph_engine_by_the_rows_and_in_memory(
    house: GraphHouse, seed: int
) -> None:
    chance = random.Random(seed)
    assert isinstance(house.clock, FakeClock)
    house.clock.current = days(4)
    islands = [_Island(number, chance) for number in range(_GRAPHS_A_HOUSE)]
    owner = _settled(house, islands)
    house.opened(owner)
    in_memory = SqliteGraph(house.database, clock=house.clock, tuning=house.tuning)
    in_memory.read_in(owner)
    for first in range(0, _GRAPHS_A_HOUSE, _ASKED_TOGETHER):
        some = islands[first : first + _ASKED_TOGETHER]
        seeds = [node for island in some for node in chance.sample(island.nodes, 2)]
        asked = _Asked(
            seeds,
            depth=chance.choice([1, 2, 2, 2, 3]),
            fanout=chance.randint(1, 4),
            moment=chance.choice([None, None, Moment(as_of=days(chance.randint(1, 8)), known_at=days(6))]),
        )
        assert asked.of(in_memory, owner) == asked.of(house.sqlite, owner)
        # Of another moment, and wider than what is kept ready, the rows alone are asked.
        now = replace(asked, moment=None, fanout=min(asked.fanout, house.tuning.nearest_links))
        _require_parity(now.of(house.kuzu, owner), now.of(house.sqlite, owner), seeds, house.tuning)
    house.follower.close()


def _require_parity(
    one: Neighbourhood, other: Neighbourhood, seeds: list[NodeId], tuning: GraphTuning
) -> None:
    assert (one.links, one.degrees) == (other.links, other.degrees)
    assert one.engine != other.engine
    scores = {node: 1 / (1 + place) for place, node in enumerate(seeds)}
    steps = (steps_by_node(around.links) for around in (one, other))
    reached, also = (walk_from_each(scores, each, worth=_worth, tuning=tuning) for each in steps)
    assert reached == also
