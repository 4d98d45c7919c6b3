"""How are files of the user read and changed to the byte, whole or not at all?"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quaidpy.errors import BusyError, ReadOnlyError, UnreadableError
from quaidpy.system.file_lock import FileLock
from quaidpy.system.whole_files import sync_folder

_LOCK = "files.lock"
_WAIT_S, _STEP_S = 20.0, 0.02


class TextFiles:
    """See ports.learning.UserFiles. The lock is a file in the home."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def read(self, path: str) -> str | None:
        try:
            data = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as err:
            raise UnreadableError(f"{path} cannot be read ({err.strerror}); is it a file of yours?") from err
        try:
            text = data.decode("utf-8")  # a byte order mark stays in the text, and so do ends of lines
        except UnicodeDecodeError as err:
            raise UnreadableError(f"{path} is not UTF-8 text ({err.reason}); it is left as it is") from err
        if "\0" in text:
            raise UnreadableError(f"{path} is no text; it is left as it is")
        return text

    def is_writable(self, path: str) -> bool:
        target = Path(path).resolve()
        if target.exists():
            # By its bits: an administrator may write anything, and still has marked this file as not to be written.
            return bool(target.stat().st_mode & 0o222) and os.access(target, os.W_OK)
        return os.access(_nearest_folder(target), os.W_OK)

    def replace(self, path: str, text: str | None, *, expected: str | None) -> bool:
        target = Path(path).resolve()  # a link stays, what it leads to is changed
        try:
            if text is None:
                return self._taken_away(path, target, expected)
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = target.stat().st_mode & 0o7777 if target.exists() else 0o600
            pending = target.with_name(f".{target.name}.quaid")
            try:
                _write_durably(pending, text, mode)
                if self.read(path) != expected:
                    return False
                pending.replace(target)
            finally:
                with suppress(FileNotFoundError):
                    pending.unlink()
            sync_folder(target.parent)
        except OSError as err:
            raise ReadOnlyError(
                f"{path} cannot be written ({err.strerror}); check its permissions, then try again"
            ) from err
        return True

    def _taken_away(self, path: str, target: Path, expected: str | None) -> bool:
        if self.read(path) != expected:
            return False
        target.unlink(missing_ok=True)
        return True

    def names_in(self, folder: str, *, beginning: str, ending: str) -> list[str]:
        if not Path(folder).is_dir():
            return []
        names = (each.name for each in Path(folder).iterdir())
        return sorted(name for name in names if name.startswith(beginning) and name.endswith(ending))

    @contextmanager
    def held(self) -> Iterator[None]:
        self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._home / _LOCK)
        ends = time.monotonic() + _WAIT_S
        while not lock.acquire():
            if time.monotonic() > ends:
                raise BusyError("another process of quaid has been changing files for long; try again")
            time.sleep(_STEP_S)
        try:
            yield
        finally:
            lock.release()


def _nearest_folder(path: Path) -> Path:
    return next(folder for folder in path.parents if folder.exists())


def _write_durably(path: Path, text: str, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())
    path.chmod(mode)
