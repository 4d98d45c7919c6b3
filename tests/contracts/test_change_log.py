"""Each sentence of ports.ChangeLog, on every engine."""

from contextlib import suppress
from itertools import pairwise

import pytest

from quaidpy.domain.identity import Owner, together
from quaidpy.ports.changes import BEGINNING, GRAPH, NAMES, VECTORS, WORDS, Changes, Topic
from quaidpy.ports.storage import MemoryStore
from tests.engines import OpenEngine
from tests.fakes import HashingEmbedder
from tests.samples import ANA, BEN, SEARCH_TUNING, cause, edge, entity, episode, memory, turn

EVERYTHING = tuple(Topic)


@pytest.fixture
def store(opened: OpenEngine) -> MemoryStore:
    return opened.store


def last(opened: OpenEngine) -> int:
    with opened.views() as log:
        (number,) = log.last(ANA)
    return number


def since(opened: OpenEngine, seq: int, *topics: Topic) -> Changes:
    with opened.views() as log:
        return log.since(ANA, (seq,), *topics)


def put(store: MemoryStore, identity: str, text: str = "Ana keeps bees", owner: Owner = ANA) -> None:
    with store.writing(cause(owner)) as writing:
        writing.put_memory(memory(identity, text, owner=owner))


def test_before_the_first_change_the_number_is_0(opened: OpenEngine) -> None:
    assert last(opened) == 0
    assert since(opened, 0, *EVERYTHING) == Changes((0,), frozenset())


def test_each_transaction_has_one_number_one_larger_than_the_one_before(
    opened: OpenEngine, store: MemoryStore
) -> None:
    numbers = [last(opened)]
    for step in range(4):
        with store.writing(cause()) as writing:
            writing.put_episode(episode(f"ep_{step}"))
            writing.put_turns([turn(seq, f"bees {step} {seq}", f"ep_{step}") for seq in range(3)])
            writing.put_memory(memory(f"m_{step}", f"Ana keeps {step} bees"))
        numbers.append(last(opened))
    assert [later - earlier for earlier, later in pairwise(numbers)] == [1, 1, 1, 1]


def test_several_operations_of_one_transaction_share_its_number(
    opened: OpenEngine, store: MemoryStore
) -> None:
    with store.writing_together(ANA) as group:
        for step in range(3):
            with group.operation(cause()) as writing:
                writing.put_memory(memory(f"m_{step}", f"Ana keeps {step} bees"))
    assert last(opened) == 1
    assert since(opened, 0, Topic.ROWS).keys == {"m_0", "m_1", "m_2"}


def test_a_transaction_that_changes_nothing_has_no_number(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1")
    put(store, "m_1")
    assert last(opened) == 1


def test_a_transaction_that_is_rolled_back_has_no_number(opened: OpenEngine, store: MemoryStore) -> None:
    with suppress(LookupError), store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        raise LookupError
    assert since(opened, 0, *EVERYTHING) == Changes((0,), frozenset())
    put(store, "m_2")
    assert since(opened, 0, Topic.ROWS) == Changes((1,), frozenset({"m_2"}))


def test_a_view_sees_no_later_change(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1")
    with opened.views() as log:
        assert log.last(ANA) == (1,)
        put(store, "m_2")
        assert log.last(ANA) == (1,)
        assert log.since(ANA, BEGINNING, Topic.ROWS).keys == {"m_1"}
    assert last(opened) == 2


def test_only_the_topics_asked_for_are_told_of(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1")
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Ana"))
        writing.put_edge(edge("r_1", "e_1", "knows", "e_2"))
    assert since(opened, 1, Topic.EDGES).keys == {"r_1"}
    assert since(opened, 1, Topic.ROWS).keys == {"e_1", NAMES}
    assert since(opened, 1, *GRAPH).keys == {"e_1", "r_1"}
    assert since(opened, 1, *WORDS.values()).keys == frozenset()


def test_who_is_up_to_date_or_further_is_told_nothing(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1")
    assert since(opened, 1, *EVERYTHING) == Changes((1,), frozenset())
    assert since(opened, 5, *EVERYTHING) == Changes((5,), frozenset())


def test_an_undo_and_a_purge_are_told_like_any_change(opened: OpenEngine, store: MemoryStore) -> None:
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1"))
        writing.put_edge(edge("r_1", "e_1", "knows", "e_2"))
        made = writing.operation
    store.undo([made], cause())
    assert since(opened, 1, Topic.ROWS, Topic.EDGES) == Changes((2,), frozenset({"m_1", "r_1"}))
    put(store, "m_2")
    store.purge(ANA, [memory("m_2").id], [])
    assert "m_2" in (since(opened, 3, Topic.ROWS).keys or ())


def test_indexes_made_anew_are_told_of_as_a_whole(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1")
    before = last(opened)
    opened.search(SEARCH_TUNING).rebuild()
    for topic in (*WORDS.values(), *VECTORS.values(), Topic.LINKS):
        assert since(opened, before, topic).keys is None
    assert since(opened, before, Topic.ROWS, *GRAPH).keys == frozenset()


def test_vectors_that_come_later_are_told_of(opened: OpenEngine, store: MemoryStore) -> None:
    put(store, "m_1", "Ana keeps bees")
    before, embedder = last(opened), HashingEmbedder()
    with store.writing(cause()) as writing:
        writing.put_vectors(embedder.identity, {"Ana keeps bees": embedder.embed(["Ana keeps bees"])[0]})
    assert since(opened, before, *VECTORS.values()).keys != frozenset()
    assert since(opened, before, Topic.ROWS).keys == frozenset()


def test_the_changes_of_owners_who_share_a_log_are_numbered_together(
    opened: OpenEngine, store: MemoryStore
) -> None:
    put(store, "m_1", owner=BEN)
    put(store, "m_2")
    with opened.views() as log:
        is_shared = log.logs(ANA) == log.logs(BEN)
    both = Changes((2,), frozenset({"m_1", "m_2"}))
    assert since(opened, 0, Topic.ROWS) == (both if is_shared else Changes((1,), frozenset({"m_2"})))


def test_of_owners_together_the_changes_of_each_are_told(opened: OpenEngine, store: MemoryStore) -> None:
    both = together([ANA, BEN])
    put(store, "m_1", owner=BEN)
    put(store, "m_2")
    with opened.views() as log:
        told = log.since(both, BEGINNING, Topic.ROWS)
        assert told == Changes(log.last(both), frozenset({"m_1", "m_2"}))
    put(store, "m_3", owner=BEN)
    with opened.views() as log:
        assert log.since(both, told.until, Topic.ROWS).keys == {"m_3"}
