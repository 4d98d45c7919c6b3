"""What has each transaction changed? Noted while it writes, and kept with its number in its commit."""

import json
from collections.abc import Iterable
from itertools import islice
from typing import Any, Generic

from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import GRAPH, Changes, Key, Topic
from quaidpy.storage.sql.engine import Session, SqlSession
from quaidpy.storage.sql.noted import Noted

EVERYBODY = Owner("")
"""In place of an owner, when something made anew concerns the rows of all."""
_KEPT = 250_000  # keys; whoever is further behind reads all anew
_LAST = "SELECT seq, told FROM change_log ORDER BY seq DESC LIMIT 1"
_ADD = "INSERT INTO change_log(owner, seq, topic, keys, told) VALUES (:owner, :seq, :topic, :keys, :told)"
_PRUNE = "DELETE FROM change_log WHERE seq < (SELECT seq FROM change_log WHERE told > :beyond ORDER BY seq LIMIT 1)"
_SINCE = "SELECT keys FROM change_log WHERE seq > :seq AND topic = ANY(:topics)"
_OF_GRAPHS = """SELECT seq, topic, keys FROM change_log
WHERE owner = :owner AND seq > :seq AND topic = ANY(:topics) ORDER BY seq, topic"""


def note_changes(session: SqlSession, owner: Owner, topic: Topic, keys: Iterable[Key]) -> None:
    """To be told in the commit of the session's write transaction."""
    _noted(session).note(owner, topic, keys)


def note_all_changed(session: SqlSession, owner: Owner, topic: Topic) -> None:
    """Whoever holds anything of the topic reads all of it anew."""
    _noted(session).note_all(owner, topic)


def _noted(session: SqlSession) -> Noted:
    assert session.noted is not None, "inside a write transaction"
    return session.noted


def write_noted(session: SqlSession, noted: Noted) -> None:
    """Give the transaction its number, and let the oldest ones go; a transaction that changed nothing has none."""
    entries = list(noted.entries())
    if not entries:
        return
    ((last, told),) = session.values(_LAST) or [(0, 0)]
    told += sum(count for *_, count in entries)
    session.execute_many(
        _ADD, [_entry(owner, last + 1, topic, told) | {"keys": keys} for owner, topic, keys, _ in entries]
    )
    session.execute(_PRUNE, {"beyond": told - _KEPT})


def _entry(owner: Owner, seq: int, topic: Topic, told: int) -> dict[str, Any]:
    return {"owner": owner, "seq": seq, "topic": topic.value, "told": told, "keys": None}


def begin_anew(session: SqlSession, past: int) -> None:
    """After other rows took the place of those that followers know: a gap in the numbers, so that all read anew.

    `past`: the last number that anybody may have followed to.
    """
    session.execute("DELETE FROM change_log", {})
    session.execute_many(_ADD, [_entry(EVERYBODY, past + 2, Topic.ROWS, 1)])


class SqlChangeLog(Generic[Session]):
    """See ports.ChangeLog; as of its read transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last(self) -> int:
        found = self._session.once(_LAST)
        return int(found[0][0]) if found else 0

    def since(self, seq: int, *topics: Topic) -> Changes:
        last = self.last()
        if last <= seq:  # less: this reader's view is older, and the newer one is right too
            return Changes(seq, frozenset())
        if seq < self.pruned_upto():
            return Changes(last, None)
        rows = self._session.values(_SINCE, {"seq": seq, "topics": [topic.value for topic in topics]})
        if any(keys is None for (keys,) in rows):
            return Changes(last, None)
        return Changes(last, frozenset(key for (keys,) in rows for key in json.loads(keys)))

    def pruned_upto(self) -> int:
        """Who has followed up to an earlier number cannot follow on."""
        ((oldest,),) = self._session.once("SELECT min(seq) FROM change_log")
        return 0 if oldest is None else int(oldest) - 1

    def graph_keys(self, owner: Owner, seq: int, *, limit: int) -> list[tuple[int, Topic, str]]:
        """Number, topic and key of what an owner's graph has to read again after number `seq`, oldest first."""
        rows = self._session.values(
            _OF_GRAPHS, {"owner": owner, "seq": seq, "topics": [t.value for t in GRAPH]}
        )
        entries = ((number, Topic(topic), key) for number, topic, keys in rows for key in json.loads(keys))
        return list(islice(entries, limit))
