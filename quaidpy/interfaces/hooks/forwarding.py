"""What does the process of a hook do where a server runs? It hands the event over and prints what comes back.

Hosts wait for it on every prompt: the standard library only, and little of it.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from quaidpy.errors import QuaidError
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.hooks.invocation import (
    GRACE_S,
    KEPT_CHILD,
    LARGEST_EVENT,
    Invocation,
    Late,
    invocation_of,
)
from quaidpy.interfaces.server_address import read_pointer

SWITCH = "QUAID_HOOKS"
"""Set to `off` where a host is run by quaidpy itself, so that its hooks do not start it again."""
_WAY_BACK_S = 0.25
_FOLLOW_UP_S = 2.0


class Answer(NamedTuple):
    """What a server says is to be printed, and the command that follows once it is."""

    out: str
    follow_up: list[str]


def run(arguments: Sequence[str]) -> int:
    """The whole of one hook. `arguments`: HOST EVENT [--home FOLDER] [--owner NAME]. Always 0."""
    spoken = invocation_of(arguments)
    is_kept_child = (spoken.host, spoken.event) == KEPT_CHILD
    if os.environ.get(SWITCH) == "off" and not is_kept_child:
        return 0
    late: Late | None = None
    payload: bytes | None = None
    if not is_kept_child and not sys.stdin.isatty():
        payload = sys.stdin.buffer.read(LARGEST_EVENT)
        found = _of_server(spoken, payload)
        if isinstance(found, Answer):
            sys.stdout.write(found.out)
            sys.stdout.flush()
            if found.follow_up:
                _follow_up(spoken, found.follow_up)
            return 0
        late = found
    from quaidpy.interfaces.hooks.running import run as run_here  # noqa: PLC0415 - it loads what a server has loaded

    return run_here(spoken, payload, late)


def _of_server(spoken: Invocation, payload: bytes) -> Answer | Late | None:
    """What the hook is to print; None where no server answers events of this home, Late where the one there did not."""
    pointer = None if os.environ.get("QUAID_SERVER") == "never" else read_pointer(spoken.home)
    deadline_s = (pointer or {}).get("hook_deadline_s")
    if not isinstance(deadline_s, int | float):
        return None
    client = Client(spoken.home, owner=spoken.owner, may_start=False)
    until = time.monotonic() + deadline_s
    try:
        event = {
            "host": spoken.host,
            "event": spoken.event,
            "owner": spoken.owner,
            "commands": spoken.commands,
            "payload": payload.decode(),
            "until": until,
        }
        wait_s = deadline_s + GRACE_S + _WAY_BACK_S
        answer = client.call("POST", "/v1/hook", event, timeout_s=wait_s, reach_s=deadline_s)
    except UnicodeDecodeError:
        return None  # damaged: to be noted here as what it is
    except QuaidError as err:
        return Late(str(err), until) if client.is_there() else None
    return Answer(str(answer["out"]), list(answer.get("follow_up", ())))


def _follow_up(spoken: Invocation, arguments: list[str]) -> None:
    """What counts only once the host has the answer: its notes are given."""
    client = Client(spoken.home, owner=spoken.owner, may_start=False)
    body = {"arguments": ["--json", "--quiet", *arguments], "folder": spoken.home, "owner": spoken.owner}
    try:
        client.call("POST", "/v1/command", body, timeout_s=_FOLLOW_UP_S, reach_s=_FOLLOW_UP_S)
    except QuaidError as err:
        from pathlib import Path  # noqa: PLC0415 - seldom

        from quaidpy.home.hook_log import note_failure  # noqa: PLC0415 - seldom

        note_failure(Path(spoken.home), f"{arguments[0]}: what was given may be given again: {err}")
