"""What is in a file of another program? The file itself, the texts of an archive, the rows of a known database."""

import gzip
import json
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import zstandard

from quaidpy.domain.sources.sessions import Conversation, HostFile
from quaidpy.errors import UnreadableError
from quaidpy.system.host_databases import conversations_in, has_chat_index

_SQLITE, _ZIP, _ZSTD, _GZIP = b"SQLite format 3\x00", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\x1f\x8b"
_TEXTS = (".json", ".jsonl", ".md", ".txt", ".markdown")
_PEOPLE = "users.json"
_STAMPED, _BEGIN = b'"ts"', 20_000  # what a day of a channel has among its first bytes
_LARGEST = 2 << 30  # bytes; what unpacks to more is a bomb or not a conversation


class ForeignFiles:
    """See ports.hosts.HostFiles."""

    def contents(self, path: Path) -> Iterator[HostFile | Conversation]:
        try:
            require_plain_file(path)
            with path.open("rb") as file:
                magic = file.read(16)
            if magic == _SQLITE:
                yield from _database(path)
            elif magic.startswith(_ZIP):
                yield from _archive(path)
            else:
                data = _unpacked(path, magic)
                yield HostFile(path.name, with_people(data, _people_beside(path)), _folder_worked_in(path))
        except OSError as err:
            raise UnreadableError(
                f"{path} cannot be read: {err.strerror or err}; is it a file that you may read?"
            ) from err


def require_plain_file(path: Path) -> None:
    """Raises UnreadableError for a pipe, a socket or a device: reading one may never end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise UnreadableError(
            f"{path} is a pipe or a device and may never end; save what it says to a file and give that"
        )


def _unpacked(path: Path, magic: bytes) -> bytes:
    try:
        if magic.startswith(_ZSTD):
            with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
                return _bounded(stream.read(_LARGEST + 1), path)
        if magic.startswith(_GZIP):
            with gzip.open(path) as packed:
                return _bounded(packed.read(_LARGEST + 1), path)
    except (zstandard.ZstdError, gzip.BadGzipFile, EOFError, zlib.error) as err:
        raise UnreadableError(f"{path} is packed, but broken ({err}); get a whole copy of it") from err
    return path.read_bytes()


def with_people(data: bytes, people: bytes | None) -> bytes:
    """A day of a channel together with the list of people its export keeps beside it; all else as it is."""
    if people is None or _STAMPED not in data[:_BEGIN] or not data.lstrip().startswith(b"["):
        return data
    try:
        return json.dumps({"users": json.loads(people), "messages": json.loads(data)}).encode()
    except (ValueError, RecursionError):
        return data  # read as it is: whoever is named by an id stays one


def _people_beside(path: Path) -> bytes | None:
    """The people of an export: beside the file, or beside the folder of its channel."""
    there = (folder / _PEOPLE for folder in (path.parent, path.parent.parent))
    found = next((place for place in there if place.is_file() and place != path), None)
    return found.read_bytes() if found and path.suffix == ".json" else None


def _bounded(data: bytes, path: Path) -> bytes:
    if len(data) > _LARGEST:
        raise UnreadableError(f"{path} unpacks to more than {_LARGEST:,} bytes; that is no conversation")
    return data


def _archive(path: Path) -> Iterator[HostFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [m for m in archive.infolist() if m.filename.lower().endswith(_TEXTS)]
            if sum(member.file_size for member in members) > _LARGEST:
                raise UnreadableError(f"{path} unpacks to more than {_LARGEST:,} bytes; extract parts of it")
            people = archive.read(_PEOPLE) if _PEOPLE in archive.namelist() else None
            for member in sorted(members, key=lambda each: each.filename):
                yield HostFile(member.filename, with_people(archive.read(member), people))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as err:
        raise UnreadableError(f"{path} is no zip archive that can be read ({err}); get a whole copy") from err


def _database(path: Path) -> Iterator[HostFile | Conversation]:
    if has_chat_index(path):  # VS Code keeps only an index in it; the chats are files beside it
        for chat in sorted((path.parent / "chatSessions").glob("*.json*")):
            yield HostFile(chat.name, chat.read_bytes(), _folder_worked_in(chat))
        return
    yield from conversations_in(path)


def _folder_worked_in(path: Path) -> str | None:
    """Gemini CLI and VS Code note it in a file beside the folder of chats."""
    root, workspace = path.parent.parent / ".project_root", path.parent.parent / "workspace.json"
    if path.parent.name == "chats" and root.is_file():
        return root.read_text(encoding="utf-8", errors="replace").strip() or None
    if path.parent.name == "chatSessions" and workspace.is_file():
        return _folder_of_workspace(workspace)
    return None


def _folder_of_workspace(path: Path) -> str | None:
    try:
        folder = json.loads(path.read_bytes()).get("folder")
    except (ValueError, AttributeError):
        return None
    return unquote(urlsplit(folder).path) if isinstance(folder, str) else None
