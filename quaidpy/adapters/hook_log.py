"""Where is it written that a hook failed, when nobody may be disturbed by it?"""

import time
from contextlib import suppress
from pathlib import Path

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
            log.write(f"{stamp} {' '.join(what.split())[:_LONGEST]}\n")
        path.chmod(0o600)
