"""Every store that claims to keep the contract, on every engine of `tests.engines`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from tests.engines import ENGINES, Engine, OpenEngine, in_memory, named
from tests.fakes import CountedIds, FakeClock
from tests.samples import SEARCH_TUNING


@dataclass(frozen=True, slots=True)
class Shop:
    """A store, the index that follows it, and the clock both look at."""

    store: MemoryStore
    search: SearchIndex
    clock: FakeClock


@pytest.fixture(params=ENGINES, ids=named)
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def opened(engine: Engine, clock: FakeClock, tmp_path: Path) -> Iterator[OpenEngine]:
    made = engine.open(tmp_path / "home", clock, CountedIds())
    yield made
    made.store.close()


@pytest.fixture(params=["rows", "rows in memory"])
def shop(request: pytest.FixtureRequest, opened: OpenEngine, clock: FakeClock) -> Shop:
    store = opened.store
    if request.param == "rows in memory":
        store = in_memory(opened, most=SEARCH_TUNING.rows_in_memory)
    return Shop(store, opened.search(SEARCH_TUNING), clock)


@pytest.fixture
def store(shop: Shop) -> MemoryStore:
    return shop.store


@pytest.fixture
def search(shop: Shop) -> SearchIndex:
    return shop.search
