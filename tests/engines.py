"""Which engines claim to keep the contracts? A new one joins by one more entry in ENGINES."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from quaidpy.domain.tuning import GraphTuning, SearchTuning
from quaidpy.ports.access_tokens import TokenRecords
from quaidpy.ports.documents import DocumentIndex, ProjectRows
from quaidpy.ports.graph import WholeGraph
from quaidpy.ports.handover import HandoverRecords
from quaidpy.ports.learning import LearningRecords
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.nights import NightRecords, NightSurvey
from quaidpy.ports.notices import NoticeRecords
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.spaces import SpaceRecords
from quaidpy.ports.storage import MemoryStore
from quaidpy.ports.sync import SharedRows
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.cached.store import KeptViews, cached_store
from quaidpy.storage.feeding.rows import kept_rows
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.storage.postgres.stores.documents import PostgresDocuments
from quaidpy.storage.postgres.stores.graph import PostgresGraph
from quaidpy.storage.postgres.stores.memories import PostgresMemories, postgres_engine
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.reading.survey import SqlSurvey
from quaidpy.storage.sql.records.access_tokens import SqlTokens
from quaidpy.storage.sql.records.handover import SqlHandover
from quaidpy.storage.sql.records.learning import SqlLearning
from quaidpy.storage.sql.records.nights import SqlNights
from quaidpy.storage.sql.records.notices import SqlNotices
from quaidpy.storage.sql.records.spaces import SqlSpaces
from quaidpy.storage.sql.stores.projects import SqlProjects
from quaidpy.storage.sql.stores.shared_rows import SqlSharedRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.indexing.rebuilding import derived_differences
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
from quaidpy.storage.sqlite.stores.graph import SqliteGraph
from quaidpy.storage.sqlite.stores.memories import SqliteMemories, sqlite_engine
from tests import citus_server
from tests.fakes import FakeClock
from tests.postgres_server import let_go, used_address_of
from tests.server_homes import are_on_a_server


class OpenEngine(Protocol):
    """One home of an engine, and the adapters over it. Closing the store closes it."""

    store: MemoryStore

    @property
    def database(self) -> AnyDatabase: ...
    def differences(self) -> list[str]:
        """Of what is derived, to a rebuild: a sentence each."""
        ...

    @property
    def views(self) -> KeptViews: ...
    def search(self, tuning: SearchTuning) -> SearchIndex: ...
    def learning(self) -> LearningRecords: ...
    def nights(self) -> NightRecords: ...
    def handover(self) -> HandoverRecords: ...
    def notices(self) -> NoticeRecords: ...
    def tokens(self) -> TokenRecords: ...
    def spaces(self) -> SpaceRecords: ...
    def survey(self) -> NightSurvey: ...
    def projects(self) -> ProjectRows: ...
    def shared_rows(self) -> SharedRows: ...
    def documents(self) -> DocumentIndex: ...
    def walk(self, tuning: GraphTuning, links: LinksInMemory) -> WholeGraph: ...


class Engine(Protocol):
    @property
    def name(self) -> str: ...
    def open(self, home: Path, clock: Clock, ids: IdSource) -> OpenEngine:
        """The home of that folder, made when it is not there; another call is another process."""
        ...


class OpenSql:
    """What every SQL engine's home has in the same way."""

    def __init__(self, database: AnyDatabase, store: MemoryStore) -> None:
        self.store = store
        self._database = database

    @property
    def views(self) -> KeptViews:
        return partial(kept_rows, self._database)

    def learning(self) -> LearningRecords:
        return SqlLearning(self._database)

    def nights(self) -> NightRecords:
        return SqlNights(self._database)

    def handover(self) -> HandoverRecords:
        return SqlHandover(self._database)

    def notices(self) -> NoticeRecords:
        return SqlNotices(self._database)

    def tokens(self) -> TokenRecords:
        return SqlTokens(self._database)

    def spaces(self) -> SpaceRecords:
        return SqlSpaces(self._database)

    def survey(self) -> NightSurvey:
        return SqlSurvey(self._database)


class OpenSqlite(OpenSql):
    database: Database

    def __init__(self, home: Path, clock: Clock, ids: IdSource) -> None:
        self.database = Database(home / "memory.sqlite", clock=clock)
        super().__init__(self.database, SqliteMemories(self.database, clock, ids))
        self._clock, self._ids = clock, ids

    def differences(self) -> list[str]:
        return derived_differences(self.database)

    def search(self, tuning: SearchTuning) -> SearchIndex:
        return SqliteSearch(self.database, tuning)

    def projects(self) -> ProjectRows:
        return SqlProjects(sqlite_engine(self.database, self._clock, self._ids))

    def shared_rows(self) -> SharedRows:
        return SqlSharedRows(sqlite_engine(self.database, self._clock, self._ids))

    def documents(self) -> DocumentIndex:
        return SqliteDocuments(self.database)

    def walk(self, tuning: GraphTuning, links: LinksInMemory) -> WholeGraph:
        return SqliteGraph(self.database, clock=self._clock, tuning=tuning, links=links)


@dataclass(frozen=True, slots=True)
class Sqlite:
    name: str = "sqlite"

    def open(self, home: Path, clock: Clock, ids: IdSource) -> OpenEngine:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (home / "memory.sqlite").exists():  # making the tables takes five times as long as this
            (home / "memory.sqlite").write_bytes(_new_file())
        return OpenSqlite(home, clock, ids)


@cache
def _new_file() -> bytes:
    """A home of today's version in which nothing was remembered yet."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "memory.sqlite"
        Database(made, clock=FakeClock()).close()
        return made.read_bytes()


class OpenPostgres(OpenSql):
    database: PostgresDatabase

    def __init__(self, address: str, clock: Clock, ids: IdSource) -> None:
        self.database = PostgresDatabase(address, clock=clock)
        super().__init__(self.database, PostgresMemories(self.database, clock, ids))
        self._clock, self._ids = clock, ids

    def differences(self) -> list[str]:
        return ServerCare(self.database, Path()).differences()

    def search(self, tuning: SearchTuning) -> SearchIndex:
        return PostgresSearch(self.database, tuning)

    def projects(self) -> ProjectRows:
        return SqlProjects(postgres_engine(self.database, self._clock, self._ids))

    def shared_rows(self) -> SharedRows:
        return SqlSharedRows(postgres_engine(self.database, self._clock, self._ids))

    def documents(self) -> DocumentIndex:
        return PostgresDocuments(self.database)

    def walk(self, tuning: GraphTuning, links: LinksInMemory) -> WholeGraph:
        return PostgresGraph(self.database, clock=self._clock, tuning=tuning, links=links)


@dataclass(frozen=True, slots=True)
class Postgres:
    name: str = "postgres"

    def open(self, home: Path, clock: Clock, ids: IdSource) -> OpenEngine:
        return OpenPostgres(used_address_of(home), clock, ids)


@dataclass(frozen=True, slots=True)
class Citus:
    name: str = "citus"

    def open(self, home: Path, clock: Clock, ids: IdSource) -> OpenEngine:
        return OpenPostgres(citus_server.address_of(home), clock, ids)


ENGINES: Sequence[Engine] = (Sqlite(), Postgres(), *([Citus()] if citus_server.CLUSTER else []))


def engine_of_homes() -> Engine:
    """Where homes are in this run of the suite, as `--storage` says."""
    return Postgres() if are_on_a_server() else Sqlite()


@contextmanager
def fresh_home(clock: Clock, ids: IdSource) -> Iterator[tuple[OpenEngine, Callable[[], OpenEngine]]]:
    """A new home, and how another process opens the same; all of them are closed with the block."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        stack.callback(let_go, Path(folder))

        def opened() -> OpenEngine:
            made = engine_of_homes().open(Path(folder), clock, ids)
            stack.callback(made.store.close)
            return made

        yield opened(), opened


def in_memory(opened: OpenEngine, *, most: int, links: LinksInMemory | None = None) -> MemoryStore:
    """The engine's store with its rows in memory."""
    return cached_store(opened.store, opened.views, most=most, links=links)


def named(param: "str | Engine | tuple[Engine, str]") -> str:
    """Of a case that is tested, for its id: the engine, and the way it is used."""
    if isinstance(param, tuple):
        return f"{param[0].name}, {param[1]}"
    return param if isinstance(param, str) else param.name
