"""Which tables move, in which order, and what becomes of the others? Read from the schema itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from quaidpy.errors import StorageError
from quaidpy.regex import regex
from quaidpy.storage.tables import STEPS

_TABLE = regex(r"\A\s*CREATE TABLE (\w+)\(")
_KEY = regex(r"PRIMARY KEY\(([^)]{1,200})\)")
_OWNER = "owner"
# What memories speak of is in their words: once it is there, each memory is indexed once.
_FIRST = ("entities", "aliases", "mentions")


class Way(StrEnum):
    """How a table goes that does not go row by row under its key."""

    DOCUMENTS = "with its document"
    QUEUE = "in its order"
    VECTORS = "by the texts of the rows"
    DERIVED = "made anew from the rows"
    OWN = "each storage has its own"


OTHERWISE: Mapping[str, Way] = {
    "documents": Way.DOCUMENTS,
    "chunks": Way.DOCUMENTS,
    "chunk_parts": Way.DOCUMENTS,
    "file_writes": Way.QUEUE,
    "vectors": Way.VECTORS,
    "memory_index": Way.DERIVED,
    "turn_index": Way.DERIVED,
    "passage_index": Way.DERIVED,
    "adjacency": Way.DERIVED,
    "change_log": Way.OWN,
    "meta": Way.OWN,
    "access_tokens": Way.OWN,
}
"""All others move row by row, which takes a key that begins with the owner."""


@dataclass(frozen=True, slots=True)
class Table:
    """`key`: its columns within an owner, in order."""

    name: str
    key: tuple[str, ...]


def tables_of(steps: Sequence[str] = STEPS) -> dict[str, tuple[str, ...]]:
    """Every table of the schema and the columns of its key."""
    statements = (statement for step in steps for statement in step.split(";"))
    found = ((statement, _TABLE.match(statement)) for statement in statements)
    return {table[1]: _key_of(statement[table.end() :]) for statement, table in found if table}


def moved_tables(steps: Sequence[str] = STEPS) -> tuple[Table, ...]:
    """Those that move row by row, each after those that it refers to.

    Raises StorageError for a table of which nobody has said how it moves.
    """
    found = {table.name: table for table in _row_by_row(tables_of(steps))}
    return tuple(found.pop(name) for name in _FIRST if name in found) + tuple(found.values())


def _row_by_row(tables: Mapping[str, tuple[str, ...]]) -> Iterator[Table]:
    for name, key in tables.items():
        if name in OTHERWISE:
            continue
        if key[:1] != (_OWNER,):
            raise StorageError(
                f"the table {name} has no owner first in its key, and storage/moving/tables.py"
                " does not say how it moves"
            )
        yield Table(name, key[1:])


def _key_of(body: str) -> tuple[str, ...]:
    found = _KEY.search(body)
    if found:
        return tuple(part.strip() for part in found[1].split(","))
    return tuple(column.split()[0] for column in body.split(",") if " PRIMARY KEY" in column)
