"""How does a host that keeps one child speak with it? JSON lines: a request with a number, an answer with the same."""

import json
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import IO

from quaidpy.home.hook_log import note_failure
from quaidpy.hosts.chat_commands import ChatCommand
from quaidpy.hosts.foreign_json import Record, part, word
from quaidpy.hosts.hook_events import hook_event
from quaidpy.interfaces.hooks.call import FAILURES, Call, is_asking
from quaidpy.interfaces.hooks.chat import told_of
from quaidpy.interfaces.hooks.giving import Given, give, prepared
from quaidpy.interfaces.hooks.keeping import keep

_AT_ONCE = 4  # requests; a slow recall must not hold up what is to be kept
_TOOL_WAIT_S = 9.0
_Answer = dict[str, object]


def serve_lines(call: Call, requests: IO[bytes], answers: IO[str]) -> None:
    """Answer until the host closes our input; what was accepted is finished."""
    lock = Lock()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for line in requests:
            try:
                request = part(json.loads(line))
            except (ValueError, RecursionError) as err:
                note_failure(call.home, f"openclaw: a line that is no JSON: {err}")
                continue
            pool.submit(_answered, request, call, partial(_write, answers, lock))


def _answered(request: Record, call: Call, write: Callable[[_Answer], None]) -> None:
    """A failed request is answered, too: with nothing."""
    method = word(request, "method") or ""
    result: _Answer | None = None
    try:
        result = _METHODS[method](part(request, "params"), call)
    except FAILURES as err:
        note_failure(call.home, f"openclaw {method}: {type(err).__name__}: {err}")
    follow_up = result.pop("follow_up", None) if result else None
    write({"id": request.get("id"), "result": result})
    if isinstance(follow_up, tuple):
        prepared(call)[1].ask(follow_up, timeout_s=_TOOL_WAIT_S)


def _write(answers: IO[str], lock: Lock, answer: _Answer) -> None:
    with lock:
        answers.write(f"{json.dumps(answer, ensure_ascii=False)}\n")
        answers.flush()


def _event(params: Record, call: Call) -> _Answer:
    event = hook_event("openclaw", word(params, "name") or "", params)
    given = Given()
    if is_asking(event):
        bounds, asker = prepared(call)
        given = give(event, bounds, asker, until=time.monotonic() + bounds.deadline_s)
    if not event.is_side_talk:
        keep(event, home=call.home, owner=call.owner)
    spoken: _Answer = {"prependContext": given.context} if given.context else {}
    return {**spoken, "follow_up": given.follow_up} if given.follow_up else spoken


def _recall(params: Record, call: Call) -> _Answer:
    asked = ["recall", "--", word(params, "query") or ""]
    found = prepared(call)[1].ask(asked, timeout_s=_TOOL_WAIT_S)
    return {"context": word(found, "context") or ""}


def _store(params: Record, call: Call) -> _Answer:
    asked = ["store", "--", word(params, "text") or ""]
    stored = prepared(call)[1].ask(asked, timeout_s=_TOOL_WAIT_S)
    if not stored:
        return {"told": "It could not be kept; `quaid doctor` may know why."}
    return {"told": "Kept." if stored.get("new") else "It was known already, or is not worth keeping."}


def _command(params: Record, call: Call) -> _Answer:
    """A command of the chat, which the host answers without a model."""
    spoken = ChatCommand(word(params, "name") or "", (word(params, "text") or "").strip())
    return {"told": told_of(spoken, prepared(call)[1], timeout_s=_TOOL_WAIT_S)}


def _flush(_params: Record, _call: Call) -> _Answer:
    """Nothing is held back here: a note is on disk before its request is answered."""
    return {}


_METHODS: Mapping[str, Callable[[Record, Call], _Answer]] = {
    "event": _event,
    "recall": _recall,
    "store": _store,
    "command": _command,
    "flush": _flush,
}
