"""What does a process do that takes many sources in, until it is killed?"""

from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.remember.pipeline import Intake, remember_all
from quaidpy.remember.tools import RememberTools
from quaidpy.settings import load_attributes, load_relations, load_settings
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from tests.fakes import HashingEmbedder
from tests.samples import SEARCH_TUNING

OWNER = Owner("ana")
SOURCES = [
    Intake(
        owner=OWNER,
        source_key=f"talk {n}",
        data=(
            f"[2025-03-{1 + n % 28:02} 10:00] Ana: I moved to Town{n} last week.\n"
            f"[2025-03-{1 + n % 28:02} 10:01] Ben{n}: My sister Marta{n} lives in Porto{n % 5}.\n"
            f"[2025-03-{1 + n % 28:02} 10:02] Ana: I love painting number {n}.\n"
        ).encode(),
    )
    for n in range(40)
]


def tools_of(place: Path | str) -> RememberTools:
    """`place`: a file, or the address of a server's database."""
    clock, ids = SystemClock(), SortableIds()
    tuning = load_settings(environment={}).tuning
    store: MemoryStore
    search: SearchIndex
    if isinstance(place, Path):
        file = Database(place, clock=clock)
        store, search = SqliteMemories(file, clock, ids), SqliteSearch(file, SEARCH_TUNING)
    else:
        server = PostgresDatabase(place, clock=clock)
        store, search = PostgresMemories(server, clock, ids), PostgresSearch(server, SEARCH_TUNING)
    return RememberTools(
        store=store,
        search=search,
        embedder=HashingEmbedder(),
        clock=clock,
        ids=ids,
        relations=load_relations(),
        attributes=load_attributes(),
        tuning=tuning.remember,
        resolution=replace(tuning.resolution, group_turns=10, chunk_turns=2),
        is_retired=lambda _: False,
    )


def take_in(place: Path | str, told: Connection) -> None:
    """Tells how many sources are done, each time it knows."""
    tools = tools_of(place)
    told.send(0)
    remember_all(SOURCES, tools, told.send)
    tools.store.close()
