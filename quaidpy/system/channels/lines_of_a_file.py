"""How is a notice told by a file that a person, or another program, follows?"""

import os
from pathlib import Path

from quaidpy.errors import UsageError
from quaidpy.ports.notices import Message

_LOOKED_BACK = 256 * 1024  # bytes; a notice that was told and not confirmed is among the last lines


class FileChannel:
    """Appends a line a notice: when it happened, its id, its words. A notice that stands there is not added again."""

    name = "file"

    def __init__(self, path: Path) -> None:
        self._path = path

    def tell(self, message: Message) -> None:
        """Raises UsageError when the file cannot be written."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._append(message)
        except OSError as err:
            raise UsageError(
                f"notices.file is {self._path}, which cannot be written: {err.strerror}; "
                "`quaid config set notices.file PATH` names another"
            ) from err

    def _append(self, message: Message) -> None:
        mark = f" {message.id} ".encode()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        with os.fdopen(os.open(self._path, flags, 0o600), "r+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _LOOKED_BACK))
            written = file.read()
            last_line = written.rpartition(b"\n")[2]  # of a process that was killed as it wrote
            if mark in written[: len(written) - len(last_line)]:
                return
            words = " ".join(message.text.split())
            line = f"{message.happened_at:%Y-%m-%dT%H:%M:%SZ} {message.id} {words}\n".encode()
            file.write(b"\n" + line if last_line else line)
            os.fsync(file.fileno())
