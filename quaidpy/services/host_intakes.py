"""Which sources does a file hold? Joins what hosts write with what remembering takes in; neither knows the other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quaidpy.domain.sources.imports import ForeignMemory
from quaidpy.domain.sources.sessions import Conversation, HostFile, HostSession, written_form
from quaidpy.domain.sources.transcripts import DamagedLine
from quaidpy.errors import UnreadableError
from quaidpy.hosts.formats import is_data, session_of, sessions_in
from quaidpy.hosts.other_memories import QUAID, KindTable, memory_in, memory_of_rows
from quaidpy.ports.hosts import HostFiles
from quaidpy.remember.pipeline import Intake, IntakeReport, Unreadable

_DOCUMENTS = (".md", ".markdown", ".txt")


@dataclass(frozen=True, slots=True)
class FoundSource:
    """One thing to take in. `name` is for a person; `key` is how it is recognised again.

    `unfinished`: the last line of a host's file when it is only half there; `data` is without it.
    """

    name: str
    key: str
    data: bytes
    unfinished: tuple[DamagedLine, ...] = ()


def sources_in(path: Path, files: HostFiles, *, name: str | None = None) -> list[FoundSource]:
    """What a file holds: itself, or every session of a host in it that somebody spoke in.

    The talk of sub-agents and scheduled jobs is left out. Raises UnreadableError when the file cannot be read, or when
    it is an archive or a database without a conversation.
    """
    shown = name or path.name
    found = sessions_in_file(path, files, name=shown)
    if not found:
        raise UnreadableError(
            f"{shown} holds no conversation of a person; there is nothing to remember in it"
        )
    return found


def sessions_in_file(path: Path, files: HostFiles, *, name: str | None = None) -> list[FoundSource]:
    """As `sources_in`, but empty for a host's file in which nobody spoke."""
    shown = name or path.name
    return [source for content in files.contents(path) for source in _sources(content, path, shown)]


def files_under(folder: Path, form: str = "*") -> list[Path]:
    """The files in a folder and its folders, by path; what only a link brings in from elsewhere is left out."""
    root = folder.resolve()
    return sorted(
        path for path in folder.rglob(form) if path.is_file() and path.resolve().is_relative_to(root)
    )


def memories_in(path: Path, files: HostFiles, kinds: Mapping[str, KindTable]) -> list[ForeignMemory]:
    """What other memory systems left in a file, or in the Markdown files of a folder; empty when none did."""
    notes = files_under(path, "*.md") if path.is_dir() else [path]
    found = [_memory(content, kinds) for note in notes for content in files.contents(note)]
    return [memory for memory in found if memory is not None and memory.statements]


def _memory(content: HostFile | Conversation, kinds: Mapping[str, KindTable]) -> ForeignMemory | None:
    if isinstance(content, Conversation):
        return memory_of_rows(content, kinds) if content.host == QUAID else None
    return memory_in(content.data, content.name, kinds)


def intake_recognised(intake: Intake) -> Intake:
    """The intake, its bytes as a session when a host wrote them. Raises UnreadableError when they hold several."""
    sessions = [each for each in sessions_in(intake.data, intake.source_key) if is_worth_keeping(each)]
    if not sessions:
        return intake
    if len(sessions) > 1:
        raise UnreadableError(
            f"{intake.source_key} holds {len(sessions)} conversations; `quaid extract FILE` takes all of them"
        )
    return replace(intake, source_key=sessions[0].source_key, data=written_form(sessions[0]))


def intakes_recognised(intakes: Iterable[Intake], refused: dict[int, Unreadable]) -> Iterator[Intake]:
    """Each as `intake_recognised` has it; one that it refuses is left out, and noted by its place."""
    for place, intake in enumerate(intakes):
        try:
            yield intake_recognised(intake)
        except UnreadableError as error:
            refused[place] = Unreadable(intake.source_key, error)


def with_refused(
    answers: list[IntakeReport | Unreadable], refused: dict[int, Unreadable]
) -> list[IntakeReport | Unreadable]:
    """The answers for all that was asked, in its order."""
    taken = iter(answers)
    return [refused[n] if n in refused else next(taken) for n in range(len(answers) + len(refused))]


def is_worth_keeping(session: HostSession) -> bool:
    """Somebody said something, and it was a person's session."""
    return bool(session.turns) and not session.is_side_talk


def _sources(content: HostFile | Conversation, path: Path, shown: str) -> Iterator[FoundSource]:
    if isinstance(content, Conversation) and content.host == QUAID:
        raise UnreadableError(f"{shown} is the memory of another system; `quaid import` takes it in")
    if isinstance(content, Conversation):
        yield from _of_sessions([session_of(content)], shown)
        return
    # Where it lies names a session that its host gave no id: two notes of one name are two.
    place = str(path.absolute()) if content.name == path.name else f"{path.absolute()}!{content.name}"
    sessions = sessions_in(content.data, place, cwd=content.cwd)
    if sessions:
        yield from _of_sessions(sessions, shown)
    elif content.name == path.name and is_data(content.data):
        raise UnreadableError(
            f"{shown} is JSON, but no conversation or export that we know; save it as text or JSONL"
        )
    elif content.name == path.name:
        yield FoundSource(shown, str(path.absolute()), content.data)
    elif content.name.lower().endswith(_DOCUMENTS):  # other files of an archive are settings of its host
        yield FoundSource(f"{shown}: {content.name}", f"{path.absolute()}!{content.name}", content.data)


def _of_sessions(sessions: list[HostSession], shown: str) -> Iterator[FoundSource]:
    for session in filter(is_worth_keeping, sessions):
        called = f"{shown}: {session.title}" if session.title else shown
        unfinished = tuple(line for line in session.damaged if line.is_unfinished)
        yield FoundSource(called, session.source_key, written_form(session), unfinished)
