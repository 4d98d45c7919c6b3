"""What must be findable after these changes?

One function derives from changes; writing, undo, import and purge all use it, in the commit of the change.
"""

from collections.abc import Iterable

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import RowChange
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.adjacency import refresh_adjacency
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.engine import Indexing, Session, SqlSession
from quaidpy.storage.sql.touched import Touched, named_in, touched_by


def follow(indexing: Indexing[Session], session: Session, owner: Owner, changes: Iterable[RowChange]) -> None:
    """Refresh what the changes touch, and tell who follows; in the transaction of the changes."""
    changes = list(changes)
    touched = touched_by(changes)
    indexing.refresh(session, owner, touched)
    refresh_adjacency(session, owner, edges=touched.edges, mentioning=touched.mentioning)
    note_changes(session, owner, Topic.ROWS, (each for change in changes for each in named_in(change)))
    note_changes(session, owner, Topic.NODES, touched.memories | touched.entities | touched.turns)
    note_changes(session, owner, Topic.EDGES, touched.edges)
    note_changes(session, owner, Topic.MENTIONS, touched.mentioning)


def everything(session: SqlSession, owner: Owner) -> Touched:
    """All that an owner has."""

    def ids(query: str) -> set[str]:
        return {identity for (identity,) in session.values(query, {"owner": owner})}

    return Touched(
        memories=ids("SELECT id FROM memories WHERE owner = :owner"),
        turns=ids("SELECT id FROM turns WHERE owner = :owner"),
        edges=ids("SELECT id FROM edges WHERE owner = :owner"),
        mentioning=ids("SELECT DISTINCT node FROM mentions WHERE owner = :owner"),
    )
