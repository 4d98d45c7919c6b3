"""What has each transaction changed? Noted while it writes, and kept with its number in its commit."""

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Generic

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.ports.changes import GRAPH, Changes, Key, Position, Topic
from quaidpy.storage.sql.engine import ALIKE, Session, SqlSession
from quaidpy.storage.sql.noted import Noted

_KEPT = 250_000  # keys; whoever is further behind reads all anew
LAST = f"{ALIKE} SELECT c.seq, c.told FROM change_log c WHERE of_owner(c) ORDER BY c.seq DESC LIMIT 1"
_OLDEST = "SELECT min(c.seq) FROM change_log c WHERE of_owner(c)"
_ADD = "INSERT INTO change_log(owner, seq, topic, keys, told) VALUES (:owner, :seq, :topic, :keys, :told)"
_PRUNE = """DELETE FROM change_log WHERE of_owner(change_log) AND seq < (
  SELECT c.seq FROM change_log c WHERE of_owner(c) AND c.told > :beyond ORDER BY c.seq LIMIT 1)"""
_SINCE = "SELECT c.keys FROM change_log c WHERE of_owner(c) AND c.seq > :seq AND c.topic = ANY(:topics)"
_ALL_SINCE = "SELECT c.topic, c.keys FROM change_log c WHERE of_owner(c) AND c.seq > :seq"
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
    """Give the transaction its number in each log, and let the oldest ones go; one that changed nothing has none."""
    entries: dict[Owner, list[tuple[Owner, Topic, str | None, int]]] = {}
    for entry in noted.entries():
        (log,) = session.logs(entry[0])
        entries.setdefault(log, []).append(entry)
    for log, own in entries.items():
        _write(session, log, own)


def _write(session: SqlSession, log: Owner, entries: Sequence[tuple[Owner, Topic, str | None, int]]) -> None:
    ((last, told),) = session.values(LAST, {"owner": log}) or [(0, 0)]
    told += sum(count for *_, count in entries)
    session.execute_many(
        _ADD, [_entry(owner, last + 1, topic, told) | {"keys": keys} for owner, topic, keys, _ in entries]
    )
    if told > _KEPT:
        session.execute(_PRUNE, {"owner": log, "beyond": told - _KEPT})


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

    def logs(self, owner: Owner) -> tuple[Owner, ...]:
        return self._session.logs(owner)

    def last(self, owner: Owner) -> Position:
        return tuple(self._last(log) for log in self._session.logs(owner))

    def since(self, owner: Owner, seen: Position, *topics: Topic) -> Changes:
        last = self.last(owner)
        if last <= seen:  # less: this reader's view is older, and the newer one is right too
            return Changes(seen, frozenset())
        logs = self._session.logs(owner)
        told: set[Key] = set()
        for log, seq, until in zip(logs, seen or (0,) * len(logs), last, strict=True):
            keys = self._since(log, seq, topics) if seq < until else ()
            if keys is None:
                return Changes(last, None)
            told.update(keys)
        return Changes(last, frozenset(told))

    def _last(self, log: Owner) -> int:
        found = self._session.once(LAST, {"owner": log})
        return int(found[0][0]) if found else 0

    def _since(self, log: Owner, seq: int, topics: Sequence[Topic]) -> list[Key] | None:
        names = [topic.value for topic in topics]
        if self._session.whole is None:
            if seq < self.pruned_upto(log):
                return None
            bound = {"owner": log, "seq": seq, "topics": names}
            told = [keys for (keys,) in self._session.values(_SINCE, bound)]
        else:  # whoever holds anything of the owner will ask in this view
            every = _ALL_SINCE, {"owner": log, "seq": seq}
            self._session.ahead((_OLDEST, {"owner": log}), every)
            if seq < self.pruned_upto(log):
                return None
            told = [keys for topic, keys in self._session.once(*every) if topic in names]
        return None if None in told else [key for keys in told for key in json.loads(keys)]

    def pruned_upto(self, log: Owner) -> int:
        """Who has followed up to an earlier number cannot follow on."""
        ((oldest,),) = self._session.once(_OLDEST, {"owner": log})
        return 0 if oldest is None else int(oldest) - 1

    def graph_keys(self, owner: Owner, seq: int, *, limit: int) -> list[tuple[int, Topic, str]]:
        """Number, topic and key of what an owner's graph has to read again after number `seq`, oldest first."""
        rows = self._session.values(
            _OF_GRAPHS, {"owner": owner, "seq": seq, "topics": [t.value for t in GRAPH]}
        )
        entries = ((number, Topic(topic), key) for number, topic, keys in rows for key in json.loads(keys))
        return list(islice(entries, limit))
