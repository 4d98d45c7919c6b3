"""How is the graph engine spoken to? Kùzu and its fork Ladybug share this API; a process uses one of them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import SettingsError, StorageError
from quaidpy.system.clean_heap import hand_out_zeros

ENGINES = ("kuzu", "ladybug")

Parameters = Mapping[str, object]


class GraphEngineError(StorageError):
    """The engine failed: the graph file is not to be trusted any more and will be built anew."""


class GraphTimeoutError(StorageError):
    """The engine was not done in time; the file is fine."""


class GraphChangedError(StorageError):
    """The graph changed while it was read; the file is fine."""


def load_engine(name: str) -> Any:
    """The engine's module. Loaded when a graph is opened, not before: importing it costs 60 to 200 ms.

    It writes buffers into its file that it has not filled, with what this process held there before: erased words, too.

    Raises SettingsError when it is unknown or not installed.
    """
    if name not in ENGINES:
        raise SettingsError(f"graph.engine = {name!r} is unknown; use kuzu, ladybug or none")
    hand_out_zeros()
    try:
        return import_module(name)
    except ImportError as err:
        raise SettingsError(
            f"graph.engine = {name!r}, but the package {name} cannot be loaded ({err}); install it or set "
            "graph.engine = none"
        ) from err


class GraphSession:
    """One open graph file: a connection that writes, a connection that reads. Threads take turns on each.

    Every failure of the engine comes out as GraphEngineError, a deadline as GraphTimeoutError.
    """

    def __init__(self, path: Path, *, tuning: GraphTuning) -> None:
        module = load_engine(tuning.engine)
        self.path = path
        self.engine = tuning.engine
        with _faults(f"opening the graph {path.name}"):
            self._database = module.Database(
                str(path),
                buffer_pool_size=tuning.buffer_pool_mb << 20,
                max_db_size=tuning.max_file_mb << 20,
                # Checkpoints are where a kill leaves files that do not open: only at rest and at the end.
                auto_checkpoint=False,
            )
            # One thread: two never helped a walk.
            self._writer = module.Connection(self._database, num_threads=1)
            self._reader = module.Connection(self._database, num_threads=1)
        self._writing = Lock()
        self._reading = Lock()

    def read(self, statement: str, parameters: Parameters, *, timeout_s: float) -> list[list[Any]]:
        """All rows. Raises GraphTimeoutError when waiting for other readers and the query together take longer."""
        with self.cursor(statement, parameters, timeout_s=timeout_s) as result:
            # Half the time of `get_all`, which asks before each row whether there is one.
            return [result.get_next() for _ in range(result.get_num_tuples())]

    @contextmanager
    def cursor(self, statement: str, parameters: Parameters, *, timeout_s: float) -> Iterator[Any]:
        """The engine's own result, to be read before leaving."""
        started = monotonic()
        if not self._reading.acquire(timeout=timeout_s):
            raise GraphTimeoutError(f"the graph engine was busy for {timeout_s:g} s")
        try:
            left_ms = int((timeout_s - (monotonic() - started)) * 1000)
            with _faults(f"reading the graph {self.path.name}"):
                self._reader.set_query_timeout(max(left_ms, 1))
                result = self._reader.execute(statement, dict(parameters))
                try:
                    yield result
                finally:
                    result.close()
        finally:
            self._reading.release()

    @contextmanager
    def transaction(self) -> Iterator["GraphTransaction"]:
        """Commits on leaving, rolls back on an exception."""
        with self._writing, _faults(f"writing the graph {self.path.name}"):
            self._writer.execute("BEGIN TRANSACTION")
            is_whole = False
            try:
                yield GraphTransaction(self._writer)
                is_whole = True
            finally:
                if not is_whole:
                    # After its own errors the engine has rolled back already, and says so.
                    with suppress(RuntimeError):
                        self._writer.execute("ROLLBACK")
            self._writer.execute("COMMIT")

    def define(self, statements: Sequence[str]) -> None:
        """Run statements each on its own: tables, COPY, CHECKPOINT."""
        with self._writing, _faults(f"writing the graph {self.path.name}"):
            for statement in statements:
                self._writer.execute(statement).close()

    def close(self) -> None:
        """Waits for readers; writes what is left of the log into the file."""
        with self._writing, self._reading, _faults(f"closing the graph {self.path.name}"):
            self._reader.close()
            self._writer.close()
            self._database.close()


class GraphTransaction:
    """Statements of one transaction: the first that fails raises, for the engine rolls back in silence then."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def run(self, statement: str, parameters: Parameters) -> list[list[Any]]:
        result = self._writer.execute(statement, dict(parameters))
        try:
            rows: list[list[Any]] = result.get_all()
        finally:
            result.close()
        return rows


@contextmanager
def _faults(doing: str) -> Iterator[None]:
    # The engines raise RuntimeError for everything, and IndexError or MemoryError from damaged pages.
    try:
        yield
    except (RuntimeError, IndexError, MemoryError) as err:
        if str(err).startswith("Interrupted"):
            raise GraphTimeoutError(f"{doing} took longer than allowed") from err
        raise GraphEngineError(f"{doing} failed: {err}") from err
