"""Many rows are put down by one statement, few by one each; both leave the same."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quaidpy.storage.postgres.server.database import PostgresDatabase
from tests.fakes import FakeClock
from tests.postgres_server import used_address_of
from tests.samples import ANA


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())) as database:
        yield database


def usage(number: int, recalled: str | None) -> dict[str, Any]:
    memory = f"m_{number} of 'one', {{two}} \\ NULL"
    strength: float = number if number % 3 else number / 2
    row = {"owner": ANA, "memory": memory, "strength": strength, "recalls": number}
    return {**row, "last_recalled_at": recalled, "outcome": 0.5}


def upserted(database: PostgresDatabase, rows: list[dict[str, Any]], *, at_once: bool) -> list[Any]:
    """All that is there afterwards."""
    with database.writing(ANA) as session:
        for part in [rows] if at_once else [[row] for row in rows]:
            session.upsert("usage", ("owner", "memory"), part)
        found = session.values("SELECT * FROM usage WHERE owner = :owner ORDER BY memory", {"owner": ANA})
        session.execute("DELETE FROM usage WHERE owner = :owner", {"owner": ANA})
    return found


@pytest.mark.parametrize(
    "rows",
    [
        [usage(number, None) for number in range(1_200)],
        [usage(number, "2025-01-01" if number % 2 else None) for number in range(20)],
        [usage(number % 10, str(number)) for number in range(30)],
    ],
    ids=["an empty column", "empty values", "the same key again: the last stands"],
)
def test_many_rows_at_once_are_as_each_by_itself(
    database: PostgresDatabase, rows: list[dict[str, Any]]
) -> None:
    found = upserted(database, rows, at_once=True)
    assert len(found) == len({row["memory"] for row in rows})
    assert found == upserted(database, rows, at_once=False)
