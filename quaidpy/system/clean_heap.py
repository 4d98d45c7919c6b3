"""Can what this process has let go of come back in memory that a library asks for and does not fill?"""

import ctypes
import sys

_M_PERTURB = -6  # of <malloc.h>
_ONES = 0xFF


def hand_out_zeros() -> bool:
    """From now on, memory asked for (some 1,000 bytes or more at a time) begins as zeros, in the whole process.

    For libraries that write whole buffers to files, whatever was in them before. Whether it is so now: only the GNU C
    library on Linux can do it; macOS clears small memory as it is let go.
    """
    if sys.platform != "linux":
        return False
    try:
        set_option = ctypes.CDLL(None).mallopt
    except AttributeError:  # another C library
        return False
    # Memory that is asked for is filled with the complement of this, memory that is let go with this itself.
    return bool(set_option(_M_PERTURB, _ONES))
