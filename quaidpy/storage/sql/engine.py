"""What does the SQL of the rows ask of an engine?

Statements have named parameters (`:owner`) and are the same everywhere but for what is here: how a list is bound, and
how its values are looked through.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from quaidpy.storage.sql.rows import Columns, StoredRow


class SqlSession(Protocol):
    """One connection in one transaction."""

    def rows(self, query: str, bound: Mapping[str, Any]) -> list[Columns]:
        """Each row as a mapping of column to value, in column order; the caller's own."""
        ...

    def stream(self, query: str, bound: Mapping[str, Any]) -> Iterator[StoredRow]:
        """Like `rows`, some at a time: for what may be very many."""
        ...

    def execute(self, statement: str, bound: Mapping[str, Any]) -> None: ...
    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]]) -> None: ...
    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Columns]) -> None:
        """Insert or replace by key; rows of the same columns, which came through the gate."""
        ...

    def columns(self, table: str) -> tuple[str, ...]:
        """In order, the owner included."""
        ...

    def listed(self, values: Sequence[Any]) -> Any:
        """What is bound for a list."""
        ...

    def among(self, name: str) -> str:
        """`= any of the list bound as name`, to stand after a column."""
        ...

    def contains(self, text: str, part: str) -> str:
        """A condition: that the text holds the part, to the letter; both are columns."""
        ...

    def keyed(self, name: str, columns: Sequence[str]) -> str:
        """Of the list of keys bound as `name`, each a list of values: a table `wanted` to select from.

        What is joined with it has to be looked up by the keys, never the other way round.
        """
        ...

    def require_whole(self) -> None:
        """Raises UsageError when a row of this transaction refers to one that does not exist."""
        ...
