"""What have hooks of agents' hosts kept, and what becomes of it?"""

import click

from quaidpy.domain.memories.learning import Trigger
from quaidpy.errors import UnreadableError
from quaidpy.home.inbox import InboxFiles
from quaidpy.interfaces.cli.remembering.intake_views import print_intake
from quaidpy.interfaces.cli.remembering.model_reading import is_wanted, read_on
from quaidpy.interfaces.cli.remembering.reading_options import How
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.intake import report_document, without_half_lines
from quaidpy.remember.pipeline import IntakeReport
from quaidpy.services.identity_keeping import read_at_rest


def take_inbox_in(session: Session, how: How) -> int:
    """`quaid extract --inbox`. Returns the exit code.

    A model reads afterwards, when nobody has to wait for it, and not while another process has it read: what is unread
    of an episode is read the next time.
    """
    code = 0
    with session.writing() as memory:
        drained = memory.drain_inbox()
    documents = []
    with session.reading() as memory, InboxFiles(session.settings.home).read_by_us() as is_ours:
        for report in drained.reports:
            document = without_half_lines(report_document(report.source_key, report, memory))
            documents.append(document)
            if not session.is_json and not report.known:
                print_intake(session.console, document)
            if (
                is_ours
                and _goes_on(report, session)
                and is_wanted(memory, how.by_model, by_rules=how.by_rules)
            ):
                read_at_rest(report, memory.parts)
            elif is_ours:
                code = max(code, read_on(session, memory, report, document, how))
        if is_ours and documents and is_wanted(memory, how.by_model, by_rules=how.by_rules):
            memory.read_waiting()  # what failed before, or was past the allowance of its day
    for failure in drained.failed:
        session.warn(failure)
    told = {"notes": drained.notes, "sources": documents, "failed": list(drained.failed)}
    session.answer(told, lambda: click.echo(f"{drained.notes} notes taken in") if drained.notes else None)
    return UnreadableError.exit_code if drained.failed else code


def _goes_on(report: IntakeReport, session: Session) -> bool:
    """Whether the talk may go on, and a host's program would be asked again after every turn."""
    return bool(session.settings.tuning.models.reader) and report.trigger is Trigger.CONVERSATION
