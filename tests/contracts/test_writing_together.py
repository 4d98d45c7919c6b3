"""Several operations in one transaction: does it keep every sentence of ports.Group?"""

from contextlib import suppress
from dataclasses import replace

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import StorageError, UsageError
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from tests.samples import ANA, BEN, cause, memory

ONE, TWO = MemoryId("m_1"), MemoryId("m_2")


def test_each_operation_is_recorded_in_order_and_undone_by_itself(store: MemoryStore) -> None:
    with store.writing_together(ANA) as group:
        for identity in (ONE, TWO):
            with group.operation(replace(cause(), why=identity)) as writing:
                writing.put_memory(memory(identity, f"bees {identity}"))
    newest, oldest = store.operations(ANA)
    assert (oldest.cause.why, newest.cause.why) == (ONE, TWO)
    store.undo([oldest.id], cause(verb="undo"))
    assert [found.id for found in store.memories(ANA, [ONE, TWO])] == [TWO]


def test_a_later_operation_may_change_what_an_earlier_one_put(
    store: MemoryStore, search: SearchIndex
) -> None:
    with store.writing_together(ANA) as group:
        for words in ("bees in the roof", "wasps in the wall"):
            with group.operation(cause()) as writing:
                writing.put_memory(memory(ONE, words))
    found = [search.text(word, Corpus.MEMORIES, Filter(owner=ANA), limit=9) for word in ("bees", "wasps")]
    assert [len(hits) for hits in found] == [0, 1]
    store.undo([store.operations(ANA)[0].id], cause(verb="undo"))
    assert store.memories(ANA, [ONE])[0].text == "bees in the roof"


def test_nothing_is_visible_before_the_group_commits(store: MemoryStore) -> None:
    with store.writing_together(ANA) as group:
        with group.operation(cause()) as writing:
            writing.put_memory(memory(ONE, "bees"))
        assert store.memories(ANA, [ONE]) == []
    assert len(store.memories(ANA, [ONE])) == 1


@pytest.mark.parametrize("fails_inside", [True, False])
def test_an_exception_takes_all_of_it_back(store: MemoryStore, fails_inside: bool) -> None:
    def put_and_fail() -> None:
        with store.writing_together(ANA) as group:
            with group.operation(cause()) as writing:
                writing.put_memory(memory(ONE, "bees"))
            with group.operation(cause()) as writing:
                writing.put_memory(memory(TWO, "wasps"))
                if fails_inside:
                    raise ZeroDivisionError
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        put_and_fail()
    assert store.memories(ANA, [ONE, TWO]) == []
    assert store.operations(ANA) == []


def test_a_group_whose_operation_failed_is_not_committed_even_if_nobody_minds(store: MemoryStore) -> None:
    def put_and_ignore() -> None:
        with (
            store.writing_together(ANA) as group,
            suppress(ZeroDivisionError),
            group.operation(cause()) as writing,
        ):
            writing.put_memory(memory(ONE, "bees"))
            raise ZeroDivisionError

    with pytest.raises(StorageError, match="nothing of it was kept"):
        put_and_ignore()
    assert store.memories(ANA, [ONE]) == []


def test_a_group_is_of_one_owner(store: MemoryStore) -> None:
    def put_for_another() -> None:
        with store.writing_together(ANA) as group, group.operation(cause(BEN)):
            pass

    with pytest.raises(UsageError, match="ben"):
        put_for_another()
