"""Words of an owner are read into memory when nobody waits; then a search asks the server for no postings."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import psycopg
import pytest

from quaidpy.domain.identity import Owner, together
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.cached.text_index import TextIndexCache
from quaidpy.storage.memory.row_numbers import RowNumbers
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.system.fresh_ids import SortableIds
from tests.fakes import FakeClock
from tests.postgres_server import address_of, used_address_of
from tests.samples import ANA, BEN, SEARCH_TUNING, cause, memory

ASKED = "who keeps bees beside boats?"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())) as made:
        for owner in (ANA, BEN):
            write(made, owner, "m_1", f"{owner} keeps bees")
            write(made, owner, "m_2", f"{owner} builds boats")
        yield made


def write(database: PostgresDatabase, owner: Owner, identity: str, text: str) -> None:
    with PostgresMemories(database, FakeClock(), SortableIds()).writing(cause(owner)) as writing:
        writing.put_memory(memory(identity, text, owner=owner))


def found(search: PostgresSearch, owner: Owner) -> list[Hit]:
    return search.text(ASKED, Corpus.MEMORIES, Filter(owner=owner), limit=9)


def without_postings(tmp_path: Path) -> None:
    with psycopg.connect(address_of(tmp_path)) as administrator:
        administrator.execute("DELETE FROM postings")


def test_a_search_of_words_in_memory_asks_for_no_postings(database: PostgresDatabase, tmp_path: Path) -> None:
    search, plain = (PostgresSearch(database, SEARCH_TUNING) for _ in range(2))
    expected = found(plain, ANA)
    search.read_in(ANA)
    without_postings(tmp_path)
    assert found(search, ANA) == expected != []
    assert found(plain, ANA) == []


def test_words_follow_what_is_written_and_nobody_sees_another_s(database: PostgresDatabase) -> None:
    search, plain = (PostgresSearch(database, SEARCH_TUNING) for _ in range(2))
    both = together([ANA, BEN])
    for owner in (ANA, BEN, both):
        search.read_in(owner)
    write(database, BEN, "m_3", "ben sells bees")
    write(database, ANA, "m_1", "ana rows")
    for owner in (ANA, BEN, both):
        assert found(search, owner) == found(plain, owner)
    assert [hit.node for hit in found(search, ANA)] == ["m_2"]


def test_words_of_whoever_was_asked_for_longest_ago_give_way(
    database: PostgresDatabase, tmp_path: Path
) -> None:
    search = PostgresSearch(database, SEARCH_TUNING)
    search.read_in(ANA)
    of_one = sum(held.words.megabytes for held in search._texts._held.values())
    full = PostgresSearch(database, replace(SEARCH_TUNING, words_in_memory_mb=of_one))
    full._columns = ColumnCache(replace(SEARCH_TUNING, words_in_memory_mb=0))
    full._texts = TextIndexCache(full._tuning, full._columns)
    full.read_in(ANA)
    full.read_in(BEN)
    without_postings(tmp_path)
    assert found(full, BEN) != []
    assert found(full, ANA) == []


def test_rows_have_small_numbers_in_the_order_in_which_they_were_met() -> None:
    numbers = RowNumbers()
    assert [numbers.small(each) for each in (1 << 40, 7, 1 << 40)] == [0, 1, 0]
    assert numbers.known([7, 8]) == [1]
    assert numbers.own(np.array([1, 0])).tolist() == [7, 1 << 40]
