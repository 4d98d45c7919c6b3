"""Which rows are shared between homes, and which of them has a transaction written?

Noted while it writes, and numbered in its commit. Nothing is written of an owner whose rows are shared with nobody;
that costs one look a transaction.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import RowChange
from quaidpy.domain.nights import Matter
from quaidpy.domain.sync.states import (
    OPERATIONS,
    SPACE,
    Key,
    Presence,
    RowState,
    group_of,
    stamp,
    stamp_after,
)
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.images import TRACKED
from quaidpy.storage.sql.noted import Noted, RowName, Written

_OF_ONE_MACHINE = frozenset({"projects", "verified", "learnings", "file_edits"})
"""What tells of files of one machine."""
_ASKED_OF_FILES = frozenset({Matter.FILE.value})

SHARED: dict[str, tuple[str, ...]] = {
    **{table: key for table, key in TRACKED.items() if table not in _OF_ONE_MACHINE},
    OPERATIONS: ("id",),
    SPACE: ("name",),
}
"""Tables and their keys within an owner, what is referred to first. A space's row is kept under the space's own key."""

PARENTS: dict[str, tuple[tuple[str, str], ...]] = {
    "evidence": (("memory", "memories"), ("turn", "turns")),
    "aliases": (("entity", "entities"),),
    "edges": (("source", "entities"), ("target", "entities"), ("memory", "memories")),
    "attributes": (("subject", "entities"), ("memory", "memories"), ("turn", "turns")),
    "mentions": (("entity", "entities"), ("node", "memories"), ("node", "turns")),
    "turns": (("episode", "episodes"),),
    "theme_members": (("theme", "themes"), ("member", "memories")),
    "suppressions": (("memory", "memories"),),
}
"""Of a table the columns that name a row of another one: where that was erased for ever, these go, too."""

REQUIRED = frozenset(
    {
        ("evidence", "memory"),
        ("aliases", "entity"),
        ("edges", "source"),
        ("edges", "target"),
        ("attributes", "subject"),
        ("mentions", "entity"),
        ("turns", "episode"),
        ("theme_members", "theme"),
    }
)
"""Tables and columns without whose row there is nothing to say."""


def is_shared(table: str, key: Key) -> bool:
    return table in SHARED and not (table == "questions" and key[0] in _ASKED_OF_FILES)


def are_shared(changes: Iterable[RowChange]) -> bool:
    """Whether an operation that made these tells of anything shared; one that was erased empty does."""
    tables = {change.table for change in changes}
    return not tables or not tables <= _OF_ONE_MACHINE


_FOLLOWED = "SELECT node FROM sync_owners WHERE owner = :owner"
_NUMBERED = "UPDATE sync_owners SET seq = seq + :count WHERE owner = :owner RETURNING seq"
_KNOWN = """SELECT s.row_table, s.row_key, s.life, s.presence, s.stamps
FROM unnest(:names) AS wanted(row_table, row_key)
CROSS JOIN sync_rows s WHERE s.owner = :owner AND s.row_table = wanted.row_table AND s.row_key = wanted.row_key"""
_ORDER = {table: place for place, table in enumerate(SHARED)}


def note_changes_made(session: SqlSession, owner: Owner, changes: Iterable[RowChange], at: str) -> None:
    """Rows that an operation changed. `at`: when."""
    if not _is_followed(session, owner):
        return
    for change in changes:
        presence = Presence.GONE if change.after is None else Presence.THERE
        is_update = change.before is not None and change.after is not None
        columns = frozenset(name for name, _ in change.after or ()) if is_update else None
        name = owner, change.table, tuple(value for _, value in change.key)
        note_row(session, name, Written(presence, columns, at))


def note_row(session: SqlSession, name: RowName, written: Written) -> None:
    """One row, past `TrackedRows`."""
    owner, table, key = name
    if is_shared(table, key) and _is_followed(session, owner):
        assert session.noted is not None, "inside a write transaction"
        session.noted.note_written(name, written)


def note_inserted(session: SqlSession, name: RowName, at: str) -> None:
    note_row(session, name, Written(Presence.THERE, None, at))


def note_updated(session: SqlSession, name: RowName, columns: Collection[str], at: str) -> None:
    note_row(session, name, Written(Presence.THERE, frozenset(columns), at))


def _is_followed(session: SqlSession, owner: Owner) -> bool:
    """Whether anybody wants to hear of the owner's rows; looked up once a transaction."""
    return session.noted is not None and _name_for(session, session.noted, owner) is not None


def _name_for(session: SqlSession, noted: Noted, owner: Owner) -> str | None:
    """The name of this database among those that share the owner's rows; None when nobody does."""
    if owner not in noted.followed:
        found = session.values(_FOLLOWED, {"owner": owner})
        noted.followed[owner] = str(found[0][0]) if found else None
    return noted.followed[owner]


def write_states(session: SqlSession, noted: Noted) -> None:
    """Give each shared row that was written the next number of its owner; in the commit of the change."""
    for owner in sorted({owner for owner, *_ in (*noted.written, *noted.arrived)}):
        node = _name_for(session, noted, owner)
        if node is not None:
            put_states(session, owner, [*_states(session, owner, node, noted)])


def put_states(session: SqlSession, owner: Owner, states: Sequence[tuple[RowState, bool]]) -> None:
    """Under the next numbers, in this order, each with whether others must hear of it."""
    if not states:
        return
    last = numbered(session, owner, len(states))
    rows = [
        {
            "owner": owner,
            "row_table": state.table,
            "row_key": key_text(state.key),
            "life": state.life,
            "presence": int(state.presence),
            "stamps": json.dumps(dict(state.stamps), separators=(",", ":")),
            "seq": number,
            "is_own": int(is_own),
        }
        for number, (state, is_own) in enumerate(states, start=last - len(states) + 1)
    ]
    session.upsert("sync_rows", ("owner", "row_table", "row_key"), rows)


def numbered(session: SqlSession, owner: Owner, count: int) -> int:
    """Take so many numbers, and give the last; 0 of whom nobody follows.

    Whoever has taken some holds the owner's numbers until the commit: they come in the order of the commits.
    """
    found = session.values(_NUMBERED, {"owner": owner, "count": count})
    return int(found[0][0]) if found else 0


def _states(session: SqlSession, owner: Owner, node: str, noted: Noted) -> Iterable[tuple[RowState, bool]]:
    """What is erased first, whoever hears of it erases before the rest is gone; then what is referred to."""
    written = {
        (table, key): each
        for (whose, table, key), each in noted.written.items()
        if whose == owner and (whose, table, key) not in noted.arrived
    }
    arrived = [each for (whose, *_), each in noted.arrived.items() if whose == owner]
    known = known_states(session, owner, written)
    own = [
        (state, True)
        for name, each in written.items()
        if (state := _after(name, each, known.get(name), node)) is not None
    ]
    return sorted(
        [*own, *arrived],
        key=lambda one: (one[0].presence is not Presence.ERASED, _ORDER[one[0].table], key_text(one[0].key)),
    )


def _after(name: tuple[str, Key], written: Written, known: RowState | None, node: str) -> RowState | None:
    """The state of a row that was written; None of one that came and went unheard, or was erased."""
    table, key = name
    made = stamp(written.at, "" if table == OPERATIONS else node)
    if known is None:
        if written.presence is Presence.GONE:
            return None
        return RowState(table=table, key=key, life=made, presence=written.presence)
    if known.presence is Presence.ERASED:
        return None
    if written.columns is None:
        life = stamp_after(made, known.life, *known.stamps.values())
        return RowState(table=table, key=key, life=life, presence=written.presence)
    edited = {
        group: stamp_after(stamp(written.at, node), known.life, known.stamps.get(group, ""))
        for group in sorted({group_of(table, column) for column in written.columns})
    }
    return RowState(table=table, key=key, life=known.life, stamps={**known.stamps, **edited})


def known_states(
    session: SqlSession, owner: Owner, names: Collection[tuple[str, Key]]
) -> dict[tuple[str, Key], RowState]:
    """Of those of these rows of which anything is known, without their columns."""
    if not names:
        return {}
    wanted = [(table, key_text(key)) for table, key in names]
    rows = session.rows(_KNOWN, {"owner": owner, "names": wanted})
    return {state.name: state for state in map(state_of, rows)}


def state_of(row: Mapping[str, Any]) -> RowState:
    """Without columns."""
    return RowState(
        table=str(row["row_table"]),
        key=tuple(json.loads(str(row["row_key"]))),
        life=str(row["life"]),
        presence=Presence(int(row["presence"])),
        stamps=json.loads(str(row["stamps"])),
    )


def key_text(key: Key) -> str:
    return json.dumps(list(key), ensure_ascii=False, separators=(",", ":"))
