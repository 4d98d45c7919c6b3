"""Which vectors changed since somebody last looked?

For those who keep vectors in memory: whoever writes, in whichever process, says so in the same commit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.domain.queries import Shelf

_TABLE = """CREATE TABLE IF NOT EXISTS vector_changes(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, number INTEGER) STRICT"""
_KEPT = 100_000  # whoever is further behind reads all anew


def note_vector_changes(connection: apsw.Connection, shelf: Shelf, numbers: "Sequence[int | None]") -> None:
    """Rows of a shelf by number; None for all. The table is made when first needed: homes made before have none."""
    if not numbers:
        return
    connection.execute(_TABLE)
    connection.executemany(
        "INSERT INTO vector_changes(shelf, number) VALUES (?, ?)",
        [(shelf.value, number) for number in numbers],
    )
    connection.execute(
        "DELETE FROM vector_changes WHERE seq <= (SELECT max(seq) FROM vector_changes) - ?", (_KEPT,)
    )


@dataclass(frozen=True, slots=True)
class VectorChanges:
    """`until`: the last change there is. `numbers`: rows to read again; None for all."""

    until: int
    numbers: tuple[int, ...] | None


def vector_changes(connection: apsw.Connection, shelf: Shelf, *, since: int) -> VectorChanges:
    """What happened to a shelf's vectors after change `since`; 0 is before the first."""
    if not fetched(connection, "SELECT 1 FROM sqlite_schema WHERE name = 'vector_changes'"):
        return VectorChanges(since, ())
    ((first, last),) = fetched(
        connection, "SELECT (SELECT min(seq) FROM vector_changes), (SELECT max(seq) FROM vector_changes)"
    )
    if last is None or last <= since:  # less: this reader's view is older, and the newer one is right too
        return VectorChanges(since, ())
    if first > since + 1:
        return VectorChanges(last, None)
    rows = fetched(
        connection,
        "SELECT DISTINCT number FROM vector_changes WHERE seq > ? AND shelf = ?",
        (since, shelf.value),
    )
    numbers = [number for (number,) in rows]
    return VectorChanges(last, None if None in numbers else tuple(sorted(numbers)))
