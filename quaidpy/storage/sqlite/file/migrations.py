"""How does an older database become today's? Numbered steps forward, each in one transaction, after a backup."""

from collections.abc import Callable, Sequence
from pathlib import Path

import apsw

from quaidpy.errors import NewerDatabaseError, StorageError
from quaidpy.storage.sqlite.file.schema import (
    DERIVED,
    DOCUMENTS,
    INTO_CHANGE_LOG,
    INTO_RECALL_TIMES,
    INTO_VERSIONS,
    OUTBOX,
    PASSAGES,
)
from quaidpy.storage.sqlite.file.scopes_to_spaces import into_spaces
from quaidpy.storage.tables import (
    ACCESS_TOKENS,
    ATTRIBUTES,
    CANONICAL,
    CHANGE_LOG,
    HANDOVER,
    KNOWN_SPACES,
    LEARNING,
    LOOKS,
    NIGHTS,
    NOTICES,
    RECALL_TIMES,
    SPENDING,
    SUPPRESSIONS,
    SYNC,
    THEMES,
    VERSIONS,
)

Step = str | Callable[[apsw.Connection], None]

APPLICATION_ID = 0x51554149
"""Marks the file as ours in SQLite's header: "QUAI"."""

MIGRATIONS: tuple[Step, ...] = (
    CANONICAL + DERIVED + OUTBOX,
    SPENDING,
    NIGHTS,
    DOCUMENTS,
    LOOKS,
    LEARNING,
    PASSAGES,
    ATTRIBUTES,
    CHANGE_LOG + INTO_CHANGE_LOG,
    THEMES,
    HANDOVER,
    VERSIONS + INTO_VERSIONS,
    into_spaces,
    NOTICES,
    SUPPRESSIONS,
    RECALL_TIMES + INTO_RECALL_TIMES,
    SYNC,
    ACCESS_TOKENS,
    KNOWN_SPACES,
)
"""Step n leads from version n to n + 1. Never change one that was released: append."""


def migrate(
    connection: apsw.Connection,
    path: Path,
    *,
    migrations: Sequence[Step] = MIGRATIONS,
    back_up: Callable[[int], None],
) -> None:
    """Bring the database to version len(migrations); no step is half done.

    Args:
        connection: with no transaction open.
        path: for messages.
        migrations: SQL of each step, or what takes it.
        back_up: called with the old version before the first step, when there is data.

    Raises:
        NewerDatabaseError: a newer quaidpy wrote it.
        StorageError: another program's database.

    """
    if _version(connection, path) > len(migrations):
        raise NewerDatabaseError(
            f"{path} has version {_version(connection, path)}, this quaidpy knows up to {len(migrations)}; "
            "upgrade quaidpy, or use another QUAID_HOME"
        )
    before = _version(connection, path)
    if 0 < before < len(migrations):
        back_up(before)
    if before == 0:
        _take_steps(connection, path, migrations, upto=len(migrations))
    while (version := _version(connection, path)) < len(migrations):
        _take_steps(connection, path, migrations, upto=version + 1)


def _take_steps(connection: apsw.Connection, path: Path, migrations: Sequence[Step], *, upto: int) -> None:
    """In one commit. All of them for a new database: nobody may see it half made and take it for an old one."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have taken the steps while this one waited for the lock.
        for version in range(_version(connection, path), upto):
            step = migrations[version]
            if callable(step):
                step(connection)
            else:
                connection.execute(step)
            connection.execute(
                f"PRAGMA user_version = {version + 1}; PRAGMA application_id = {APPLICATION_ID}"
            )
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _version(connection: apsw.Connection, path: Path) -> int:
    # In this order: another process may be making the tables, and the mark comes in the same commit as they do.
    is_fresh = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    application = int(connection.pragma("application_id"))
    version = int(connection.pragma("user_version"))
    if is_fresh or application == APPLICATION_ID:
        return version
    raise StorageError(
        f"{path} belongs to another program; move it away, or set QUAID_HOME to another folder"
    )
