"""Where is the server, and how is it read and written by many at once?"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import lru_cache, partial
from typing import Any, TypeVar

import psycopg
from psycopg import errors, pq
from psycopg.conninfo import conninfo_to_dict

from quaidpy.domain.access.addresses import SECRET
from quaidpy.domain.identity import Owner
from quaidpy.errors import StorageError
from quaidpy.ports.changes import Heard
from quaidpy.ports.machine import Clock
from quaidpy.storage.postgres.server.connections import Connection, Connections, leave_without_waiting
from quaidpy.storage.postgres.server.distribution import has_citus
from quaidpy.storage.postgres.server.errors import server_errors_named
from quaidpy.storage.postgres.server.listening import Listening, telling
from quaidpy.storage.postgres.server.locks import taking
from quaidpy.storage.postgres.server.migrations import migrate
from quaidpy.storage.postgres.server.rounds import NotKnownError
from quaidpy.storage.postgres.server.row_security import BETWEEN, EVERY_OWNER, setting_owners
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.sql.change_log import write_noted
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.sync_log import write_states

_Given = TypeVar("_Given")
_MOST_CONNECTIONS = 16
_WAITS_OF_WHAT_IS_KNOWN = 2
"""So often a recall waits that finds all its rows in memory: tests/journeys/test_round_trips.py."""
# Of all tables their owner, or who has MAINTAIN, which a server has from 17 on.
_MAY_VACUUM = """SELECT NOT EXISTS (SELECT 1 FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
AND NOT pg_has_role(c.relowner, 'USAGE')
AND NOT CASE WHEN current_setting('server_version_num')::int >= 170000
  THEN has_table_privilege(c.oid, 'MAINTAIN') ELSE false END)"""
_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class PostgresDatabase:
    """One schema of one PostgreSQL server; safe for many threads, processes and machines.

    Each read transaction has a connection of its own and sees one commit. Writers of one owner's rows take turns, on
    all machines: an operation reads what it decides on, and its number in the owner's change log is the next one.
    Opening migrates.

    Raises NewerDatabaseError, BusyError or StorageError, each saying what to do; no password is in a message.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Clock,
        busy_timeout_s: float = 30,
        most_connections: int = _MOST_CONNECTIONS,
        setting: str = "storage.url",
    ) -> None:
        """`setting`: the one that `url` is of, for messages."""
        self.clock = clock
        self._busy_timeout_s = busy_timeout_s
        self._of_thread = threading.local()
        self._writer_threads: set[int] = set()
        self._is_closed = False
        self.server = server_named(url, setting=setting)
        self._errors_named = partial(server_errors_named, self.server, setting=setting)
        self.url = url
        self._connections = Connections(url, server=self.server, most=most_connections, wait_s=busy_timeout_s)
        with ExitStack() as unless_ready:
            unless_ready.callback(self._connections.close)
            with self._errors_named(), self._connections.lent() as first:
                migrate(first, self.server)
                self._plans_once = not has_citus(first)
            unless_ready.pop_all()

    def reading(self) -> AbstractContextManager[PostgresSession]:
        """A read transaction: all statements see one commit. Nested calls share it; do not write."""
        outer = self._view
        return self._outermost() if outer is None else nullcontext(outer)

    @contextmanager
    def _outermost(self) -> Iterator[PostgresSession]:
        with self.snapshot() as session:
            self._of_thread.reading = session
            try:
                yield session
            finally:
                self._of_thread.reading = None

    @contextmanager
    def snapshot(self) -> Iterator[PostgresSession]:
        """Like `reading`, but never shared: for readers that live long, such as an export."""
        self._require_open()
        with self._errors_named(), self._connections.lent() as connection:
            session = PostgresSession(connection, begin=_BEGIN_READING, plans_once=self._plans_once)
            session.begin_view()
            try:
                yield session
            finally:
                leave_without_waiting(connection)

    def together(self, *calls: Callable[[], Any]) -> Any:
        """See ports.asking.Together; in one view."""
        with self.reading() as session:
            return session.together(calls)

    def foresee(self, *calls: Callable[[], object], costly: bool = False) -> None:
        """See ports.asking.Foresee."""
        view = self._view
        if view is not None and not (costly and view.waits <= _WAITS_OF_WHAT_IS_KNOWN):
            view.together(calls)

    def alongside(self, *calls: Callable[[], object]) -> None:
        """See ports.asking.Alongside."""
        view = self._view
        if view is not None and view.waits <= _WAITS_OF_WHAT_IS_KNOWN:
            view.alongside(calls)

    @property
    def _view(self) -> PostgresSession | None:
        """The read transaction that this thread is in."""
        view: PostgresSession | None = getattr(self._of_thread, "reading", None)
        return view

    @contextmanager
    def beside(
        self, threads: Executor, call: Callable[[], _Given], alone: Callable[[], _Given]
    ) -> Iterator[Callable[[], _Given]]:
        """See ports.asking.Beside: on a thread, as far as what this view has answered and what is in memory suffice."""
        view = self._view
        known = None if view is None else view.known()
        alone = lru_cache(maxsize=1)(alone)
        if known is None:
            yield alone
            return
        made = threads.submit(self._made_in, known, call)

        def found() -> _Given:
            try:
                return made.result()
            except NotKnownError:
                return alone()

        try:
            yield found
        finally:
            wait([made])

    def _made_in(self, view: PostgresSession, call: Callable[[], _Given]) -> _Given:
        self._of_thread.reading = view
        try:
            return call()
        finally:
            self._of_thread.reading = None

    @contextmanager
    def writing(self, *owners: Owner, durable: bool = True) -> Iterator[PostgresSession]:
        """A write transaction: commits on leaving, rolls back whole on an exception.

        What is noted in the block becomes one numbered entry of each owner's change log, in the same commit. `owners`:
        whose rows are written; those of others are written by others meanwhile. With none named nobody else writes.
        `durable`: it survives a power cut of the server; otherwise its last commits of some tenths of a second may be
        lost, whole.
        Raises BusyError when others wrote for longer than the busy timeout, StorageError when nested.
        """
        with self._turn(owners, durable=durable) as (connection, session):
            yield session
            noted = session.noted or Noted()
            assert not owners or noted.owners <= {*owners}, "only what nobody else writes is told of"
            write_states(session, noted)
            write_noted(session, noted)
            _commit(connection, telling(noted.owners | noted.concerned))

    @contextmanager
    def trial(self, *owners: Owner) -> Iterator[PostgresSession]:
        """Like `writing`, but all of it is taken back in the end."""
        with self._turn(owners, durable=False) as (_, session):
            yield session

    @contextmanager
    def _turn(
        self, owners: Sequence[Owner], *, durable: bool
    ) -> Iterator[tuple[Connection, PostgresSession]]:
        """The one write transaction of these owners at the moment; what is not committed in it is rolled back."""
        self._require_open()
        with self._only_once(), self._errors_named(), self._connections.lent() as connection:
            try:
                # One message, so that nobody holds a lock longer than it takes.
                connection.execute(
                    f"BEGIN; SET LOCAL lock_timeout = {int(self._busy_timeout_s * 1000)};"
                    f" SET LOCAL synchronous_commit = {_kept(durable=durable)};"
                    f" {setting_owners(BETWEEN.join(owners) or EVERY_OWNER, connection)}; {taking(owners)}",
                    prepare=False,
                )
                session = PostgresSession(connection, admitted=owners or None)
                session.noted = Noted()
                yield connection, session
            finally:
                _leave(connection)

    @contextmanager
    def own_connection(self, name: str) -> Iterator[Connection]:
        """One beside the others, closed with the block; others see it under this name."""
        with (
            self._errors_named(),
            psycopg.connect(self.url, autocommit=True, connect_timeout=10, application_name=name) as own,
        ):
            yield own

    def listen(self, told: Callable[[Heard], None]) -> Listening:
        """See ports.changes.Listen. One connection beside the others."""
        return Listening(self.url, told)

    def connections(self) -> tuple[int, int]:
        """Of this process: how many are in use, and how many there may be."""
        return self._connections.in_use, self._connections.most

    def vacuum(self) -> bool:
        """Have the server take away what was deleted. Its pages, log and backups are the server's to erase.

        False: this user may not, and rows lie there until the server does so by itself.
        """
        self._require_open()
        with self._errors_named(), self._connections.lent() as connection:
            ((may_vacuum,),) = connection.execute(_MAY_VACUUM).fetchall()
            if may_vacuum:
                connection.execute("VACUUM")
        return bool(may_vacuum)

    def free_share(self) -> float:
        """Nothing that quaidpy should give back: the server takes care of its space."""
        return 0.0

    def close(self) -> None:
        """Close every connection; a second call does nothing. The database cannot be used afterwards."""
        if not self._is_closed:
            self._is_closed = True
            self._connections.close()

    @contextmanager
    def _only_once(self) -> Iterator[None]:
        thread = threading.get_ident()
        if thread in self._writer_threads:
            raise StorageError("a write inside another write of the same thread; finish the first one before")
        self._writer_threads.add(thread)
        try:
            yield
        finally:
            self._writer_threads.discard(thread)

    def _require_open(self) -> None:
        if self._is_closed:
            raise StorageError(f"{self.server} was closed; open the memory again")


def server_named(url: str, *, setting: str = "storage.url") -> str:
    """For messages: which database on which host, without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Not from that one: it repeats the address, in which a password may stand.
        raise StorageError(
            f"{setting} is no address of a PostgreSQL database; write postgresql://USER@HOST/DATABASE"
        ) from None
    if parts.keys() & SECRET:
        raise StorageError(
            f"{setting} has a password, which would stand in plain text in files and messages;"
            " leave it out, and put it into PGPASSWORD, ~/.pgpass or a service file"
        )
    host = parts.get("host") or parts.get("service") or "this machine"
    return f"the database {parts.get('dbname') or '(default)'} on {host}"


def _commit(connection: Connection, told: str) -> None:
    """`told`: what follows the commit, in the same message."""
    # With the queue of messages full nobody hears of it; it is committed all the same.
    with suppress(errors.ProgramLimitExceeded):
        connection.execute(f"COMMIT{told}")


def _kept(*, durable: bool) -> str:
    return "on" if durable else "off"


def _leave(connection: Connection) -> None:
    """Roll back what did not commit. A connection that is gone has nothing to roll back; it is thrown away."""
    if connection.closed or connection.info.transaction_status == pq.TransactionStatus.IDLE:
        return
    connection.execute("ROLLBACK")
