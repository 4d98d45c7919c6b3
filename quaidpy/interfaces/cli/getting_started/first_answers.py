"""What is asked when a memory begins, and what is proposed from what this machine shows?"""

import locale
import shutil
import subprocess
from dataclasses import dataclass, replace

import click

from quaidpy.interfaces.cli.terminal.session import Session

_ASKING_S = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """`name`: empty where nobody has told. `hosts`: those that are to use the memory. `reader`: the host that reads."""

    name: str
    is_english: bool
    hosts: tuple[str, ...]
    reader: str | None
    is_nightly: bool


def proposed(session: Session) -> Answers:
    """Who commits here, the language of the system, hosts that have a folder here; no reader, for it costs calls."""
    from quaidpy.interfaces.cli.hosts.installing import hosts_here
    from quaidpy.interfaces.cli.night.scheduling import can_be_scheduled

    return Answers(
        name=session.settings.tuning.user.name or _name_in_git(),
        is_english=_speaks_english(),
        hosts=hosts_here(),
        reader=None,
        is_nightly=can_be_scheduled(),
    )


def asked(proposal: Answers, session: Session) -> Answers:
    """Each question with its proposal; Enter takes it."""
    from quaidpy.interfaces.cli.hosts.readers import offer_reader

    name = click.prompt("Your name, as conversations call you", default=proposal.name, err=True).strip()
    is_english = click.confirm(
        "Are your conversations in English alone?", default=proposal.is_english, err=True
    )
    hosts = tuple(
        host for host in proposal.hosts
        if click.confirm(f"{host} is here. Shall it use this memory?", default=True, err=True)
    )  # fmt: skip
    reader = offer_reader(session)
    is_nightly = click.confirm(
        "Shall the janitor tidy up each night at 03:30? Every change can be undone",
        default=proposal.is_nightly,
        err=True,
    )
    return replace(
        proposal, name=name, is_english=is_english, hosts=hosts, reader=reader, is_nightly=is_nightly
    )


def _name_in_git() -> str:
    program = shutil.which("git")
    if program is None:
        return ""
    command = [program, "config", "--global", "user.name"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=_ASKING_S, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return ""
    return found.stdout.strip()


def _speaks_english() -> bool:
    language, _ = locale.getlocale()
    return language is None or language.startswith(("en", "English", "C", "POSIX"))
