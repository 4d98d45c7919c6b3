"""Laws of communities and of centrality: everybody is in one community, order does not matter, a hub is central."""

import math
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import EntityId, MemoryId, NodeId
from quaidpy.graph.communities import centralities, communities

ids = st.sampled_from([EntityId(f"e_{number}") for number in range(12)])
some_links = st.lists(
    st.builds(Link, ids, st.sampled_from(["knows", "likes"]), ids, st.sampled_from([0.5, 0.8])), max_size=40
)


def _clique(*names: str) -> list[Link]:
    return [Link(EntityId(a), "knows", EntityId(b), 0.8) for a, b in combinations(names, 2)]


def _joined(links: list[Link]) -> set[NodeId]:
    return {end for link in links if link.source != link.target for end in (link.source, link.target)}


@settings(max_examples=40, deadline=None)
@given(some_links, st.randoms())
def test_everybody_is_in_one_community_and_the_order_of_links_does_not_matter(
    links: list[Link], chance: random.Random
) -> None:
    found = communities(links)
    assert sorted(node for theme in found for node in theme.members) == sorted(_joined(links))
    shuffled = list(links)
    chance.shuffle(shuffled)
    assert communities(shuffled) == found


@settings(max_examples=40, deadline=None)
@given(some_links)
def test_all_attention_sums_to_one(links: list[Link]) -> None:
    found = centralities(links)
    assert found.keys() == _joined(links)
    assert not found or math.fsum(found.values()) == pytest.approx(1.0)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_two_circles_joined_by_one_link_are_two_themes() -> None:
    bridge = Link(EntityId("e_a1"), "knows", EntityId("e_b1"), 0.3)
    found = communities([*_clique("e_a1", "e_a2", "e_a3", "e_a4"), *_clique("e_b1", "e_b2", "e_b3"), bridge])
    assert [set(theme.members) for theme in found] == [
        {"e_a1", "e_a2", "e_a3", "e_a4"},
        {"e_b1", "e_b2", "e_b3"},
    ]
    assert [theme.links for theme in found] == [6, 3]
    assert found[0].members[0] == "e_a1"


def test_who_is_joined_to_all_is_central() -> None:
    star = [Link(EntityId(f"e_{number}"), "knows", EntityId("e_hub"), 0.5) for number in range(6)]
    assert next(iter(centralities(star))) == "e_hub"


def test_what_is_no_entity_or_only_relates_to_itself_is_left_out() -> None:
    memory = Link(EntityId("e_1"), "knows", MemoryId("m_1"), 0.5)
    alone = Link(EntityId("e_2"), "knows", EntityId("e_2"), 0.5)
    assert (communities([memory, alone]), centralities([memory, alone])) == ([], {})
