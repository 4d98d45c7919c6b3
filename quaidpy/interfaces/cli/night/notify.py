"""What is told unasked, and to whom? Lists, reads, subscribes."""

import json
import os
import sys
from collections.abc import Sequence

import click

from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.notices import PERSON
from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.options import AGENT, SESSION
from quaidpy.interfaces.cli.terminal.session import Session, short_path
from quaidpy.interfaces.json_forms.identities import short


@click.group(cls=QuaidGroup)
def notify() -> None:
    """Tell somebody of what happened, without being asked.

    \b
      quaid notify subscribe --agent release --word port
      quaid notify read --agent release

    How much is told is set with `quaid notify level`.
    """  # noqa: D301 - \b keeps click from filling the lines


@notify.command(name="list")
@click.pass_obj
def list_(session: Session, /) -> None:
    """List subscriptions, and notices with what became of them."""
    from quaidpy.interfaces.json_forms.notices import notice_row, subscription_row

    with session.reading() as memory:
        wanted = [subscription_row(each, memory) for each in memory.subscriptions()]
        rows = [notice_row(each) for each in memory.notices()]

    def printed() -> None:
        for each in wanted:
            about = " ".join(f"{name} {value}" for name, value in each["about"].items())
            click.echo(f"{short(each['id'])}  {each['to']} is told of {about}")
        for row in rows:
            click.echo(f"{row['happened_at']}  {row['to']}  {row['kind']}  {row['state']}")

    session.answer({"subscriptions": wanted, "notices": rows}, printed)


@notify.command()
@SESSION
@AGENT
@click.pass_obj
def read(session: Session, /, conversation: str | None, agent: str | None) -> None:
    """Print the notices that wait; each is given once."""
    from quaidpy.interfaces.json_forms.notices import line_row

    who = session.agent_called(agent)
    receiver = f"{who}:{conversation or os.getpid()}"
    with session.writing() as memory:
        given = memory.read_notices(who, receiver=receiver)
        rows = [line_row(each) for each in given.lines]
        session.answer(
            {"notices": rows}, lambda: click.echo("".join(f"{row['text']}\n" for row in rows), nl=False)
        )
        sys.stdout.flush()
        memory.confirm_notices(given.receiver, given.taken)


@notify.command()
@click.option("--agent", required=True, metavar="NAME", help="Who is told.")
@click.option("--session", "conversation", required=True, metavar="ID", help="Of which session.")
@click.pass_obj
def line(session: Session, /, agent: str, conversation: str) -> None:
    """Print what an agent is told beside its answers: one short line, if any; confirm it once it is read."""
    from quaidpy.domain.agents import agent_of

    with session.reading() as memory:
        told = memory.notice_line(agent_of(agent), conversation)
    results = [{"id": told.taken[-1], "text": told.line, "line": told.line}] if told else []
    held = {"receiver": told.receiver, "notices": list(told.taken)} if told else {}
    session.answer({"results": results, **held}, lambda: click.echo(told.line) if told else None)


@notify.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--receiver", required=True, metavar="NAME", help="Who took them, as `line --json` says.")
@click.pass_obj
def confirm(session: Session, /, ids: tuple[str, ...], receiver: str) -> None:
    """Say that notices were read: they are given to nobody any more."""
    from quaidpy.domain.notices import NoticeId

    with session.writing() as memory:
        given = memory.confirm_notices(receiver, [NoticeId(each) for each in ids])
    session.answer(
        {"given": list(given)}, lambda: click.echo(f"given: {', '.join(map(short, given)) or 'none'}")
    )


@notify.command()
@click.option("--entity", metavar="NAME", help="Who or what it is about.")
@click.option(
    "--kind",
    type=click.Choice([each.value for each in Kind]),
    metavar="KIND",
    help="Kind of memory, as `fact`.",
)
@click.option("--project", metavar="NAME", help="Project it belongs to.")
@click.option("--word", metavar="WORD", help="A word that it says.")
@AGENT
@click.pass_obj
def subscribe(session: Session, /, agent: str | None, **about: str | None) -> None:
    """Tell an agent, or you, of what is stored or changed from now on.

    All options given must apply. With --space only in that space, else in all that the
    agent, or you, may read.
    """
    from quaidpy.interfaces.json_forms.notices import subscription_row

    with session.writing() as memory:
        made = memory.subscribe(session.agent_called(agent), **about)
        document = subscription_row(made, memory)
    told = f"{made.recipient} is told from now on: {short(made.id)}"
    session.answer(document, lambda: click.echo(told))


@notify.command()
@click.argument("words", nargs=-1, required=True, metavar="[KIND] LEVEL")
@click.pass_obj
def level(session: Session, /, words: tuple[str, ...]) -> None:
    """Set how much is told, of all kinds of notice or of one: quiet, normal, verbose, debug."""
    from quaidpy.domain.notice_tuning import overridden, override_of
    from quaidpy.errors import UsageError
    from quaidpy.settings import write_setting

    if len(words) > 2:
        raise UsageError("say a level, or a kind and a level: quaid notify level night verbose")
    if len(words) == 1:
        key, value = "notices.level", words[0]
    else:
        try:
            kind, wanted = override_of("=".join(words))
        except ValueError as err:
            raise UsageError(str(err)) from err
        key = "notices.overrides"
        value = json.dumps(overridden(session.settings.tuning.notices.overrides, kind, wanted))
    path = write_setting(session.settings, key, value)
    told = f"{' '.join(words)}, in {short_path(path)}"
    session.answer({"key": key, "value": value, "file": str(path)}, lambda: click.echo(told))


@notify.command()
@AGENT
@click.pass_obj
def test(session: Session, /, agent: str | None) -> None:
    """Queue a notice of nothing, to see where notices reach you, or an agent."""
    from quaidpy.interfaces.json_forms.notices import notice_row

    with session.writing() as memory:
        made = memory.test_notice(session.agent_called(agent))
        told = memory.push_notices(receiver=f"test:{os.getpid()}") if made.recipient == PERSON else 0
    session.answer(
        {**notice_row(made), "told": told},
        lambda: click.echo(_where(made.recipient, session.settings.tuning.notices.channels, told)),
    )


def _where(recipient: str, channels: Sequence[str], told: int) -> str:
    if told:
        return f"told at once: {', '.join(each for each in channels if each not in {'terminal', 'hook'})}"
    if recipient != PERSON:
        return f"the next prompt of {recipient} tells it, or: quaid notify read --agent {recipient}"
    places = {
        "terminal": "the next command at your terminal",
        "hook": "your next prompt to an agent with hooks",
    }
    where = " or ".join(places[each] for each in channels if each in places)
    return f"{where or 'the next quiet moment of the server'} tells it, or: quaid notify read"


@notify.command()
@click.argument("identity", metavar="ID")
@click.pass_obj
def unsubscribe(session: Session, /, identity: str) -> None:
    """End a subscription."""
    from quaidpy.domain.notices import SubscriptionId

    with session.writing() as memory:
        named = [each.id for each in memory.subscriptions() if short(each.id) == identity]
        ended = named[0] if len(named) == 1 else SubscriptionId(identity)
        memory.unsubscribe(ended)
    session.answer({"ended": ended}, lambda: click.echo(f"ended: {short(ended)}"))
