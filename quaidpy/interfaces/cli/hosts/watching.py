"""How are the transcripts of hosts followed, and who starts that?"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup, common_options
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.ports.hosts import TranscriptPlace

_LABEL = "quaid-watch"
_LONGEST_READING_S = 3600.0


@click.group(cls=QuaidGroup, invoke_without_command=True)
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(),
    metavar="DIR",
    help="Watch this, too; every text in it.",
)
@click.option("--only", is_flag=True, help="Only the folders given, no host's own.")
@click.option("--once", is_flag=True, help="Read what has changed, then end.")
@click.pass_context
def watch(ctx: click.Context, /, folders: tuple[str, ...], only: bool, once: bool) -> None:
    """Follow the transcripts of agents' hosts and take in what is new.

    Of Claude Code, Codex, Gemini CLI, OpenClaw, Cursor and VS Code Copilot, as far as they are here; until Ctrl-C.
    """
    if ctx.invoked_subcommand is None:
        _watch(ctx.ensure_object(Session), folders, is_only=only, is_once=once)


watch.params.extend(common_options())  # it is a command of its own, too


@watch.command(cls=QuaidCommand)
@click.option("--dry-run", is_flag=True, help="Show what would be written; write nothing.")
@click.pass_obj
def install(session: Session, /, dry_run: bool) -> None:
    """Watch from every login on.

    By a systemd user unit, or a launchd agent on macOS.
    """
    from quaidpy.system.host_settings import text_of, write_with_backup

    path, text, then = _service(session)
    document = {"file": str(path), "next": then, "written": not dry_run}
    if dry_run:
        session.answer(document | {"text": text}, lambda: click.echo(f"# {path}\n{text}"))
        return
    if text_of(path) != text:
        write_with_backup(path, text)
    session.answer(document, lambda: click.echo(f"wrote {short_path(path)}\nstart it with: {then}"))


@watch.command(cls=QuaidCommand)
@click.pass_obj
def uninstall(session: Session) -> None:
    """Take the unit or agent away."""
    path, _, _ = _service(session)
    was_there = path.exists()
    path.unlink(missing_ok=True)
    then = _STOPPED["darwin" if sys.platform == "darwin" else "linux"]
    told = (
        f"removed {short_path(path)}; stop what runs with: {then}" if was_there else "nothing was installed"
    )
    session.answer({"file": str(path), "removed": was_there}, lambda: click.echo(told))


_STOPPED = {"darwin": f"launchctl remove {_LABEL}", "linux": f"systemctl --user stop {_LABEL}"}


def _watch(session: Session, folders: Sequence[str], *, is_only: bool, is_once: bool) -> None:
    from quaidpy.interfaces.watching import Watch

    places = _places(folders, is_only=is_only)
    there = [place for place in places if place.folder.is_dir()]
    if not there:
        raise UsageError(
            "no host keeps transcripts here; name a folder with --folder, or install a host first"
        )
    stop = threading.Event()
    following = Watch(
        home=session.settings.home,
        places=places,
        tuning=session.settings.tuning.watch,
        take_in=_taking_in(session),
        stop=stop,
    )
    if is_once:
        count = following.run_once()
        session.answer({"files": count}, lambda: click.echo(f"{count} files read"))
        return
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stop.set())
    session.hint("watching " + ", ".join(sorted({place.host for place in there})) + "; Ctrl-C ends it")
    following.run()


def _places(folders: Sequence[str], *, is_only: bool) -> "list[TranscriptPlace]":
    from quaidpy.hosts.transcript_places import place_of_folder, transcript_places

    if is_only and not folders:
        raise UsageError("--only without --folder leaves nothing to watch")
    named = [place_of_folder(Path(folder).expanduser().absolute()) for folder in folders]
    if missing := [str(place.folder) for place in named if not place.folder.is_dir()]:
        raise UsageError(f"{missing[0]} is no folder")
    hosts = transcript_places(Path.home(), platform=sys.platform, environment=os.environ)
    return named if is_only else [*hosts, *named]


def _taking_in(session: Session) -> Callable[[Path], None]:
    """By `quaid extract`, in the server where one may run: one process owns a home."""
    from quaidpy.interfaces.asking import Asker
    from quaidpy.interfaces.cli.terminal.printing import counted

    is_served = session.settings.tuning.server.use != "never"
    asker = Asker(home=session.settings.home, owner=session.settings.owner, may_serve=is_served)

    def take_in(path: Path) -> None:
        told = asker.ask(["extract", "--live", "--", str(path)], timeout_s=_LONGEST_READING_S)
        for source in told.get("sources", []):
            if source["turns"] and not session.is_json:
                click.echo(
                    f"{source['source']}: {counted(source['turns'], 'turn')}, {len(source['new'])} new"
                )

    return take_in


def _service(session: Session) -> tuple[Path, str, str]:
    """The file, its text, and what starts it."""
    from quaidpy.interfaces.cli.hosts import login_services as services

    home = ["--home", str(session.settings.home), "--owner", session.settings.owner]
    command = [sys.executable, "-P", "-m", "quaidpy", "watch", "--quiet", *home]
    if sys.platform == "darwin":
        alive = {"SuccessfulExit": False}
        text = services.agent_text(_LABEL, command, RunAtLoad=True, KeepAlive=alive)
        return services.agent_file(_LABEL), text, services.agent_start(_LABEL)
    unit = (
        "[Unit]\nDescription=quaid watch: takes in what agents' hosts write down\n\n"
        f"[Service]\nExecStart={services.unit_command(command)}\nNice=10\nRestart=on-failure\nRestartSec=30\n\n"
        "[Install]\nWantedBy=default.target\n"
    )
    then = f"systemctl --user daemon-reload && systemctl --user enable --now {_LABEL}"
    return services.unit_file(f"{_LABEL}.service"), unit, then
