"""Which vectors, which words of which rows, and which nodes' links changed since somebody last looked?

For those who keep them in memory: whoever writes, in whichever process, says so in the same commit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import apsw

from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.domain.queries import Shelf

# Named when only vectors were told of.
_TABLE = """CREATE TABLE IF NOT EXISTS vector_changes(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, number INTEGER) STRICT"""
_KEPT = 200_000  # whoever is further behind reads all anew


class Told(Enum):
    """What the changes are told of."""

    MEMORY_VECTORS = Shelf.MEMORIES.value
    TURN_VECTORS = Shelf.TURNS.value
    MEMORY_WORDS = "memory words"
    TURN_WORDS = "turn words"
    WINDOW_WORDS = "window words"
    LINKS = "links"


VECTORS = {Shelf.MEMORIES: Told.MEMORY_VECTORS, Shelf.TURNS: Told.TURN_VECTORS}
WORDS = {Shelf.MEMORIES: Told.MEMORY_WORDS, Shelf.TURNS: Told.TURN_WORDS}


def note_changes(connection: apsw.Connection, told: Told, numbers: "Sequence[int | None]") -> None:
    """Rows by number, nodes by key; None for all. The table is made when first needed: homes made before have none."""
    if not numbers:
        return
    connection.execute(_TABLE)
    connection.executemany(
        "INSERT INTO vector_changes(shelf, number) VALUES (?, ?)",
        [(told.value, number) for number in numbers],
    )
    connection.execute(
        "DELETE FROM vector_changes WHERE seq <= (SELECT max(seq) FROM vector_changes) - ?", (_KEPT,)
    )


@dataclass(frozen=True, slots=True)
class Changes:
    """`until`: the last change there is. `numbers`: rows to read again; None for all."""

    until: int
    numbers: tuple[int, ...] | None


def last_change(connection: apsw.Connection) -> int:
    """As of the connection's transaction; 0 before the first."""
    if not fetched(connection, "SELECT 1 FROM sqlite_schema WHERE name = 'vector_changes'"):
        return 0
    ((last,),) = fetched(connection, "SELECT max(seq) FROM vector_changes")
    return last or 0


def changes_since(connection: apsw.Connection, told: Told, since: int) -> Changes:
    """What happened after change `since`; 0 is before the first."""
    if not fetched(connection, "SELECT 1 FROM sqlite_schema WHERE name = 'vector_changes'"):
        return Changes(since, ())
    ((first, last),) = fetched(
        connection, "SELECT (SELECT min(seq) FROM vector_changes), (SELECT max(seq) FROM vector_changes)"
    )
    if last is None or last <= since:  # less: this reader's view is older, and the newer one is right too
        return Changes(since, ())
    if first > since + 1:
        return Changes(last, None)
    rows = fetched(
        connection,
        "SELECT DISTINCT number FROM vector_changes WHERE seq > ? AND shelf = ?",
        (since, told.value),
    )
    numbers = [number for (number,) in rows]
    return Changes(last, None if None in numbers else tuple(sorted(numbers)))
