"""How much is there?"""

from collections import Counter

from quaidpy.domain.identity import Owner
from quaidpy.storage.sql.engine import AnyDatabase

_COUNTED = (
    "entities", "edges", "attributes", "mentions",
    "episodes", "turns", "operations", "recall_log", "dedup_log", "relation_queue",
    "readings", "questions", "projects", "learnings", "file_edits", "themes",
    "checkpoints", "handoffs", "scratchpads", "notices", "notice_subscriptions",
)  # fmt: skip


def count_rows(database: AnyDatabase, owner: Owner) -> dict[str, int]:
    """Rows by name; memories also by kind, status and tier, entities by type."""
    counts, whose = Counter(memories=0), {"owner": owner}
    with database.reading() as session:
        for table in _COUNTED:
            ((counts[table],),) = session.values(f"SELECT count(*) FROM {table} WHERE owner = :owner", whose)
        # One pass for all three: rows are wide, and reading them is what costs.
        groups = (
            "SELECT kind, status, tier, count(*) FROM memories WHERE owner = :owner"
            " GROUP BY kind, status, tier"
        )
        for *names, number in session.values(groups, whose):
            counts["memories"] += number
            counts.update({f"memories.{name}": number for name in names})
        types = "SELECT type, count(*) FROM entities WHERE owner = :owner GROUP BY type"
        counts.update({f"entities.{name}": number for name, number in session.values(types, whose)})
    return dict(counts)
