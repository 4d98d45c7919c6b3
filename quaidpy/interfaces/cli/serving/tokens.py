"""Who may come to a shared server? Its tokens are made, listed and taken back here."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from quaidpy.domain.access.tokens import AccessToken, Scope
from quaidpy.domain.agents import agent_of
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.services.access_tokens import Wish

if TYPE_CHECKING:
    from rich.console import Console


@click.group(cls=QuaidGroup)
def token() -> None:
    """Make, list and revoke the tokens that open `quaid serve --http`.

    A token stands for one owner, or one agent of theirs. Only what it hashes to is kept, where the memory is: in the
    file, or on the server that `storage.url` names.
    """


@token.command("create", cls=QuaidCommand)
@click.argument("name")
@click.option("--agent", metavar="NAME", help="Only as this agent [default: as any of the owner's].")
@click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    default=Scope.WRITE.value,
    show_default=True,
    help="read changes nothing; admin may name another owner, and read metrics.",
)
@click.option("--expires", type=float, metavar="DAYS", help="Good for so long [default: until revoked].")
@click.pass_obj
def create(session: Session, name: str, agent: str | None, scope: str, expires: float | None) -> None:
    """Make a token for --owner, and print it: this once.

    NAME is for you: it stands in the list and in the server's log.
    """
    with session.writing() as memory:
        wish = Wish(
            name=name,
            owner=memory.owner,
            scope=Scope(scope),
            agent=agent_of(agent) if agent else None,
            days=expires,
        )
        made, secret = memory.parts.tokens.create(wish)

    def show() -> None:
        click.echo(secret)
        session.hint(
            f"this is {name}, for {_bearer(made)} ({made.scope}); it is not shown again, and who has it is let in"
        )

    session.answer({**_document(made), "token": secret}, show)


@token.command("list", cls=QuaidCommand)
@click.pass_obj
def list_(session: Session) -> None:
    """List the tokens of all owners, or those of --owner."""
    with session.reading() as memory:
        found = [
            each for each in memory.parts.tokens.all() if session.owner is None or each.owner == session.owner
        ]
        now = memory.now()
    rows = [{**_document(each), "expired": each.is_over(now)} for each in found]
    session.answer({"tokens": rows}, lambda: _print(session.console, found, now))


@token.command("revoke", cls=QuaidCommand)
@click.argument("name")
@click.pass_obj
def revoke(session: Session, name: str) -> None:
    """Take a token back: within five seconds no server lets it in."""
    with session.writing() as memory:
        memory.parts.tokens.revoke(name)
    session.answer({"revoked": name}, lambda: click.echo(f"revoked {name}"))


def _document(token: AccessToken) -> dict[str, object]:
    return {
        "name": token.name,
        "owner": token.owner,
        "agent": token.agent,
        "scope": token.scope.value,
        "made_at": token.made_at.isoformat(),
        "expires_at": token.expires_at and token.expires_at.isoformat(),
        "used_at": token.used_at and token.used_at.isoformat(),
    }


def _print(console: "Console", tokens: list[AccessToken], now: datetime) -> None:
    from quaidpy.interfaces.cli.terminal.printing import plain_table

    if not tokens:
        click.echo("no tokens; `quaid token create NAME` makes one")
        return
    rows = [
        [
            each.name,
            _bearer(each),
            each.scope.value,
            "expired" if each.is_over(now) else _day(each.expires_at) or "when revoked",
            _day(each.used_at) or "never",
        ]
        for each in tokens
    ]
    console.print(plain_table(["token", "for", "may", "ends", "last used"], rows))


def _bearer(token: AccessToken) -> str:
    return f"{token.owner}/{token.agent}" if token.agent else token.owner


def _day(at: datetime | None) -> str:
    return at.date().isoformat() if at else ""
