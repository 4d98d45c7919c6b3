"""How does a person open the page of their memory?"""

import webbrowser

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session


@click.command(cls=QuaidCommand)
@click.option("--no-open", is_flag=True, help="Print the link; open no browser.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=0, help="Where it listens [default: any free one]."
)
@click.option("--read-only", is_flag=True, help="Look only: nothing can be changed from this page.")
@click.pass_obj
def ui(session: Session, port: int, *, no_open: bool, read_only: bool) -> None:
    """Open the page that shows what is known, and why.

    It is served from this machine to this machine alone. The link works once, within two
    minutes; the page it opens is yours for twelve hours, or until the server leaves.
    """
    from quaidpy.interfaces.client import Client

    settings = session.settings
    wish = {"owner": settings.owner, "port": port, "read_only": read_only}
    url = str(Client(str(settings.home)).call("POST", "/v1/page", wish)["url"])
    is_opened = not no_open and not session.is_json and webbrowser.open(url)

    def show() -> None:
        click.echo(url)
        if not is_opened:
            session.hint("open this link in a browser; it works once")

    session.answer({"url": url, "opened": bool(is_opened)}, show)
