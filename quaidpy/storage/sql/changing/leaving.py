"""How does a home let go of a space that its owner may no longer read?"""

from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession
from quaidpy.storage.sql.images import TRACKED
from quaidpy.storage.sql.tracked import TrackedRows

_RECORDS = (
    "sync_rows", "sync_owners", "sync_positions", "operations", "memory_operations", "dedup_log", "usage",
    "recall_times", "recall_log", "spendings", "nights", "health", "looks", "file_writes", "checkpoints", "handoffs",
    "scratchpads", "notice_marks", "notice_subscriptions",
)  # fmt: skip
"""Tables of an owner besides those of rows that operations have images of."""


def leave_owner(engine: SqlEngine[Session], owner: Owner) -> None:
    """See ports.SharedRows.leave."""
    with engine.database.writing() as session:
        rows = TrackedRows(session, owner)
        for table in reversed(TRACKED):
            rows.remove_where(table, "1 = 1", {})
        changes = rows.changes()
        nodes = [
            str(change.key[0][1]) for change in changes if change.table in {"memories", "turns", "episodes"}
        ]
        # Whoever was told of it, and whoever recalled it among other spaces.
        session.execute(
            "DELETE FROM notices WHERE owner = :owner OR memory = ANY(:nodes) OR before = ANY(:nodes)",
            {"owner": owner, "nodes": nodes},
        )
        session.execute("DELETE FROM recall_log WHERE strpos(trace, :quoted) > 0", {"quoted": f'"{owner}"'})
        for table in _RECORDS:
            session.execute(f"DELETE FROM {table} WHERE owner = :owner", {"owner": owner})
        _forget_space(session, owner)
        follow(engine.indexing, session, owner, changes)
        note_changes(session, owner, Topic.ERASED, nodes)
        engine.indexing.purge(session, owner)
    engine.database.vacuum()


def _forget_space(session: SqlSession, key: Owner) -> None:
    owner, _, name = key.partition("//")
    bound = {"owner": owner, "name": name}
    session.execute("DELETE FROM spaces WHERE owner = :owner AND name = :name", bound)
    session.execute("DELETE FROM space_members WHERE owner = :owner AND space = :name", bound)
