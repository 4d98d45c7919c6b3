"""What if the streams of the process are closed, full or of another encoding? Nobody sees a traceback for it.

Used by every call: the standard library only.
"""

import os
import sys
import time
import traceback
from contextlib import suppress
from types import TracebackType
from typing import NoReturn, TextIO

from quaidpy.interfaces.server_address import home_folder

PIPE_CLOSED = 141  # 128 + SIGPIPE
FAULTS = "faults.log"
_LARGEST = 1_000_000  # bytes of the file of faults; then it starts anew


def mend_streams() -> None:
    """Take the places of closed streams, so that no file of ours is opened there; escape what an encoding lacks."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free one: this very descriptor
    sys.stdin = sys.stdin or os.fdopen(0, "r", encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if not is_unicode(stream) and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.excepthook = _say_briefly


def is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").replace("_", "").startswith("utf")


def leave(code: int) -> NoReturn:
    """End the process once all that was printed is out; say so where it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
    except OSError as err:
        sys.stderr.write(f"error: the answer cannot be written: {err.strerror}\n")
        code = code or 1
    else:
        sys.exit(code)
    # Python flushes stdout once more on its way out; nobody reads it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _say_briefly(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """For a fault of ours that nobody foresaw: one line to the user, where it happened to a file of the home.

    Not what the error says: that may be words of a memory.
    """
    del error
    told = f"{''.join(traceback.format_tb(trace))}{kind.__name__}"
    place = os.path.join(home_folder(), FAULTS)
    where = "there is no home to write it down in"
    with suppress(OSError):
        size = os.path.getsize(place) if os.path.exists(place) else 0
        mode = os.O_TRUNC if size > _LARGEST else os.O_APPEND
        with open(os.open(place, os.O_WRONLY | os.O_CREAT | mode, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S')}\n{told}\n")
        where = f"where it happened is in {place}"
    sys.stderr.write(f"error: this is a fault of quaidpy ({kind.__name__}); {where}\n")
