"""What does a home get whose memory is in one SQLite file?"""

from quaidpy.home.nights import HomeNightLock, NightBackups
from quaidpy.ports.machine import Calling, IdSource
from quaidpy.settings import DATABASE_FILE, Settings
from quaidpy.storage.sqlite.file.database import MOST_MAPPED_MB, Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.care import FileCare
from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from quaidpy.storage.sqlite.stores.memories import SqliteMemories, sqlite_engine
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.engines import OpenedEngine


def file_engine(
    settings: Settings, clock: SystemClock, ids: IdSource, callers: Calling, *, mapped_mb: int | None
) -> OpenedEngine:
    mapped_mb = MOST_MAPPED_MB if mapped_mb is None else mapped_mb
    database = Database(settings.home / DATABASE_FILE, clock=clock, mapped_mb=mapped_mb)
    return OpenedEngine(
        name=str(database.path),
        whole_view=None,
        database=database,
        rows=sqlite_engine(database, clock, ids, callers),
        store=SqliteMemories(database, clock, ids, callers),
        search=SqliteSearch(database, settings.tuning.search),
        documents=SqliteDocuments(database),
        walk=lambda tuning, links: SqliteGraph(database, clock=clock, tuning=tuning, links=links),
        care=FileCare(database),
        night=HomeNightLock(settings.home),
        backups=NightBackups(database, settings.home),
    )
