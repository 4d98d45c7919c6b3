"""What does a command typed in a host's chat do? It is done by the memory itself; no model reads it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from quaidpy.hosts.chat_commands import ChatCommand, spoken_command
from quaidpy.hosts.foreign_json import parts, word
from quaidpy.hosts.hook_events import HookEvent, Moment
from quaidpy.interfaces.hooks.call import Asking
from quaidpy.regex import regex

_MOST = 5
_ID = regex(r"m_[0-9a-z]{6,64}")
_Ask = Callable[..., dict[str, Any]]
_CLOSING = regex(r"(done|cancel|reopen)\s+(\S+)")
_FAILED = "It could not be done; `quaid doctor` may know why."


def command_in(event: HookEvent, commands: Sequence[str]) -> ChatCommand | None:
    """The command of ours that a prompt is. `commands`: those that were installed; a project's own goes before them."""
    spoken = spoken_command(event.prompt) if Moment.PROMPT in event.moments else None
    if spoken is None or spoken.name not in commands:
        return None
    own = Path(event.cwd or ".") / ".claude"
    is_theirs = (own / "commands" / f"{spoken.name}.md").exists() or (own / "skills" / spoken.name).exists()
    return None if is_theirs else spoken


def told_of(command: ChatCommand, asker: Asking, *, timeout_s: float) -> str:
    """What the person is told."""

    def ask(*arguments: str) -> dict[str, Any]:
        return asker.ask(arguments, timeout_s=timeout_s)

    match command.name:
        case "remember":
            return _kept(ask("store", "--", command.text)) if command.text else "/remember what?"
        case "recall":
            return (
                _listed(ask("search", "--limit", str(_MOST), "--", command.text))
                if command.text
                else "/recall what?"
            )
        case "forget":
            return _forgotten(command.text, ask) if command.text else "/forget what? An id, or words of it."
        case _:
            return _of_tasks(command.text, ask)


def _kept(stored: dict[str, Any]) -> str:
    if "new" not in stored:
        return _FAILED
    lines = [f"kept: {each['text']} [{each['id']}]" for each in parts(stored.get("new"))]
    lines += [f"known already: {each['text']}" for each in parts(stored.get("confirmed"))]
    lines += [f"ended: {each['text']}" for each in parts(stored.get("superseded"))]
    lines += [f"left out: {word(each, 'reason')}" for each in parts(stored.get("rejections"))]
    return "\n".join(lines) or "nothing to keep in that"


def _listed(found: dict[str, Any]) -> str:
    if "results" not in found:
        return _FAILED
    results = parts(found.get("results"))
    lines = [f"{word(each, 'line')} [{word(each, 'id')}]" for each in results]
    return "\n".join(lines) or "nothing is remembered about that"


def _forgotten(text: str, ask: _Ask) -> str:
    if not _ID.fullmatch(text):
        found = _listed(ask("search", "--text", "--limit", str(_MOST), "--", text))
        return f"which? /forget ID\n{found}" if "[" in found else found
    done = ask("forget", text)
    if "operation" not in done:
        return f"{text} could not be forgotten; is it the id of a memory? /recall shows ids"
    return f"forgotten; quaid undo {done['operation']} takes it back"


def _of_tasks(text: str, ask: _Ask) -> str:
    closing = _CLOSING.fullmatch(text)
    if closing:
        done = ask("todo", closing[1], closing[2])
        told = f"that could not be done to {closing[2]}; is it the id of such a task? /todo lists them"
        return f"{done['state']}: {closing[2]}" if "state" in done else told
    if text:
        return _kept(ask("store", "--kind", "todo", "--", text))
    found = ask("todo", "list")
    lines = [
        f"{word(each, 'state')}: {word(each, 'text')} [{word(each, 'id')}]"
        for each in parts(found.get("todos"))
    ]
    return "\n".join(lines) or "nothing is yet to be done"
