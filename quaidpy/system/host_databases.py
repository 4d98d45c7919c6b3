"""What do the databases of Cursor, OpenClaw and Quaid hold? Opened for reading only, looked up by key."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import apsw
import zstandard

from quaidpy.domain.sources.json_lines import json_object
from quaidpy.domain.sources.sessions import Conversation
from quaidpy.errors import UnreadableError

_BUSY_MS = 2000
_CHAT_INDEX = "chat.ChatSessionStore.index"


def has_chat_index(path: Path) -> bool:
    """Whether this is VS Code's database of a workspace with Copilot chats."""
    connection = _opened(path)
    try:
        if "ItemTable" not in _tables(connection) or "cursorDiskKV" in _tables(connection):
            return False
        found = connection.execute("SELECT 1 FROM ItemTable WHERE key = ?", (_CHAT_INDEX,)).fetchone()
        return found is not None
    finally:
        connection.close()


def conversations_in(path: Path) -> Iterator[Conversation]:
    """Raises UnreadableError for a database of somebody else."""
    connection = _opened(path)
    try:
        tables = _tables(connection)
        if "cursorDiskKV" in tables:
            yield from _of_cursor(connection)
        elif {"nodes", "edges"} <= tables:
            yield _of_quaid(connection)
        elif "transcript_events" in tables:
            yield from _of_openclaw(connection, tables)
        else:
            raise UnreadableError(
                f"{path} is a database of a program we do not know (no Cursor, OpenClaw or Quaid); export it as text"
            )
    except apsw.Error as err:
        raise UnreadableError(
            f"{path} cannot be read as a database ({err}); close the program and repeat"
        ) from err
    finally:
        connection.close()


def _opened(path: Path) -> apsw.Connection:
    address = f"file:{quote(str(path.absolute()))}"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        try:
            connection = apsw.Connection(f"{address}?mode=ro", flags=flags)
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            # A folder we may not write in, where the write-ahead log would need a file: nobody writes there then.
            connection = apsw.Connection(f"{address}?immutable=1", flags=flags)
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except apsw.Error as err:
        raise UnreadableError(f"{path} cannot be read as a database ({err}); is it whole?") from err
    connection.set_busy_timeout(_BUSY_MS)
    return connection


def _tables(connection: apsw.Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _of_cursor(connection: apsw.Connection) -> Iterator[Conversation]:
    """Keys by range and values one by one: such a database can be tens of gigabytes."""
    keys = connection.execute(
        "SELECT key FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key"
    ).fetchall()
    for (key,) in keys:
        composer = _cursor_value(connection, str(key))
        headers = composer.get("fullConversationHeadersOnly")
        shown = [each for each in headers if isinstance(each, dict)] if isinstance(headers, list) else []
        session = composer.get("composerId") or str(key).partition(":")[2]
        bubbles = [_cursor_value(connection, f"bubbleId:{session}:{each.get('bubbleId')}") for each in shown]
        yield Conversation("cursor", {**composer, "composerId": session}, tuple(filter(None, bubbles)))


def _cursor_value(connection: apsw.Connection, key: str) -> Mapping[str, object]:
    row = connection.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (key,)).fetchone()
    return _object(row[0]) if row else {}


def _of_openclaw(connection: apsw.Connection, tables: set[str]) -> Iterator[Conversation]:
    keys: dict[object, object] = {}
    if "session_windows" in tables:
        windows = connection.execute("SELECT session_id, session_key FROM session_windows")
        keys = {str(window[0]): window[1] for window in windows}
    sessions = connection.execute("SELECT DISTINCT session_id FROM transcript_events ORDER BY 1").fetchall()
    for (session,) in sessions:
        rows = connection.execute(
            "SELECT event_json, event_zstd FROM transcript_events WHERE session_id = ? ORDER BY seq",
            (session,),
        )
        events = tuple(filter(None, (_object(_event(*row)) for row in rows)))
        yield Conversation("openclaw", {"session_id": session, "session_key": keys.get(session)}, events)


def _of_quaid(connection: apsw.Connection) -> Conversation:
    """Its nodes and edges that are in force, as records."""
    nodes = _records(connection, "SELECT * FROM nodes")
    edges = _records(connection, "SELECT * FROM edges")
    alive = [
        row for row in nodes if row.get("status") not in {"deleted", "archived", "superseded", "rejected"}
    ]
    return Conversation("quaid", {}, (*alive, *edges))


def _records(connection: apsw.Connection, query: str) -> list[Mapping[str, object]]:
    cursor = connection.execute(query)
    names: list[str] = []
    rows: list[Mapping[str, object]] = []
    for row in cursor:
        names = names or [column[0] for column in cursor.get_description()]
        rows.append(dict(zip(names, row, strict=True)))
    return rows


def _event(text: object, packed: object) -> object:
    if text is not None or not isinstance(packed, bytes):
        return text
    try:
        return zstandard.ZstdDecompressor().stream_reader(packed).read()
    except zstandard.ZstdError:
        return None


def _object(value: object) -> Mapping[str, object]:
    return (json_object(value) if isinstance(value, str | bytes) else None) or {}
