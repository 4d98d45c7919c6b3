"""How much is there?"""

from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.domain.identity import Owner

_COUNTED = (
    "memories", "entities", "edges", "mentions", "episodes", "turns", "operations", "recall_log", "dedup_log",
    "relation_queue",
)  # fmt: skip
_MEMORY_COLUMNS = ("kind", "status", "tier")


def count_rows(database: Database, owner: Owner) -> dict[str, int]:
    """Rows by name; memories also by kind, status and tier, entities by type."""
    with database.reading() as connection:
        counts = {
            table: int(fetched(connection, f"SELECT count(*) FROM {table} WHERE owner = ?", (owner,))[0][0])
            for table in _COUNTED
        }
        groups = [("memories", column) for column in _MEMORY_COLUMNS] + [("entities", "type")]
        for table, column in groups:
            query = (
                f"SELECT {column}, count(*) FROM {table} WHERE owner = ? GROUP BY {column} ORDER BY {column}"
            )
            counts |= {f"{table}.{value}": number for value, number in connection.execute(query, (owner,))}
    return counts
