"""What is written into which file of a host, so that it knows this memory?"""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quaidpy.hosts.chat_commands import NAMES, command_files, is_ours
from quaidpy.hosts.config_editing import (
    edited_json,
    edited_toml,
    put,
    put_hooks,
    remove,
    remove_hooks,
)
from quaidpy.hosts.edited_files import EDITING_TOOLS
from quaidpy.hosts.foreign_json import part
from quaidpy.hosts.hook_events import events_of

_TIMEOUT_S = 10  # ours ends within hooks.deadline_s; a host that waits longer waits for a broken machine
PLUGIN = "quaid"
_ANSWERS_COMMANDS = ("claude-code", "UserPromptSubmit")
"""The host and event where a hook may answer in the place of the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a host keeps its settings, and what it is to start. `program`: words of a command line.

    `plugin`: the folder of the OpenClaw plugin. `home`: only when it is not the usual one. `commands`: of the chat,
    those whose file is not somebody else's.
    """

    folder: Path
    program: tuple[str, ...]
    plugin: Path
    home: Path | None = None
    owner: str | None = None
    state_file: Path | None = None
    commands: tuple[str, ...] = NAMES

    @property
    def arguments(self) -> tuple[str, ...]:
        home = ("--home", str(self.home)) if self.home else ()
        return (*home, *(("--owner", self.owner) if self.owner else ()))

    def hook_command(self, host: str, event: str) -> str:
        """One shell string: not every host takes a list."""
        asks = (host, event) == _ANSWERS_COMMANDS and self.commands
        commands = (f"--commands={','.join(self.commands)}",) if asks else ()
        return shlex.join((*self.program, "hook", host, event, *self.arguments, *commands))

    def server(self) -> dict[str, Any]:
        command, *before = self.program
        return {"command": command, "args": [*before, *self.arguments, "mcp"]}


@dataclass(frozen=True, slots=True)
class HostFileEdit:
    """A file of a host, and how its text changes; None stands for no file.

    `is_ours`: what is changed or removed is ours to the last character, so that nothing of it need be kept.
    """

    path: Path
    install: Callable[[str | None], str | None]
    uninstall: Callable[[str | None], str | None]
    is_ours: bool = False


def edits_for(host: str, place: Place) -> list[HostFileEdit]:
    """All files that are touched for a host."""
    files = command_files(host, (*place.program, *place.arguments))
    return [
        *_EDITS[host](place),
        *(_command_edit(place.folder / where, text) for where, text in files.values()),
    ]


def free_commands(host: str, folder: Path, text_of: Callable[[Path], str | None]) -> tuple[str, ...]:
    """Commands of the chat whose file is not there, or ours."""
    places = {name: text_of(folder / where) for name, (where, _) in command_files(host, ()).items()}
    return tuple(name for name, text in places.items() if text is None or is_ours(text))


def _command_edit(path: Path, ours: str) -> HostFileEdit:
    """A file of somebody else's of that name stays as it is, on the way in and on the way out."""
    return HostFileEdit(
        path,
        lambda text: ours if text is None or is_ours(text) else text,
        lambda text: None if text is not None and is_ours(text) else text,
        is_ours=True,
    )


def _json_edit(
    path: Path, install: Callable[[dict[str, Any]], None], uninstall: Callable[[dict[str, Any]], None]
) -> HostFileEdit:
    return HostFileEdit(
        path,
        lambda text: edited_json(text, install, name=str(path)),
        lambda text: edited_json(text, uninstall, name=str(path)),
    )


def _hooks_edit(path: Path, groups: Mapping[str, Mapping[str, object]]) -> HostFileEdit:
    return _json_edit(path, lambda settings: put_hooks(settings, groups), remove_hooks)


def _server_edit(path: Path, server: object) -> HostFileEdit:
    where = ("mcpServers", PLUGIN)
    return _json_edit(
        path, lambda settings: put(settings, where, server), lambda settings: remove(settings, where)
    )


def _groups(host: str, place: Place, *, timeout: int) -> dict[str, dict[str, object]]:
    return {event: _group(host, event, place, timeout) for event in events_of(host)}


def _group(host: str, event: str, place: Place, timeout: int) -> dict[str, object]:
    tools = EDITING_TOOLS.get((host, event))
    return {
        **({"matcher": tools} if tools else {}),
        "hooks": [{"type": "command", "command": place.hook_command(host, event), "timeout": timeout}],
    }


def _claude_code(place: Place) -> list[HostFileEdit]:
    server = {"type": "stdio", **place.server(), "env": {}}
    return [
        _hooks_edit(place.folder / "settings.json", _groups("claude-code", place, timeout=_TIMEOUT_S)),
        _server_edit(place.state_file or place.folder.parent / ".claude.json", server),
    ]


def _codex(place: Place) -> list[HostFileEdit]:
    path, server = place.folder / "config.toml", place.server()
    # A JSON text is a TOML text, too; the first turn may come before the tools unless they are required.
    block = f"[mcp_servers.{PLUGIN}]\ncommand = {json.dumps(server['command'])}\nargs = {json.dumps(server['args'])}"
    return [
        _hooks_edit(place.folder / "hooks.json", _groups("codex", place, timeout=_TIMEOUT_S)),
        HostFileEdit(
            path,
            lambda text: edited_toml(text, block, name=str(path)),
            lambda text: edited_toml(text, "", name=str(path)) if text is not None else None,
        ),
    ]


def _gemini(place: Place) -> list[HostFileEdit]:
    groups = _groups("gemini", place, timeout=_TIMEOUT_S * 1000)  # it counts in milliseconds
    path, where, server = place.folder / "settings.json", ("mcpServers", PLUGIN), place.server()

    def install(settings: dict[str, Any]) -> None:
        put_hooks(settings, groups)
        put(settings, where, server)

    def uninstall(settings: dict[str, Any]) -> None:
        remove_hooks(settings)
        remove(settings, where)

    return [_json_edit(path, install, uninstall)]


def _cursor(place: Place) -> list[HostFileEdit]:
    groups = {event: {"command": place.hook_command("cursor", event)} for event in events_of("cursor")}

    def install(settings: dict[str, Any]) -> None:
        settings.setdefault("version", 1)
        put_hooks(settings, groups)

    def uninstall(settings: dict[str, Any]) -> None:
        remove_hooks(settings)
        if list(settings) == ["version"]:
            del settings["version"]

    return [
        _json_edit(place.folder / "hooks.json", install, uninstall),
        _server_edit(place.folder / "mcp.json", place.server()),
    ]


def _openclaw(place: Place) -> list[HostFileEdit]:
    path = place.state_file or place.folder / "openclaw.json"
    config = {"command": [*place.program], "arguments": [*place.arguments]}

    def install(settings: dict[str, Any]) -> None:
        # Without conversation access the host loads the plugin and calls none of its hooks, silently.
        entry = {"enabled": True, "hooks": {"allowConversationAccess": True}, "config": config}
        put(settings, ("plugins", "entries", PLUGIN), entry)
        put(settings, ("plugins", "slots", "memory"), PLUGIN)
        put(settings, ("plugins", "load", "paths"), [*_other_paths(settings), str(place.plugin)])
        plugins = settings["plugins"]
        if isinstance(plugins.get("allow"), list) and PLUGIN not in plugins["allow"]:
            plugins["allow"].append(PLUGIN)

    def uninstall(settings: dict[str, Any]) -> None:
        plugins = settings.get("plugins")
        if not isinstance(plugins, dict):
            return
        others = _other_paths(settings)
        put(settings, ("plugins", "load", "paths"), others)
        if not others:
            remove(settings, ("plugins", "load", "paths"))
        remove(settings, ("plugins", "entries", PLUGIN))
        if part(plugins, "slots").get("memory") == PLUGIN:
            remove(settings, ("plugins", "slots", "memory"))
        if isinstance(plugins.get("allow"), list) and PLUGIN in plugins["allow"]:
            plugins["allow"].remove(PLUGIN)

    return [_json_edit(path, install, uninstall)]


def _other_paths(settings: dict[str, Any]) -> list[Any]:
    """Plugin folders that are not ours: ours ends in the same two names wherever this package was installed."""
    paths = part(settings, "plugins", "load").get("paths")
    if not isinstance(paths, list):
        return []
    return [path for path in paths if Path(str(path)).parts[-2:] != ("integrations", "openclaw")]


_EDITS: Mapping[str, Callable[[Place], list[HostFileEdit]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
    "cursor": _cursor,
    "openclaw": _openclaw,
}
