"""Laws of the beam walk."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.graph.beam import Visited, Worth, walk_from_each
from quaidpy.domain.graph.edges import Link, Neighbourhood
from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.tuning import GraphTuning
from tests.graph_steps import steps_by_node
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


@dataclass(frozen=True)
class Table:
    """The worth of a step, looked up by where it goes and what it goes over."""

    by_node: Mapping[NodeId, float]
    by_relation: Mapping[str, float]

    def __call__(self, parent: Visited, link: Link, to: NodeId) -> float:
        return (self.by_node.get(to, 0.5) + self.by_relation.get(link.relation, 0.5)) / 2


worths = st.builds(
    Table,
    by_node=st.dictionaries(nodes, shares),
    by_relation=st.dictionaries(st.sampled_from(["knows", "mentions"]), shares),
)
tunings = st.builds(graph_tuning, beam_width=st.integers(1, 6), beam_depth=st.integers(0, 4))


def walk(
    seeds: Mapping[NodeId, float], around: Neighbourhood, *, worth: Worth, tuning: GraphTuning
) -> list[Visited]:
    return walk_from_each(seeds, steps_by_node(around.links), worth=worth, tuning=tuning)


def by_seed(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> dict[NodeId, list[Visited]]:
    found = walk(seeds, around, worth=worth, tuning=tuning)
    return {seed: [visit for visit in found if visit.seed == seed] for seed in seeds}


@given(seed_scores, neighbourhoods, worths, tunings)
def test_a_walk_never_revisits_and_never_returns_its_seed(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for seed, visits in by_seed(seeds, around, worth, tuning).items():
        found = [visit.node for visit in visits]
        assert len(found) == len(set(found))
        assert seed not in found


@given(seed_scores, neighbourhoods, worths, tunings)
def test_what_another_seed_reaches_changes_no_walk(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for seed, visits in by_seed(seeds, around, worth, tuning).items():
        assert walk({seed: seeds[seed]}, around, worth=worth, tuning=tuning) == visits


@given(seed_scores, neighbourhoods, worths, tunings)
def test_obeys_width_and_depth(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for visits in by_seed(seeds, around, worth, tuning).values():
        hops = [visit.hops for visit in visits]
        assert all(1 <= each <= tuning.beam_depth for each in hops)
        assert all(hops.count(level) <= tuning.beam_width for level in set(hops))


@given(seed_scores, neighbourhoods, worths, tunings)
def test_scores_decay_with_every_hop_and_never_pass_the_seed(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for visit in walk(seeds, around, worth=worth, tuning=tuning):
        limit = seeds[visit.seed] * tuning.hop_decay**visit.hops
        assert 0 <= visit.score <= limit or math.isclose(visit.score, limit, abs_tol=1e-300)


@given(seed_scores, neighbourhoods, worths, tunings)
def test_the_path_leads_from_the_seed_to_the_node(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for visit in walk(seeds, around, worth=worth, tuning=tuning):
        here = visit.seed
        for link in visit.path:
            assert link in around.links
            assert here in {link.source, link.target}
            here = link.target if here == link.source else link.source
        assert here == visit.node


@given(seed_scores, neighbourhoods, worths, tunings, st.randoms(use_true_random=False))
def test_the_order_of_links_and_seeds_does_not_matter(
    seeds: Mapping[NodeId, float],
    around: Neighbourhood,
    worth: Worth,
    tuning: GraphTuning,
    random: Random,
) -> None:
    shuffled_links = list(around.links)
    random.shuffle(shuffled_links)
    shuffled_seeds = dict(random.sample(sorted(seeds.items()), len(seeds)))
    shuffled = Neighbourhood(links=tuple(shuffled_links), degrees=around.degrees, engine="test")
    assert walk(seeds, around, worth=worth, tuning=tuning) == walk(
        shuffled_seeds, shuffled, worth=worth, tuning=tuning
    )


@given(seed_scores, neighbourhoods, worths, tunings)
def test_best_first_and_ties_by_id(
    seeds: Mapping[NodeId, float], around: Neighbourhood, worth: Worth, tuning: GraphTuning
) -> None:
    for found in by_seed(seeds, around, worth, tuning).values():
        assert found == sorted(found, key=lambda visit: (-visit.score, visit.node))


def test_a_step_worth_nothing_is_not_taken() -> None:
    links_ = [Link(MemoryId("m_1"), "mentions", MemoryId(node), 0.5) for node in ("e_1", "e_2")]
    around = Neighbourhood(links=tuple(links_), degrees=(), engine="test")
    found = walk(
        {MemoryId("m_1"): 1.0},
        around,
        worth=Table({MemoryId("e_1"): 0.0, MemoryId("e_2"): 1.0}, {"mentions": 0.0}),
        tuning=graph_tuning(hop_decay=0.5),
    )
    assert [(visit.node, visit.score) for visit in found] == [("e_2", pytest.approx(0.25))]
