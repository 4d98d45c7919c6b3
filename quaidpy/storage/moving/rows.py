"""How do the rows of one owner come to be the same in another storage?

Both sides are read in the order of the key, and only what differs is written: what an earlier, interrupted part of the
same move has done is found, and not done again.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any, Generic, TypeAlias

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import RowChange
from quaidpy.storage.moving.tables import Table
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession
from quaidpy.storage.sql.images import TRACKED, change_of, in_order, key_of
from quaidpy.storage.sql.rows import StoredRow

Row: TypeAlias = StoredRow
_ROWS_AT_ONCE = 2_000  # in a transaction
_CHARACTERS_AT_ONCE = 16_000_000  # likewise: operations and traces are long
_SHOWN_NUL = "\u2400"


@dataclass(frozen=True, slots=True)
class Sum:
    """Of rows in the order of their key: how many, and one hash of all that is in them."""

    rows: int = 0
    digest: str = ""


class Summing:
    """Makes the sum of rows that pass by."""

    def __init__(self) -> None:
        self._rows = 0
        self._hash = sha256()

    def seen(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self.add(row)
            yield row

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows += 1
        self._hash.update(_canonical(row).encode())

    @property
    def sum(self) -> Sum:
        return Sum(self._rows, self._hash.hexdigest()[:32] if self._rows else "")


def _canonical(row: Mapping[str, Any]) -> str:
    """The same text for the same row in every engine: a server has no NUL and keeps the sign that shows one."""
    text = json.dumps(row, sort_keys=True, ensure_ascii=False, default=bytes.hex, separators=(",", ":"))
    return text.replace("\\u0000", _SHOWN_NUL) + "\n"


def rows_of(session: SqlSession, table: Table, owner: Owner) -> Iterator[Row]:
    """In the order of the key, the owner included."""
    order = ", ".join(f'"{name}"' for name in table.key) or "owner"
    return session.stream(
        f"SELECT * FROM {table.name} WHERE owner = :owner ORDER BY {order}", {"owner": owner}
    )


def count_by_owner(session: SqlSession, table: str) -> dict[Owner, int]:
    """In a transaction that may see rows of everybody."""
    return {
        Owner(owner): count
        for owner, count in session.values(f"SELECT owner, count(*) FROM {table} GROUP BY owner")
    }


Step: TypeAlias = tuple[Row | None, Row | None]
"""A row as it is there, and as it is wanted; None where it is missing."""


def steps_between(there: Iterable[Row], wanted: Iterable[Row], table: Table) -> Iterator[Step]:
    """What differs. Both in the order of the key."""

    def key(row: Row) -> tuple[Any, ...]:
        return tuple(_shown(row[name]) for name in table.key)

    left, right = iter(there), iter(wanted)
    old, new = next(left, None), next(right, None)
    while old is not None or new is not None:
        if new is None or (old is not None and key(old) < key(new)):
            yield old, None
            old = next(left, None)
        elif old is None or key(new) < key(old):
            yield None, new
            new = next(right, None)
        else:
            if _canonical(old) != _canonical(new):
                yield old, new
            old, new = next(left, None), next(right, None)


def _shown(value: Any) -> Any:
    return value.replace("\0", _SHOWN_NUL) if isinstance(value, str) else value


class Filling(Generic[Session]):
    """Writes rows of one owner, many in a transaction, with what is derived of them in the same one."""

    def __init__(self, engine: SqlEngine[Session], owner: Owner, written: Callable[[int], None]) -> None:
        """`written`: told after each commit how many rows it held."""
        self._engine, self._owner, self._written = engine, owner, written
        self._steps: list[tuple[Table, Step]] = []
        self._characters = 0

    def take(self, table: Table, step: Step) -> None:
        self._steps.append((table, step))
        self._characters += sum(len(value) for value in (step[1] or {}).values() if isinstance(value, str))
        if len(self._steps) >= _ROWS_AT_ONCE or self._characters >= _CHARACTERS_AT_ONCE:
            self.commit()

    def commit(self) -> None:
        if not self._steps:
            return
        # The last commit of a move is durable, and with it all that came before.
        with self._engine.database.writing(self._owner, durable=False) as session:
            for table, steps in groupby(self._steps, key=lambda each: each[0]):
                _write(session, table, self._owner, [step for _, step in steps])
            follow(self._engine.indexing, session, self._owner, in_order(_changes(self._steps)))
        self._written(len(self._steps))
        self._steps.clear()
        self._characters = 0


def _write(session: SqlSession, table: Table, owner: Owner, steps: Iterable[Step]) -> None:
    steps = list(steps)
    key = ("owner", *table.key)
    wanted = [new for _, new in steps if new is not None]
    gone = [old for old, new in steps if old is not None and new is None]
    if wanted:
        session.upsert(table.name, key, wanted)
    if gone:
        where = "".join(f' AND "{name}" = :{name}' for name in table.key)
        session.execute_many(
            f"DELETE FROM {table.name} WHERE owner = :owner{where}",
            [{"owner": owner} | {name: row[name] for name in table.key} for row in gone],
        )


def _changes(steps: Iterable[tuple[Table, Step]]) -> Iterator[RowChange]:
    """For those tables of which something is derived."""
    for table, (old, new) in steps:
        if table.name not in TRACKED:
            continue
        before, after = _without_owner(old), _without_owner(new)
        change = change_of(table.name, key_of(table.name, after or before or {}), before, after)
        if change is not None:
            yield change


def _without_owner(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else {name: value for name, value in row.items() if name != "owner"}


# What waits in the order in which it came: the numbers are each storage's own.

_QUEUED = "SELECT edit, is_back FROM file_writes WHERE owner = :owner ORDER BY seq"
_QUEUE = "INSERT INTO file_writes(owner, edit, is_back) VALUES (:owner, :edit, :is_back)"


def queued_rows(session: SqlSession, owner: Owner) -> list[dict[str, Any]]:
    return session.rows(_QUEUED, {"owner": owner})


def put_queue(engine: SqlEngine[Session], owner: Owner, wanted: list[dict[str, Any]]) -> None:
    """In the place of what waits there."""
    with engine.database.writing(owner, durable=False) as session:
        if queued_rows(session, owner) != wanted:
            session.execute("DELETE FROM file_writes WHERE owner = :owner", {"owner": owner})
            session.execute_many(_QUEUE, [{"owner": owner, **row} for row in wanted])
