"""What is a new session given?"""

from typing import Any

import click

from quaidpy.domain.handover.waking import Part
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.options import AGENT, CONTEXT, SESSION
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand)
@AGENT
@SESSION
@click.option("--project", metavar="NAME", help="What belongs to this project comes first.")
@click.option(
    "--budget",
    "budget_tokens",
    type=click.IntRange(50),
    metavar="TOKENS",
    help="Most tokens [default: 1,200].",
)
@click.option(
    "--limit", "-n", type=click.IntRange(0, 200), metavar="N", help="Most memories that hold always."
)
@click.option(
    "--only", "parts", multiple=True, metavar="PART", help="handoff, checkpoint, waiting, signal, memory."
)
@CONTEXT
@click.option("--same-session", is_flag=True, help="A session goes on: notes for the next one stay.")
@click.option("--hold", is_flag=True, help="Leave the notes to be confirmed: quaid handoff confirm.")
@click.pass_obj
def wake(session: Session, /, agent: str | None, parts: tuple[str, ...], hold: bool, **asked: Any) -> None:
    """Print what a new session begins with, as one block.

    Notes left for this agent, where it stopped last, what waits for the user, and what holds always: who the user is,
    what is liked, decided and was learnt. A note is given once; with --session the same session is given it again
    until it is confirmed.
    """
    from quaidpy.interfaces.json_forms.handover import woken_document
    from quaidpy.services.handover.waking import Waking

    is_new, conversation = not asked.pop("same_session"), asked.pop("conversation")
    chosen = tuple(map(Part, parts or Part))
    with session.reading() as memory:
        who = session.agent_called(agent)
        woken = memory.wake(Waking(agent=who, session=conversation, is_new=is_new, parts=chosen, **asked))
        session.answer(woken_document(woken), lambda: click.echo(woken.block) if woken.lines else None)
        if woken.left:
            more = "1 more note waits" if woken.left == 1 else f"{woken.left} more notes wait"
            session.hint(f"{more}, for which there was no room; `quaid wake` gives them next")
        if woken.handoffs and not hold:
            follow_up = ("handoff", "confirm", "--receiver", woken.receiver, *woken.handoffs)
            session.once_printed(follow_up, lambda: memory.confirm(woken))
