"""What does `quaid hook HOST EVENT` do where no server answers? It gives memories or keeps what was said, by itself.

It always ends well and in time: whatever fails is a line in hooks.log of the home, and the host goes on without memory.
Exit code 2 would block a prompt in several hosts; this one has no exit code but 0.
"""

import json
import os
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy.home.hook_log import note_failure
from quaidpy.hosts.hook_answers import answer, answer_instead
from quaidpy.hosts.hook_events import HOSTS, HookEvent, hook_event
from quaidpy.interfaces.asking import Asker
from quaidpy.interfaces.hooks.call import FAILURES, TOO_LATE, Call, is_asking
from quaidpy.interfaces.hooks.chat import command_in, told_of
from quaidpy.interfaces.hooks.invocation import GRACE_S, KEPT_CHILD, LARGEST_EVENT, Invocation, Late
from quaidpy.interfaces.hooks.keeping import keep

if TYPE_CHECKING:
    from quaidpy.interfaces.hooks.giving import Given

_COMMAND_S = 8.0  # a person waits for it, and the host as long as its settings say
_LEAST_S = 0.1  # less is left of the deadline: nothing can be found in it


def run(spoken: Invocation, payload: bytes | None, late: Late | None) -> int:
    """The rest of one hook. Always 0.

    `payload`: its event, None where it is still to be read. `late`: where a server was asked for it in vain.
    """
    call = Call(
        host=spoken.host,
        event=spoken.event,
        home=Path(spoken.home),
        owner=spoken.owner,
        commands=spoken.commands,
    )
    if (call.host, call.event) == KEPT_CHILD:
        return serve(call)
    if call.host not in HOSTS:
        sys.stderr.write(
            f"quaid hook HOST EVENT, with an event as JSON on standard input; hosts: {', '.join(HOSTS)}\n"
        )
        return 0
    try:
        if late:
            note_failure(call.home, f"{call.host} {call.event}: done without the server: {late.reason}")
        if payload is None:
            payload = sys.stdin.buffer.read(LARGEST_EVENT)
        _handle(call, json.loads(payload or b"{}"), late)
    except FAILURES as err:
        note_failure(call.home, f"{call.host} {call.event}: {type(err).__name__}: {err}")
    return 0


def serve(call: Call) -> int:
    """One child for a host that keeps it: an event a line."""
    from quaidpy.interfaces.hooks.serving import serve_lines  # noqa: PLC0415 - no other host needs it

    serve_lines(call, sys.stdin.buffer, sys.stdout)
    return 0


def _handle(call: Call, payload: object, late: Late | None) -> None:
    event = hook_event(call.host, call.event, payload)
    command = command_in(event, call.commands)
    if command:
        _print(answer_instead(told_of(command, _asker(call), timeout_s=_COMMAND_S)))
        return
    has_time = late is None or late.until - time.monotonic() > _LEAST_S
    given = _given(event, call, late) if is_asking(event) and has_time else None
    _print(answer(call.host, event.name, given.context if given else ""))
    if given and given.follow_up:  # past the flush: what was not printed was not given
        _asker(call).begin(given.follow_up)
    if not event.is_side_talk:
        keep(event, home=call.home, owner=call.owner)


def _asker(call: Call) -> Asker:
    return Asker(home=call.home, owner=call.owner, agent=call.host)


def _given(event: HookEvent, call: Call, late: Late | None) -> "Given":
    """The context for the model. Past the deadline the process ends, having said nothing."""
    from quaidpy.interfaces.hooks.giving import give, prepared  # noqa: PLC0415 - a capture needs none of it

    bounds, asker = prepared(call)
    until = late.until if late else time.monotonic() + bounds.deadline_s
    silence = partial(_end_in_silence, call, event)
    watch = threading.Timer(until + GRACE_S - time.monotonic(), silence)
    watch.daemon = True
    watch.start()
    try:
        return give(event, bounds, asker, until=until)
    finally:
        watch.cancel()


def _end_in_silence(call: Call, event: HookEvent) -> None:
    keep(event, home=call.home, owner=call.owner)
    note_failure(call.home, f"{call.host} {call.event}: {TOO_LATE}")
    os._exit(0)


def _print(text: str) -> None:
    if text:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
