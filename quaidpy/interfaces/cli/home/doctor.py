"""Is everything well, and what is to be done if not?"""

from contextlib import nullcontext

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session, short_path


@click.command(cls=QuaidCommand)
@click.pass_obj
def init(session: Session) -> None:
    """Make the home of a memory.

    Where there is one already, nothing changes. At a terminal it asks whether a program of a host that is here should
    read conversations; `quaid install HOST --reader` sets that, too.
    """
    was_there = session.has_database()
    with session.writing() as memory:
        counts = memory.stats()
    home = session.settings.home
    document = {"home": str(home), "owner": session.settings.owner, "made": not was_there, "counts": counts}

    def say() -> None:
        click.echo(f"{'there is a memory in' if was_there else 'made a memory in'} {short_path(home)}")
        session.hint("next: `quaid extract FILE` or `quaid demo`")

    session.answer(document, say)
    _ask_for_a_reader(session)


def _ask_for_a_reader(session: Session) -> None:
    import sys

    from quaidpy.interfaces.cli.hosts.installing import place_of
    from quaidpy.interfaces.cli.hosts.readers import offer_reader, set_reader

    if session.is_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    host = offer_reader(session)
    if host is not None:
        set_reader(session, host, place_of(session, host))
        session.hint(f"{host} reads; `quaid install {host}` also has it use this memory")


@click.command(cls=QuaidCommand)
@click.option(
    "--fix", is_flag=True, help="Make anew what is derived, embed what waits, close what is open to others."
)
@click.pass_obj
def doctor(session: Session, fix: bool) -> int:
    """Check the installation and this home, and say what to do."""
    from quaidpy.interfaces.cli.home.diagnosis import BAD, diagnose
    from quaidpy.interfaces.cli.home.doctor_views import print_findings

    with session.alone() if fix else nullcontext():
        findings = diagnose(session, is_fixing=fix)
    is_bad = any(finding.level == BAD for finding in findings)
    document = {"well": not is_bad, "findings": findings}
    session.answer(document, lambda: print_findings(session.console, findings))
    return 1 if is_bad else 0
