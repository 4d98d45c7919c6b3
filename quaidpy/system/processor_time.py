"""How much processor time have a program and all that it started used? As the system of Linux counts it."""

import os
from pathlib import Path

_PROCESSES = Path("/proc")
_PARENT, _FIRST_TIME, _OWN_TIMES, _ALL_TIMES = 1, 11, 13, 15  # of what stands behind the name in `stat`


def parent_of(process: int) -> int | None:
    """None where the system does not say, or knows no such process."""
    told = _told(process)
    return int(told[_PARENT]) if told else None


def used_by(process: int) -> float | None:
    """Seconds, of its children as well, those that have ended too; None where the system does not say."""
    told = _told(process)
    if not told:
        return None
    ticks = sum(map(int, told[_FIRST_TIME:_ALL_TIMES]))
    for each in _PROCESSES.iterdir():
        child = _told(int(each.name)) if each.name.isdigit() else []
        if child and int(child[_PARENT]) == process:
            ticks += sum(map(int, child[_FIRST_TIME:_OWN_TIMES]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _told(process: int) -> list[str]:
    """What the system tells of a process, from its state on; nothing when it is not there."""
    try:
        text = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
