"""How is the user told what went wrong?"""

import json
import sys
from collections.abc import Iterator

import click

from quaidpy.errors import QuaidError
from quaidpy.interfaces.cli.terminal.session import has_colour

USAGE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def failure_of(error: QuaidError | click.ClickException | OSError) -> tuple[str, str, int]:
    """Kind of error, message and exit code."""
    if isinstance(error, QuaidError):
        return type(error).__name__.removesuffix("Error"), str(error), error.exit_code
    if isinstance(error, click.ClickException):
        return "Usage", _click_message(error), USAGE
    where = f"{error.filename}: " if error.filename else ""
    return "System", f"{where}{error.strerror or error}", QuaidError.exit_code


def report(error: QuaidError | click.ClickException | OSError, *, as_json: bool) -> int:
    """Print one error to stderr. Returns the exit code."""
    kind, message, code = failure_of(error)
    if as_json:
        document = {"error": {"kind": kind.lower(), "message": message, "exit_code": code}}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2), err=True)
    else:
        click.echo(
            f"{click.style('error:', fg='red', bold=True)} {message}", err=True, color=has_colour(sys.stderr)
        )
    return code


def _click_message(error: click.ClickException) -> str:
    """One lower-case sentence, with the nearest option and where to look."""
    message = error.format_message().strip().rstrip(".")
    message = message[:1].lower() + message[1:]
    if isinstance(error, click.UsageError) and error.ctx is not None and ";" not in message:
        message = "; ".join([message, *_where_to_look(error.ctx)])
    return message


def _where_to_look(ctx: click.Context) -> Iterator[str]:
    yield f"`{ctx.command_path} --help` explains it"
