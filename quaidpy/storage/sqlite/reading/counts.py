"""How much is there?"""

from collections import Counter

from quaidpy.domain.identity import Owner
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched

_COUNTED = (
    "entities", "edges", "attributes", "mentions",
    "episodes", "turns", "operations", "recall_log", "dedup_log", "relation_queue",
    "readings", "questions", "projects", "learnings", "file_edits",
)  # fmt: skip


def count_rows(database: Database, owner: Owner) -> dict[str, int]:
    """Rows by name; memories also by kind, status, tier and scope (`memories.scope.NAME`), entities by type."""
    counts = Counter(memories=0)
    with database.reading() as connection:
        for table in _COUNTED:
            ((counts[table],),) = fetched(
                connection, f"SELECT count(*) FROM {table} WHERE owner = ?", (owner,)
            )
        # One pass for all three: rows are wide, and reading them is what costs.
        groups = (
            "SELECT kind, status, tier, 'scope.' || scope, count(*) FROM memories WHERE owner = ?"
            " GROUP BY kind, status, tier, scope"
        )
        for *names, number in fetched(connection, groups, (owner,)):
            counts["memories"] += number
            counts.update({f"memories.{name}": number for name in names})
        types = "SELECT type, count(*) FROM entities WHERE owner = ? GROUP BY type"
        counts.update({f"entities.{name}": number for name, number in fetched(connection, types, (owner,))})
    return dict(counts)
