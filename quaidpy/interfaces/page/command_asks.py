"""Which command lines does the page ask? Those that a person could type, by name; nothing else can be run."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quaidpy.errors import UsageError
from quaidpy.regex import regex

_LONGEST = 20_000
_ID = regex(r"[a-z]{1,3}_[0-9a-z]{6,64}(?:[:.+~][\w.:~-]{1,200})?")
_DECISION = regex(r"op_[0-9a-z]{6,64}:[0-9]{1,6}")
Given = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAsk:
    """`arguments` makes the command line of what was given; `fields`: what may be. `writes`: whether memory changes."""

    arguments: Callable[[Given], list[str]]
    fields: tuple[str, ...] = ()
    writes: bool = False


def _fixed(line: str) -> CommandAsk:
    return CommandAsk(arguments=lambda _: line.split())


def _answer(given: Given) -> list[str]:
    more = [f"--{name}={given[name]}" for name in ("memory", "text") if given.get(name)]
    return ["review", f"--answer={_one_of(given, 'answer', ANSWERS)}", *more, "--", _text(given, "subject")]


ANSWERS = ("keep", "edit", "merge", "drop", "later")
TASK_VERBS = ("done", "cancel", "reopen")
ASKS: Mapping[str, CommandAsk] = {
    "health": _fixed("health"),
    "todos": _fixed("todo list --all"),
    "nights": _fixed("janitor status --limit 60"),
    "decisions": _fixed("janitor decisions --limit 100"),
    "questions": _fixed("review --limit 500"),
    "settings": _fixed("config list"),
    "projects": _fixed("projects list"),
    "stale": _fixed("docs stale"),
    "notices": _fixed("notify list"),
    "card": CommandAsk(
        arguments=lambda given: ["entity", "--limit=40", "--", _text(given, "name")], fields=("name",)
    ),
    "documents": CommandAsk(
        arguments=lambda given: ["docs", "search", "--", _text(given, "query")], fields=("query",)
    ),
    "apart": CommandAsk(
        arguments=lambda given: ["janitor", "apart", "--", _fitting(given, "id", _DECISION)],
        fields=("id",),
        writes=True,
    ),
    "answer": CommandAsk(
        arguments=_answer, fields=("subject", "answer", "memory", "text"), writes=True
    ),
    "task": CommandAsk(
        arguments=lambda given: ["todo", _one_of(given, "verb", TASK_VERBS), "--", _fitting(given, "id", _ID)],
        fields=("verb", "id"),
        writes=True,
    ),
}  # fmt: skip


def command_line(name: str, given: Given) -> tuple[CommandAsk, list[str]]:
    """Raises UsageError: nothing of that name, a field that it does not take, or a value that does not fit."""
    ask = ASKS.get(name)
    if ask is None:
        raise UsageError(f"the page asks no {name!r}")
    strange = set(given) - set(ask.fields)
    if strange:
        raise UsageError(f"{name} takes no {', '.join(sorted(strange))}")
    if any(len(value) > _LONGEST or "\0" in value for value in given.values()):
        raise UsageError(f"{name}: a value is longer than {_LONGEST:,} characters, or no text")
    return ask, ask.arguments(given)


def _text(given: Given, name: str) -> str:
    if not given.get(name, "").strip():
        raise UsageError(f"say {name}")
    return given[name]


def _fitting(given: Given, name: str, form: re.Pattern[str]) -> str:
    value = _text(given, name)
    if form.fullmatch(value) is None:
        raise UsageError(f"{name} is none that memory gives")
    return value


def _one_of(given: Given, name: str, allowed: tuple[str, ...]) -> str:
    if given.get(name) not in allowed:
        raise UsageError(f"{name} is one of {', '.join(allowed)}")
    return given[name]
