"""Which hosts does a program look for, and what does it write, native code included? Read from two kinds of spies.

An audit hook sees what Python does, on every platform. strace sees all system calls, where it is there and allowed.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# An allowlist would let through what nobody thought of: every name and address but loopback is told.
_SPY = """
import os, sys
LOG = os.environ["SPY_LOG"]
def told(event, args):
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        note("look-up", args[0])
    elif event in ("socket.connect", "socket.sendto", "socket.sendmsg") and isinstance(args[1], tuple):
        note("connection", args[1][0])
    elif event == "open" and isinstance(args[0], str) and isinstance(args[2], int):
        if args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            note("file", os.path.abspath(args[0]))
def note(what, of):
    if str(of) not in ("127.0.0.1", "::1", "localhost", "None"):
        line = f"{what} {of}\\n".encode("utf-8", "replace")
        descriptor = os_open(LOG, 1025 if sys.platform == "linux" else os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, line); os.close(descriptor)
busy = False
def os_open(path, flags):
    global busy
    busy = True
    try: return os.open(path, flags)
    finally: busy = False
sys.addaudithook(lambda event, args: None if busy else told(event, args))
"""
_CALLS = (
    "trace=socket,connect,sendto,sendmsg,sendmmsg,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2"
)
_ADDRESS = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
_DOOR = re.compile(r'sun_path="([^"]+)"')
_LOOKING_UP = re.compile(r'"(/etc/resolv\.conf|/etc/hosts|/etc/host\.conf)"')
_PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MAKING = re.compile(r"\b(?:creat|mkdir|mkdirat|rename|renameat|renameat2)\(|O_CREAT|O_WRONLY|O_RDWR")


@dataclass(frozen=True)
class Ran:
    """`told`: each look-up, connection and written file that was not allowed, in words."""

    code: int
    out: str
    err: str
    told: tuple[str, ...]


@cache
def has_strace() -> bool:
    if shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-f", "--seccomp-bpf", "true"], capture_output=True, check=False)
    return tried.returncode == 0  # a container may have it and not allow it


def run_watched(*command: str, folder: Path, allowed: tuple[Path, ...], stdin: str = "") -> Ran:
    """The command with a fresh HOME below `folder`. Files may be written below `allowed` only, and to devices."""
    log, calls, spy = folder / "spy.log", folder / "strace.log", folder / "spy"
    log.write_text("")
    spy.mkdir(exist_ok=True)
    (spy / "sitecustomize.py").write_text(_SPY)
    places = os.pathsep.join([str(spy), str(ROOT), str(ROOT / "janitor")])
    for name in ("home", "run", "tmp", "work"):
        (folder / name).mkdir(exist_ok=True)
    # Nothing of the surroundings: a variable of a build machine (CI=true) alone silences some libraries.
    environment = (
        {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        | {
            "HOME": str(folder / "home"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "TMPDIR": str(folder / "tmp"),
            "QUAID_HOME": str(folder / "quaid"),
            "QUAID_SERVER": os.environ.get("QUAID_SERVER", "never"),
            "PYTHONPATH": places,
            "SPY_LOG": str(log),
            "ORT_DISABLE_TELEMETRY": "0",  # as a stray line of a shell's profile would say it: the promise holds all the same
        }
    )
    spied = (
        ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "300", "-e", _CALLS, "-o", str(calls)]
        if has_strace()
        else []
    )
    done = subprocess.run(
        [*spied, *command], input=stdin, capture_output=True, text=True, cwd=folder / "work", env=environment,
        check=False, timeout=100,
    )  # fmt: skip
    told = {line for line in log.read_text().splitlines() if not _may_write(line, (*allowed, log))}
    if spied:
        for line in calls.read_text(errors="replace").splitlines():
            told |= _told_by(line, folder / "work", (*allowed, log))
    home = folder / "home"
    told |= {f"file {path}" for path in home.rglob("*") if not _is_below(path, allowed)}
    return Ran(done.returncode, done.stdout, done.stderr, tuple(sorted(told)))


def python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, *arguments)


def _may_write(line: str, allowed: tuple[Path, ...]) -> bool:
    what, _, path = line.partition(" ")
    return what == "file" and (path.startswith("/dev/") or _is_below(Path(path), allowed))


def _told_by(line: str, work: Path, allowed: tuple[Path, ...]) -> set[str]:
    """What one line of strace gives away."""
    told = {f"look-up by {path}" for path in _LOOKING_UP.findall(line)}
    if "connect(" in line or "sendto(" in line or "sendm" in line:
        found = {first or second for first, second in _ADDRESS.findall(line)} - {"127.0.0.1", "::1"}
        told |= {f"connection {address}" for address in found}
        told |= {f"door {door}" for door in _DOOR.findall(line) if not _is_below(Path(door), allowed)}
    elif _MAKING.search(line) and "= -1" not in line and "socket(" not in line:
        paths = [work / path for path in _PATH.findall(line)]
        told |= {f"file {path}" for path in paths if not (_is_below(path, allowed) or _is_device(path))}
    return told


def _is_device(path: Path) -> bool:
    return str(path).startswith(("/dev/", "/proc/self/"))


def _is_below(path: Path, allowed: tuple[Path, ...]) -> bool:
    """The interpreter's own bytecode counts as allowed."""
    return "__pycache__" in path.parts or any(path == each or path.is_relative_to(each) for each in allowed)
