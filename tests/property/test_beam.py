"""Laws of the beam walk."""

import math
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.beam import Bearings, Visited, walk
from quaidpy.domain.edges import Link, Neighbourhood
from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.tuning import GraphTuning
from tests.graph_tuning import graph_tuning

pytestmark = pytest.mark.property

shares = st.floats(0, 1)
nodes = st.sampled_from([MemoryId(f"n{i}") for i in range(12)])
links = st.builds(
    Link, nodes, st.sampled_from(["knows", "likes", "mentions"]), nodes, st.sampled_from([0.2, 0.5, 0.5, 1.0])
)
neighbourhoods = st.lists(links, max_size=40).map(
    lambda some: Neighbourhood(
        links=tuple(some), degrees=tuple((MemoryId(f"n{i}"), 1 + i * 7) for i in range(12)), engine="test"
    )
)
seed_scores = st.dictionaries(nodes, shares, max_size=4)
all_bearings = st.builds(
    Bearings,
    node_scores=st.dictionaries(nodes, shares),
    alignment=st.dictionaries(st.sampled_from(["knows", "likes"]), shares),
    selectivity=st.dictionaries(st.sampled_from(["knows", "mentions"]), shares),
)
tunings = st.builds(graph_tuning, beam_width=st.integers(1, 6), beam_depth=st.integers(0, 4))


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_never_revisits_and_never_returns_a_seed(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    found = [visit.node for visit in walk(seeds, around, bearings=bearings, tuning=tuning)]
    assert len(found) == len(set(found))
    assert not set(found) & set(seeds)


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_obeys_width_and_depth(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    hops = [visit.hops for visit in walk(seeds, around, bearings=bearings, tuning=tuning)]
    assert all(1 <= each <= tuning.beam_depth for each in hops)
    assert all(hops.count(level) <= tuning.beam_width for level in set(hops))


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_scores_decay_with_every_hop_and_never_pass_the_seed(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    for visit in walk(seeds, around, bearings=bearings, tuning=tuning):
        limit = seeds[visit.seed] * tuning.hop_decay**visit.hops
        assert 0 <= visit.score <= limit or math.isclose(visit.score, limit)


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_the_path_leads_from_the_seed_to_the_node(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    for visit in walk(seeds, around, bearings=bearings, tuning=tuning):
        here = visit.seed
        for link in visit.path:
            assert link in around.links
            assert here in {link.source, link.target}
            here = link.target if here == link.source else link.source
        assert here == visit.node


@given(seed_scores, neighbourhoods, all_bearings, tunings, st.randoms(use_true_random=False))
def test_the_order_of_links_and_seeds_does_not_matter(
    seeds: Mapping[NodeId, float],
    around: Neighbourhood,
    bearings: Bearings,
    tuning: GraphTuning,
    random: Random,
) -> None:
    shuffled_links = list(around.links)
    random.shuffle(shuffled_links)
    shuffled_seeds = dict(random.sample(sorted(seeds.items()), len(seeds)))
    shuffled = Neighbourhood(links=tuple(shuffled_links), degrees=around.degrees, engine="test")
    assert walk(seeds, around, bearings=bearings, tuning=tuning) == walk(
        shuffled_seeds, shuffled, bearings=bearings, tuning=tuning
    )


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_best_first_and_ties_by_id(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    found = walk(seeds, around, bearings=bearings, tuning=tuning)
    assert found == sorted(found, key=lambda visit: (-visit.score, visit.node))


@given(seed_scores, neighbourhoods, all_bearings, tunings)
def test_regrading_is_asked_about_at_most_twice_the_width_and_only_on_overflow(
    seeds: Mapping[NodeId, float], around: Neighbourhood, bearings: Bearings, tuning: GraphTuning
) -> None:
    asked: list[int] = []

    def keep(candidates: Sequence[Visited]) -> dict[NodeId, float]:
        asked.append(len(candidates))
        return {}

    plain = walk(seeds, around, bearings=bearings, tuning=tuning)
    assert walk(seeds, around, bearings=bearings, tuning=tuning, regrade=keep) == plain
    assert all(tuning.beam_width < size <= 2 * tuning.beam_width for size in asked)


def _walked(
    links_: list[Link], *, degrees: Sequence[tuple[NodeId, int]] = (), bearings: Bearings | None = None
) -> list[Visited]:
    around = Neighbourhood(links=tuple(links_), degrees=tuple(degrees), engine="test")
    return walk({MemoryId("m_1"): 1.0}, around, bearings=bearings or Bearings(), tuning=graph_tuning())


def test_weighs_edge_node_intent_and_selectivity_by_their_shares() -> None:
    link = Link(MemoryId("m_1"), "lives_in", MemoryId("e_1"), 0.5)
    bearings = Bearings(
        node_scores={MemoryId("e_1"): 0.25}, alignment={"lives_in": 1.0}, selectivity={"lives_in": 0.8}
    )
    (visit,) = _walked([link], degrees=[(MemoryId("e_1"), 2)], bearings=bearings)
    assert visit.score == pytest.approx(0.7 * (0.3 * 0.5 + 0.4 * 0.25 + 0.2 * 1.0 + 0.1 * 0.8 / 2))


def test_a_hub_is_less_telling_than_a_rare_node() -> None:
    ways = [Link(MemoryId("m_1"), "mentions", MemoryId(node), 0.5) for node in ("e_1_hub", "e_2_rare")]
    found = _walked(ways, degrees=[(MemoryId("e_1_hub"), 256), (MemoryId("e_2_rare"), 2)])
    assert [visit.node for visit in found] == ["e_2_rare", "e_1_hub"]
