"""What one owner has takes memory for their rows, not for those of everybody whose numbers lie between."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Filter
from quaidpy.storage.memory.columns import FilterColumns, InMemoryColumns
from quaidpy.storage.memory.places import NO_PLACE, PlacesByNumber
from quaidpy.storage.memory.vectors import InMemoryVectors

_FAR = np.array([9_000_000_000, 7, 40_000_000_000, 500], dtype=np.int64)
_NUMBERS = st.lists(st.integers(0, 10**12), unique=True, max_size=20)


@given(st.lists(_NUMBERS, max_size=4), st.integers(0, 10**12))
def test_a_number_keeps_the_place_it_came_to(parts: list[list[int]], other: int) -> None:
    places, met = PlacesByNumber(), list[int]()
    for part in parts:
        met += [number for number in part if number not in met]
        assert places.added(np.array(part, dtype=np.int64)).tolist() == [met.index(each) for each in part]
    every = np.array(met, dtype=np.int64)
    assert places.of(every).tolist() == list(range(len(met)))
    assert places.numbers(np.arange(len(met))).tolist() == met
    expected = met.index(other) if other in met else NO_PLACE
    assert places.of(np.array([other], dtype=np.int64)).tolist() == [expected]


def test_columns_of_rows_far_apart_take_room_for_these_alone() -> None:
    columns = InMemoryColumns(2, PlacesByNumber())
    times = np.zeros(4, dtype=np.int64)
    names = [f"ep_{n}.0" for n in range(4)]
    where = ("ana", None, None, None, None)
    columns.put(FilterColumns(_FAR, names, [where] * 4, [times, times]))
    keep = Filter(owner=Owner("ana"))
    assert columns.megabytes < 1
    assert columns.all_admitted(keep).tolist() == sorted(_FAR.tolist())
    asked = np.array([500, 501, 9_000_000_000], dtype=np.int64)
    for _ in range(2):  # texts of nodes are made once
        hits = columns.admitted(asked, keep).best(np.array([0.25, 0.75]), 2)
        assert [(hit.node, hit.score) for hit in hits] == [("ep_0.0", 0.75), ("ep_3.0", 0.25)]
    columns.drop(_FAR[:1])
    assert columns.admitted(asked, keep).numbers.tolist() == [500]


def test_vectors_of_rows_far_apart_are_found_replaced_and_dropped() -> None:
    vectors = InMemoryVectors(4, dtype=np.float32, codes_from_rows=100)
    vectors.put(_FAR, np.eye(4, dtype=np.float32))
    vectors.put(_FAR[1:2], np.eye(4, dtype=np.float32)[:1])
    assert vectors.size == 4
    query = np.eye(4, dtype=np.float32)[0]
    assert set(vectors.nearest(query, 2).numbers.tolist()) == {9_000_000_000, 7}
    vectors.drop(_FAR[:1])
    assert vectors.nearest(query, 1).numbers.tolist() == [7]
    assert vectors.nearest(query, 1, among=_FAR[2:3]).numbers.tolist() == [40_000_000_000]
    assert vectors.exact_rows(_FAR[:2]) is None
    vectors.put(_FAR[:1], query[None])
    assert set(vectors.nearest(query, 2).numbers.tolist()) == {9_000_000_000, 7}
