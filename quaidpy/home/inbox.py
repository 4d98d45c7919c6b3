"""Where does a hook put what was said, in a few milliseconds and so that no crash loses it? One file a note.

The standard library only: a hook loads this on every turn of a host.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from quaidpy.domain.secrets.redaction import tree_without_secrets, without_secrets
from quaidpy.system.file_lock import FileLock
from quaidpy.system.whole_files import sync_folder

FOLDER = "inbox"
SET_ASIDE = "unreadable"
_PLACES = frozenset({"transcript", "cwd"})  # of files, which must be found again
_LOCK = ".lock"
_READING_LOCK = ".reading"


class InboxFiles:
    """See ports.hosts.Inbox. Names sort by time; a name with a dot in front is still being written."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def put(self, note: Mapping[str, object]) -> str:
        """Whole or not at all, on disk when this returns."""
        self._make_folder()
        name = f"{time.time_ns():020d}-{os.getpid()}-{os.urandom(4).hex()}.json"
        pending = self._folder / f".{name}"
        descriptor = os.open(pending, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({**_kept(note), "put_at": time.time()}, file, ensure_ascii=True)
            file.flush()
            os.fsync(file.fileno())
        pending.rename(self._folder / name)
        sync_folder(self._folder)
        return name

    def waiting(self) -> list[str]:
        if not self._folder.is_dir():
            return []
        return sorted(entry.name for entry in self._folder.glob("[0-9]*.json"))

    def read(self, name: str) -> Mapping[str, Any] | None:
        try:
            found = json.loads((self._folder / name).read_bytes())
        except FileNotFoundError:
            return None
        except (ValueError, RecursionError):
            found = None
        return found if isinstance(found, dict) else {}

    def take_away(self, names: list[str]) -> None:
        for name in names:
            (self._folder / name).unlink(missing_ok=True)

    def set_aside(self, name: str, reason: str) -> None:
        aside = self._folder / SET_ASIDE
        aside.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileNotFoundError):
            (self._folder / name).rename(aside / name)
            (aside / f"{name}.reason").write_text(f"{without_secrets(reason)}\n", encoding="utf-8")

    def drained_by_us(self) -> AbstractContextManager[bool]:
        return self._held(_LOCK)

    def read_by_us(self) -> AbstractContextManager[bool]:
        """Whether no other process has a model read what came in; that takes minutes, in which others may drain."""
        return self._held(_READING_LOCK)

    @contextmanager
    def _held(self, name: str) -> Iterator[bool]:
        self._make_folder()
        lock = FileLock(self._folder / name)
        try:
            yield lock.acquire()
        finally:
            lock.release()

    def _make_folder(self) -> None:
        self._folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)


def _kept(note: Mapping[str, object]) -> dict[str, object]:
    return {name: value if name in _PLACES else tree_without_secrets(value) for name, value in note.items()}
