"""How do our entries get into a host's own settings, and out again, with everything else left as it is?"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from quaidpy.errors import SettingsError
from quaidpy.regex import regex

Edit = Callable[[dict[str, Any]], None]
OURS = regex(r"\bquaid(?:py)?\b.*\bhook\s+(?:claude-code|codex|gemini|cursor|auto)\b", re.DOTALL)
_TOML_START, _TOML_END = "# >>> quaid >>>", "# <<< quaid <<<"
_TOML_BLOCK = regex(
    rf"(?:(?<!\n)\n++)?{re.escape(_TOML_START)}(?:(?!{re.escape(_TOML_START)}).)*?{re.escape(_TOML_END)}\n?",
    re.DOTALL,
)


def edited_json(text: str | None, edit: Edit, *, name: str) -> str | None:
    """The settings after an edit; None when nothing is left of them. Raises SettingsError for no JSON object."""
    try:
        settings = json.loads(text) if text and text.strip() else {}
    except ValueError as err:
        raise SettingsError(
            f"{name} is not plain JSON ({err}); take comments out of it, or add by hand what --dry-run shows"
        ) from err
    if not isinstance(settings, dict):
        raise SettingsError(f"{name} holds no JSON object; is it the right file?")
    before = deepcopy(settings)
    edit(settings)
    if settings == before:  # whatever the order of the keys is
        return text
    return f"{json.dumps(settings, indent=2, ensure_ascii=False)}\n" if settings else None


def as_it_was(left: str | None, before: str | None) -> str | None:
    """The JSON that is left without our entries, or the file from before us where only empty values differ.

    `{"hooks": {}}` may be somebody's own, and a file that was there stays there.
    """
    if before is None:
        return left
    try:
        was, now = json.loads(before), json.loads(left) if left else {}
    except ValueError:  # no JSON: kept as it is left
        return left
    return before if _without_empty(was) == _without_empty(now) else left


def _without_empty(value: object) -> object:
    if not isinstance(value, dict):
        return value
    kept = {key: _without_empty(each) for key, each in value.items()}
    return {key: each for key, each in kept.items() if each not in ({}, [])}


def edited_toml(text: str | None, block: str, *, name: str) -> str | None:
    """The settings with our block at their end, an empty one taken out. Raises SettingsError when that is no TOML."""
    rest = _TOML_BLOCK.sub("\n", text or "").lstrip("\n") if _TOML_START in (text or "") else text or ""
    joined = f"{rest.rstrip()}\n\n{_TOML_START}\n{block}\n{_TOML_END}\n".lstrip() if block else rest
    try:
        tomllib.loads(joined)
    except tomllib.TOMLDecodeError as err:
        raise SettingsError(
            f"{name} would not be TOML any more ({err}); it may hold such an entry already"
        ) from err
    return joined or None


def put(settings: dict[str, Any], path: Sequence[str], value: object) -> None:
    """Set a value deep in the settings; objects on the way are made."""
    *way, last = path
    for key in way:
        inner = settings.setdefault(key, {})
        if not isinstance(inner, dict):
            raise SettingsError(
                f"`{key}` in the host's settings is no object but {inner!r:.40}; repair it first"
            )
        settings = inner
    settings[last] = value


def remove(settings: dict[str, Any], path: Sequence[str]) -> None:
    """Take a value out, and the objects around it that are empty then."""
    key, *rest = path
    inner = settings.get(key)
    if rest and isinstance(inner, dict):
        remove(inner, rest)
    if not rest or inner == {}:
        settings.pop(key, None)


def put_hooks(settings: dict[str, Any], groups: Mapping[str, Mapping[str, object]]) -> None:
    """One group an event under `hooks`, in the place of ours that stood there; those of others stay."""
    remove_hooks(settings)
    hooks = settings.setdefault("hooks", {})
    if not isinstance(hooks, dict):
        raise SettingsError("`hooks` in the host's settings is no object; repair it first")
    for event, group in groups.items():
        hooks[event] = [*_list(hooks.get(event)), group]


def remove_hooks(settings: dict[str, Any]) -> None:
    hooks = settings.get("hooks")
    if not isinstance(hooks, dict):
        return
    events = list(hooks)
    for event in events:
        if not isinstance(hooks[event], list):
            continue
        kept = [group for group in hooks[event] if not _is_ours(group)]
        if kept:
            hooks[event] = kept
        elif hooks[event]:
            del hooks[event]
    if events and not hooks:  # what was empty before is the user's own
        del settings["hooks"]


def _is_ours(group: object) -> bool:
    """A group all of whose commands are ours, or a command itself."""
    if not isinstance(group, dict):
        return False
    commands = _list(group.get("hooks")) or [group]
    texts = [each.get("command") for each in commands if isinstance(each, dict)]
    return bool(texts) and all(isinstance(text, str) and OURS.search(text) for text in texts)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
