"""What can memory do? A sample life of two people, remembered and asked about."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.server_use import home_alone
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.memory import Memory

PICTURE = "demo-output/graph.svg"
KEPT = "home"
_MADE_BY_DEMO = "made-by-quaid-demo"


@click.command(cls=QuaidCommand)
@click.option(
    "--output", "-o", default=PICTURE, show_default=True, metavar="FILE", help="Where the picture goes."
)
@click.option("--keep", is_flag=True, help="Keep its memory beside the picture, to ask it more.")
@click.pass_obj
def demo(session: Session, output: str, keep: bool) -> None:
    """Remember a sample life, ask about it, draw its graph.

    In a home of its own that is gone afterwards; --keep and --home keep it.
    """
    from quaidpy.interfaces.cli.getting_started.demo_questions import CYPHER, QUESTIONS
    from quaidpy.interfaces.cli.getting_started.demo_views import (
        asked,
        found,
        print_answer,
        print_found,
        print_queried,
        print_session,
        queried,
    )
    from quaidpy.interfaces.cli.graphs.graph import draw

    def told(show: Callable[..., None], *values: Any) -> None:
        if not session.is_json:
            show(session.console, *values)

    if not session.home:
        _require_no_server()
    if keep and not session.home:
        session.home = _emptied(Path(output).parent / KEPT)
    document: dict[str, Any] = {"sessions": [], "questions": []}
    with _own_home(session), session.writing() as memory:
        for name, data in _sample_life():
            document["sessions"].append(_extracted(name, data, memory))
            told(print_session, document["sessions"][-1])
        document |= found(memory)
        told(print_found, document)
        memory.follow()
        for question in QUESTIONS:
            document["questions"].append(asked(memory, question))
            told(print_answer, document["questions"][-1])
        document["cypher"] = queried(memory, CYPHER)
        told(print_queried, document["cypher"])
        document["picture"] = draw(session, memory, output, title="The sample life of Ana and Ben")
    session.answer(document, lambda: _say_end(session, document))


def _require_no_server() -> None:
    """A home of the demo's own would be on the server that a variable names, among the memories of its user."""
    for variable in ("QUAID_STORAGE_URL", "QUAID_SYNC_URL"):
        if os.environ.get(variable):
            raise UsageError(
                f"{variable} is set, and the demo would write there; unset it, or name a home by --home to do so"
            )


def _emptied(home: Path) -> str:
    """The home of a demo, without what an earlier demo left there; never anybody's own."""
    mark = home / _MADE_BY_DEMO
    if mark.exists():
        with home_alone(home):
            shutil.rmtree(home)
    elif home.exists():
        raise UsageError(
            f"{home} is there and is no demo's; name another place by --output, or --home to add to it"
        )
    home.mkdir(parents=True)
    mark.touch()
    return str(home)


@contextmanager
def _own_home(session: Session) -> Iterator[None]:
    """The demo never touches the user's own memory: only --home keeps what it remembers."""
    if session.home:
        yield
        return
    with TemporaryDirectory(prefix="quaid-demo-") as folder:
        session.home = folder
        try:
            yield
        finally:
            session.home = None


def _sample_life() -> list[tuple[str, bytes]]:
    texts = [each for each in files("quaidpy.shipped.sample_life").iterdir() if each.name.endswith(".txt")]
    return [(each.name, each.read_bytes()) for each in sorted(texts, key=lambda each: each.name)]


def _extracted(name: str, data: bytes, memory: "Memory") -> dict[str, Any]:
    from quaidpy.interfaces.json_forms.intake import report_document
    from quaidpy.remember.pipeline import Intake

    report = memory.extract(Intake(owner=memory.owner, source_key=f"demo/{name}", data=data))
    return report_document(name, report, memory)


def _say_end(session: Session, document: dict[str, Any]) -> None:
    click.echo(f"\nThe graph is drawn in {document['picture']['file']}")
    if session.home:
        click.echo(
            f'This memory is kept; ask it more: quaid --home {session.home} recall "where does Ana live now?"'
        )
    else:
        session.hint(
            "The demo's memory is gone again; yours begins with `quaid extract FILE` or `quaid store TEXT`"
        )
