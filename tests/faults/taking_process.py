"""What does a process do that takes many sources in, until it is killed?"""

from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.remember.pipeline import Intake, remember_all
from quaidpy.remember.tools import RememberTools
from quaidpy.settings import load_attributes, load_relations, load_settings
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


def tools_of(path: Path) -> RememberTools:
    clock, ids = SystemClock(), SortableIds()
    database = Database(path, clock=clock)
    tuning = load_settings(environment={}).tuning
    return RememberTools(
        store=SqliteMemories(database, clock, ids),
        search=SqliteSearch(database, SEARCH_TUNING),
        embedder=HashingEmbedder(),
        clock=clock,
        ids=ids,
        relations=load_relations(),
        attributes=load_attributes(),
        tuning=tuning.remember,
        resolution=replace(tuning.resolution, group_turns=10, chunk_turns=2),
        is_retired=lambda _: False,
    )


def take_in(path: Path, told: Connection) -> None:
    """Tells how many sources are done, each time it knows."""
    tools = tools_of(path)
    told.send(0)
    remember_all(SOURCES, tools, told.send)
    tools.store.close()
