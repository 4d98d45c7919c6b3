"""Where is it written that a hook failed, when nobody may be disturbed by it?"""

import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.system.whole_files import write_whole

LOG = "hooks.log"
_LARGEST = 1_000_000  # bytes; then it begins anew
_LONGEST = 500  # characters of one failure


def note_failure(home: Path, what: str) -> None:
    """A line with the time; a log that cannot be written is no reason to fail. Never memory text."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    path = home / LOG
    with suppress(OSError):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        is_full = path.exists() and path.stat().st_size > _LARGEST
        with path.open("w" if is_full else "a", encoding="utf-8") as log:
            log.write(f"{stamp} {' '.join(without_secrets(what).split())[:_LONGEST]}\n")
        path.chmod(0o600)


class HookFailures:
    """See ports.nights.FailureLog. A line without a time of its own goes with the line before it."""

    def __init__(self, home: Path) -> None:
        self._path = home / LOG

    def outdated(self, before: datetime) -> int:
        return len(self._old(before))

    def prune(self, before: datetime) -> int:
        """Written anew beside it, then put in its place; see the port for what that may cost."""
        old = self._old(before)
        if old:
            kept = self._path.read_bytes()[sum(map(len, old)) :]
            write_whole(self._path, kept)
        return len(old)

    def _old(self, before: datetime) -> list[bytes]:
        """Lines are in order of time."""
        if not self._path.exists():
            return []
        old: list[bytes] = []
        for line in self._path.read_bytes().splitlines(keepends=True):
            at = _time_of(line)
            if at is not None and at >= before:
                break
            old.append(line)
        return old


def _time_of(line: bytes) -> datetime | None:
    try:
        return datetime.strptime(line.split(b" ", 1)[0].decode(), "%Y-%m-%dT%H:%M:%S%z")
    except ValueError:
        return None
