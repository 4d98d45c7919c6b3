"""What does a home get whose memory a PostgreSQL server has?"""

from pathlib import Path

from quaidpy.errors import ReadOnlyError
from quaidpy.ports.machine import Calling, IdSource
from quaidpy.settings import Settings
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.distribution import distribute
from quaidpy.storage.postgres.server.load import ServerLoad
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.storage.postgres.stores.documents import PostgresDocuments
from quaidpy.storage.postgres.stores.graph import PostgresGraph
from quaidpy.storage.postgres.stores.memories import PostgresMemories, postgres_engine
from quaidpy.storage.postgres.stores.nights import ServerBackups, ServerNightLock
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.engines import OpenedEngine


def server_engine(
    settings: Settings, clock: SystemClock, ids: IdSource, callers: Calling, *, setting: str = "storage.url"
) -> OpenedEngine:
    """`setting`: the one that the address is of, for messages."""
    _make_home(settings.home)
    storage = settings.tuning.storage
    database = PostgresDatabase(
        storage.url, clock=clock, most_connections=storage.connections, setting=setting
    )
    search = PostgresSearch(database, settings.tuning.search)
    return OpenedEngine(
        name=database.server,
        whole_view=search.whole_view,
        database=database,
        rows=postgres_engine(database, clock, ids, callers),
        store=PostgresMemories(database, clock, ids, callers),
        search=search,
        documents=PostgresDocuments(database),
        walk=lambda tuning, links: PostgresGraph(database, clock=clock, tuning=tuning, links=links),
        care=ServerCare(database, settings.home),
        night=ServerNightLock(database),
        backups=ServerBackups(),
        listen=database.listen,
    )


def _make_home(folder: Path) -> None:
    """For what a home has besides rows: the graph, notes of hooks, what was retired."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as err:
        raise ReadOnlyError(
            f"{folder} cannot be made or written ({err.strerror}); set QUAID_HOME to a folder that can"
        ) from err


def distribute_tables(settings: Settings, *, shards: int) -> list[str]:
    """Spread the tables of `storage.url` over the nodes of its Citus cluster; those that were not yet.

    Raises StorageError where there is no cluster.
    """
    database = PostgresDatabase(settings.tuning.storage.url, clock=SystemClock())
    try:
        with database.own_connection("quaid distribute") as connection:
            return distribute(connection, database.server, shards=shards)
    finally:
        database.close()


def load_of(url: str, *, setting: str) -> ServerLoad:
    """What the server at this address takes of its machine. Raises BusyError or StorageError if nobody is there.

    `setting`: what the address was typed for, for messages.
    """
    return ServerLoad(url, setting=setting)
