"""Which folder is the home, and where does its server listen? Read by every client: the standard library only."""

import json
import os
from binascii import crc32
from contextlib import suppress
from typing import Any

POINTER = "server.json"
LOG = "server.log"
LONGEST_SOCKET_PATH = 100  # bytes; sun_path holds 104 on macOS and 108 on Linux, its end included
_NOT_SETTINGS = {"QUAID_AGENT", "QUAID_HOME", "QUAID_OWNER", "QUAID_QUIET", "QUAID_SERVER"}


def home_folder(given: str | None = None) -> str:
    """The home of this call: as given, else `$QUAID_HOME`, else `~/.quaid`; absolute."""
    return os.path.abspath(os.path.expanduser(given or os.environ.get("QUAID_HOME") or "~/.quaid"))


def settings_mark() -> str:
    """A short mark of the variables that change settings; a server started under others must not answer."""
    chosen = {
        name: value
        for name, value in os.environ.items()
        if (name.startswith("QUAID_") and name not in _NOT_SETTINGS) or name == "OLLAMA_URL"
    }
    return f"{crc32(json.dumps(chosen, sort_keys=True).encode()):08x}"


def read_pointer(home: str) -> dict[str, Any] | None:
    """Where the server listens: `api` and `mcp`, a path or a port each, `token`, `pid`, `version`; None without.

    And `hook_deadline_s`, after which a host that runs a hook is answered without memories.

    What is damaged is as good as none. It may be of a server that was killed: only the lock, or an answer, tells that
    one lives.
    """
    try:
        with open(os.path.join(home, POINTER), encoding="utf-8") as file:
            pointer = json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
    return pointer if isinstance(pointer, dict) and _is_whole(pointer) else None


def _is_whole(pointer: dict[str, Any]) -> bool:
    """Whether it says what a server writes; anything else was damaged, and is as good as none."""
    doors = [pointer.get("api"), pointer.get("mcp")]
    return (
        all(
            (isinstance(door, str) and door.isprintable()) or (isinstance(door, int) and 0 < door < 65_536)
            for door in doors
        )
        and isinstance(pointer.get("pid"), int)
        and isinstance(pointer.get("token"), str | None)
    )


def write_pointer(home: str, pointer: dict[str, Any]) -> None:
    """Whole or not at all; readable by the user only."""
    from quaidpy.system.whole_files import write_whole  # only the server writes it

    write_whole(os.path.join(home, POINTER), json.dumps(pointer))


def remove_pointer(home: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(home, POINTER))
