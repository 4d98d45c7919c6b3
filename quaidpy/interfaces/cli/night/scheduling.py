"""By what is the janitor started every night: cron, a systemd timer, or launchd?"""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.hosts import login_services as services

if TYPE_CHECKING:
    from quaidpy.settings import Settings

_LABEL = "quaid-janitor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Files to write, and what the user types after that."""

    scheduler: str
    files: Mapping[Path, str]
    next_step: str


def schedule(settings: "Settings", scheduler: str | None, hour: str) -> Schedule:
    """Raises UsageError for a time that is none."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", hour)
    if not found:
        raise UsageError(f"--at {hour} is no time of day; write it as 03:30")
    at = (int(found[1]), int(found[2]))
    chosen = scheduler or _usual()
    command = _command(settings)
    if chosen == "launchd":
        return _launchd(command, at, settings)
    if chosen == "systemd":
        return _systemd(command, at, label_of(settings))
    return _cron(command, at, label_of(settings))


def label_of(settings: "Settings") -> str:
    """Of your usual memory the plain name; every other home and owner has a night of its own."""
    if (settings.home, settings.owner) == (Path.home() / ".quaid", "default"):
        return _LABEL
    return f"{_LABEL}-{blake2b(f'{settings.home} {settings.owner}'.encode(), digest_size=4).hexdigest()}"


def scheduled(settings: "Settings") -> tuple[list[Path], str]:
    """The files that an installation made and that are there, and how to end what they started."""
    label = label_of(settings)
    units = [services.unit_file(f"{label}.{ending}") for ending in ("timer", "service")]
    agent = services.agent_file(label)
    found = [path for path in (*units, agent) if path.exists()]
    if agent in found:
        return found, f"end it with: launchctl remove {label}"
    if found:
        return (
            found,
            f"end it with: systemctl --user disable --now {label}.timer; systemctl --user daemon-reload",
        )
    return [], f"a line of cron ends in `# {label}`: delete it with `crontab -e`"


def can_be_scheduled() -> bool:
    """Whether this system has more than cron, whose one file of lines is left to its user."""
    return _usual() != "cron"


def _usual() -> str:
    if sys.platform == "darwin":
        return "launchd"
    return "systemd" if shutil.which("systemctl") else "cron"


def _command(settings: "Settings") -> list[str]:
    """The interpreter that runs us now: a scheduler knows no PATH of ours."""
    base = [sys.executable, "-P", "-m", "quaidpy", "janitor", "run", "--quiet"]
    return [*base, "--home", str(settings.home), "--owner", settings.owner]


def _cron(command: list[str], at: tuple[int, int], label: str) -> Schedule:
    # In a crontab a percent sign ends the command.
    line = f"{at[1]} {at[0]} * * * {shlex.join(command)} # {label}".replace("%", r"\%")
    return Schedule(scheduler="cron", files={}, next_step=f"add this line with `crontab -e`:\n{line}")


def _systemd(command: list[str], at: tuple[int, int], label: str) -> Schedule:
    service = (
        "[Unit]\nDescription=quaid janitor: keeps memory clean\n\n"
        f"[Service]\nType=oneshot\nNice=10\nExecStart={services.unit_command(command)}\n"
    )
    timer = (
        "[Unit]\nDescription=quaid janitor, every night\n\n"
        f"[Timer]\nOnCalendar=*-*-* {at[0]:02d}:{at[1]:02d}:00\nPersistent=true\nRandomizedDelaySec=300\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )
    return Schedule(
        scheduler="systemd",
        files={services.unit_file(f"{label}.service"): service, services.unit_file(f"{label}.timer"): timer},
        next_step=f"start it with: systemctl --user daemon-reload && systemctl --user enable --now {label}.timer",
    )


def _launchd(command: list[str], at: tuple[int, int], settings: "Settings") -> Schedule:
    label = label_of(settings)
    log = str(settings.home / "janitor.log")
    hour = {"Hour": at[0], "Minute": at[1]}
    text = services.agent_text(
        label, command, StartCalendarInterval=hour, StandardOutPath=log, StandardErrorPath=log
    )
    return Schedule(
        scheduler="launchd",
        files={services.agent_file(label): text},
        next_step=f"start it with: {services.agent_start(label)}",
    )
