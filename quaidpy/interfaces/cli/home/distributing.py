"""How do the tables of a server come onto the nodes of a cluster?"""

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand)
@click.option(
    "--shards",
    type=click.IntRange(1, 64_000),
    default=32,
    show_default=True,
    help="Parts of each table: twice to four times as many as there will ever be cores to hold them.",
)
@click.pass_obj
def distribute(session: Session, shards: int) -> None:
    """Spread the tables of storage.url over a Citus cluster.

    \b
    By owner: all that one owner has lies on one node. Once, when the cluster is
    made, as the user who owns the tables; a second call spreads what is left.
    Upgrades spread new tables by themselves. See docs/postgres.md.
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.interfaces.cli.terminal.printing import counted
    from quaidpy.wiring.server_engine import distribute_tables

    if not session.settings.tuning.storage.url:
        raise UsageError("memory is in a file; set storage.url to the coordinator of a Citus cluster first")
    spread = distribute_tables(session.settings, shards=shards)
    said = (
        f"{counted(len(spread), 'table')} spread over the nodes"
        if spread
        else "every table was spread before"
    )
    session.answer({"tables": spread, "shards": shards}, lambda: click.echo(said))
