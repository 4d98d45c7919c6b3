"""How does all of a storage come into another one, and is every row the same there?

A move that was cut off is gone on with by the same call: what the target has is compared, not trusted. Nobody else may
write in the source meanwhile; whoever calls sees to that.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.errors import ConflictError, StorageError
from quaidpy.ports.search import SearchIndex
from quaidpy.storage.moving.documents import fill_documents, projects_with_documents, sum_of_documents
from quaidpy.storage.moving.rows import (
    Filling,
    Row,
    Sum,
    Summing,
    count_by_owner,
    put_queue,
    queued_rows,
    rows_of,
    steps_between,
)
from quaidpy.storage.moving.tables import Table, moved_tables
from quaidpy.storage.moving.vectors import fill_vectors, sum_of_vectors
from quaidpy.storage.searching.documents import SqlDocuments
from quaidpy.storage.sql.engine import AnyDatabase, AnyEngine, SqlSession

DOCUMENTS, QUEUE, VECTORS = "documents", "file_writes", "vectors"
_MARK = "move:"  # meta key of the target, with the move's name: an unfinished move, and of whom
_MARKED = "SELECT value FROM meta m WHERE of_owner(m) AND m.key = :key"
_SHOWN = 5

Told = Callable[[str, int, int], None]
"""Of the work called so, how many rows are done, of how many."""


@dataclass(frozen=True, slots=True)
class Side:
    """A storage as moves need it. `name`: for messages."""

    name: str
    rows: AnyEngine
    search: SearchIndex
    documents: SqlDocuments[Any]

    @property
    def database(self) -> AnyDatabase:
        return self.rows.database


@dataclass(frozen=True, slots=True)
class Held:
    """How many rows of whom a storage has, by table."""

    tables: Mapping[str, Mapping[Owner, int]]

    @property
    def owners(self) -> tuple[Owner, ...]:
        return tuple(sorted({owner for counts in self.tables.values() for owner in counts}))

    def of(self, owner: Owner) -> dict[str, int]:
        """By table; those without any are left out."""
        return {table: counts[owner] for table, counts in self.tables.items() if owner in counts}

    @property
    def by_table(self) -> dict[str, int]:
        return {table: sum(counts.values()) for table, counts in self.tables.items() if counts}

    @property
    def rows(self) -> int:
        return sum(self.by_table.values())


def held_by(database: AnyDatabase) -> Held:
    with database.snapshot() as session:
        session.of_everybody()
        names = (*(table.name for table in moved_tables()), DOCUMENTS, QUEUE)
        return Held({name: count_by_owner(session, name) for name in names})


@dataclass(frozen=True, slots=True)
class Compared:
    """The rows of one owner in one table, on both sides."""

    owner: Owner
    table: str
    source: Sum
    target: Sum

    @property
    def is_same(self) -> bool:
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class Moved:
    """`written`: rows, documents and vectors that this call has put or taken away; others were there already."""

    compared: tuple[Compared, ...]
    written: int
    is_resumed: bool

    @property
    def owners(self) -> tuple[Owner, ...]:
        return tuple(dict.fromkeys(each.owner for each in self.compared))

    @property
    def by_table(self) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for each in self.compared:
            counts[each.table] += each.target.rows
        return dict(counts)


def require_room(target: Side, owners: tuple[Owner, ...], there: Held) -> None:
    """Raises ConflictError where the target has rows of these owners."""
    taken = {owner: there.of(owner) for owner in owners if there.of(owner)}
    if not taken:
        return
    named = ", ".join(
        f"{owner} ({sum(counts.values()):,} rows)" for owner, counts in [*taken.items()][:_SHOWN]
    )
    more = f" and {len(taken) - _SHOWN} others" if len(taken) > _SHOWN else ""
    raise ConflictError(
        f"{target.name} has rows of {named}{more} already, which are not of this move; nothing was moved."
        " Name a database or a schema of its own, or have the server drop that one if nobody uses it"
    )


def require_one_embedder(source: Side, target: Side) -> None:
    """Raises ConflictError where each side searches by the vectors of another one."""
    ours, theirs = source.search.identity(), target.search.identity()
    if ours is not None and theirs is not None and ours != theirs:
        raise ConflictError(
            f"{source.name} is embedded by {ours.name} and {target.name} by {theirs.name}, which cannot be searched"
            f" together; `quaid reembed` the one with the model of the other, then move"
        )


def marked_owners(move: str, database: AnyDatabase) -> frozenset[Owner]:
    """Of whom an unfinished move may have left rows there."""
    with database.reading() as session:
        rows = session.values(_MARKED, {"owner": EVERYBODY, "key": _MARK + move})
    return frozenset(Owner(owner) for (value,) in rows for owner in json.loads(value)["owners"])


def unmark(move: str, database: AnyDatabase) -> None:
    """It is finished."""
    with database.writing() as session:
        session.execute(
            "DELETE FROM meta WHERE of_owner(meta) AND key = :key", {"owner": EVERYBODY, "key": _MARK + move}
        )


def move_all(move: str, source: Side, target: Side, told: Told) -> Moved:
    """Bring all of the source into the target and compare. The mark stays until `unmark`.

    Raises ConflictError where the target has other rows of these owners, StorageError where rows differ in the end.
    """
    held, there = held_by(source.database), held_by(target.database)
    marked = marked_owners(move, target.database)
    require_room(target, tuple(owner for owner in held.owners if owner not in marked), there)
    require_one_embedder(source, target)
    # Also those who are gone from the source since an earlier call.
    owners = tuple(sorted({*held.owners, *marked}))
    _mark(move, source, target, owners)
    run = _Run(source, target, held, there, told)
    for owner in owners:
        run.fill(owner)
    compared = tuple(each for owner in owners for each in run.compared(owner))
    different = [f"{each.table} of {each.owner}" for each in compared if not each.is_same]
    if different:
        raise StorageError(
            f"{', '.join(different[:_SHOWN])} {'differ' if len(different) > 1 else 'differs'} in {source.name} and"
            f" {target.name} after the move; {source.name} stays in use. Move again: only what differs is written"
        )
    return Moved(compared, run.written, is_resumed=bool(marked))


def _mark(move: str, source: Side, target: Side, owners: tuple[Owner, ...]) -> None:
    value = json.dumps({"from": source.name, "owners": owners})
    with target.database.writing() as session:
        session.execute(
            "INSERT INTO meta(owner, key, value) VALUES (:owner, :key, :value)"
            " ON CONFLICT(owner, key) DO UPDATE SET value = excluded.value",
            {"owner": EVERYBODY, "key": _MARK + move, "value": value},
        )


@dataclass(slots=True)
class _Run:
    """One call: what each side held when it began, and what has been read of the source since."""

    source: Side
    target: Side
    held: Held
    there: Held
    told: Told
    written: int = 0
    _read: int = 0
    _checked: int = 0
    _sums: dict[tuple[Owner, str], Sum] = field(default_factory=dict)

    def fill(self, owner: Owner) -> None:
        """Make the target's rows of one owner the source's, and all that is found of them."""
        if self.there.of(owner):
            self._take_away(owner)
        with self.source.database.snapshot() as session:
            filling = Filling(self.target.rows, owner, self._count)
            for table in self._tables(owner):
                with self._there(table, owner) as there:
                    summing = Summing()
                    wanted = self._passing(summing.seen(rows_of(session, table, owner)))
                    for step in steps_between(there, wanted, table):
                        if step[1] is not None:
                            filling.take(table, step)
                self._sums[owner, table.name] = summing.sum
            filling.commit()
            self._queue(session, owner)
        self._documents(owner)
        fill_vectors(self.source.search, self.target.search, self.target.rows, owner, self._count)
        with self.source.database.snapshot() as session:
            self._sums[owner, VECTORS] = sum_of_vectors(session, self.source.search, owner)

    def compared(self, owner: Owner) -> Iterator[Compared]:
        """Each table of an owner, the target read again."""
        with self.target.database.snapshot() as session:
            for table in self._tables(owner):
                summing = Summing()
                for _ in self._passing(summing.seen(rows_of(session, table, owner)), is_check=True):
                    pass
                yield Compared(owner, table.name, self._sums[owner, table.name], summing.sum)
            found = {QUEUE: _sum_of_queue(session, owner)}
            projects = projects_with_documents(session, owner)
            found[DOCUMENTS] = sum_of_documents(self.target.documents, owner, projects)
            found[VECTORS] = sum_of_vectors(session, self.target.search, owner)
        for name, summed in found.items():
            if summed.rows or self._sums[owner, name].rows:
                yield Compared(owner, name, self._sums[owner, name], summed)

    def _tables(self, owner: Owner) -> list[Table]:
        return [
            table
            for table in moved_tables()
            if owner in self.held.tables[table.name] or owner in self.there.tables[table.name]
        ]

    def _take_away(self, owner: Owner) -> None:
        """What the source has no more, last what others refer to; then nothing that comes can meet it."""
        filling = Filling(self.target.rows, owner, self._count)
        with self.source.database.snapshot() as source:
            for table in reversed(self._tables(owner)):
                with self.target.database.snapshot() as target:
                    there, wanted = rows_of(target, table, owner), rows_of(source, table, owner)
                    for old, new in steps_between(there, wanted, table):
                        if new is None:
                            filling.take(table, (old, None))
        filling.commit()

    @contextmanager
    def _there(self, table: Table, owner: Owner) -> Iterator[Iterator[Row]]:
        """What the target has of a table, as of before this call writes in it."""
        is_known = owner in self.there.tables[table.name]
        snapshot: AbstractContextManager[SqlSession | None] = (
            self.target.database.snapshot() if is_known else nullcontext()
        )
        with snapshot as session:
            yield iter(()) if session is None else rows_of(session, table, owner)

    def _queue(self, session: SqlSession, owner: Owner) -> None:
        wanted = queued_rows(session, owner)
        if wanted or owner in self.there.tables[QUEUE]:
            put_queue(self.target.rows, owner, wanted)
        self._sums[owner, QUEUE] = _sum_of_queue(session, owner)

    def _documents(self, owner: Owner) -> None:
        with self.source.database.reading() as ours, self.target.database.reading() as theirs:
            projects = projects_with_documents(ours, owner), projects_with_documents(theirs, owner)
        source = self.source.documents
        fill_documents(source, self.target.documents, owner, projects, self._count)
        self._sums[owner, DOCUMENTS] = sum_of_documents(source, owner, projects[0])

    def _count(self, written: int) -> None:
        self.written += written

    def _passing(self, rows: Iterator[Row], *, is_check: bool = False) -> Iterator[Row]:
        """Tell how many have passed by."""
        for row in rows:
            yield row
            if is_check:
                self._checked += 1
                self.told("comparing", self._checked, self.held.rows)
            else:
                self._read += 1
                self.told("moving", self._read, self.held.rows)


def _sum_of_queue(session: SqlSession, owner: Owner) -> Sum:
    summing = Summing()
    for row in queued_rows(session, owner):
        summing.add(row)
    return summing.sum
