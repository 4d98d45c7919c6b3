"""Each sentence of ports.WholeGraph, on the fake, over the rows, and on the graph engine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any, cast

import pytest

from quaidpy.domain.graph.edges import Link, Neighbourhood
from quaidpy.domain.identity import MemoryId, NodeId, Owner
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.ports.graph import WholeGraph
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.system.fresh_ids import SortableIds
from tests.engines import ENGINES, Engine, named
from tests.fakes import DictGraph, FakeClock
from tests.graph_house import ANA, BEN, GraphHouse, Linking, days, edge, entity, graph_house, mention, nodes
from tests.graph_tuning import graph_tuning

CUT = {"nearest_links": 4, "degree_cap": 6}
PEOPLE = ["e_ana", "e_ben", "e_cleo", "e_dan", "e_eve"]


class AllInMemory:
    """Reads all links in when it is first asked, which each test does when everything is written."""

    def __init__(self, graph: WholeGraph) -> None:
        self._graph = graph

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        self._graph.read_in(owner)
        return self._graph.around(owner, seeds, depth=depth, fanout=fanout, moment=moment)


class EngineHouse(Linking):
    """The rows of an engine, and the walk over them."""

    def __init__(self, engine: Engine, way: str, home: Path) -> None:
        self.clock = FakeClock()
        tuning = graph_tuning(**CUT)
        opened = engine.open(home, self.clock, SortableIds())
        self.store = opened.store
        self.fake = DictGraph(self.clock, degree_cap=tuning.degree_cap)
        walk = opened.walk(tuning, LinksInMemory(tuning))
        self.graph = walk if way == "rows" else cast("WholeGraph", AllInMemory(walk))

    def close(self) -> None:
        self.graph.close()
        self.store.close()


@pytest.fixture(params=["fake", "kuzu", *product(ENGINES, ["rows", "links in memory"])], ids=named)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphHouse | EngineHouse]:
    made: GraphHouse | EngineHouse
    if isinstance(request.param, str):
        made = graph_house(tmp_path / "home", FakeClock(), **CUT)
    else:
        made = EngineHouse(*request.param, tmp_path / "home")
    made.put(entities=[entity(each) for each in PEOPLE])
    yield made
    made.close()


@pytest.fixture
def graph(house: GraphHouse | EngineHouse, request: pytest.FixtureRequest) -> WholeGraph:
    if isinstance(house, EngineHouse):
        return house.graph
    return house.kuzu if "kuzu" in request.node.callspec.id else house.fake


def _triples(
    graph: WholeGraph, *seeds: str, depth: int = 1, fanout: int = 4, moment: Moment | None = None
) -> list[str]:
    found = graph.around(ANA, nodes(*seeds), depth=depth, fanout=fanout, moment=moment)
    return [f"{link.source} {link.relation} {link.target}" for link in found.links]


def _path(graph: WholeGraph, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
    found = graph.path(owner, source, target, max_steps=max_steps)
    assert found.engine == graph.engine
    return list(found.nodes)


def test_shows_links_in_both_directions_as_they_are_stored(house: Linking, graph: WholeGraph) -> None:
    house.put(edges=[edge("r_1", "e_ana", "knows", "e_ben"), edge("r_2", "e_cleo", "knows", "e_ana")])
    assert _triples(graph, "e_ana") == ["e_ana knows e_ben", "e_cleo knows e_ana"]


def test_a_memory_is_linked_with_what_it_mentions(house: Linking, graph: WholeGraph) -> None:
    house.put(mentions=[mention("m_1", "e_ana", 0.5), mention("m_2", "e_ana", 1.0)])
    assert _triples(graph, "m_1", depth=2) == ["m_1 mentions e_ana", "m_2 mentions e_ana"]
    found = graph.around(ANA, nodes("m_2"), depth=1, fanout=1)
    assert found.links == (Link(*nodes("m_2"), "mentions", *nodes("e_ana"), 1.0),)


def test_goes_no_further_than_depth(house: Linking, graph: WholeGraph) -> None:
    chain = enumerate(pairwise(PEOPLE))
    house.put(edges=[edge(f"r_{i}", a, "knows", b) for i, (a, b) in chain])
    assert [len(_triples(graph, "e_ana", depth=depth)) for depth in range(5)] == [0, 1, 2, 3, 4]


def test_each_node_contributes_its_heaviest_links(house: Linking, graph: WholeGraph) -> None:
    weights = {"e_ben": 0.2, "e_cleo": 0.9, "e_dan": 0.5, "e_eve": 0.7}
    house.put(edges=[edge(f"r_{to}", "e_ana", "knows", to, weight=weight) for to, weight in weights.items()])
    assert _triples(graph, "e_ana", fanout=2) == ["e_ana knows e_cleo", "e_ana knows e_eve"]


def test_ties_go_by_other_node_then_relation_then_outgoing_first(house: Linking, graph: WholeGraph) -> None:
    house.put(
        edges=[
            edge("r_5", "e_ana", "knows", "e_cleo"),
            edge("r_4", "e_ana", "knows", "e_ben"),
            edge("r_3", "e_ben", "knows", "e_ana"),
            edge("r_2", "e_ana", "likes", "e_ben"),
            edge("r_1", "e_ana", "helps", "e_ben"),
        ]
    )
    assert [set(_triples(graph, "e_ana", fanout=count)) for count in (1, 2, 3, 4)] == [
        {"e_ana helps e_ben"},
        {"e_ana helps e_ben", "e_ana knows e_ben"},
        {"e_ana helps e_ben", "e_ana knows e_ben", "e_ben knows e_ana"},
        {"e_ana helps e_ben", "e_ana knows e_ben", "e_ben knows e_ana", "e_ana likes e_ben"},
    ]


def test_of_edges_that_state_the_same_link_the_heaviest_counts(house: Linking, graph: WholeGraph) -> None:
    light = edge("r_1", "e_ana", "knows", "e_ben", weight=0.3)
    heavy = edge("r_2", "e_ana", "knows", "e_ben", weight=0.6)
    house.put(edges=[light, heavy])
    found = graph.around(ANA, nodes("e_ben"), depth=1, fanout=4)
    assert found.links == (Link(*nodes("e_ana"), "knows", *nodes("e_ben"), 0.6),)


def test_links_are_sorted_and_do_not_repeat(house: Linking, graph: WholeGraph) -> None:
    house.put(
        edges=[
            edge("r_1", "e_ben", "knows", "e_ana"),
            edge("r_2", "e_ana", "likes", "e_ben"),
            edge("r_3", "e_ana", "knows", "e_ben"),
        ]
    )
    expected = ["e_ana knows e_ben", "e_ana likes e_ben", "e_ben knows e_ana"]
    assert _triples(graph, "e_ana", "e_ben", depth=2) == expected


def test_unknown_seeds_contribute_nothing(house: Linking, graph: WholeGraph) -> None:
    house.put(edges=[edge("r_1", "e_ana", "knows", "e_ben")])
    assert _triples(graph, "m_nobody", "'); DROP TABLE adjacency; --", "e_ana") == ["e_ana knows e_ben"]
    assert graph.around(ANA, [], depth=2, fanout=4).links == ()


def test_only_links_that_hold_at_the_moment_count(house: Linking, graph: WholeGraph) -> None:
    lived = Lifetime(recorded_at=days(10), valid_from=days(5)).closed(valid_to=days(20), now=days(30))
    lives = Lifetime(recorded_at=days(30), valid_from=days(20))
    wrong = Lifetime(recorded_at=days(10)).retracted(days(12))
    house.put(
        edges=[
            edge("r_1", "e_ana", "lives_in", "e_ben", lifetime=lived),
            edge("r_2", "e_ana", "lives_in", "e_cleo", lifetime=lives),
            edge("r_3", "e_ana", "lives_in", "e_dan", lifetime=wrong),
        ]
    )

    def at(as_of: float, known_at: float) -> list[str]:
        moment = Moment(as_of=days(as_of), known_at=days(known_at))
        return [triple.split()[-1] for triple in _triples(graph, "e_ana", moment=moment)]

    assert _triples(graph, "e_ana") == ["e_ana lives_in e_cleo"]
    assert at(15, 100) == ["e_ben"]
    assert at(25, 100) == ["e_cleo"]
    assert at(25, 29) == ["e_ben"]  # the move was not known yet
    assert at(15, 11) == ["e_ben", "e_dan"]
    assert at(20, 100) == ["e_cleo"]  # half-open
    assert at(1, 100) == []


def test_what_ends_by_itself_gives_its_place_to_the_next(house: Linking, graph: WholeGraph) -> None:
    clock = house.clock
    assert isinstance(clock, FakeClock)
    clock.current = days(500)
    ending = Lifetime(recorded_at=days(1), valid_to=days(510), closed_at=days(1))
    beginning = Lifetime(recorded_at=days(1), valid_from=days(520))
    house.put(
        edges=[
            edge("r_1", "e_ana", "works_at", "e_ben", weight=0.9, lifetime=ending),
            edge("r_2", "e_ana", "works_at", "e_cleo", weight=0.8, lifetime=beginning),
            edge("r_3", "e_ana", "works_at", "e_dan", weight=0.1),
        ]
    )
    seen = []
    for day in (501, 511, 521):
        clock.current = days(day)
        seen.append(_triples(graph, "e_ana", fanout=1))
    assert seen == [["e_ana works_at e_ben"], ["e_ana works_at e_dan"], ["e_ana works_at e_cleo"]]


def test_degrees_name_each_entity_that_the_links_touch_up_to_the_cap(
    house: Linking, graph: WholeGraph
) -> None:
    ended = Lifetime(recorded_at=days(1)).retracted(days(2))
    house.put(
        edges=[edge("r_1", "e_ana", "knows", "e_ben", lifetime=ended)],
        mentions=[mention(f"m_{i}", "e_ana") for i in range(9)],
    )
    found = graph.around(ANA, nodes("m_3", "e_eve"), depth=1, fanout=2)
    assert found.degrees == (("e_ana", 6),)


def test_names_its_engine(graph: WholeGraph) -> None:
    assert graph.around(ANA, nodes("e_ana"), depth=1, fanout=1).engine == graph.engine


def test_never_shows_another_owners_nodes(house: Linking, graph: WholeGraph) -> None:
    house.put(edges=[edge("r_1", "e_ana", "knows", "e_ben")])
    house.put(
        owner=BEN,
        entities=[entity("e_ana", owner=BEN), entity("e_zoe", owner=BEN)],
        edges=[edge("r_9", "e_ana", "knows", "e_zoe", owner=BEN)],
    )
    assert _triples(graph, "e_ana", "e_zoe", depth=3) == ["e_ana knows e_ben"]
    assert _path(graph, ANA, *nodes("e_ana", "e_zoe"), max_steps=5) == []
    assert _path(graph, BEN, *nodes("e_ana", "e_zoe"), max_steps=5) == ["e_ana", "e_zoe"]


def test_a_path_is_shortest_and_includes_both_ends(house: Linking, graph: WholeGraph) -> None:
    house.put(
        edges=[
            edge("r_1", "e_ana", "knows", "e_ben"),
            edge("r_2", "e_cleo", "knows", "e_ben"),
            edge("r_3", "e_cleo", "knows", "e_dan"),
        ],
        mentions=[mention("m_1", "e_dan")],
    )
    expected = ["e_ana", "e_ben", "e_cleo", "e_dan", "m_1"]
    assert _path(graph, ANA, *nodes("e_ana", "m_1"), max_steps=4) == expected


def test_of_several_shortest_paths_the_smallest_by_ids(house: Linking, graph: WholeGraph) -> None:
    steps = [("ana", "dan"), ("dan", "eve"), ("ana", "cleo"), ("cleo", "eve"), ("eve", "ben")]
    house.put(edges=[edge(f"r_{i}", f"e_{a}", "knows", f"e_{b}") for i, (a, b) in enumerate(steps)])
    assert _path(graph, ANA, *nodes("e_ana", "e_ben"), max_steps=6) == ["e_ana", "e_cleo", "e_eve", "e_ben"]


def test_no_path_is_empty(house: Linking, graph: WholeGraph) -> None:
    ended = Lifetime(recorded_at=days(1)).closed(valid_to=days(2), now=days(2))
    house.put(
        edges=[
            edge("r_1", "e_ana", "knows", "e_ben"),
            edge("r_2", "e_ben", "knows", "e_cleo"),
            edge("r_3", "e_dan", "knows", "e_eve", lifetime=ended),
        ]
    )
    assert _path(graph, ANA, *nodes("e_ana", "e_cleo"), max_steps=1) == []
    assert _path(graph, ANA, *nodes("e_dan", "e_eve"), max_steps=6) == []
    assert _path(graph, ANA, *nodes("e_ana", "e_nobody"), max_steps=6) == []


def test_relations_are_all_edges_that_hold_now(house: GraphHouse, graph: WholeGraph) -> None:
    ended = Lifetime(recorded_at=days(1)).closed(valid_to=days(2), now=days(2))
    house.put(
        edges=[
            edge("r_1", "e_dan", "knows", "e_ben", weight=0.3),
            edge("r_2", "e_dan", "knows", "e_ben", weight=0.6),
            edge("r_3", "e_ana", "knows", "e_cleo"),
            edge("r_4", "e_ana", "knows", "e_eve", lifetime=ended),
        ],
        mentions=[mention("m_1", "e_dan")],
    )
    house.put(owner=BEN, edges=[edge("r_9", "e_ana", "knows", "e_zoe", owner=BEN)])
    found = graph.relations(ANA)
    assert [(link.source, link.target, link.weight) for link in found.links] == [
        ("e_ana", "e_cleo", 0.8),
        ("e_dan", "e_ben", 0.6),
    ]
    assert (found.degrees, found.engine) == ((), graph.engine)


def test_edges_are_all_that_were_ever_stated_with_all_that_is_known_of_them(
    house: GraphHouse, graph: WholeGraph
) -> None:
    ended = Lifetime(recorded_at=days(1), valid_from=days(0)).closed(valid_to=days(2), now=days(2))
    said = [
        replace(edge("r_2", "e_dan", "knows", "e_ben", lifetime=ended), memory=MemoryId("m_1")),
        replace(edge("r_1", "e_dan", "knows", "e_ben", weight=1 / 3), confidence=0.45),
        edge("r_3", "e_ana", "knows", "e_cleo", lifetime=Lifetime(recorded_at=days(1)).retracted(days(3))),
    ]
    house.put(edges=said, mentions=[mention("m_1", "e_dan")])
    house.put(owner=BEN, edges=[edge("r_9", "e_ana", "knows", "e_zoe", owner=BEN)])
    found = graph.edges(ANA)
    assert (found.edges, found.engine) == (tuple(sorted(said, key=lambda each: each.id)), graph.engine)


def test_the_path_of_a_node_to_itself_is_the_node_alone(graph: WholeGraph) -> None:
    assert _path(graph, ANA, *nodes("e_ana", "e_ana"), max_steps=0) == ["e_ana"]


def test_closing_twice_is_fine(graph: WholeGraph) -> None:
    graph.close()
    graph.close()
