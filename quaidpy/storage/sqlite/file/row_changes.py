"""Which rows of people, turns and memories changed since somebody last looked?

For those who keep rows in memory: whoever writes, in whichever process, says so in the same commit.
"""

from collections.abc import Iterable

import apsw

from quaidpy.domain.memories.operations import RowChange
from quaidpy.storage.sqlite.file.rows import fetched
from quaidpy.storage.sqlite.file.views import fetched_once

_TABLE = "CREATE TABLE IF NOT EXISTS row_changes(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT) STRICT"
_EVERYTHING = None  # in place of an id
_MOST_AT_ONCE = 2_000  # rows of one transaction told one by one; of more it is told that all may differ
_KEPT = 50_000  # whoever is further behind reads all anew
_NAMING = {
    "memories": ("id",),
    "evidence": ("memory", "turn"),
    "episodes": ("id",),
    "turns": ("id",),
    "entities": ("id",),
    "aliases": ("entity",),
}
"""Tables whose rows are kept in memory, and their columns that name what is kept."""
NAMES = "names"
"""Told in place of an id when a name was given, changed or taken away: of what depends on all of them."""


def tell_rows(connection: apsw.Connection, changes: Iterable[RowChange]) -> None:
    """The table is made when first needed: homes made before have none."""
    told = sorted({str(value) for change in changes for value in _named_in(change)})
    if told:
        _tell(connection, told if len(told) <= _MOST_AT_ONCE else [_EVERYTHING])


def tell_all_rows(connection: apsw.Connection) -> None:
    """Whoever keeps rows in memory reads all of them anew."""
    _tell(connection, [_EVERYTHING])


def _tell(connection: apsw.Connection, told: Iterable[str | None]) -> None:
    connection.execute(_TABLE)
    connection.executemany("INSERT INTO row_changes(id) VALUES (?)", [(identity,) for identity in told])
    connection.execute(
        "DELETE FROM row_changes WHERE seq <= (SELECT max(seq) FROM row_changes) - ?", (_KEPT,)
    )


def _named_in(change: RowChange) -> Iterable[object]:
    names = _NAMING.get(change.table, ())
    if change.table in {"entities", "aliases"}:
        yield NAMES
    for part in (change.key, change.before or (), change.after or ()):
        yield from (value for name, value in part if name in names)


def last_change(connection: apsw.Connection) -> int:
    """As of the connection's transaction; 0 before the first."""
    found = fetched_once(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'row_changes'")
    return found[0][0] if found else 0


def rows_changed(connection: apsw.Connection, since: int) -> frozenset[str] | None:
    """Ids of what changed after change `since`, which is before the last there is; None when it may be anything."""
    ((first,),) = fetched(connection, "SELECT min(seq) FROM row_changes")
    if first > since + 1:
        return None
    ids = [
        identity for (identity,) in fetched(connection, "SELECT id FROM row_changes WHERE seq > ?", (since,))
    ]
    return None if _EVERYTHING in ids else frozenset(ids)
