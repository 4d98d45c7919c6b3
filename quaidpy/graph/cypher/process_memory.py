"""How much memory does another process of ours hold?"""

import subprocess
import sys
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            *(
                (name, ctypes.c_size_t)
                for name in (
                    "PeakWorkingSetSize",
                    "WorkingSetSize",
                    "QuotaPeakPagedPoolUsage",
                    "QuotaPagedPoolUsage",
                    "QuotaPeakNonPagedPoolUsage",
                    "QuotaNonPagedPoolUsage",
                    "PagefileUsage",
                    "PeakPagefileUsage",
                )
            ),
        )

    _QUERY_LIMITED_INFORMATION = 0x1000

    def memory_of(process: int) -> int | None:
        """Bytes that it has been given; None when it has gone."""
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = wintypes.HANDLE
        handle = wintypes.HANDLE(kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, 0, process))
        if not handle:
            return None
        counters = _Counters()
        counters.cb = ctypes.sizeof(counters)
        is_told = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
        kernel.CloseHandle(handle)
        return int(counters.PagefileUsage) if is_told else None

elif sys.platform == "linux":
    import resource

    def memory_of(process: int) -> int | None:
        """Bytes of it that lie in memory; None when it has gone."""
        try:
            told = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
        except OSError:
            return None
        return int(told[1]) * resource.getpagesize()

else:

    def memory_of(process: int) -> int | None:
        """Bytes of it that lie in memory; None when it has gone."""
        asked = ["/bin/ps", "-o", "rss=", "-p", str(process)]
        told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - fixed
        return int(told) * 1024 if told else None
