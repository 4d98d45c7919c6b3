"""Which files are in the watched folders, what has become of them, and when has something changed?"""

import json
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from watchfiles import watch

from quaidpy.domain.sources.read_schedule import Fingerprint
from quaidpy.ports.hosts import TranscriptPlace
from quaidpy.system.whole_files import write_whole

STATE = "watch.json"


def files_in(places: Iterable[TranscriptPlace]) -> dict[str, Fingerprint]:
    """Every transcript that is there now, by its path; what vanishes while we look is not."""
    found: dict[str, Fingerprint] = {}
    for place in places:
        for pattern in place.patterns:
            for path in place.folder.glob(pattern) if place.folder.is_dir() else ():
                fingerprint = fingerprint_of(path)
                if fingerprint is not None:
                    found[str(path)] = fingerprint
    return found


def fingerprint_of(path: Path) -> Fingerprint | None:
    """None for what is no file. A database's changes may be in the log beside it."""
    try:
        stat = path.stat()
        if not path.is_file():
            return None
        size, changed = stat.st_size, stat.st_mtime_ns
        log = path.with_name(f"{path.name}-wal")
        if path.suffix in {".sqlite", ".vscdb"} and log.exists():
            beside = log.stat()
            size, changed = size + beside.st_size, max(changed, beside.st_mtime_ns)
    except OSError:
        return None
    return Fingerprint(size, changed, stat.st_ino)


def wait_for_change(places: Iterable[TranscriptPlace], *, most_s: float, stop: threading.Event) -> None:
    """Until a watched folder changes, at most `most_s` seconds; a folder that cannot be watched is only polled."""
    folders = [str(place.folder) for place in places if place.folder.is_dir()]
    if not folders or most_s < 1:
        stop.wait(most_s)
        return
    try:
        changes = watch(
            *folders, stop_event=stop, rust_timeout=int(most_s * 1000), yield_on_timeout=True, raise_interrupt=True,
            ignore_permission_denied=True,
        )  # fmt: skip
        next(changes, None)
        changes.close()
    except OSError:  # no watches left to give, or a file system that cannot tell
        stop.wait(most_s)


def steady_now() -> float:
    """Seconds of a clock that does not go back."""
    return time.monotonic()


def seconds_since_change(fingerprint: Fingerprint) -> float:
    return time.time() - fingerprint.mtime_ns / 1e9


def read_state(home: Path) -> dict[str, Fingerprint] | None:
    """What was read of which file; None when nothing was ever watched here, or the note is damaged."""
    try:
        found = json.loads((home / STATE).read_bytes())
        return {str(path): Fingerprint(*map(int, values)) for path, values in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def write_state(home: Path, read: Mapping[str, Fingerprint]) -> None:
    """Whole or not at all. Losing it costs reading the files again, which stores nothing twice."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    rows = {path: (each.size, each.mtime_ns, each.inode) for path, each in sorted(read.items())}
    write_whole(home / STATE, json.dumps(rows))
