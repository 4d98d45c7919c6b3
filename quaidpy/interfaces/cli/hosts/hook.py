"""What do hosts run?"""

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="HOST EVENT")
@click.pass_obj
def hook(session: Session, /, words: tuple[str, ...]) -> int:
    """Answer one hook of an agent's host.

    Reads the event as JSON on standard input, prints what the host puts before
    its model, or keeps what was said. Always ends with 0, within its deadline;
    what went wrong is in hooks.log of the home. `quaid install` sets it up.
    """
    from quaidpy.interfaces.hooks.forwarding import run

    home = ["--home", session.home] if session.home else []
    owner = ["--owner", session.owner] if session.owner else []
    return run([*words, *home, *owner])
