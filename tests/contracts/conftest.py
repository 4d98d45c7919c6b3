"""Every store that claims to keep the contract; a new one joins by one more name here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.cached_memories import ResidentMemories
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock
from tests.samples import SEARCH_TUNING


@dataclass(frozen=True, slots=True)
class Shop:
    """A store, the index that follows it, and the clock both look at."""

    store: MemoryStore
    search: SearchIndex
    clock: FakeClock


@pytest.fixture(params=["sqlite", "sqlite with rows in memory"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shop]:
    clock = FakeClock()
    database = Database(tmp_path / "home" / "memory.sqlite", clock=clock)
    store = SqliteMemories(database, clock, CountedIds())
    if "rows in memory" in request.param:
        store = ResidentMemories(database, clock, CountedIds(), most=SEARCH_TUNING.rows_in_memory)
    yield Shop(store, SqliteSearch(database, SEARCH_TUNING), clock)
    store.close()


@pytest.fixture
def store(shop: Shop) -> MemoryStore:
    return shop.store


@pytest.fixture
def search(shop: Shop) -> SearchIndex:
    return shop.search
