"""What does `quaid hook HOST EVENT` do? It reads one event on stdin, and gives memories or keeps what was said.

It always ends well and in time: whatever fails is a line in hooks.log of the home, and the host goes on without memory.
Exit code 2 would block a prompt in several hosts; this one has no exit code but 0.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from quaidpy.adapters.hook_log import note_failure
from quaidpy.hosts.hook_answers import answer
from quaidpy.hosts.hook_events import HOSTS, HookEvent, hook_event
from quaidpy.interfaces.hooks.call import FAILURES, Call, is_asking
from quaidpy.interfaces.hooks.keeping import keep

SWITCH = "QUAID_HOOKS"
"""Set to `off` where a host is run by quaidpy itself, so that its hooks do not start it again."""
_LARGEST_EVENT = 64 << 20  # bytes; an OpenClaw session comes whole with every turn
_GRACE_S = 0.25


def run(arguments: Sequence[str]) -> int:
    """The whole of one hook. `arguments`: HOST EVENT [--home FOLDER] [--owner NAME]. Always 0."""
    call = call_of(arguments)
    if (call.host, call.event) == ("openclaw", "serve"):
        return serve(call)
    if call.host not in HOSTS:
        sys.stderr.write(
            f"quaid hook HOST EVENT, with an event as JSON on standard input; hosts: {', '.join(HOSTS)}\n"
        )
        return 0
    try:
        if os.environ.get(SWITCH) != "off":
            _handle(call, json.loads(sys.stdin.buffer.read(_LARGEST_EVENT) or b"{}"))
    except FAILURES as err:
        note_failure(call.home, f"{call.host} {call.event}: {type(err).__name__}: {err}")
    return 0


def call_of(arguments: Sequence[str]) -> Call:
    """Options in any place; what is not known is passed over, since a host must never be stopped by it."""
    options = {"--home": os.environ.get("QUAID_HOME"), "--owner": os.environ.get("QUAID_OWNER")}
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in options:
            options[name] = value if equals else next(rest, None)
        elif not argument.startswith("-"):
            words.append(argument)
    home = Path(options["--home"] or Path.home() / ".quaid").expanduser().absolute()
    host, event, *_ = (*words, "", "")
    if host == "auto":  # one bundle of hooks serves two hosts; only one of them names its project
        host = "claude-code" if os.environ.get("CLAUDE_PROJECT_DIR") else "codex"
    return Call(host=host, event=event, home=home, owner=options["--owner"])


def serve(call: Call) -> int:
    """One child for a host that keeps it: an event a line."""
    from quaidpy.interfaces.hooks.serving import serve_lines  # noqa: PLC0415 - no other host needs it

    serve_lines(call, sys.stdin.buffer, sys.stdout)
    return 0


def _handle(call: Call, payload: object) -> None:
    event = hook_event(call.host, call.event, payload)
    _print(answer(call.host, event.name, _given(event, call) if is_asking(event) else ""))
    if not event.is_side_talk:
        keep(event, home=call.home, owner=call.owner)


def _given(event: HookEvent, call: Call) -> str:
    """The context for the model. Past the deadline the process ends, having said nothing."""
    from quaidpy.interfaces.hooks.giving import give, prepared  # noqa: PLC0415 - a capture needs none of it

    bounds, asker = prepared(call)
    silence = partial(_end_in_silence, call, event)
    watch = threading.Timer(bounds.deadline_s + _GRACE_S, silence)
    watch.daemon = True
    watch.start()
    try:
        return give(event, bounds, asker)
    finally:
        watch.cancel()


def _end_in_silence(call: Call, event: HookEvent) -> None:
    keep(event, home=call.home, owner=call.owner)
    note_failure(call.home, f"{call.host} {call.event}: no answer in time; the model was given nothing")
    os._exit(0)


def _print(text: str) -> None:
    if text:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
