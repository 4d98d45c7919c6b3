"""Where else in the home do erased words stand, and how do they go from there too?

Copies of the database are opened and purged like it; one that cannot be, or still has the words, is deleted. Our own
notes and logs are rewritten. Whatever else is in the home is the user's: it is named and left as it is.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path

import apsw

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import Purged, without_words
from quaidpy.errors import QuaidError
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.migrations import APPLICATION_ID, MIGRATIONS
from quaidpy.storage.sqlite.stores.memories import SqliteMemories

_MAGIC = b"SQLite format 3\x00"
_SIDE_FILES = ("-wal", "-shm", "-journal")
_NOTES = frozenset({"hooks", "inbox"})
_LOGS = (".log", ".log.1", ".new", ".jsonl")
_GRAPHS = "graph"
_IDENTITY = "identity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasing:
    """Whose, what, and from where.

    `live`: the file of the database, which was purged already; None where a server has it. `engine`: that of the graph.
    """

    home: Path
    live: Path | None
    engine: str
    owner: Owner
    memories: Sequence[MemoryId]
    episodes: Sequence[EpisodeId]
    clock: Clock
    ids: IdSource


class _Fate(Enum):
    UNTOUCHED = auto()
    REWRITTEN = auto()
    DELETED = auto()
    LEFT = auto()


def erase_copies(erasing: Erasing, purged: Purged) -> Purged:
    """The same purge, now of every copy of the words in the home."""
    # What another memory still says, word for word, is no leftover.
    still = _said_in(erasing.live, purged.words) if erasing.live else frozenset()
    words = tuple(text for text in purged.words if text not in still)
    fates = {str(path.relative_to(erasing.home)): _erase(path, words, erasing) for path in _files(erasing)}

    def those(fate: _Fate) -> tuple[str, ...]:
        return tuple(sorted(name for name, met in fates.items() if met is fate))

    return replace(
        purged, rewritten=those(_Fate.REWRITTEN), deleted=those(_Fate.DELETED), left=those(_Fate.LEFT)
    )


def _files(erasing: Erasing) -> list[Path]:
    """All but the database itself, and what SQLite keeps beside one."""
    return [
        path
        for path in sorted(erasing.home.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and path != erasing.live
        and not path.name.endswith(_SIDE_FILES)
    ]


def _erase(path: Path, words: Sequence[str], erasing: Erasing) -> _Fate:
    room = path.relative_to(erasing.home).parts
    if _is_database(path):
        return _erase_from_copy(path, words, erasing)
    if room[0] == _GRAPHS:
        return _erase_from_graph(path, words, erasing)
    is_ours = room[0] in _NOTES or (len(room) == 1 and path.name.endswith(_LOGS))
    if is_ours or (room[0] == _IDENTITY and ("journal" in room or path.name.endswith(".snippets.md"))):
        return _erase_from_note(path, words)
    return _Fate.LEFT if _holds(path, words) else _Fate.UNTOUCHED


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _erase_from_copy(path: Path, words: Sequence[str], erasing: Erasing) -> _Fate:
    """Purged like the database where it is one of today's; deleted where it cannot be, or has the words after that."""
    if not _has_rows(path, erasing) and not _said_in(path, words):
        return _Fate.UNTOUCHED
    if not _is_todays(path) or not _purged(path, erasing) or _said_in(path, words):
        return _deleted(path)
    return _Fate.REWRITTEN


def _purged(path: Path, erasing: Erasing) -> bool:
    """False for a copy that cannot even be opened or written: there is nothing to restore from it."""
    try:
        copy = Database(path, clock=erasing.clock)
    except QuaidError:
        return False
    try:
        chosen = (erasing.owner, erasing.memories, erasing.episodes)
        SqliteMemories(copy, erasing.clock, erasing.ids).purge(*chosen)
    except QuaidError:
        return False
    finally:
        copy.close()
        _remove_side_files(path)
    return True


def _is_todays(path: Path) -> bool:
    try:
        with _reading(path) as reader:
            return (reader.pragma("application_id"), reader.pragma("user_version")) == (
                APPLICATION_ID,
                len(MIGRATIONS),
            )
    except apsw.Error:
        return False


def _has_rows(path: Path, erasing: Erasing) -> bool:
    """Of what was purged; whatever cannot be read is taken to have them when its bytes have their ids."""
    query = (
        "SELECT 1 FROM memories WHERE owner = ?1 AND id IN (SELECT value FROM json_each(?2))"
        " UNION ALL SELECT 1 FROM episodes WHERE owner = ?1 AND id IN (SELECT value FROM json_each(?2)) LIMIT 1"
    )
    ids = [*erasing.memories, *erasing.episodes]
    try:
        with _reading(path) as reader:
            return bool(reader.execute(query, (erasing.owner, json.dumps(ids))).fetchall())
    except apsw.Error:
        return _holds(path, ids)


def _said_in(path: Path, words: Sequence[str]) -> set[str]:
    """Which of the texts a row has. By rows: a long text lies scattered over pages, so bytes would not tell."""
    if not words:
        return set()
    spelt = {
        spelling: text for text in words for spelling in (text, json.dumps(text, ensure_ascii=False)[1:-1])
    }
    try:
        with _reading(path) as reader:
            return {
                spelt[each]
                for table in _tables(reader)
                for each in _said_in_table(reader, table, list(spelt))
            }
    except apsw.Error:
        return {text for text in words if _holds(path, [text])}


@contextmanager
def _reading(path: Path) -> Iterator[apsw.Connection]:
    reader = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        yield reader
    finally:
        reader.close()


def _tables(reader: apsw.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    return [str(name) for (name,) in reader.execute(query)]


def _said_in_table(reader: apsw.Connection, table: str, words: Sequence[str]) -> list[str]:
    described = reader.execute(f'PRAGMA table_info("{table}")').fetchall()
    columns = [str(row[1]) for row in described if str(row[2]).upper() == "TEXT"]
    if not columns:
        return []
    row = " || char(10) || ".join(f"coalesce(\"{column}\", '')" for column in columns)
    query = f'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM "{table}" WHERE instr({row}, value))'
    return [str(text) for (text,) in reader.execute(query, (json.dumps(words),))]


def _erase_from_note(path: Path, words: Sequence[str]) -> _Fate:
    """Notes of hooks, the inbox, logs, journals: the words go, the rest stays."""
    text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    cleaned = _cleaned(text, words)
    if cleaned == text:
        return _Fate.UNTOUCHED
    beside = path.with_name(f".erasing-{path.name}")
    beside.write_bytes(cleaned.encode("utf-8", errors="surrogateescape"))
    beside.chmod(path.stat().st_mode & 0o777)
    beside.replace(path)
    return _Fate.REWRITTEN


def _cleaned(text: str, words: Sequence[str]) -> str:
    """As one document of JSON, or line by line: JSON keeps its shape, a line of a log that has the words goes."""
    whole = _cleaned_json(text, words)
    if whole is not None:
        return whole
    lines = []
    for line in text.splitlines(keepends=True):
        cleaned = _cleaned_json(line.rstrip("\r\n"), words)
        if cleaned is not None:
            lines.append(cleaned + line[len(line.rstrip("\r\n")) :])
        elif not any(word in line for word in words):
            lines.append(line)
    return "".join(lines)


def _cleaned_json(text: str, words: Sequence[str]) -> str | None:
    """The same text where nothing was in it; None when it is no JSON."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    cleaned = without_words(found, words)
    return text if cleaned == found else json.dumps(cleaned)


def _erase_from_graph(path: Path, words: Sequence[str], erasing: Erasing) -> _Fate:
    """The owner's graph was built anew from the rows; what another engine or a broken build left goes."""
    name = sha256(erasing.owner.encode()).hexdigest()[:32]
    if f"{name}." not in path.name and f"{name}-" not in str(path):
        return _Fate.UNTOUCHED
    if path.name.startswith(f"{name}.{erasing.engine}"):
        return _Fate.LEFT if _holds(path, words) else _Fate.UNTOUCHED
    return _deleted(path)


def _holds(path: Path, words: Sequence[str]) -> bool:
    """By bytes, in the spellings of text and of JSON."""
    if not words or not path.stat().st_size:
        return False
    spellings = {
        spelling.encode()
        for text in words
        for spelling in (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
    }
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        return any(data.find(spelling) >= 0 for spelling in spellings)


def _deleted(path: Path) -> _Fate:
    path.unlink(missing_ok=True)
    _remove_side_files(path)
    return _Fate.DELETED


def _remove_side_files(path: Path) -> None:
    for suffix in _SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
