"""Where does a copy of the database lie while it is checked, and who clears up after a check that was killed?"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from quaidpy.system.file_lock import is_locked_now

_PREFIX = ".check-"
_LOCK = "held"
_OLD_S = 3600.0  # a folder without a lock is being made this very moment, or was left by an older version


@contextmanager
def working_copy_folder(home: Path) -> Iterator[Path]:
    """A private folder in the home, held by a lock while it is used; what killed checks left goes first."""
    clear_left_copies(home)
    folder = Path(mkdtemp(prefix=_PREFIX, dir=home))
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        is_locked_now(descriptor)  # nobody else knows the folder yet
        yield folder
    finally:
        os.close(descriptor)
        rmtree(folder)


def clear_left_copies(home: Path) -> list[str]:
    """Remove the folders of checks that nobody runs any more; their names."""
    left = [folder for folder in sorted(home.glob(f"{_PREFIX}*")) if folder.is_dir() and _is_left(folder)]
    for folder in left:
        rmtree(folder)
    return [folder.name for folder in left]


def _is_left(folder: Path) -> bool:
    try:
        descriptor = os.open(folder / _LOCK, os.O_RDWR)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime > _OLD_S
    try:
        return is_locked_now(descriptor)
    finally:
        os.close(descriptor)
