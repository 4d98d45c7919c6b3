"""What was a hook called with, and when must its host have the answer?

Hosts wait for it on every prompt: the standard library only, and little of it.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple

from quaidpy.interfaces.server_address import home_folder

KEPT_CHILD = ("openclaw", "serve")
"""Host and event of the one child that a host keeps, an event a line."""
GRACE_S = 0.25
"""What an answer that is under way may take past the deadline."""
LARGEST_EVENT = 64 << 20  # bytes; an OpenClaw session comes whole with every turn


class Invocation(NamedTuple):
    """A command line of `quaid hook` as it was meant. `owner`: None for the usual one.

    `commands`: of the chat, those that the install gave to the host.
    """

    host: str
    event: str
    home: str
    owner: str | None
    commands: tuple[str, ...] = ()


class Late(NamedTuple):
    """An event that no server took: why, and when the host must have its answer (`time.monotonic`)."""

    reason: str
    until: float


def invocation_of(arguments: Sequence[str]) -> Invocation:
    """Options in any place; what is not known is passed over, since a host must never be stopped by it."""
    options = {
        "--home": os.environ.get("QUAID_HOME"),
        "--owner": os.environ.get("QUAID_OWNER"),
        "--commands": None,
    }
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in options:
            options[name] = value if equals else next(rest, None)
        elif not argument.startswith("-"):
            words.append(argument)
    host, event, *_ = (*words, "", "")
    if host == "auto":  # one bundle of hooks serves two hosts; only one of them names its project
        host = "claude-code" if os.environ.get("CLAUDE_PROJECT_DIR") else "codex"
    commands = tuple((options["--commands"] or "").split(","))
    return Invocation(host, event, home_folder(options["--home"]), options["--owner"], commands)
