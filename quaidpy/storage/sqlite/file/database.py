"""Where is the database file, and how is it read and written by many at once?"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

import apsw
import sqlite_vec

from quaidpy.domain.identity import Owner
from quaidpy.errors import BusyError, DamagedError, ReadOnlyError, StorageError, UsageError
from quaidpy.ports.asking import not_foreseen, on_a_thread, one_by_one
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.change_log import write_noted
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.sync_log import write_states
from quaidpy.storage.sqlite.file.errors import engine_errors_named
from quaidpy.storage.sqlite.file.migrations import APPLICATION_ID, migrate
from quaidpy.storage.sqlite.file.session import SqliteSession

_RETRY_PAUSE_S = 0.02
_BEGINS_WITHIN_S = 1.0  # between making the file and its first page lie microseconds
_WRITER_CACHE_KB = 128_000  # keys of texts and vectors are hashes: inserts meet pages all over their indexes
_LOG_PAGES = 1_000  # from here on a small commit moves the log into the database: readers look it through
_MOST_LOG_PAGES = 32_000  # many large commits in a row share that: pages that they write again are moved once
# Memory-mapped reading halves the time of a vector scan: its chunks are long overflow chains. All of the file is
# mapped, a million memories take 15 GB: what lies past the map costs a call of the system and a copy for each page.
MOST_MAPPED_MB = 65_536
_SETTINGS = """
PRAGMA foreign_keys = ON;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -32000;
PRAGMA secure_delete = FAST;
"""


class Database:
    """One SQLite file in WAL mode with FTS5 and sqlite-vec; safe for many threads and many processes.

    Each thread reads through a connection of its own; writers of this process take turns on one connection and
    wait for those of other processes. Opening makes the folder (0700) and the file (0600) and migrates.
    `mapped_mb`: how much of the file each connection may map into memory.

    Raises ReadOnlyError, NewerDatabaseError, BusyError or StorageError, each saying what to do.
    """

    def __init__(
        self, path: Path, *, clock: Clock, busy_timeout_s: float = 30, mapped_mb: int = MOST_MAPPED_MB
    ) -> None:
        self.path = path
        self._mapped_bytes = mapped_mb * 2**20
        self.clock = clock
        self._busy_timeout_s = busy_timeout_s
        self._turn_to_write = threading.Lock()
        self._writer_thread: int | None = None
        self._guard = threading.Lock()
        self._idle: list[SqliteSession] = []
        self._all: list[apsw.Connection] = []
        self._of_thread = threading.local()
        self._is_closed = False
        _make_private_file(path)
        self._inode = path.stat().st_ino
        with engine_errors_named(path):
            self._writer = self._connect()
            _use_write_ahead_log(self._writer, busy_timeout_s)
            self._writer.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KB}")
            self._log_pages = 0
            self._writer.set_wal_hook(self._after_commit)
            migrate(self._writer, path, back_up=self._back_up_version)

    def reading(self) -> AbstractContextManager[SqliteSession]:
        """A connection inside a read transaction: all statements see one commit. Nested calls share it.

        Do not BEGIN or COMMIT on it, and do not write.
        """
        outer: SqliteSession | None = getattr(self._of_thread, "reading", None)
        # A recall nests fifty: a generator for each would cost more than what most of them ask.
        return self._outermost() if outer is None else nullcontext(outer)

    together = staticmethod(one_by_one)
    foresee = staticmethod(not_foreseen)
    alongside = staticmethod(not_foreseen)
    beside = staticmethod(on_a_thread)

    @contextmanager
    def _outermost(self) -> Iterator[SqliteSession]:
        with self.snapshot() as connection:
            self._of_thread.reading = connection
            try:
                yield connection
            finally:
                self._of_thread.reading = None

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSession]:
        """Like `reading`, but never shared: for readers that live long, such as an export."""
        with engine_errors_named(self.path):
            connection = self._take_reader()
            try:
                connection.execute("BEGIN")
                connection.answers = {}
                yield connection
            finally:
                connection.answers = None
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._give_back(connection)

    @contextmanager
    def writing(self, *owners: Owner, durable: bool = True) -> Iterator[SqliteSession]:
        """The writing connection inside BEGIN IMMEDIATE: commits on leaving, rolls back whole on an exception.

        What is noted in the block becomes one numbered entry of the change log, in the same commit. `durable`: it
        survives a power cut (synchronous FULL); otherwise only a crash of the process. A file has one writer, whoever
        the `owners` are.
        Raises BusyError when others wrote for longer than the busy timeout, StorageError when nested.
        """
        del owners
        with self._sole_writer(), engine_errors_named(self.path):
            connection = self._writer
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            connection.noted = noted = Noted()
            try:
                self._require_in_place()
                yield connection
                write_states(connection, noted)
                write_noted(connection, noted)
                connection.execute("COMMIT")
            finally:
                connection.noted = None
                # An exception of the block or of the commit itself goes on; the engine may have rolled back already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def backup(self, target: Path) -> None:
        """Copy the database as of the last commit to a new file (0600). Raises UsageError if it exists."""
        self._require_open()
        _make_new_file(target)
        with engine_errors_named(target):
            copy, source = apsw.Connection(str(target)), self._connect()
            try:
                # Reading all of it through the map would leave all of it resident.
                source.execute("PRAGMA mmap_size = 0")
                source.execute("BEGIN")
                # A first read holds this commit: else each commit of another process makes the copying begin anew.
                source.execute("SELECT count(*) FROM sqlite_schema").fetchall()
                with copy.backup("main", source, "main") as running:
                    while not running.done:
                        running.step(10_000)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
                self._part_with(source)

    def vacuum(self) -> bool:
        """Rewrite the file without free space and empty the write-ahead log: what was deleted is gone from disk.

        Raises BusyError when a reader or writer holds the old pages longer than the busy timeout.
        """
        with self._sole_writer(), engine_errors_named(self.path):
            self._writer.execute("VACUUM")
            deadline = time.monotonic() + self._busy_timeout_s
            while self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]:
                if time.monotonic() > deadline:
                    raise BusyError(
                        f"another process reads {self.path}, so deleted text is still in its write-ahead log; "
                        "stop that process and repeat"
                    )
                time.sleep(_RETRY_PAUSE_S)
        return True

    def free_share(self) -> float:
        with self.reading() as connection:
            free, pages = int(connection.pragma("freelist_count")), int(connection.pragma("page_count"))
        return free / pages if pages else 0.0

    def integrity(self) -> list[str]:
        """What SQLite's own check finds wrong; empty when all is well."""
        with self.reading() as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        return [line for line in found if line != "ok"] + [
            f"{table} row {number} refers to a row of {parent} that is not there"
            for table, number, parent, _ in broken
        ]

    def close(self) -> None:
        """Close every connection; a second call does nothing. The database cannot be used afterwards."""
        with self._guard:
            self._is_closed = True
            connections, self._all, self._idle = self._all, [], []
        for connection in connections:
            connection.close()

    @contextmanager
    def _sole_writer(self) -> Iterator[None]:
        if self._writer_thread == threading.get_ident():
            raise StorageError("a write inside another write of the same thread; finish the first one before")
        if not self._turn_to_write.acquire(timeout=self._busy_timeout_s):
            raise BusyError(f"another thread has been writing {self.path} for too long; try again")
        self._writer_thread = threading.get_ident()
        try:
            self._require_open()
            yield
        finally:
            self._writer_thread = None
            self._turn_to_write.release()

    def _after_commit(self, connection: apsw.Connection, name: str, pages: int) -> int:
        """In place of SQLite's own rule, which moves the log after every large commit."""
        fresh, self._log_pages = pages - self._log_pages, pages
        if pages >= _MOST_LOG_PAGES or (pages >= _LOG_PAGES and 0 <= fresh < _LOG_PAGES):
            # The commit stands already, so nothing here may make it look failed: another process that moves the log
            # at this moment (busy) does the same work, and what a full disk refuses now is refused to a later commit.
            with suppress(apsw.Error):
                connection.wal_checkpoint(name, apsw.SQLITE_CHECKPOINT_PASSIVE)
        return apsw.SQLITE_OK

    def _take_reader(self) -> SqliteSession:
        with self._guard:
            self._require_open()
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, connection: SqliteSession) -> None:
        with self._guard:
            if not self._is_closed:
                self._idle.append(connection)

    def _part_with(self, connection: apsw.Connection) -> None:
        with self._guard:
            if not self._is_closed:
                self._all.remove(connection)
        connection.close()

    def _require_in_place(self) -> None:
        """Raises StorageError for a file that was moved away while it was open: what is written there is lost."""
        try:
            is_here = self.path.stat().st_ino == self._inode
        except OSError:
            is_here = False
        if not is_here:
            raise StorageError(
                f"{self.path} was moved away while it was open, so nothing was written; open the memory again"
            )

    def _require_open(self) -> None:
        if self._is_closed:
            raise StorageError(f"{self.path} was closed; open the memory again")

    def _connect(self) -> SqliteSession:
        connection = SqliteSession(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE, statementcachesize=256)
        connection.set_busy_timeout(int(self._busy_timeout_s * 1000))
        connection.execute(f"{_SETTINGS}PRAGMA mmap_size = {self._mapped_bytes};")
        connection.enable_load_extension(True)  # noqa: FBT003 - apsw takes it by position
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)  # noqa: FBT003 - apsw takes it by position
        with self._guard:
            self._all.append(connection)
        return connection

    def _back_up_version(self, version: int) -> None:
        stamp = self.clock.now().strftime(
            "%Y%m%dT%H%M%S%f"
        )  # two processes may find the old version in one second
        self.backup(self.path.with_name(f"{self.path.stem}.backup-v{version}-{stamp}{self.path.suffix}"))


def _make_private_file(path: Path) -> None:
    """The folder and a first page, unless they are there; SQLite gives its side files the same mode.

    Raises DamagedError for a file of no bytes: one that was made here has its mark from the beginning, so that whatever
    was in this one is gone, and nobody may take that for a memory in which nothing was remembered yet.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make_first_page(path)
        elif not os.access(path, os.W_OK):
            raise ReadOnlyError(
                f"{path} cannot be written; check its permissions, or set QUAID_HOME elsewhere"
            )
    except OSError as err:
        raise ReadOnlyError(
            f"{path.parent} cannot be made or written ({err.strerror}); set QUAID_HOME to a folder that can"
        ) from err
    deadline = time.monotonic() + _BEGINS_WITHIN_S
    while not path.stat().st_size:
        if time.monotonic() > deadline:
            raise DamagedError(
                f"{path} is empty (0 bytes): what was in it is gone. Restore a backup with `quaid restore FILE`,"
                " or delete the file to begin anew"
            )
        time.sleep(_RETRY_PAUSE_S)


def _make_first_page(path: Path) -> None:
    """By whoever comes first; the others find it."""
    blank = apsw.Connection(":memory:")
    blank.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    page = blank.serialize("main")
    blank.close()
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        try:
            os.write(descriptor, page)
        except OSError:
            path.unlink()
            raise
        finally:
            os.close(descriptor)


def _make_new_file(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError as err:
        raise UsageError(f"{path} exists already; name a file that does not") from err
    except OSError as err:
        raise ReadOnlyError(
            f"{path} cannot be made ({err.strerror}); name a folder that can be written"
        ) from err


def _use_write_ahead_log(connection: apsw.Connection, timeout_s: float) -> None:
    # Two processes that both make the first connection meet here, and SQLite does not wait for this lock by itself.
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            mode = connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_PAUSE_S)
        else:
            if mode != "wal":
                raise StorageError(
                    "the folder of the database does not support a write-ahead log; use a local disk"
                )
            return
