"""How does an agent's host come to use this memory, and how does it stop?"""

import os
import shlex
import shutil
import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quaidpy.hosts.hook_events import HOSTS
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.options import all_of
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.hosts.installation import HostFileEdit, Place

_of_host = all_of(
    click.argument("host", type=click.Choice(HOSTS), metavar=f"[{'|'.join(HOSTS)}]"),
    click.option("--dry-run", is_flag=True, help="Show what would change; change nothing."),
    click.option("--folder", type=click.Path(), metavar="DIR", help="The host's folder of settings."),
    click.option("--command", metavar="TEXT", help="What the host runs [default: this quaid]."),
)
_FOLDERS = {
    "claude-code": ("CLAUDE_CONFIG_DIR", ".claude"),
    "codex": ("CODEX_HOME", ".codex"),
    "gemini": ("", ".gemini"),
    "cursor": ("", ".cursor"),
    "openclaw": ("OPENCLAW_STATE_DIR", ".openclaw"),
}
NEXT = {
    "claude-code": "new sessions of Claude Code use it",
    "codex": "start codex once and trust the hooks it asks about: until then it does not run them",
    "gemini": "new sessions of Gemini CLI use it",
    "cursor": "restart Cursor, then new conversations use it",
    "openclaw": "restart the gateway: openclaw gateway restart",
}

_ADD = "`quaid journal add {folder}/%s --about user` has that file learn; you say yes to each edit"
_LEARNS = {
    "claude-code": _ADD % "CLAUDE.md",
    "codex": _ADD % "AGENTS.md",
    "gemini": _ADD % "GEMINI.md",
    "openclaw": "`quaid config set learning.folder {folder}/workspace` has its SOUL.md, USER.md and MEMORY.md learn; "
    "you say yes to each edit",
}


@click.command(cls=QuaidCommand)
@_of_host
@click.option(
    "--reader", is_flag=True, help="Also have its own program read conversations, as the deep model: no key."
)
@click.pass_obj
def install(
    session: Session, /, host: str, dry_run: bool, folder: str | None, command: str | None, reader: bool
) -> int:
    """Have an agent's host use this memory, by hooks and MCP.

    Writes the host's own settings, after a backup; doing it again changes nothing.

    With --reader the host's program (claude, codex, gemini, openclaw) reads what was said, in the background, without
    tools, in an empty folder, and within models.reading_calls_a_day. It is tried once before it is set.
    """
    from quaidpy.interfaces.cli.hosts.readers import set_reader

    place = place_of(session, host, folder, command)
    changed = carry_out(session, host, place, is_install=True, is_dry=dry_run)
    if dry_run:
        return 0
    from quaidpy.interfaces.cli.hosts.install_checks import checks_of

    checks = checks_of(host, place)
    # Last, for the host's settings name what its program must leave alone.
    trial = set_reader(session, host, place) if reader else None
    document = {"host": host, "changed": changed, "checks": checks, "next": NEXT[host], "reader": trial}
    if trial is not None:
        session.hint(
            f"{host} reads conversations as the deep model, {trial['latency_ms'] / 1000:.1f} s a short call; "
            f"`quaid uninstall {host}` takes that back"
        )
    session.answer(document, lambda: _print_checks(checks, NEXT[host]))
    if host in _LEARNS:
        session.hint(_LEARNS[host].format(folder=short_path(place.folder)))
    return 0 if all(check["is_fine"] for check in checks) else 1


@click.command(cls=QuaidCommand)
@_of_host
@click.pass_obj
def uninstall(session: Session, /, host: str, dry_run: bool, folder: str | None, command: str | None) -> None:
    """Take this memory out of a host's settings.

    What is remembered stays. A program that --reader had read conversations reads no more.
    """
    from quaidpy.interfaces.cli.hosts.readers import unset_reader

    place = place_of(session, host, folder, command)
    changed = carry_out(session, host, place, is_install=False, is_dry=dry_run)
    if not dry_run:
        was_reader = unset_reader(session, host, place)
        if was_reader:
            session.hint(f"{host} reads no conversations any more; models.deep is none")
        session.answer({"host": host, "changed": changed, "was_reader": was_reader}, lambda: None)


def hosts_here() -> tuple[str, ...]:
    """Those whose folder of settings is on this machine."""
    return tuple(
        host
        for host, (variable, usual) in _FOLDERS.items()
        if Path(os.environ.get(variable) or Path.home() / usual).expanduser().is_dir()
    )


def is_installed(session: Session, host: str) -> bool:
    """Whether installing would change nothing. Raises UsageError for settings of the host that cannot be read."""
    from quaidpy.hosts.installation import edits_for
    from quaidpy.system.host_settings import text_of

    planned = [(edit, text_of(edit.path)) for edit in edits_for(host, place_of(session, host))]
    return all(edit.install(old) == old for edit, old in planned)


def place_of(session: Session, host: str, folder: str | None = None, command: str | None = None) -> "Place":
    """Where the host keeps its settings, and what it is to start."""
    from quaidpy.hosts.installation import Place, free_commands
    from quaidpy.shipped.files import integration_folder
    from quaidpy.system.host_settings import text_of

    variable, usual = _FOLDERS[host]
    chosen = folder or os.environ.get(variable) or Path.home() / usual
    where = Path(chosen).expanduser().absolute()
    is_usual = session.settings.home == (Path.home() / ".quaid").absolute()
    return Place(
        folder=where,
        program=tuple(shlex.split(command)) if command else _this_program(),
        plugin=integration_folder("openclaw"),
        home=None if is_usual else session.settings.home,
        owner=session.owner,
        commands=free_commands(host, where, text_of),
        state_file=_state_file(host, where, is_moved=bool(folder or os.environ.get(variable))),
    )


def _state_file(host: str, folder: Path, *, is_moved: bool) -> Path | None:
    """Where the host keeps what does not lie in its folder, or lies there under its own name."""
    if host == "claude-code":
        return (folder if is_moved else folder.parent) / ".claude.json"
    told = os.environ.get("OPENCLAW_CONFIG_PATH")
    return Path(told).expanduser().absolute() if host == "openclaw" and told and not is_moved else None


def _this_program() -> tuple[str, ...]:
    found = shutil.which("quaid")
    return (str(Path(found).absolute()),) if found else (sys.executable, "-P", "-m", "quaidpy")


def carry_out(
    session: Session, host: str, place: "Place", *, is_install: bool, is_dry: bool
) -> list[dict[str, str | None]]:
    """Every file is worked out before the first is written, so that a broken one stops all."""
    from quaidpy.hosts.installation import edits_for
    from quaidpy.system.host_settings import replace_own, text_of, write_with_backup

    planned = [(edit, text_of(edit.path)) for edit in edits_for(host, place)]
    texts = [
        (edit, old, edit.install(old) if is_install else _uninstalled(edit, old)) for edit, old in planned
    ]
    changes = [(edit, old, new) for edit, old, new in texts if old != new]
    if not changes:
        session.hint(f"nothing to change for {host}")
    documents: list[dict[str, str | None]] = []
    for edit, old, new in changes:
        path = edit.path
        backup = None
        if not is_dry and edit.is_ours:
            replace_own(path, new)
        elif not is_dry:
            backup = write_with_backup(path, new)
        documents.append({"file": str(path), "backup": str(backup) if backup else None})
        if session.is_json:
            continue
        if is_dry:
            click.echo(_difference(path, old, new))
        else:
            click.echo(f"{'wrote' if new else 'removed'} {short_path(path)}{_kept(backup)}")
    if is_dry:
        session.answer({"host": host, "would_change": documents}, lambda: None)
    return documents


def _uninstalled(edit: "HostFileEdit", old: str | None) -> str | None:
    """What is left without ours; where that is what was there before us, that file."""
    from quaidpy.hosts.config_editing import as_it_was
    from quaidpy.system.host_settings import text_before_us

    left = edit.uninstall(old)
    return left if edit.is_ours or left == old else as_it_was(left, text_before_us(edit.path))


def _difference(path: Path, old: str | None, new: str | None) -> str:
    lines = unified_diff(
        (old or "").splitlines(), (new or "").splitlines(), str(path), f"{path} (planned)", lineterm=""
    )
    return "\n".join(lines)


def _kept(backup: Path | None) -> str:
    return f"; what was there is kept as {backup.name}" if backup else ""


def _print_checks(checks: list[dict[str, Any]], then: str) -> None:
    for check in checks:
        click.echo(f"{'ok' if check['is_fine'] else 'not ok'}: {check['told']}")
    click.echo(then)
