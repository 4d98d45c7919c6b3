"""What is said to language models?"""

from difflib import unified_diff
from typing import TYPE_CHECKING

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.models.language.prompt_files import PromptFiles


@click.group(cls=QuaidGroup)
def prompts() -> None:
    """List, show and compare what language models are told."""


@prompts.command(name="list", cls=QuaidCommand)
@click.pass_obj
def list_(session: Session) -> None:
    """List every prompt with its tier and version."""
    rows = [
        {
            "id": prompt.id,
            "tier": prompt.tier.value,
            "version": prompt.version,
            "is_own": prompt.is_own,
            "variables": list(prompt.variables),
            "max_tokens": prompt.max_tokens,
        }
        for prompt in _book(session).all()
    ]

    def show() -> None:
        for row in rows:
            own = "  your own" if row["is_own"] else ""
            click.echo(f"{row['id']:<24} {row['tier']:<5} {row['version']}{own}")

    session.answer({"prompts": rows}, show)


@prompts.command(cls=QuaidCommand)
@click.argument("identity", metavar="PROMPT")
@click.pass_obj
def show(session: Session, identity: str) -> None:
    """Print one prompt, as it is in force."""
    book = _book(session)
    path, is_own = book.path(identity)
    document = {"id": identity, "is_own": is_own, "file": str(path), "text": book.text(identity)}
    session.answer(document, lambda: click.echo(document["text"], nl=False))


@prompts.command(cls=QuaidCommand)
@click.argument("identity", metavar="PROMPT")
@click.pass_obj
def diff(session: Session, identity: str) -> None:
    """Show how your own copy differs from the prompt that ships.

    Your copies lie in the folder `prompts` of the home; `quaid prompts show PROMPT` makes a start.
    """
    book = _book(session)
    lines = list(
        unified_diff(
            book.shipped_text(identity).splitlines(),
            book.text(identity).splitlines(),
            "ships",
            "yours",
            lineterm="",
        )
    )
    session.answer({"id": identity, "diff": lines}, lambda: click.echo("\n".join(lines)) if lines else None)
    if not lines:
        session.hint(f"{identity} is as it ships; your own would be {_own_folder(session)}/{identity}.md")


def _book(session: Session) -> "PromptFiles":
    from quaidpy.wiring.models import prompt_files

    return prompt_files(session.settings)


def _own_folder(session: Session) -> str:
    from quaidpy.interfaces.cli.terminal.session import short_path

    return short_path(session.settings.home / "prompts")
