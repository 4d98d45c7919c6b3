"""Which connection does a transaction get, and what is told when there is none?"""

import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeAlias

import psycopg
from psycopg import pq

from quaidpy.errors import BusyError
from quaidpy.storage.postgres.server.adapting import adapt
from quaidpy.storage.postgres.server.preface import FOR_ITS_OWNER

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
_CONNECTS_WITHIN_S = 10
_KEPT_IDLE_S = 300
_APPLICATION = "quaidpy"
_PLANNED_FOR_ITS_OWNER = f"SET plan_cache_mode = {FOR_ITS_OWNER}"
"""A plan made once for all owners is made for the average one: of ten thousand owners with a dozen memories each the
largest, with ten thousand, waited minutes for a statement of 2 ms.
"""
_LEAVING = pq.TransactionStatus.ACTIVE
"""Of a connection that nobody uses: it has sent that its transaction is over, and has not heard back."""


class Connections:
    """The connections of one process to one server, made by whoever needs one; safe for many threads.

    No pool of a library: those connect in the background and wait longer after each failure, so that callers waited
    half a minute for a server that was away, and again for one that was back. Here each caller is told at once.
    """

    def __init__(self, url: str, *, server: str, most: int, wait_s: float) -> None:
        self._url = url
        self._server = server
        self.most = most
        self.in_use = 0
        self._wait_s = wait_s
        self._free = threading.Semaphore(most)
        self._lock = threading.Lock()
        self._idle: list[tuple[float, Connection]] = []
        self._is_closed = False

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """One that was alive a moment ago. It comes back outside of any transaction, or is thrown away.

        Raises BusyError when all were in use for `wait_s`, psycopg.OperationalError when the server cannot be reached.
        """
        if not self._free.acquire(timeout=self._wait_s):
            raise BusyError(
                f"all {self.most} connections of this process to {self._server} were in use for"
                f" {self._wait_s:.0f} s; try again, or raise storage.connections"
            )
        self._count(1)
        try:
            connection = self._kept() or self._made()
            try:
                yield connection
            finally:
                self._take_back(connection)
        finally:
            self._count(-1)
            self._free.release()

    def close(self) -> None:
        """Those that are lent are closed when they come back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _count(self, more: int) -> None:
        with self._lock:
            self.in_use += more

    def _kept(self) -> Connection | None:
        """The one that was used last; None when there is none."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                _, connection = self._idle.pop()
            if _has_left(connection) and not _was_ended(connection):
                return connection
            connection.close()

    def _made(self) -> Connection:
        connection: Connection = psycopg.connect(
            self._url, autocommit=True, application_name=_APPLICATION, connect_timeout=_CONNECTS_WITHIN_S
        )
        adapt(connection)
        connection.execute(_PLANNED_FOR_ITS_OWNER, prepare=False)
        return connection

    def _take_back(self, connection: Connection) -> None:
        is_whole = connection.info.transaction_status in {pq.TransactionStatus.IDLE, _LEAVING}
        now, old = monotonic(), list[Connection]()
        with self._lock:
            if is_whole and not self._is_closed:
                self._idle.append((now, connection))
            else:
                old.append(connection)
            while self._idle and self._idle[0][0] < now - _KEPT_IDLE_S:
                old.append(self._idle.pop(0)[1])
        for each in old:
            each.close()


def leave_without_waiting(connection: Connection) -> None:
    """End a transaction that only read; what the server says to it is heard before the connection is lent again."""
    if not connection.closed and connection.info.transaction_status != pq.TransactionStatus.IDLE:
        connection.pgconn.send_query(b"ROLLBACK")
        connection.pgconn.flush()


def _has_left(connection: Connection) -> bool:
    """Hear that the transaction is over: mostly at once, as it was sent a while ago. False: it is of no more use."""
    ours = connection.pgconn
    if ours.transaction_status != _LEAVING:
        return True
    by = monotonic() + _CONNECTS_WITHIN_S
    try:
        while ours.is_busy():
            if not select.select([ours.socket], [], [], max(0.0, by - monotonic()))[0]:
                return False
            ours.consume_input()
        while ours.get_result() is not None:
            pass
    except psycopg.OperationalError:
        return False  # the server went away meanwhile
    return ours.transaction_status == pq.TransactionStatus.IDLE


def _was_ended(connection: Connection) -> bool:
    """By the server, while nobody used it: then there is something to be read, as nothing was asked."""
    if connection.closed:
        return True
    ready = select.select([connection.fileno()], [], [], 0)[0]
    return bool(ready)
