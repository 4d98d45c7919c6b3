"""How does an operation write rows, and know what they were before?

All writing of canonical rows goes through here: a row is read before it is first touched, so that its image needs no
machinery of the engine. What comes to nothing in the end leaves no image.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import RowChange, Value
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.gate import admitted_row
from quaidpy.storage.sql.images import TRACKED, Key, change_of, in_order, key_of
from quaidpy.storage.sql.rows import Columns


class TrackedRows:
    """The canonical rows of one owner, within one operation of a write transaction."""

    def __init__(self, session: SqlSession, owner: Owner) -> None:
        self.session = session
        self._owner = owner
        self._before: dict[str, dict[Key, Columns | None]] = {table: {} for table in TRACKED}
        self._now: dict[str, dict[Key, Columns | None]] = {table: {} for table in TRACKED}

    def put(self, table: str, rows: Iterable[Columns]) -> None:
        """Insert or replace by key; each row whole. A row that is there already is not written again."""
        given = {key_of(table, row): row for row in rows}
        known = self.get(table, given)
        changed = {
            key: admitted_row(table, row, known.get(key))
            for key, row in given.items()
            if row != known.get(key)
        }
        self._write(table, [row for key, row in changed.items() if row != known.get(key)])
        self._now[table].update(changed)

    def add(self, table: str, row: Columns) -> None:
        """Unless a row of this key is there."""
        if not self.get(table, [key_of(table, row)]):
            self.put(table, [row])

    def get(self, table: str, keys: Collection[Key]) -> dict[Key, Columns]:
        """The rows of these keys as they are now, without the owner; those that are not there are left out."""
        now = self._now[table]
        unknown = [key for key in keys if key not in now]
        if unknown:
            self._meet(table, unknown, self._read(table, unknown))
        return {key: row for key in keys if (row := now[key]) is not None}

    def where(self, table: str, condition: str, bound: Mapping[str, Any]) -> list[Columns]:
        """The rows for which an SQL condition holds, as they are now; their images begin here."""
        query = f"SELECT * FROM {table} WHERE owner = :owner AND {condition}"
        found = [_without_owner(row) for row in self.session.rows(query, {**bound, "owner": self._owner})]
        self._meet(table, [key_of(table, row) for row in found], found)
        return found

    def remove_where(self, table: str, condition: str, bound: Mapping[str, Any]) -> None:
        gone = self.where(table, condition, bound)
        if not gone:
            return
        statement = f"DELETE FROM {table} WHERE owner = :owner AND {condition}"
        self.session.execute(statement, {**bound, "owner": self._owner})
        self._now[table].update((key_of(table, row), None) for row in gone)

    def remove(self, table: str, column: str, values: Sequence[Value]) -> None:
        """Those with one of the values in the column."""
        if values:
            self.remove_where(table, f"{column} = ANY(:values)", {"values": list(values)})

    def remove_keys(self, table: str, keys: Collection[Key]) -> None:
        there = self.get(table, keys)
        if not there:
            return
        where = " AND ".join(f'"{name}" = :{name}' for name in TRACKED[table])
        self.session.execute_many(
            f"DELETE FROM {table} WHERE owner = :owner AND {where}",
            [{"owner": self._owner, **dict(zip(TRACKED[table], key, strict=True))} for key in there],
        )
        self._now[table].update(dict.fromkeys(there))

    def replace_parts(self, table: str, column: str, whole: Value, rows: Sequence[Columns]) -> None:
        """Of what has this value in the column there are exactly these rows."""
        kept = {key_of(table, row) for row in rows}
        known = self.where(table, f"{column} = :whole", {"whole": whole})
        self.remove_keys(table, [key for row in known if (key := key_of(table, row)) not in kept])
        self.put(table, rows)

    def put_with_parts(
        self, table: str, row: Columns, parts: str, column: str, rows: Sequence[Columns]
    ) -> None:
        """A row, and in another table exactly these as what refers to it by that column."""
        key = key_of(table, row)
        is_met = key in self._now[table]
        self.put(table, [row])
        if is_met or self._before[table][key] is not None:
            self.replace_parts(parts, column, row["id"], rows)
            return
        # Of a row that is new nothing can be there yet: a part without its whole is refused at the end of an operation.
        self._meet(parts, [key_of(parts, part) for part in rows], ())
        self.put(parts, rows)

    def changes(self) -> tuple[RowChange, ...]:
        """Net changes so far, by table and key."""
        return in_order(
            change
            for table, rows in self._now.items()
            for key, row in rows.items()
            if (change := change_of(table, key, self._before[table][key], row)) is not None
        )

    def _write(self, table: str, rows: Sequence[Columns]) -> None:
        if rows:
            key = ("owner", *TRACKED[table])
            self.session.upsert(table, key, [{"owner": self._owner, **row} for row in rows])

    def _meet(self, table: str, keys: Iterable[Key], found: Iterable[Columns]) -> None:
        """Rows that are seen for the first time are as they were before."""
        there = {key_of(table, row): row for row in found}
        for key in keys:
            if key not in self._now[table]:
                self._before[table][key] = self._now[table][key] = there.get(key)

    def _read(self, table: str, keys: Sequence[Key]) -> list[Columns]:
        names = TRACKED[table]
        if len(keys) == 1:
            matched = " AND ".join(f'"{name}" = :{name}' for name in names)
            query = f"SELECT * FROM {table} WHERE owner = :owner AND {matched}"
            found = self.session.rows(query, {"owner": self._owner, **dict(zip(names, keys[0], strict=True))})
        else:
            matched = " AND ".join(f't."{name}" = wanted."{name}"' for name in names)
            query = (
                f"SELECT t.* FROM unnest(:keys) AS wanted({', '.join(names)}) CROSS JOIN {table} t"
                f" WHERE t.owner = :owner AND {matched}"
            )
            wanted = keys if len(names) > 1 else [only for (only,) in keys]
            found = self.session.rows(query, {"owner": self._owner, "keys": wanted})
        return [_without_owner(row) for row in found]


def _without_owner(row: Columns) -> Columns:
    del row["owner"]
    return row
