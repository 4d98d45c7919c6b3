"""Do the places of a map keep together what belongs together, and apart what would overlap?"""

import math
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EntityId, NodeId
from quaidpy.graph.map_layout import map_places, spread


def groups_of(sizes: list[int]) -> list[list[NodeId]]:
    return [[EntityId(f"e_{group}_{place}") for place in range(size)] for group, size in enumerate(sizes)]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12).map(lambda sizes: sorted(sizes, reverse=True)))
def test_no_two_nodes_of_a_large_map_lie_on_one_another(sizes: list[int]) -> None:
    places = spread(groups_of(sizes))
    assert len(places) == sum(sizes)
    assert all(math.dist(one, other) > 8 for one, other in combinations(places.values(), 2))


def test_members_of_a_group_lie_nearer_to_its_middle_than_to_the_middle_of_another() -> None:
    groups = groups_of([30, 20, 10, 5, 5])
    places = spread(groups)
    middles = [places[group[0]] for group in groups]
    for number, group in enumerate(groups):
        for node in group:
            apart = [math.dist(places[node], middle) for middle in middles]
            assert apart.index(min(apart)) == number


def test_a_small_map_is_laid_out_by_relations_so_that_no_two_names_overlap() -> None:
    groups = groups_of([12])
    (hub, *rest) = groups[0]
    names = dict.fromkeys(groups[0], "somebody's rather long name")
    places = map_places(groups, [(hub, each) for each in rest], names)
    for one, other in combinations(places.values(), 2):
        assert abs(one[0] - other[0]) > 150 or abs(one[1] - other[1]) > 40
