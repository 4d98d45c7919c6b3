"""Which statements must never come back, not even into a database that was built anew?"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import ReadOnlyError, StorageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Retirement:
    """One line: hashes of statements, never their words. `retired_at` is ISO UTC text.

    `is_lifted`: the line takes back those of this hash before it. The last line of a hash counts.
    """

    owner: str
    content_hash: str
    reason: str
    retired_at: str
    is_lifted: bool = False


class RetiredLedger:
    """A file of JSON lines, only ever appended to; it lies beside the database and outlives it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, owner: Owner, content_hash: str, *, reason: str, at: datetime) -> None:
        """Keep the words of this hash out from now on. Raises ReadOnlyError."""
        self._write(
            Retirement(
                owner=owner,
                content_hash=content_hash,
                reason=without_secrets(reason),
                retired_at=at.astimezone(UTC).isoformat(),
            )
        )

    def lift(self, owner: Owner, content_hash: str, *, at: datetime) -> None:
        """Let the words of this hash in again. Raises ReadOnlyError."""
        last = self.last(owner, content_hash)
        if last is not None and not last.is_lifted:
            self._write(replace(last, is_lifted=True, retired_at=at.astimezone(UTC).isoformat()))

    def _write(self, entry: Retirement) -> None:
        """One line in one write, synced: it is there whole or not at all."""
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
        last = self.last(owner, content_hash)
        return last is not None and not last.is_lifted

    def last(self, owner: Owner, content_hash: str) -> Retirement | None:
        """The line that counts of a hash; None when it never was retired for good."""
        found = [each for each in self.read() if each.owner == owner and each.content_hash == content_hash]
        return found[-1] if found else None


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
