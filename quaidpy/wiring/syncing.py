"""With which store does this home share its memory? Opened for a round, and closed after it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from quaidpy.domain.identity import Owner
from quaidpy.errors import SettingsError
from quaidpy.ports.changes import Heard, Listening
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.machine import IdSource
from quaidpy.services.parts import Side, SyncTools
from quaidpy.settings import Settings
from quaidpy.storage.sql.engine import NOBODY
from quaidpy.storage.sql.records.spaces import SqlSpaces
from quaidpy.storage.sql.stores.shared_rows import SqlSharedRows
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.engines import OpenedEngine

_CONNECTIONS = 2  # a round does one thing at a time


def require_one_store(settings: Settings, changed: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raises SettingsError when the home is on a server itself: what would it share, and with whom?

    `changed`: settings by their key, as they are to be.
    """
    urls = {"storage.url": settings.tuning.storage.url, "sync.url": settings.tuning.sync.url} | dict(changed)
    if urls["storage.url"] and urls["sync.url"]:
        raise SettingsError(
            "sync.url and storage.url cannot both be set: a home either has a file and shares it (sync.url),"
            " or is on the server itself (storage.url); empty one of them first, as by `quaid config set sync.url ''`"
        )


def sync_tools(
    settings: Settings, engine: OpenedEngine, embedder: Embedder | None, clock: SystemClock, ids: IdSource
) -> SyncTools | None:
    """None when this home is by itself. Connects to nothing."""
    tuning = settings.tuning.sync
    if not tuning.url:
        return None
    return SyncTools(
        owner=Owner(tuning.owner),
        name=tuning.url,
        here=_side(engine),
        opened=partial(_opened, settings, clock, ids),
        embedder=embedder,
        clock=clock,
        tuning=tuning,
        listen=partial(_listen, tuning.url),
    )


def _side(engine: OpenedEngine) -> Side:
    return Side(
        rows=SqlSharedRows(engine.rows),
        spaces=SqlSpaces(engine.database),
        store=engine.store,
        search=engine.search,
    )


@contextmanager
def _opened(settings: Settings, clock: SystemClock, ids: IdSource) -> Iterator[Side]:
    try:
        from quaidpy.wiring.server_engine import server_engine
    except ImportError as err:
        raise _without_driver(err) from err
    tuning = settings.tuning
    storage = replace(tuning.storage, url=tuning.sync.url, connections=_CONNECTIONS)
    at_store = replace(settings, tuning=replace(tuning, storage=storage))
    engine = server_engine(at_store, clock, ids, NOBODY, setting="sync.url")
    try:
        yield _side(engine)
    finally:
        engine.store.close()


def _listen(url: str, told: Callable[[Heard], None]) -> Listening:
    try:
        from quaidpy.storage.postgres.server.listening import Listening as ListeningToServer
    except ImportError as err:
        raise _without_driver(err) from err
    return ListeningToServer(url, told)


def _without_driver(err: ImportError) -> SettingsError:
    return SettingsError(
        f"sync.url names a PostgreSQL server, and its driver is not there ({err}):"
        " install quaidpy[postgres], or empty sync.url"
    )
