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
        self._waiting: dict[tuple[str, str, str], dict[Key, tuple[Columns, Sequence[Columns]]]] = {}

    def put(self, table: str, rows: Iterable[Columns]) -> None:
        """Insert or replace by key; each row whole. A row that is there already is not written again."""
        given = {key_of(table, row): row for row in map(self.session.as_stored, rows)}
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
        self._settle(table)
        now = self._now[table]
        unknown = [key for key in keys if key not in now]
        if unknown:
            self._meet(table, unknown, self._read(table, unknown))
        return {key: row for key in keys if (row := now[key]) is not None}

    def where(self, table: str, condition: str, bound: Mapping[str, Any]) -> list[Columns]:
        """The rows for which an SQL condition holds, as they are now; their images begin here."""
        self._settle(*TRACKED)
        return self._where(table, condition, bound)

    def _where(self, table: str, condition: str, bound: Mapping[str, Any]) -> list[Columns]:
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

    def put_with_parts(
        self, table: str, row: Columns, parts: str, column: str, rows: Sequence[Columns]
    ) -> None:
        """A row, and in another table exactly these as what refers to it by that column.

        They wait, so that many are read and written at once, until somebody asks of their tables or for `changes`.
        """
        stored, *of_it = map(self.session.as_stored, (row, *rows))
        self._waiting.setdefault((table, parts, column), {})[key_of(table, stored)] = stored, of_it

    def changes(self) -> tuple[RowChange, ...]:
        """Net changes so far, by table and key."""
        self._settle(*TRACKED)
        return in_order(
            change
            for table, rows in self._now.items()
            for key, row in rows.items()
            if (change := change_of(table, key, self._before[table][key], row)) is not None
        )

    def _settle(self, *tables: str) -> None:
        """Put what waits for any of these tables."""
        for waits in [each for each in self._waiting if not set(each).isdisjoint(tables)]:
            table, parts, column = waits
            wholes = self._waiting.pop(waits)
            met = wholes.keys() & self._now[table].keys()
            self.put(table, [row for row, _ in wholes.values()])
            known = {key for key in wholes if key in met or self._before[table][key] is not None}
            kept = {key_of(parts, row) for _, rows in wholes.values() for row in rows}
            if known:
                of_known = {"wholes": [wholes[key][0]["id"] for key in wholes if key in known]}
                found = [
                    key_of(parts, row) for row in self._where(parts, f"{column} = ANY(:wholes)", of_known)
                ]
                self.remove_keys(parts, [key for key in found if key not in kept])
            # Of a row that is new nothing can be there: a part without its whole is refused when an operation ends.
            new = [row for key, (_, rows) in wholes.items() if key not in known for row in rows]
            self._meet(parts, [key_of(parts, row) for row in new], ())
            self.put(parts, [row for _, rows in wholes.values() for row in rows])

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
