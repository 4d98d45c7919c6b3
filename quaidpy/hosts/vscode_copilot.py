"""What was said in a VS Code Copilot chat? A document, or a journal of changes that makes one."""

from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "vscode-copilot"
_WHOLE, _REPLACE, _APPEND = 0, 1, 2  # kinds of journal lines
_NOT_SAID = frozenset(
    {"thinking", "undoStop", "progressMessage", "codeblockUri", "inlineReference", "textEditGroup"}
)


def recognizes(found: ForeignJson) -> bool:
    if _is_journal(found):
        return True
    document = part(found.document)
    return isinstance(document.get("requests"), list) and (
        "sessionId" in document or "responderUsername" in document
    )


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session; a tool that reports several states counts once."""
    state = _replayed(found) if _is_journal(found) else part(found.document)
    making = SessionMaking(HOST, session=word(state, "sessionId"), title=word(state, "customTitle"))
    for place, request in enumerate(parts(state.get("requests")), start=1):
        at = request.get("timestamp")
        making.say(Role.USER, word(part(request, "message"), "text") or "", at=at, line=place)
        answer = list(parts(request.get("response")))
        calls = {
            word(each, "toolCallId") for each in answer if each.get("kind") == "toolInvocationSerialized"
        }
        making.leave_out("tool_calls", len(calls))
        making.say(Role.ASSISTANT, "".join(filter(None, map(_said, answer))), at=at, line=place)
    yield making.session_made(unnamed=name, damaged=found.damaged)


def _is_journal(found: ForeignJson) -> bool:
    first = found.lines[0].record if found.lines else {}
    return first.get("kind") == _WHOLE and "requests" in part(first, "v")


def _replayed(found: ForeignJson) -> Record:
    state: Record = {}
    for line in found.lines:
        value, keys = line.record.get("v"), line.record.get("k")
        if line.record.get("kind") == _WHOLE:
            state = part(line.record, "v")
        elif isinstance(keys, list) and keys:
            _change(state, keys, value, is_appended=line.record.get("kind") == _APPEND)
    return state


def _change(state: object, keys: list[object], value: object, *, is_appended: bool) -> None:
    """Follow the path and put the value there; a path that leads nowhere changes nothing."""
    *way, last = keys
    for key in way:
        state = _at(state, key)
    if is_appended:
        old = _at(state, last)
        if isinstance(old, list) and isinstance(value, list):
            old.extend(value)
            return
    if isinstance(state, dict) and isinstance(last, str):
        state[last] = value
    elif _has_place(state, last):
        state[last] = value  # type: ignore[index]  # looked at just before


def _has_place(state: object, key: object) -> bool:
    return isinstance(state, list) and isinstance(key, int) and -1 < key < len(state)


def _at(state: object, key: object) -> object:
    if isinstance(state, dict):
        return state.get(key) if isinstance(key, str) else None
    return state[key] if _has_place(state, key) else None  # type: ignore[index]  # looked at just before


def _said(answer: Record) -> str | None:
    if word(answer, "kind") in _NOT_SAID:
        return None
    if answer.get("kind") == "markdownContent":
        return word(part(answer, "content"), "value")
    if "kind" not in answer:
        return word(answer, "value") or word(part(answer, "value"), "value")
    return None
