"""When does a process that answers many questions look for garbage? Seldom: what it holds stays."""

import ctypes
import gc
import sys

# A recall makes some thousand objects that live until it ends. By Python's own rule (700) the young are looked through
# twice a recall, a millisecond each time where memory is cold; by this one hardly ever, and no answer leaves circles.
_YOUNG = 20_000


def keep_what_was_loaded() -> None:
    """It stays: to look it through for garbage once more would hold up some call by 100 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
    give_back_memory()


def give_back_memory() -> None:
    """Give the system what was let go of: loading a model leaves 100 MB. Only the GNU C library needs to be told."""
    if sys.platform != "linux":
        return
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except AttributeError:  # another C library
        return
    trim(0)
