"""How does one process hear at once that another has written? By NOTIFY; the numbers of the change log say what.

What is told is whose log has a new entry, as a mark of the owner's name, and no word of anything. It goes out in the
same message as the commit, but behind it: within it the server would let one such commit through at a time, the wait
for the disk included. So a message may be lost, as it is by a pooler that changes connections or between nodes of a
cluster; whoever waits for one looks at the numbers as well, in their own time.
"""

import logging
import select
import socket
import threading
from collections.abc import Callable, Collection

import psycopg

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.ports.changes import Heard, mark_of

_CHANNEL = "quaid_changes"
_EVERYBODY = "*"
_MOST_MARKS = 16  # in one commit; of more owners it is told that all may be concerned
_NAME = "quaidpy listening"
_CONNECTS_WITHIN_S = 10
_BEAT_S = 60.0
"""After so long without a word the connection is tried: one that a router has forgotten would stay silent for ever."""
_FIRST_PAUSE_S, _LAST_PAUSE_S = 0.5, 60.0
_STAY = "SELECT set_config('idle_session_timeout', '0', false)"
_log = logging.getLogger("quaidpy.server")


def telling(owners: Collection[Owner]) -> str:
    """What follows a commit that concerns these owners; empty when it concerns none."""
    is_anybody = EVERYBODY in owners or len(owners) > _MOST_MARKS
    marks = [_EVERYBODY] if is_anybody else sorted(map(mark_of, owners))
    return "".join(f"; NOTIFY {_CHANNEL}, '{mark}'" for mark in marks)


class Listening:
    """See ports.changes.Listening. A thread with a connection of its own, which is made again whenever it is lost."""

    def __init__(self, url: str, told: Callable[[Heard], None]) -> None:
        self._url, self._told = url, told
        self._heard: set[str] = set()
        self._ending, self._end = socket.socketpair()
        self._is_ended = False
        self._thread = threading.Thread(target=self._keep, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        if not self._is_ended:
            self._is_ended = True
            self._end.send(b"!")
            self._thread.join()
            self._ending.close()
            self._end.close()

    def _keep(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._is_ended:
            try:
                with psycopg.connect(
                    self._url, autocommit=True, application_name=_NAME, connect_timeout=_CONNECTS_WITHIN_S
                ) as connection:
                    pause_s = _FIRST_PAUSE_S
                    self._listen(connection)
            except psycopg.Error as err:  # whoever asks is told that it is away; here it is only tried again
                _log.debug("not listening to the database: %s", type(err).__name__)
            if not self._is_ended:
                select.select([self._ending.fileno()], [], [], pause_s)
                pause_s = min(2 * pause_s, _LAST_PAUSE_S)

    def _listen(self, connection: "psycopg.Connection[tuple[object, ...]]") -> None:
        connection.add_notify_handler(lambda notify: self._heard.add(notify.payload))
        connection.execute(_STAY)
        connection.execute(f"LISTEN {_CHANNEL}")
        self._told(Heard(None))  # what was written before is not told again
        while True:
            select.select([connection.fileno(), self._ending.fileno()], [], [], _BEAT_S)
            if self._is_ended:
                return
            connection.execute("SELECT 1")  # takes in what came
            marks, self._heard = self._heard, set()
            if marks:
                self._told(Heard(None if _EVERYBODY in marks else frozenset(marks)))
