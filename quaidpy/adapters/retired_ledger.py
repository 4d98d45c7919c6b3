"""Which statements must never come back, not even into a database that was built anew?"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import ReadOnlyError, StorageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Retirement:
    """One line: hashes of statements, never their words. `retired_at` is ISO UTC text."""

    owner: str
    content_hash: str
    reason: str
    retired_at: str


class RetiredLedger:
    """A file of JSON lines, only ever appended to; it lies beside the database and outlives it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, owner: Owner, content_hash: str, *, reason: str, at: datetime) -> None:
        """One line in one write, synced: it is there whole or not at all. Raises ReadOnlyError."""
        entry = Retirement(
            owner=owner,
            content_hash=content_hash,
            reason=without_secrets(reason),
            retired_at=at.astimezone(UTC).isoformat(),
        )
        line = json.dumps(asdict(entry), ensure_ascii=False).encode() + b"\n"
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as err:
            raise ReadOnlyError(
                f"{self._path} cannot be written ({err.strerror}); check its permissions"
            ) from err
        try:
            # A line that a crash cut off must not swallow this one.
            os.write(handle, line if _ends_whole(self._path) else b"\n" + line)
            os.fsync(handle)
        except OSError as err:
            raise StorageError(
                f"{self._path} could not take a line ({err.strerror}); check the disk"
            ) from err
        finally:
            os.close(handle)

    def read(self) -> Iterator[Retirement]:
        """Oldest first; a line that a crash cut off is left out."""
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            entry = _parsed(line)
            if entry is not None:
                yield entry

    def contains(self, owner: Owner, content_hash: str) -> bool:
        return any(entry.owner == owner and entry.content_hash == content_hash for entry in self.read())


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _parsed(line: str) -> Retirement | None:
    try:
        return Retirement(**json.loads(line))
    except (ValueError, TypeError):
        return None
