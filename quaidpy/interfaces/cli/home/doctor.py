"""Is everything well, and what is to be done if not?"""

from contextlib import nullcontext

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand)
@click.option(
    "--fix", is_flag=True, help="Make anew what is derived, embed what waits, close what is open to others."
)
@click.pass_obj
def doctor(session: Session, fix: bool) -> int:
    """Check the installation and this home, and say what to do."""
    from quaidpy.interfaces.cli.home.diagnosis import diagnose
    from quaidpy.interfaces.cli.home.doctor_views import print_findings
    from quaidpy.interfaces.cli.home.findings import BAD

    with session.alone() if fix else nullcontext():
        found = diagnose(session, is_fixing=fix)
    is_bad = any(finding.level == BAD for finding in found.findings)
    document = {"well": not is_bad, "findings": found.findings, "server": found.server}
    session.answer(document, lambda: print_findings(session.console, found.findings))
    return 1 if is_bad else 0
