"""Which vectors, which words of which rows, and which nodes' links changed since somebody last looked?

For those who keep them, or what filters ask of rows, in memory: whoever writes, in any process, says so in its commit.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import apsw

from quaidpy.domain.recall.queries import Shelf
from quaidpy.storage.sqlite.file.rows import fetched
from quaidpy.storage.sqlite.file.views import fetched_once

# Named when only vectors were told of.
_TABLE = """CREATE TABLE IF NOT EXISTS vector_changes(
  seq INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, number INTEGER) STRICT"""
_KEPT = 200_000  # whoever is further behind reads all anew


class Told(Enum):
    """What the changes are told of."""

    MEMORY_VECTORS = Shelf.MEMORIES.value
    TURN_VECTORS = Shelf.TURNS.value
    PASSAGE_VECTORS = Shelf.PASSAGES.value
    MEMORY_WORDS = "memory words"
    TURN_WORDS = "turn words"
    PASSAGE_WORDS = "passage words"
    WINDOW_WORDS = "window words"
    LINKS = "links"
    MEMORY_COLUMNS = "memory columns"
    TURN_COLUMNS = "turn columns"
    PASSAGE_COLUMNS = "passage columns"


VECTORS = {
    Shelf.MEMORIES: Told.MEMORY_VECTORS,
    Shelf.TURNS: Told.TURN_VECTORS,
    Shelf.PASSAGES: Told.PASSAGE_VECTORS,
}
WORDS = {
    Shelf.MEMORIES: Told.MEMORY_WORDS,
    Shelf.TURNS: Told.TURN_WORDS,
    Shelf.PASSAGES: Told.PASSAGE_WORDS,
}
COLUMNS = {
    Shelf.MEMORIES: Told.MEMORY_COLUMNS,
    Shelf.TURNS: Told.TURN_COLUMNS,
    Shelf.PASSAGES: Told.PASSAGE_COLUMNS,
}
"""What filters ask of; told of a row whose words stay the same, new and changed words are told of anyway."""

_UNTIL = "SELECT seq FROM sqlite_sequence WHERE name = 'vector_changes'"  # the largest ever given


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


def tell_all_changed(connection: apsw.Connection) -> None:
    """Whoever holds anything in memory reads it anew."""
    for told in Told:
        note_changes(connection, told, [None])


@dataclass(frozen=True, slots=True)
class Changes:
    """`until`: the last change there is. `numbers`: rows to read again; None for all."""

    until: int
    numbers: tuple[int, ...] | None


def last_change(connection: apsw.Connection) -> int:
    """As of the connection's transaction; 0 before the first."""
    found = fetched_once(connection, _UNTIL)
    return found[0][0] if found else 0


def changes_since(connection: apsw.Connection, told: Told, since: int, *others: Told) -> Changes:
    """What happened after change `since` to what is named; 0 is before the first."""
    last = last_change(connection)
    if last <= since:  # less: this reader's view is older, and the newer one is right too
        return Changes(since, ())
    ((first,),) = fetched(connection, "SELECT min(seq) FROM vector_changes")
    if first is None or first > since + 1:
        return Changes(last, None)
    rows = fetched(
        connection,
        "SELECT DISTINCT number FROM vector_changes WHERE seq > ? AND shelf IN (SELECT value FROM json_each(?))",
        (since, json.dumps([each.value for each in (told, *others)])),
    )
    numbers = [number for (number,) in rows]
    return Changes(last, None if None in numbers else tuple(sorted(numbers)))
