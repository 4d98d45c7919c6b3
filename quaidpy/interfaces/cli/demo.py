"""What can memory do? A sample life of two people, remembered and asked about."""

from contextlib import contextmanager
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.lazy import QuaidCommand
from quaidpy.interfaces.cli.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.memory import Memory

PICTURE = "demo-output/graph.svg"
QUESTIONS: tuple[dict[str, str], ...] = (
    {"about": "A plain question", "question": "What does Ana do on Saturdays?"},
    {"about": "A question answered over the graph", "question": "Which animal lives with Clara's husband?"},
    {"about": "The same question before a move …", "question": "Where does Ana live?", "as_of": "2025-04-01"},
    {"about": "… and after it", "question": "Where does Ana live?", "as_of": "2025-08-01"},
)


@click.command(cls=QuaidCommand)
@click.option("--output", "-o", default=PICTURE, show_default=True, metavar="FILE", help="Where the picture goes.")
@click.pass_obj
def demo(session: Session, output: str) -> None:
    """Remember a sample life, ask about it, draw its graph.

    In a home of its own that is gone afterwards, unless --home names one to keep.
    """
    from quaidpy.interfaces.cli.demo_views import print_demo
    from quaidpy.interfaces.cli.graph import draw
    from quaidpy.interfaces.cli.intake_views import print_intake

    def told(report: dict[str, Any]) -> None:
        if not session.is_json:
            print_intake(session.console, report)

    with _home(session), session.writing() as memory:
        document: dict[str, Any] = {"sessions": [_extracted(name, memory, told) for name in sample_files()]}
        document |= found(memory)
        document["questions"] = [asked(memory, **question) for question in QUESTIONS]
        document["picture"] = draw(memory, Path(output), title="The sample life")
        document["home"] = str(session.settings.home) if session.home and not _is_temporary(session) else None
    session.answer(document, lambda: print_demo(session.console, document))
