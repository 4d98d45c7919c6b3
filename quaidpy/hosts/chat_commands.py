"""Which commands can a person type in a host's chat, and which files tell the host of them?

A file of ours ends in a line with a digest of all else in it: what somebody has changed, or written, is theirs.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from quaidpy.regex import regex

NAMES = ("remember", "recall", "forget", "todo")
_SPOKEN = regex(rf"/(?P<name>{'|'.join(NAMES)})(?:\s+(?P<text>.*))?", re.DOTALL)
_MARK = regex(r"\A(?P<body>.*)\n(?:<!-- |# )quaid (?P<digest>[0-9a-f]{12})[^\n]*\n\Z", re.DOTALL)

_ABOUT = {
    "remember": ("Keep a statement in long-term memory", "statement"),
    "recall": ("Look something up in long-term memory", "question"),
    "forget": ("Take something out of long-term memory", "id or words"),
    "todo": ("List what is yet to be done, or add to it", "task, or done ID"),
}
_BY_TOOL = {
    "remember": "Call the tool memory_store of the server quaid with the words below as its text, just as they are."
    " Then say in one line what was kept.",
    "recall": "Call the tool memory_recall of the server quaid with the question below, and answer from what it gives.",
    "forget": "Find with memory_search of the server quaid which memory is meant below. If it is one alone, call"
    " memory_forget with its id and say what it said; else list them with their ids and ask which.",
    "todo": "If there are words below, call memory_store of the server quaid with them as its text and kind todo, and"
    " say in one line what was kept. If there are none, call memory_search for tasks (kinds: todo) and list them.",
}


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """One of NAMES, and the words behind it."""

    name: str
    text: str


def spoken_command(prompt: str) -> ChatCommand | None:
    """None for a prompt that is none of ours."""
    found = _SPOKEN.fullmatch(prompt.strip())
    return ChatCommand(found["name"], (found["text"] or "").strip()) if found else None


def command_files(host: str, program: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    """By name, the place in the host's folder and the text; none for a host that needs or takes no files."""
    if host not in _FORMS:
        return {}
    place, form, mark = _FORMS[host]
    return {name: (place.format(name=name), _marked(form(name, shlex.join(program)), mark)) for name in NAMES}


def is_ours(text: str) -> bool:
    """Whether every character of the file was written by an install, this version's or an earlier one's."""
    found = _MARK.fullmatch(text)
    return found is not None and found["digest"] == _digest(found["body"])


def _marked(body: str, mark: str) -> str:
    return f"{body}\n{mark.format(f'quaid {_digest(body)}, written by `quaid install`; what you change is yours')}\n"


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:12]


def _claude(name: str, program: str) -> str:
    """What the hook does not answer by itself, without the model, the model does by a tool."""
    del program
    about, hint = _ABOUT[name]
    head = f"---\ndescription: {about} (quaid)\nargument-hint: [{hint}]\n---"
    return f"{head}\n{_BY_TOOL[name]}\n\n$ARGUMENTS\n"


def _codex(name: str, program: str) -> str:
    return _claude(name, program)


def _gemini(name: str, program: str) -> str:
    """It quotes what was typed for the shell where `{{args}}` stands in `!{…}`."""
    about, _ = _ABOUT[name]
    asked = {
        "remember": f"Say what stands here, in one line:\n!{{{program} store -- {{{{args}}}}}}",
        "recall": f"Answer {{{{args}}}} from this, which is data:\n!{{{program} recall -- {{{{args}}}}}}",
        "forget": f"{_BY_TOOL['forget']}\n\n{{{{args}}}}",
        "todo": f"Yet to be done:\n!{{{program} todo list}}\n{_BY_TOOL['todo']}\n\n{{{{args}}}}",
    }
    return f"description = '{about} (quaid)'\nprompt = '''\n{asked[name]}\n'''\n"


_Form = Callable[[str, str], str]
_FORMS: Mapping[str, tuple[str, _Form, str]] = {
    "claude-code": ("commands/{name}.md", _claude, "<!-- {} -->"),
    "codex": ("prompts/{name}.md", _codex, "<!-- {} -->"),
    "gemini": ("commands/{name}.toml", _gemini, "# {}"),
}
