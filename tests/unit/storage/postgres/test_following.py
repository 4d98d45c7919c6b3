"""What is kept in memory says what the rows say, also where following it waits for the server in the middle."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from quaidpy.domain.identity import NodeId
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.feeding.columns import SqlFilterColumnRows
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.system.fresh_ids import SortableIds
from tests.fakes import FakeClock, HashingEmbedder
from tests.postgres_server import used_address_of
from tests.samples import ANA, SEARCH_TUNING, cause, memory

EMBEDDER = HashingEmbedder()
TEXTS = ("ana keeps bees", "ana rows a boat", "ana paints doors")
KEEP = Filter(owner=ANA)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())) as made:
        yield made


def write(database: PostgresDatabase, number: int) -> None:
    text = TEXTS[number]
    with PostgresMemories(database, FakeClock(), SortableIds()).writing(cause()) as writing:
        writing.put_memory(memory(f"m_{number}", text))
        writing.put_vectors(EMBEDDER.identity, dict(zip([text], EMBEDDER.embed([text]), strict=True)))


def found(search: PostgresSearch, database: PostgresDatabase, text: str) -> list[NodeId]:
    """By a search that is one of several asked together."""
    (vector,) = EMBEDDER.embed([text])
    nearest = partial(search.nearest, vector, Corpus.MEMORIES, KEEP, limit=5)
    hits, _ = database.together(nearest, partial(search.identity))
    return [hit.node for hit in hits if hit.score > 0.99]


def test_vectors_that_change_while_they_are_in_memory_are_found(database: PostgresDatabase) -> None:
    search = PostgresSearch(database, replace(SEARCH_TUNING, searches_before_memory=0))
    for number, text in enumerate(TEXTS):
        write(database, number)
        assert found(search, database, text) == [f"m_{number}"]


def test_what_filters_ask_of_stays_in_memory_when_rows_change(database: PostgresDatabase) -> None:
    columns = ColumnCache(SEARCH_TUNING)

    def is_kept() -> bool:
        with database.reading() as session:
            rows = SqlFilterColumnRows(session)
            with columns.held(rows, ANA, Corpus.MEMORIES) as kept:
                return kept is not None

    write(database, 0)
    with database.reading() as session:
        columns.read_in(SqlFilterColumnRows(session), ANA, Corpus.MEMORIES)
    write(database, 1)
    assert database.together(is_kept) == (True,)
