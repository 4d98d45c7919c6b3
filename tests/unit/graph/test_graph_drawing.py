"""Pictures and exports of a graph."""

import json
from itertools import combinations
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.graph.drawing import MOST_NODES, draw_svg
from quaidpy.graph.export import to_graphml, to_json
from quaidpy.graph.layout import place
from tests.graph_house import days, edge, entity

PEOPLE = [entity("e_ana", "Ana & <Co>"), entity("e_ben", 'Ben "the\x00 Ox"'), entity("e_tokyo", "東京")]
ENDED = Lifetime(recorded_at=days(1)).closed(valid_to=days(2), now=days(2))
EDGES = [
    edge("r_1", "e_ana", "married_to", "e_ben"),
    edge("r_2", "e_ana", "lives_in", "e_tokyo", lifetime=ENDED),
    edge("r_3", "e_ana", "knows", "e_ana"),
    edge("r_4", "e_ana", "knows", "e_nobody"),
]


def test_a_picture_is_well_formed_and_shows_every_name_and_relation() -> None:
    svg = draw_svg(PEOPLE, EDGES, title="A <life> & more")
    picture = ET.fromstring(svg)
    texts, hints = (
        {each.text for each in picture.iter(f"{{http://www.w3.org/2000/svg}}{tag}")}
        for tag in ("text", "title")
    )
    assert {"A <life> & more", "Ana & <Co>", 'Ben "the  Ox"', "東京", "lives in"} <= texts
    assert {"married to", "lives in", "knows"} <= hints
    assert svg.count('class="link ended"') == 1


def test_the_same_graph_gives_the_same_picture_whatever_the_order() -> None:
    assert draw_svg(PEOPLE, EDGES, title="t") == draw_svg(PEOPLE[::-1], EDGES[::-1], title="t")


def test_an_empty_graph_is_a_picture_too() -> None:
    assert ET.fromstring(draw_svg([], [], title="Nothing yet")) is not None


def test_a_huge_graph_is_cut_and_says_so() -> None:
    crowd = [entity(f"e_{number:04}") for number in range(MOST_NODES + 5)]
    assert "5 less connected nodes are not drawn" in draw_svg(crowd, [], title="Crowd")


@pytest.mark.property
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 25), st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=60))
def test_no_two_boxes_overlap(count: int, pairs: list[tuple[int, int]]) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(str(number) for number in range(count))
    graph.add_edges_from(
        (str(a), str(b), {"length": 60.0}) for a, b in pairs if a < count and b < count and a != b
    )
    boxes = place(graph, {name: (40.0 + 5 * int(name), 30.0) for name in graph})
    assert boxes.keys() == set(graph)
    assert not any(one.overlaps(other) for one, other in combinations(boxes.values(), 2))


def test_exports_can_be_read_back() -> None:
    told = nx.node_link_graph(json.loads(to_json(PEOPLE, EDGES)), edges="edges")
    drawn = nx.parse_graphml(to_graphml(PEOPLE, EDGES), force_multigraph=True)
    for graph in (told, drawn):
        assert graph.nodes["e_tokyo"] == {"kind": "entity", "type": "person", "name": "東京"}
        assert min(graph.edges(keys=True)) == ("e_ana", "e_ana", "r_3")
        assert graph.edges["e_ana", "e_tokyo", "r_2"]["valid_to"] == days(2).isoformat()
