"""What has each transaction changed? Noted while it writes, and kept with its number in its commit."""

import json
from collections.abc import Iterable
from itertools import islice

import apsw

from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import GRAPH, Changes, Key, Topic
from quaidpy.storage.sqlite.file.noted import Noted
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.file.views import ViewingConnection, fetched_once

EVERYBODY = Owner("")
"""In place of an owner, when something made anew concerns the rows of all."""
_KEPT = 250_000  # keys; whoever is further behind reads all anew
_LAST = "SELECT seq, told FROM change_log ORDER BY seq DESC LIMIT 1"


def note_changes(connection: apsw.Connection, owner: Owner, topic: Topic, keys: Iterable[Key]) -> None:
    """To be told in the commit of the connection's transaction, which is one of `Database.writing`."""
    _noted(connection).note(owner, topic, keys)


def note_all_changed(connection: apsw.Connection, owner: Owner, topic: Topic) -> None:
    """Whoever holds anything of the topic reads all of it anew."""
    _noted(connection).note_all(owner, topic)


def _noted(connection: apsw.Connection) -> Noted:
    noted = connection.noted if isinstance(connection, ViewingConnection) else None
    assert noted is not None, "inside Database.writing"
    return noted


def write_noted(connection: apsw.Connection, noted: Noted) -> None:
    """Give the transaction its number, and let the oldest ones go; a transaction that changed nothing has none."""
    entries = list(noted.entries())
    if not entries:
        return
    ((last, told),) = fetched(connection, _LAST) or [(0, 0)]
    told += sum(count for *_, count in entries)
    connection.executemany(
        "INSERT INTO change_log(owner, seq, topic, keys, told) VALUES (?, ?, ?, ?, ?)",
        [(owner, last + 1, topic.value, keys, told) for owner, topic, keys, _ in entries],
    )
    connection.execute(
        "DELETE FROM change_log WHERE seq < (SELECT seq FROM change_log WHERE told > ? ORDER BY seq LIMIT 1)",
        (told - _KEPT,),
    )


def begin_anew(connection: apsw.Connection, past: int) -> None:
    """After other rows took the place of those that followers know: a gap in the numbers, so that all read anew.

    `past`: the last number that anybody may have followed to.
    """
    connection.execute("DELETE FROM change_log")
    connection.execute(
        "INSERT INTO change_log(owner, seq, topic, keys, told) VALUES (?, ?, ?, NULL, 1)",
        (EVERYBODY, past + 2, Topic.ROWS.value),
    )


class SqliteChangeLog:
    """See ports.ChangeLog; over one connection, as of its read transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def last(self) -> int:
        found = fetched_once(self._connection, _LAST)
        return int(found[0][0]) if found else 0

    def since(self, seq: int, *topics: Topic) -> Changes:
        last = self.last()
        if last <= seq:  # less: this reader's view is older, and the newer one is right too
            return Changes(seq, frozenset())
        if seq < self.pruned_upto():
            return Changes(last, None)
        rows = fetched(
            self._connection,
            "SELECT keys FROM change_log WHERE seq > ? AND topic IN (SELECT value FROM json_each(?))",
            (seq, json.dumps([topic.value for topic in topics])),
        )
        if any(keys is None for (keys,) in rows):
            return Changes(last, None)
        return Changes(last, frozenset(key for (keys,) in rows for key in json.loads(keys)))

    def pruned_upto(self) -> int:
        """Who has followed up to an earlier number cannot follow on."""
        ((oldest,),) = fetched_once(self._connection, "SELECT min(seq) FROM change_log")
        return 0 if oldest is None else int(oldest) - 1

    def graph_keys(self, owner: Owner, seq: int, *, limit: int) -> list[tuple[int, Topic, str]]:
        """Number, topic and key of what an owner's graph has to read again after number `seq`, oldest first."""
        rows = fetched(
            self._connection,
            "SELECT seq, topic, keys FROM change_log WHERE owner = ? AND seq > ?"
            " AND topic IN (SELECT value FROM json_each(?)) ORDER BY seq, topic",
            (owner, seq, json.dumps([topic.value for topic in GRAPH])),
        )
        entries = ((number, Topic(topic), key) for number, topic, keys in rows for key in json.loads(keys))
        return list(islice(entries, limit))
