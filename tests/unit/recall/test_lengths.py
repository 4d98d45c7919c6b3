"""Which candidates are looked at where some are pages?"""

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EntityId
from quaidpy.recall.finding.lengths import within_places

_NODES = [EntityId(f"n{number}") for number in range(40)]


@given(st.sets(st.sampled_from(_NODES)), st.integers(1, 50))
def test_the_head_is_a_head_that_fills_its_places(long: set[EntityId], places: int) -> None:
    head = within_places(_NODES, long, places=places)
    assert head == _NODES[: len(head)]
    taken = sum(0.5 if node in long else 1.0 for node in head)
    assert taken <= places
    assert len(head) == len(_NODES) or taken > places - 1


def test_short_texts_take_a_place_each_and_pages_half_a_place() -> None:
    assert len(within_places(_NODES, set(), places=10)) == 10
    assert len(within_places(_NODES, set(_NODES), places=10)) == 20
