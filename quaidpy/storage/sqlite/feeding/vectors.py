"""Which vectors does a shelf have, by number?"""

import json
from collections.abc import Iterator, Sequence
from typing import cast

from quaidpy.domain.recall.queries import Shelf
from quaidpy.storage.cached.sources import OwnersShelf, VectorRow
from quaidpy.storage.sql.rows import identity_text
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.indexing.vectors import INDEX


class SqliteVectorRows(SqliteChangeLog):
    """See storage.cached.sources.VectorRows."""

    def count(self, shelf: OwnersShelf) -> int:
        query = f"SELECT count(*) FROM {INDEX[shelf.shelf]} WHERE owner = :owner AND has_vector"
        ((rows,),) = fetched(self._connection, query, {"owner": shelf.owner})
        return int(rows)

    def all_vectors(self, shelf: OwnersShelf) -> Iterator[VectorRow]:
        query = _vectors_of(shelf.shelf, f"{INDEX[shelf.shelf]} i")
        # The schema is STRICT.
        return cast("Iterator[VectorRow]", self._connection.execute(query, _bound(shelf)))

    def vectors_of(self, shelf: OwnersShelf, numbers: Sequence[int]) -> list[VectorRow]:
        # CROSS JOIN keeps the order: the few numbers first; else SQLite walks all rows of the owner.
        named = f"json_each(:numbers) j CROSS JOIN {INDEX[shelf.shelf]} i ON i.number = j.value"
        bound = {**_bound(shelf), "numbers": json.dumps(numbers)}
        return fetched(self._connection, _vectors_of(shelf.shelf, named), bound)


def _bound(shelf: OwnersShelf) -> dict[str, str]:
    return {"owner": shelf.owner, "identity": identity_text(shelf.identity)}


def _vectors_of(shelf: Shelf, rows: str) -> str:
    """By number; `rows`: where they come from, as `i`."""
    name = "i.id" if shelf is not Shelf.PASSAGES else "i.id || '.' || i.position"
    return (
        f"SELECT i.number, {name} AS node, v.embedding FROM {rows}"
        " CROSS JOIN vectors v ON v.identity = :identity AND v.text_hash = i.text_hash"
        " WHERE i.owner = :owner AND i.has_vector ORDER BY i.number"
    )
