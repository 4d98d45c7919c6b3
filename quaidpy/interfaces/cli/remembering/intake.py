"""How do conversations and statements get in?"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.memories.memory import Kind
from quaidpy.errors import NotFoundError, UnreadableError, UsageError
from quaidpy.interfaces.cli.remembering.reading_options import reads, taken_from
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.options import KINDS
from quaidpy.interfaces.cli.terminal.progress import figures_of, progress_bars
from quaidpy.interfaces.cli.terminal.session import Session, short_path
from quaidpy.shipped.files import shipped_folder

if TYPE_CHECKING:
    from quaidpy.memory import Memory
    from quaidpy.remember.pipeline import Intake, IntakeReport, Progress, SourceProgress
    from quaidpy.services.host_intakes import FoundSource

_LONGEST_NAME = 40


@click.command(cls=QuaidCommand)
@click.argument("files", nargs=-1, metavar="FILE|DIR...")
@click.option("--text", metavar="TEXT", help="Take in this text instead of a file.")
@click.option("--example", "has_example", is_flag=True, help="Take in the chat that ships as an example.")
@click.option(
    "--as", "--label", "label", metavar="NAME", help="Call the source so; the same name continues it."
)
@click.option("--user-name", metavar="NAME", help="Who “I” is where no speaker is named.")
@click.option("--project", metavar="NAME", help="The project all of it belongs to.")
@reads
@click.pass_obj
def extract(
    session: Session,
    /,
    files: tuple[str, ...],
    text: str | None,
    has_example: bool,
    label: str | None,
    **about: Any,
) -> int:
    """Take in conversations or documents and keep what matters.

    Reads plain text, Markdown, `Speaker: text` logs with dates, and JSONL messages; - is standard input, a folder
    all files in it. The same file twice stores nothing new, and a grown file continues where it stopped.
    """
    from quaidpy.interfaces.cli.remembering.inbox import take_inbox_in
    from quaidpy.interfaces.cli.remembering.intake_views import print_intake
    from quaidpy.interfaces.cli.remembering.model_reading import read_on, retry_waiting, show_previews
    from quaidpy.interfaces.json_forms.intake import report_document, without_half_lines

    how = taken_from(about)
    if how.is_retried:
        return retry_waiting(session)
    if how.is_of_inbox:
        return take_inbox_in(session, how)
    failed: list[UnreadableError] = []
    given = (*files, str(shipped_folder("examples") / "chat.txt")) if has_example else files
    names = [name for each in given for name in _with_files_in(each, session)]
    sources = list(_sources(names, text, label, failed, session))
    if how.is_preview:
        show_previews(session, sources, how, about)
        return 0
    reports: list[dict[str, Any]] = []
    for error in failed:
        session.warn(str(error))
    code = 0
    with session.writing() as memory:
        intakes = [_intake(memory, it, by_rules=how.by_rules, **about) for it in sources]
        for source, report in zip(sources, _extract(memory, intakes, sources[0].name, session), strict=True):
            if isinstance(report, UnreadableError):
                failed.append(report)
                session.warn(str(report))
                continue
            document = report_document(source.name, report, memory, source.unfinished)
            document = without_half_lines(document) if how.is_live else document
            reports.append(document)
            if not session.is_json:
                print_intake(session.console, document)
            code = max(code, read_on(session, memory, report, document, how))
    session.answer({"sources": reports, "failed": [str(error) for error in failed]}, lambda: None)
    has_damage = any(report["damaged"] for report in reports)
    return UnreadableError.exit_code if failed or has_damage else code


@click.command(cls=QuaidCommand)
@click.argument("text", nargs=-1, required=True, metavar="TEXT")
@click.option("--kind", type=click.Choice(KINDS), metavar="KIND", help=f"One of {', '.join(KINDS)}.")
@click.option("--importance", type=click.FloatRange(0, 1), metavar="0-1", help="How much it matters.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="May be given several times.")
@click.option("--speaker", metavar="NAME", help="Who said it.")
@click.option("--user-name", metavar="NAME", help="Who “I” is in the text.")
@click.option("--valid-from", metavar="DATE", help="Since when it is true: 2025-06-02, or “last summer”.")
@click.option("--project", metavar="NAME", help="The project it belongs to.")
@click.pass_obj
def store(session: Session, /, text: tuple[str, ...], valid_from: str | None, **about: Any) -> None:
    """Keep one statement, word for word."""
    from quaidpy.interfaces.cli.remembering.intake_views import print_note
    from quaidpy.interfaces.cli.terminal.dates import read_date
    from quaidpy.interfaces.json_forms.intake import note_document
    from quaidpy.remember.changing.noting import Note

    words = " ".join(text)
    words = sys.stdin.read() if words == "-" else words
    kind = about.pop("kind")
    with session.writing() as memory:
        since = read_date(valid_from, "--valid-from", now=memory.now()) if valid_from else None
        note = Note(
            owner=memory.owner, text=words, kind=Kind(kind) if kind else None, valid_from=since, **about
        )
        document = note_document(memory.store(note), memory)
    session.answer(document, lambda: print_note(session.console, document))


@click.command(cls=QuaidCommand)
@click.argument("identity", required=False, metavar="[ID]")
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first."
)
@click.pass_obj
def episodes(session: Session, /, identity: str | None, limit: int) -> None:
    """List what was taken in, or print one episode word for word."""
    from quaidpy.interfaces.cli.remembering.intake_views import print_episode, print_episodes
    from quaidpy.interfaces.json_forms.intake import episode_document, episodes_document

    with session.reading() as memory:
        if identity:
            document = episode_document(identity, memory)
            session.answer(document, lambda: print_episode(session.console, document))
            return
        listed = episodes_document(memory, limit)
        session.answer(listed, lambda: print_episodes(session.console, listed))


def _sources(
    files: list[str],
    text: str | None,
    label: str | None,
    failed: list[UnreadableError],
    session: Session,
) -> "Iterator[FoundSource]":
    """Raises before anything is stored when a file is not there.

    Of several files, one that cannot be read goes to `failed`.
    """
    from quaidpy.services.host_intakes import FoundSource

    if text is not None and files:
        raise UsageError("--text and files at once; give one or the other")
    if label and len(files) > 1:
        raise UsageError("--as names one source, but several files are given; extract them one by one")
    if text is not None:
        yield FoundSource(label or "text", label or f"text:{_digest(text.encode())}", text.encode())
    elif not files:
        raise UsageError("nothing to extract; give a file, - for standard input, --text TEXT or --example")
    for name in files:
        if name == "-":
            data = sys.stdin.buffer.read()
            yield FoundSource(label or "standard input", label or f"stdin:{_digest(data)}", data)
        else:
            try:
                yield from _sources_of_file(name, label, session)
            except UnreadableError as error:
                if len(files) == 1:
                    raise
                failed.append(error)


def _with_files_in(given: str, session: Session) -> list[str]:
    """A folder's files, those of its folders included, by path; hidden ones left out. Anything else as it is."""
    from quaidpy.services.host_intakes import files_under

    folder = session.path(given)
    if given == "-" or not folder.is_dir():
        return [given]
    found = files_under(folder)
    shown = [
        path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not shown:
        raise UsageError(f"{given} is a folder without files; nothing to extract")
    return [str(path) for path in shown]


def _shown(name: str) -> str:
    """A path short enough for a head line."""
    return name if len(name) <= _LONGEST_NAME else f"…/{Path(name).name}"


def _digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()[:16]


def _sources_of_file(name: str, label: str | None, session: Session) -> "Iterator[FoundSource]":
    """A file, or every conversation in it when it is an export or a database of a host."""
    from quaidpy.services.host_intakes import sources_in
    from quaidpy.wiring.parts import host_files

    path = session.path(name)
    if not path.exists():
        raise NotFoundError(
            f"no file {path}; is the path right? Here is {short_path(session.folder.absolute())}"
        )
    found = sources_in(path.resolve(), host_files(), name=label or _shown(name))
    for source in found:
        key = label if label and len(found) == 1 else "/".join(filter(None, (label, source.key)))
        yield replace(source, key=key)


def _intake(memory: "Memory", source: "FoundSource", **about: Any) -> "Intake":
    from quaidpy.remember.pipeline import Intake
    from quaidpy.remember.sources import file_stamp

    written_at = file_stamp(Path(source.key))
    return Intake(owner=memory.owner, source_key=source.key, data=source.data, written_at=written_at, **about)


def _extract(
    memory: "Memory", intakes: "list[Intake]", name: str, session: Session
) -> "list[IntakeReport | UnreadableError]":
    """A report for each. Of many sources one may be damaged: its error stands in; a single one's is raised."""
    if len(intakes) == 1:
        with _bar(name, "turns", session) as shown:
            return [memory.extract(intakes[0], progress=shown)]
    from quaidpy.remember.pipeline import Unreadable

    with _bar(f"{len(intakes)} sources", "sources", session) as shown:
        told = None if shown is None else _counted(shown, len(intakes))
        answers = memory.extract_all(intakes, progress=told)
    return [answer.error if isinstance(answer, Unreadable) else answer for answer in answers]


def _counted(shown: "Progress", total: int) -> "SourceProgress":
    return lambda done: shown(done, total)


@contextmanager
def _bar(name: str, what: str, session: Session) -> "Iterator[Progress | None]":
    """A bar to be told how many are done, of how many. When it is interrupted, how far it came stays on the screen."""
    with progress_bars(session, unit=what) as tell:
        if tell is None:
            yield None
            return
        work, reached = Path(name).name, ""
        tell(work, 0, None)

        def shown(done: int, total: int) -> None:
            nonlocal reached
            reached = figures_of(done, total, unit=what)
            tell(work, done, total)

        try:
            yield shown
        except KeyboardInterrupt:
            session.hint(f"{reached or 'nothing yet'} done and kept")
            raise
