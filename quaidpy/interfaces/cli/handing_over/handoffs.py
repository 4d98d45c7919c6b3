"""How is a note left for another agent, or for the next session?"""

import sys

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.options import AGENT, SESSION
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.plain import plain


class _ToSomebody(QuaidGroup):
    """`quaid handoff codex TEXT` sends; only `list`, `confirm` and `send` are no names of agents there."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        is_name = args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None
        return super().resolve_command(ctx, ["send", *args] if is_name else args)


@click.group(cls=_ToSomebody, subcommand_metavar="TO TEXT | COMMAND [ARGS]...")
def handoff() -> None:
    """Leave a note for another agent, or for the next session.

    \b
      quaid handoff next "the parser tests still fail"
      quaid handoff codex "review the migration" --expires 2d

    TO is the name of an agent (claude-code, codex, …), or next: whoever begins the next session. The note is given
    once, by `quaid wake` or when a session begins.
    """  # noqa: D301 - \b keeps click from filling the lines


@handoff.command()
@click.argument("recipient", metavar="TO")
@click.argument("text", nargs=-1, required=True, metavar="TEXT")
@click.option("--expires", metavar="WHEN", help="2h, 3d, or a date [default: 14 days from now].")
@SESSION
@AGENT
@click.pass_obj
def send(
    session: Session,
    /,
    recipient: str,
    text: tuple[str, ...],
    expires: str | None,
    conversation: str | None,
    agent: str | None,
) -> None:
    """Leave a note; TEXT may be - for standard input."""
    from quaidpy.interfaces.json_forms.handover import expiry_of, handoff_document
    from quaidpy.interfaces.json_forms.times import minute

    words = " ".join(text)
    words = sys.stdin.read() if words == "-" else words
    with session.writing() as memory:
        note = memory.hand_off(
            recipient,
            words,
            agent=session.agent_called(agent),
            session=conversation,
            expires=expiry_of(expires, now=memory.now()),
        )
        document = handoff_document(note, memory)
    whom = "whoever comes next" if document["to"] == "next" else document["to"]
    told = f"left for {whom}, until {minute(note.expires_at)} UTC: {short(note.id)}"
    session.answer(document, lambda: click.echo(told))


@handoff.command(name="list")
@click.option("--all", "with_ended", is_flag=True, help="Those that were given or have expired, too.")
@click.pass_obj
def list_(session: Session, /, with_ended: bool) -> None:
    """List notes that wait, newest first."""
    from quaidpy.interfaces.cli.handing_over.handover_views import print_handoffs
    from quaidpy.interfaces.json_forms.handover import handoff_document

    with session.reading() as memory:
        rows = [handoff_document(each, memory) for each in memory.handoffs(limit=1000)]
    rows = [row for row in rows if with_ended or row["state"] in {"waiting", "taken"}]
    session.answer({"handoffs": rows}, lambda: print_handoffs(session.console, rows))


@handoff.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.option("--receiver", required=True, metavar="NAME", help="Who took them, as `wake --json` says.")
@click.pass_obj
def confirm(session: Session, /, ids: tuple[str, ...], receiver: str) -> None:
    """Say that notes were read, which `wake --hold` gave: they are given to nobody any more.

    Notices that the same block told are confirmed with them.
    """
    from quaidpy.domain.handover.handoffs import HandoffId
    from quaidpy.domain.notices import NOTICE_PREFIX, NoticeId

    notices = [NoticeId(each) for each in ids if each.startswith(NOTICE_PREFIX)]
    with session.writing() as memory:
        notes = memory.confirm_handoffs(receiver, [HandoffId(each) for each in ids if each not in notices])
        given = [*notes, *memory.confirm_notices(receiver, notices)]
    session.answer(
        {"given": plain(given)}, lambda: click.echo(f"given: {', '.join(map(short, given)) or 'none'}")
    )
