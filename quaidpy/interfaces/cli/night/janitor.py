"""What is done at night: run it, see when it ran, have it run by itself."""

import sys
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import QuaidError, UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.progress import progress_bars
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.memory import Memory
    from quaidpy_janitor.runner import Approve, TaskReport
    from quaidpy_janitor.task import Task


@click.group(cls=QuaidGroup)
def janitor() -> None:
    """Keep memory clean: merge, resolve, fade, repair."""


@janitor.command(cls=QuaidCommand)
@click.option("--dry-run", is_flag=True, help="Show what would change; change nothing.")
@click.option("--task", "names", multiple=True, metavar="NAME", help="Only this task; may be repeated.")
@click.option(
    "--apply",
    "policy",
    type=click.Choice(["auto", "ask"]),
    default="auto",
    show_default=True,
    help="Change memories at once, or ask before each task.",
)
@click.option("--approve", is_flag=True, help="Also change files of yours, without asking.")
@click.option("--minutes", type=click.FloatRange(0), metavar="N", help="Stop after so long.")
@click.option("--tokens", type=click.IntRange(0), metavar="N", help="Spend no more on the model.")
@click.option("--fresh", is_flag=True, help="Begin anew, look at everything again.")
@click.option("--report", "page", metavar="FILE.md", help="Also write the report to this file.")
@click.option("--all-owners", is_flag=True, help="Give each owner and space of the storage its night, once.")
@click.option(
    "--workers", type=click.IntRange(1, 64), metavar="N", help="With --all-owners: so many owners at once."
)
@click.pass_obj
def run(
    session: Session,
    /,
    names: tuple[str, ...],
    policy: str,
    page: str | None,
    *,
    dry_run: bool,
    approve: bool,
    fresh: bool,
    all_owners: bool,
    workers: int | None,
    **limits: Any,
) -> int:
    """Run the night's tasks now.

    Every change can be taken back: `quaid undo RUN`. A run that was killed is finished by the
    next one.
    """
    if workers is not None and not all_owners:
        raise UsageError("--workers is of --all-owners: one owner has one janitor")
    if all_owners:
        _require_plain(session, policy)
        wanted = {"is_dry": dry_run, "approves_files": approve, "is_fresh": fresh or bool(names), **limits}
        return _run_all(session, names, page, workers or 1, wanted)
    from quaidpy.interfaces.cli.night.janitor_views import print_night
    from quaidpy.memory import Memory
    from quaidpy.wiring.nights import night_parts, night_tools
    from quaidpy_janitor.report import night_document, night_page
    from quaidpy_janitor.runner import Orders, preview, run_night

    tasks = _chosen(names)
    consent = _consent(session, policy=policy, is_approved=approve)
    if policy == "ask":
        tasks = _asking_before_each(tasks)
    with Memory(night_parts(session.settings)) as memory, progress_bars(session, is_timed=False) as told:
        is_anew = fresh or bool(names)
        orders = Orders(
            is_resuming=not is_anew,
            is_thorough=is_anew,
            approves_files=approve,
            progress=told or (lambda _task, _done, _planned: None),
            approve=consent,
            **limits,
        )
        asked = memory.within(*session.space)
        nights = [
            (preview if dry_run else run_night)(
                tasks, each.owner, night_tools(session.settings, each.parts), orders
            )
            for each in (asked, *asked.spaces_at_night())
        ]
        told_of_mirror = None if dry_run or names else _mirrored(asked)
    report, *of_spaces = nights
    document = night_document(report)
    if told_of_mirror:
        document["mirror"] = told_of_mirror
    if of_spaces:
        document["spaces"] = [night_document(each) for each in of_spaces]

    def show() -> None:
        for each in nights:
            print_night(session.console, each)
        if told_of_mirror:
            click.echo(told_of_mirror)

    session.answer(document, show)
    if page:
        _write(page, "\n".join(map(night_page, nights)), session)
    return 1 if any(each.has_failed for each in nights) else 0


def _require_plain(session: Session, policy: str) -> None:
    """Raises UsageError for what is of one owner."""
    if policy == "ask":
        raise UsageError(
            "--apply ask is of one owner; with --all-owners use --dry-run to see what would change"
        )
    if session.space:
        raise UsageError("--space is of one owner; --all-owners takes all spaces along")


def _run_all(
    session: Session, names: tuple[str, ...], page: str | None, workers: int, wanted: dict[str, Any]
) -> int:
    from quaidpy.interfaces.cli.night.all_owners import nights_document, print_nights
    from quaidpy.system.clock import SystemClock
    from quaidpy.wiring.all_nights import Wanted, all_nights

    if workers > 1 and not session.settings.tuning.storage.url:
        session.hint("memory is in a file, where one janitor keeps out all others: one worker is at it")
    tasks = tuple(task.name for task in _chosen(names))
    orders = Wanted(tasks=tasks, since=SystemClock().now(), **wanted)
    with progress_bars(session, unit="owners", is_timed=False) as told:
        nights = all_nights(
            session.settings,
            orders,
            workers=workers,
            told=told or (lambda _work, _done, _total: None),
        )
    document = nights_document(nights)
    session.answer(document, lambda: print_nights(session.console, nights))
    if page:
        _write(page, "\n".join(f"{each.owner}\n\n{each.page}" for each in nights if each.page), session)
    return 1 if document["failed"] else 0


def _mirrored(memory: "Memory") -> str | None:
    """What became of the mirror after the night; None where there is none."""
    if memory.mirrored() is None:
        return None
    try:
        report = memory.mirror()
    except QuaidError as error:
        return f"not mirrored: {error}"
    return "\n".join((f"mirrored into {report.folder}, {report.written} pages written", *report.notes))


@janitor.command(cls=QuaidCommand)
@click.option("--limit", type=click.IntRange(1), default=7, show_default=True, help="Runs shown.")
@click.pass_obj
def status(session: Session, limit: int) -> None:
    """Show when the janitor ran, and what it left."""
    from quaidpy.interfaces.cli.night.janitor_views import print_status, status_document

    with session.reading() as memory:
        document = status_document(memory, session.settings, limit=limit)
    session.answer(document, lambda: print_status(session.console, document))
    if document["warning"]:
        session.hint(document["warning"])


@janitor.command(cls=QuaidCommand)
@click.option("--since", default="14 days ago", show_default=True, metavar="DATE", help="Only from then on.")
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first."
)
@click.pass_obj
def decisions(session: Session, since: str, limit: int) -> None:
    """Show which statements were taken for known ones, and why.

    Each with the memory it was held against. `quaid janitor apart DECISION` makes a memory
    of one that says something else.
    """
    from quaidpy.interfaces.cli.night.decision_views import decisions_document, print_decisions
    from quaidpy.interfaces.cli.terminal.dates import read_date

    with session.reading() as memory:
        start = read_date(since, "--since", now=memory.now())
        document = decisions_document(memory, since=start, limit=limit)
    session.answer(document, lambda: print_decisions(session.console, document))


@janitor.command(cls=QuaidCommand)
@click.argument("decision", metavar="DECISION")
@click.pass_obj
def apart(session: Session, decision: str) -> None:
    """Keep a statement that was taken for a known one as its own.

    DECISION is its id of `quaid janitor decisions` (op_…:0). `quaid undo RUN` takes it back.
    """
    from quaidpy.domain.identity import OperationId
    from quaidpy.wiring.nights import night_tools
    from quaidpy_janitor.keeping_apart import keep_apart

    operation, _, place = decision.partition(":")
    if not place.isdigit():
        raise UsageError(f"{decision} is no decision; `quaid janitor decisions` lists their ids")
    with session.writing() as memory:
        found = memory.parts.nights.decision(memory.owner, OperationId(operation), int(place))
        run = keep_apart(found, memory.owner, night_tools(session.settings, memory.parts))
    document = {"decision": decision, "statement": found.text, "run": run}
    session.answer(document, lambda: click.echo(f"kept as a memory of its own: {found.text}  {run}"))


@janitor.command(cls=QuaidCommand)
@click.option(
    "--with",
    "scheduler",
    type=click.Choice(["cron", "systemd", "launchd"]),
    help="By what it is started [default: what this system has].",
)
@click.option("--at", "hour", default="03:30", show_default=True, metavar="HH:MM", help="When, each day.")
@click.option("--print", "is_printing", is_flag=True, help="Print what would be written; write nothing.")
@click.pass_obj
def install(session: Session, scheduler: str | None, hour: str, is_printing: bool) -> None:
    """Have it run every night.

    Writes a systemd timer or a launchd agent of yours; for cron it prints the line to add,
    for a crontab is one file with everybody's lines.
    """
    from quaidpy.interfaces.cli.night.scheduling import schedule
    from quaidpy.system.host_settings import text_of, write_with_backup

    plan = schedule(session.settings, scheduler, hour)
    if not is_printing:
        for path, text in plan.files.items():
            if text_of(path) != text:
                write_with_backup(path, text)
    document = {
        "scheduler": plan.scheduler,
        "files": {str(path): text for path, text in plan.files.items()},
        "written": bool(plan.files) and not is_printing,
        "next": plan.next_step,
    }

    def show() -> None:
        for path, text in plan.files.items():
            click.echo(f"# {short_path(path)}\n{text}" if is_printing else f"wrote {short_path(path)}")
        click.echo(plan.next_step)

    session.answer(document, show)


@janitor.command(cls=QuaidCommand)
@click.pass_obj
def uninstall(session: Session) -> None:
    """No longer run it every night.

    Takes away what `install` wrote for this home and owner.
    """
    from quaidpy.interfaces.cli.night.scheduling import scheduled

    files, then = scheduled(session.settings)
    for path in files:
        path.unlink(missing_ok=True)
    document = {"removed": [str(path) for path in files], "next": then}

    def show() -> None:
        for path in files:
            click.echo(f"removed {short_path(path)}")
        click.echo(then if files else f"no unit or agent was installed; {then}")

    session.answer(document, show)


def _chosen(names: tuple[str, ...]) -> "list[Task]":
    """The tasks named, in the order of the night. Raises UsageError."""
    from quaidpy_janitor.nightly import NIGHT

    known = [task.name for task in NIGHT]
    wrong = [name for name in names if name not in known]
    if wrong:
        raise UsageError(f"no task `{wrong[0]}`; there are {', '.join(known)}")
    return [task for task in NIGHT if not names or task.name in names]


def _asking_before_each(tasks: "list[Task]") -> "list[Task]":
    from dataclasses import replace

    return [replace(task, needs_approval=True) for task in tasks]


def _consent(session: Session, *, policy: str, is_approved: bool) -> "Approve":
    """Whether a task that changes a user's files may go ahead; nobody is asked where nobody can answer."""

    def ask(report: "TaskReport") -> bool:
        if is_approved:
            return True
        if session.is_json or not sys.stdin.isatty():
            return False
        from quaidpy.interfaces.cli.night.janitor_views import print_plan

        print_plan(session.console, report)
        return click.confirm(f"apply {len(report.planned)} changes of {report.task}?", err=True)

    if policy == "ask" and session.is_json:
        raise UsageError("--apply ask needs somebody to ask; leave --json out, or use --dry-run")
    return ask


def _write(file: str, text: str, session: Session) -> None:
    session.hint(f"the report is in {short_path(session.write_text(file, text))}")
