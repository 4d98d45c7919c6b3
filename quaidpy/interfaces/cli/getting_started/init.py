"""How does a memory begin? Five questions with proposed answers, their steps, and one recall that works."""

import click

from quaidpy.interfaces.cli.getting_started.first_answers import Answers, asked, proposed
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session, short_path

_FIRST_QUESTION = "what was set up?"


@click.command(cls=QuaidCommand)
@click.option("--yes", "-y", "takes_defaults", is_flag=True, help="Ask nothing: take what is proposed.")
@click.pass_obj
def init(session: Session, takes_defaults: bool) -> None:
    """Make the home of a memory.

    At a terminal it asks five things and proposes the answers: your name, your languages, which hosts use this memory,
    whether one of them reads conversations, whether the janitor runs each night. --yes takes what is proposed.
    Elsewhere it only makes the home. What is there already stays as it is.
    """
    was_there = session.has_database()
    with session.writing() as memory:
        counts = memory.stats()
    home = session.settings.home
    if not session.is_json:
        click.echo(f"{'there is a memory in' if was_there else 'made a memory in'} {short_path(home)}")
    answers = _answers(session, takes_defaults=takes_defaults)
    steps = _carried_out(session, answers) if answers is not None else []
    recalled = _first_recall(session) if answers is not None and not was_there else None
    document = {
        "home": str(home), "owner": session.settings.owner, "made": not was_there, "counts": counts,
        "steps": steps, "recalled": recalled,
    }  # fmt: skip
    session.answer(document, lambda: click.echo(recalled) if recalled else None)
    session.hint("next: `quaid extract FILE` or `quaid demo`; `quaid doctor` says what is still missing")


def _answers(session: Session, *, takes_defaults: bool) -> Answers | None:
    import sys

    if takes_defaults:
        return proposed(session)
    if session.is_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    return asked(proposed(session), session)


def _carried_out(session: Session, answers: Answers) -> list[str]:
    """What was done, a line each, as it is done."""
    from quaidpy.interfaces.cli.getting_started.first_steps import steps_for

    told = []
    for line in steps_for(session, answers):
        told.append(line)
        if not session.is_json:
            click.echo(line)
    return told


def _first_recall(session: Session) -> str:
    """The block of a first question, about the first thing that is remembered: that all of it works here."""
    with session.writing() as memory:
        name = session.settings.tuning.user.name or "the user"
        memory.store(f"{name[0].upper()}{name[1:]} set up quaidpy on this machine.")
        return memory.context(_FIRST_QUESTION)
