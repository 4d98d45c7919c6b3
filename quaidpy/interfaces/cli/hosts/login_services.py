"""How is a command told to systemd or launchd, which start it for the user?"""

import plistlib
import shlex
from pathlib import Path

_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "%": "%%", "$": "$$"})
"""What systemd would take for its own inside quotes."""


def unit_file(name: str) -> Path:
    return Path.home() / ".config" / "systemd" / "user" / name


def unit_command(command: list[str]) -> str:
    """As ExecStart has it."""
    return " ".join(f'"{part.translate(_ESCAPED)}"' for part in command)


def agent_file(label: str) -> Path:
    return Path.home() / "Library" / "LaunchAgents" / f"{label}.plist"


def agent_text(label: str, command: list[str], **more: object) -> str:
    """`more`: what launchd is to know besides, under its own names."""
    agent = {"Label": label, "ProgramArguments": command, **more, "Nice": 10}
    return plistlib.dumps(agent, sort_keys=False).decode()


def agent_start(label: str) -> str:
    """What a user types to start it."""
    return f"launchctl load -w {shlex.quote(str(agent_file(label)))}"
