"""How does what was remembered elsewhere come in: an export of ours, of chats, of another memory?"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from quaidpy.errors import NotFoundError, UnreadableError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.regex import regex

_OUR_ID = regex(r"[a-z]{1,4}_[0-9a-z]{20,}")


@click.command(cls=QuaidCommand, name="import")
@click.argument("file", metavar="FILE|DIR")
@click.pass_context
def import_(ctx: click.Context, /, file: str) -> int:
    """Take an export in: of quaid, of chats, or of another memory.

    Rows of `quaid export` come in all or not at all; - is standard input. Chats of ChatGPT, Claude, Slack, Telegram,
    Discord, Messenger and Google Chat, also as zip. Memories of mem0 (JSON), the MCP memory server (JSONL),
    basic-memory (a folder of notes), Quaid (SQLite).
    """
    session = ctx.ensure_object(Session)
    path = Path(file).expanduser()
    if file == "-" or not path.exists() or _is_ours(path):
        return _import_rows(session, file)
    from quaidpy.services.host_intakes import memories_in
    from quaidpy.settings import load_kinds
    from quaidpy.wiring.parts import host_files

    if found := memories_in(path, host_files(), load_kinds()):
        return _import_memories(session, found)
    if path.is_dir() or _holds_talk(path):
        from quaidpy.interfaces.cli.remembering.intake import extract

        return int(ctx.invoke(extract, files=(file,)) or 0)
    return _import_rows(session, file)


def _import_rows(session: Session, file: str) -> int:
    rows = list(_rows(file))
    with session.writing() as memory:
        added = memory.import_rows(rows)
    document = {"rows": len(rows), "added": added}
    session.answer(document, lambda: click.echo(f"{added:,} of {len(rows):,} rows added"))
    return 0


def _import_memories(session: Session, found: list[Any]) -> int:
    documents = []
    with session.writing() as memory:
        for each in found:
            report = memory.import_foreign(each)
            outcome = report.outcome
            documents.append(
                {
                    "system": each.system, "statements": len(each.statements), "new": len(outcome.inserted),
                    "confirmed": len(outcome.confirmed), "entities": outcome.entities, "edges": outcome.edges,
                    "skipped": list(each.skipped), "run": report.run,
                }
            )  # fmt: skip
    for reason in (reason for document in documents for reason in document["skipped"]):
        session.warn(reason)
    session.answer({"memories": documents}, lambda: _tell(documents))
    return UnreadableError.exit_code if any(document["skipped"] for document in documents) else 0


def _tell(documents: list[dict[str, Any]]) -> None:
    systems = sorted({document["system"] for document in documents})
    new, all_of = (sum(document[key] for document in documents) for key in ("new", "statements"))
    edges = sum(document["edges"] for document in documents)
    click.echo(f"{', '.join(systems)}: {new:,} of {all_of:,} statements are new, {edges:,} edges")


def _holds_talk(path: Path) -> bool:
    """Whether some host's sessions are in it; anything else may be an export of ours that is damaged."""
    from quaidpy.services.host_intakes import sessions_in_file
    from quaidpy.wiring.parts import host_files

    if not path.is_file():
        return False
    found = sessions_in_file(path, host_files())
    return any(source.key != str(path.absolute()) for source in found)


def _is_ours(path: Path) -> bool:
    """The first line of an export of ours is a row with one of our ids."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        try:
            row = json.loads(file.readline())
        except (ValueError, RecursionError):
            return False
    return isinstance(row, dict) and "type" in row and bool(_OUR_ID.fullmatch(str(row.get("id"))))


def _rows(file: str) -> Iterator[dict[str, Any]]:
    """Raises UnreadableError naming the line, before anything is written."""
    for number, line in enumerate(_lines(file), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as err:
            raise UnreadableError(f"{file} line {number} is not JSON ({err}); nothing was imported") from err
        if not isinstance(row, dict):
            raise UnreadableError(f"{file} line {number} is not a JSON object; nothing was imported")
        yield row


def _lines(file: str) -> list[str]:
    # split, not splitlines: the text of a memory may hold other line separators, such as U+2028.
    if file == "-":
        return sys.stdin.read().split("\n")
    path = Path(file).expanduser()
    if not path.is_file():
        raise NotFoundError(f"no file {path}; `quaid import --help` says what can be imported")
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as err:
        raise UnreadableError(f"{path} is not UTF-8 text; is it an export?") from err
