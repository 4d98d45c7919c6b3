"""What was read already in this view of the database? Within one read transaction nothing changes."""

from typing import Any

import apsw

from quaidpy.storage.sqlite.file.noted import Noted
from quaidpy.storage.sqlite.file.queries import fetched

Bound = tuple[str | int | float | bytes, ...]


class ViewingConnection(apsw.Connection):
    """A connection that knows what was asked in its read transaction, and what its write transaction has changed."""

    answers: dict[tuple[str, Bound], list[tuple[Any, ...]]] | None = None
    """None outside of a read transaction, and for one that writes."""
    noted: Noted | None = None
    """What a write transaction will tell in its commit; None outside of one."""


def fetched_once(connection: apsw.Connection, query: str, bound: Bound = ()) -> list[tuple[Any, ...]]:
    """Like `fetched`, for questions that are asked again and again: in one view the file is asked once."""
    answers = connection.answers if isinstance(connection, ViewingConnection) else None
    if answers is None:
        return fetched(connection, query, bound)
    found = answers.get((query, bound))
    if found is None:
        found = answers[query, bound] = fetched(connection, query, bound)
    return found
