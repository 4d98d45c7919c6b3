"""How does a database share its rows with another? SharedRows on SQL: a home's file or a server, in the same way."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Generic

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.domain.sync.pacing import Progress
from quaidpy.domain.sync.states import OPERATIONS, SPACE, RowState, stamp
from quaidpy.ports.sync import Page, Position, Taken
from quaidpy.storage.sql.changing.arriving import take_states
from quaidpy.storage.sql.changing.leaving import leave_owner
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession
from quaidpy.storage.sql.images import changes_from_json
from quaidpy.storage.sql.reading.shared_states import whole_states
from quaidpy.storage.sql.rows import optional_instant, optional_text
from quaidpy.storage.sql.sync_log import (
    PARENTS,
    REQUIRED,
    SHARED,
    are_shared,
    is_shared,
    key_text,
    put_states,
    state_of,
)

_NODE, _PROGRESS = "sync node", "sync progress"  # keys of meta
_NODE_PREFIX = "node_"
_META = "SELECT value FROM meta m WHERE of_owner(m) AND m.key = :key"
_PUT_META = """INSERT INTO meta(owner, key, value) VALUES (:owner, :key, :value)
ON CONFLICT(owner, key) DO UPDATE SET value = excluded.value"""
_AFTER = """SELECT row_table, row_key, life, presence, stamps, seq FROM sync_rows
WHERE owner = :owner AND seq > :number AND is_own >= :least ORDER BY seq LIMIT :limit"""
_LATER = """SELECT s.row_table, s.row_key, s.life, s.presence, s.stamps
FROM unnest(:names) AS wanted(row_table, row_key) CROSS JOIN sync_rows s
WHERE s.owner = :owner AND s.row_table = wanted.row_table AND s.row_key = wanted.row_key AND s.seq > :number"""
_PUT_POSITION = """INSERT INTO sync_positions(owner, peer, pulled, pushed) VALUES (:owner, :peer, :pulled, :pushed)
ON CONFLICT(owner, peer) DO UPDATE SET pulled = excluded.pulled, pushed = excluded.pushed"""
_WAITING = """SELECT count(*) FROM sync_rows WHERE owner = :owner AND is_own = 1
AND seq > coalesce((SELECT pushed FROM sync_positions WHERE owner = :owner AND peer = :peer), 0)"""
_FIRST = "0001-01-01T00:00:00.000000Z"


class SqlSharedRows(Generic[Session]):
    """See ports.SharedRows."""

    def __init__(self, engine: SqlEngine[Session]) -> None:
        self._engine = engine
        self._database = engine.database

    @property
    def node(self) -> str:
        with self._database.reading() as session:
            known = _meta(session, _NODE)
        if known is not None:
            return known
        with self._database.writing(EVERYBODY) as session:
            known = _meta(session, _NODE)
            if known is None:
                known = self._engine.ids.new(_NODE_PREFIX)
                session.execute(_PUT_META, {"owner": EVERYBODY, "key": _NODE, "value": known})
        return known

    def follow(self, owner: Owner) -> None:
        node = self.node
        with self._database.reading() as session:
            if _is_followed(session, owner):
                return
        with self._database.writing(owner) as session:
            if _is_followed(session, owner):
                return
            session.execute(
                "INSERT INTO sync_owners(owner, node, seq) VALUES (:owner, :node, 0)",
                {"owner": owner, "node": node},
            )
            put_states(session, owner, [(state, True) for state in _what_is_there(session, owner, node)])

    def followed(self) -> list[Owner]:
        with self._database.reading() as session:
            session.of_everybody()
            return [
                Owner(owner) for (owner,) in session.values("SELECT owner FROM sync_owners ORDER BY owner")
            ]

    def last(self, owner: Owner) -> int:
        with self._database.reading() as session:
            return _number(session, owner)

    def after(self, owner: Owner, number: int, *, only_own: bool, limit: int) -> Page:
        bound = {"owner": owner, "number": number, "least": int(only_own), "limit": limit}
        with self._database.reading() as session:
            rows = session.rows(_AFTER, bound)
            is_last = len(rows) < limit
            upto = _number(session, owner) if is_last else int(rows[-1]["seq"])
            states = whole_states(session, owner, map(state_of, rows))
            above = [] if is_last else self._above(session, owner, states, upto=upto)
            return Page((*above, *states), upto, is_last)

    def take(self, owner: Owner, states: Sequence[RowState]) -> Taken:
        return take_states(self._engine, owner, states)

    def leave(self, owner: Owner) -> None:
        leave_owner(self._engine, owner)

    def position(self, owner: Owner, peer: str) -> Position:
        query = "SELECT pulled, pushed FROM sync_positions WHERE owner = :owner AND peer = :peer"
        with self._database.reading() as session:
            for pulled, pushed in session.values(query, {"owner": owner, "peer": peer}):
                return Position(int(pulled), int(pushed))
        return Position()

    def keep_position(self, owner: Owner, peer: str, position: Position) -> None:
        bound = {"owner": owner, "peer": peer, "pulled": position.pulled, "pushed": position.pushed}
        with self._database.writing(owner) as session:
            session.execute(_PUT_POSITION, bound)

    def waiting(self, owner: Owner, peer: str) -> int:
        with self._database.reading() as session:
            ((count,),) = session.values(_WAITING, {"owner": owner, "peer": peer})
        return int(count)

    def progress(self) -> Progress | None:
        with self._database.reading() as session:
            text = _meta(session, _PROGRESS)
        return None if text is None else _progress_of(json.loads(text))

    def keep_progress(self, progress: Progress) -> None:
        told = {
            **asdict(progress),
            "tried_at": optional_text(progress.tried_at),
            "whole_at": optional_text(progress.whole_at),
        }
        with self._database.writing(EVERYBODY, durable=False) as session:
            session.execute(_PUT_META, {"owner": EVERYBODY, "key": _PROGRESS, "value": json.dumps(told)})

    def _above(
        self, session: SqlSession, owner: Owner, states: Iterable[RowState], *, upto: int
    ) -> list[RowState]:
        """Rows without which these cannot be, and of which the other side may not have heard yet."""
        names = {
            (parent, str(state.columns[column]))
            for state in states
            if state.columns is not None
            for column, parent in PARENTS.get(state.table, ())
            if (state.table, column) in REQUIRED
        }
        if not names:
            return []
        wanted = [(table, key_text((identity,))) for table, identity in sorted(names)]
        rows = session.rows(_LATER, {"owner": owner, "names": wanted, "number": upto})
        return whole_states(session, owner, map(state_of, rows))


def _number(session: SqlSession, owner: Owner) -> int:
    found = session.values("SELECT seq FROM sync_owners WHERE owner = :owner", {"owner": owner})
    return int(found[0][0]) if found else 0


def _is_followed(session: SqlSession, owner: Owner) -> bool:
    return bool(session.values("SELECT 1 FROM sync_owners WHERE owner = :owner", {"owner": owner}))


def _meta(session: SqlSession, key: str) -> str | None:
    found = session.values(_META, {"owner": EVERYBODY, "key": key})
    return str(found[0][0]) if found else None


def _what_is_there(session: SqlSession, owner: Owner, node: str) -> Iterator[RowState]:
    """Every shared row of an owner, as old as their last operation: what nobody changed since gives way to what was."""
    query = "SELECT max(at) FROM operations WHERE owner = :owner"
    ((last,),) = session.values(query, {"owner": owner})
    life = stamp(str(last or _FIRST), node)
    for table, names in SHARED.items():
        if table == OPERATIONS:
            operations = session.each(
                "SELECT id, at, changes FROM operations WHERE owner = :owner ORDER BY at, id",
                {"owner": owner},
            )
            for identity, at, changes in operations:
                if are_shared(changes_from_json(changes)):
                    yield RowState(table=table, key=(identity,), life=stamp(at, ""))
        elif table != SPACE:
            columns = ", ".join(f'"{name}"' for name in names)
            found = session.each(
                f"SELECT {columns} FROM {table} WHERE owner = :owner ORDER BY {columns}", {"owner": owner}
            )
            for row in found:
                if is_shared(table, key := tuple(row)):
                    yield RowState(table=table, key=key, life=life)
        else:
            yield from _space_there(session, owner, life)


def _space_there(session: SqlSession, key: Owner, life: str) -> Iterator[RowState]:
    owner, _, name = key.partition("//")
    query = "SELECT 1 FROM spaces WHERE owner = :owner AND name = :name"
    if session.values(query, {"owner": owner, "name": name}):
        yield RowState(table=SPACE, key=(name,), life=life)


def _progress_of(told: dict[str, Any]) -> Progress:
    return Progress(
        **{
            **told,
            "tried_at": optional_instant(told["tried_at"]),
            "whole_at": optional_instant(told["whole_at"]),
        }
    )
