"""How do notes of hooks become memories? Each names a transcript or brings the words, and goes once it is in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.learning import Trigger, strongest
from quaidpy.domain.memories.operations import Caller, caller_named
from quaidpy.domain.sources.sessions import HostSession, written_form
from quaidpy.errors import DEFECTS, UnreadableError
from quaidpy.hosts import openclaw
from quaidpy.hosts.foreign_json import word
from quaidpy.hosts.hook_events import HOSTS, UNNAMED_SESSION, trigger_of
from quaidpy.ports.hosts import HostFiles, Inbox
from quaidpy.remember.pipeline import Intake, IntakeReport, Unreadable
from quaidpy.services.host_intakes import FoundSource, is_worth_keeping, sessions_in_file

_AT_ONCE = 64  # notes whose sources are taken in together
TakeIn = Callable[[Iterable[Intake]], list[IntakeReport | Unreadable]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drained:
    """What came of the notes that waited. `failed`: why some could not be read; they are set aside, not thrown away."""

    notes: int = 0
    reports: tuple[IntakeReport, ...] = ()
    failed: tuple[str, ...] = ()

    def plus(self, other: "Drained") -> "Drained":
        return Drained(
            notes=self.notes + other.notes,
            reports=(*self.reports, *other.reports),
            failed=(*self.failed, *other.failed),
        )


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A session of a host that ended, or is about to forget; what was said in it has been taken in."""

    host: str
    session: str
    project: str | None


AtEnd = Callable[[SessionEnded], object]


@dataclass(frozen=True, slots=True)
class FilesEdited:
    """Files that tools have written in a session of a host, by absolute path, the last one last."""

    host: str
    session: str
    paths: tuple[str, ...]


AtEdits = Callable[[Sequence[FilesEdited]], Sequence[str]]


def drain(
    owner: Owner,
    inbox: Inbox,
    files: HostFiles,
    take_in: TakeIn,
    *,
    at_end: AtEnd = lambda _: None,
    at_edits: AtEdits = lambda _: (),
) -> Drained:
    """Take in all that waits for this owner, then take the notes away. Nothing when another is at it.

    `at_edits`: told of files that were written, says what failed; `at_end`: of each session that ended. Then the notes
    go: killed in between, they are still there, and doing it again stores nothing twice.
    """
    done = Drained()
    is_ours = True
    # Looked at once more after letting go: who came meanwhile has left, and its note may be new.
    while is_ours and _waiting(owner, inbox):
        with inbox.drained_by_us() as is_ours:
            while is_ours and (notes := _waiting(owner, inbox)):
                some = dict(list(notes.items())[:_AT_ONCE])
                done = done.plus(_drain_some(some, owner, inbox, files, take_in))
                if edits := _edits(some.values()):
                    done = done.plus(Drained(failed=tuple(at_edits(edits))))
                for ended in _ended(some.values()):
                    at_end(ended)
                inbox.take_away(list(some))
    return done


def _ended(notes: Iterable[Mapping[str, object]]) -> list[SessionEnded]:
    """Each once, in the order of their notes."""
    found = [
        HostSession(host=word(note, "host") or "", session=word(note, "session") or "", cwd=word(note, "cwd"))
        for note in notes
        if trigger_of(word(note, "event") or "") is not Trigger.CONVERSATION
    ]
    named = [each for each in found if each.host in HOSTS and each.session not in {"", UNNAMED_SESSION}]
    return list(dict.fromkeys(SessionEnded(each.host, each.session, each.project) for each in named))


def _edits(notes: Iterable[Mapping[str, object]]) -> list[FilesEdited]:
    """By session, in the order of their notes."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for note in notes:
        written, session = note.get("edited"), (word(note, "host") or "", word(note, "session") or "")
        paths = [path for path in written if isinstance(path, str)] if isinstance(written, list) else []
        if paths and session[0] in HOSTS:
            found.setdefault(session, {}).update(dict.fromkeys(paths))
    return [FilesEdited(host, session, tuple(paths)) for (host, session), paths in found.items()]


def _waiting(owner: Owner, inbox: Inbox) -> dict[str, Mapping[str, object]]:
    found = ((name, inbox.read(name)) for name in inbox.waiting())
    return {
        name: note
        for name, note in found
        if note is not None and (not note or note.get("owner") in {None, owner})
    }


def _drain_some(
    notes: Mapping[str, Mapping[str, object]], owner: Owner, inbox: Inbox, files: HostFiles, take_in: TakeIn
) -> Drained:
    occasions: dict[str, list[Trigger]] = {}
    read: set[str] = set()
    sources: list[tuple[FoundSource, str]] = []
    callers: dict[str, Caller | None] = {}
    failed: list[str] = []
    for name, note in notes.items():
        transcript = word(note, "transcript")
        place = transcript or name
        callers.setdefault(place, caller_named(word(note, "host"), word(note, "session")))
        occasions.setdefault(place, []).append(trigger_of(word(note, "event") or ""))
        if place in read:
            continue  # several notes of one session name the same file
        try:
            sources += [(source, place) for source in _sources(note, transcript, files)]
        except UnreadableError as error:
            failed.append(str(error))
            inbox.set_aside(name, str(error))
            continue
        read.add(place)
    answers, poisoned = _taken_in(
        [
            (
                Intake(
                    owner=owner,
                    source_key=it.key,
                    data=it.data,
                    trigger=strongest(occasions[place]),
                    caller=callers[place],
                ),
                place,
            )
            for it, place in sources
        ],
        take_in,
    )
    for name, note in notes.items():
        if reason := poisoned.get(word(note, "transcript") or name):
            inbox.set_aside(name, reason)
    failed += poisoned.values()
    return Drained(
        notes=len(notes),
        reports=tuple(answer for answer in answers if isinstance(answer, IntakeReport)),
        failed=(*failed, *(str(answer.error) for answer in answers if isinstance(answer, Unreadable))),
    )


def _taken_in(
    intakes: Sequence[tuple[Intake, str]], take_in: TakeIn
) -> tuple[list[IntakeReport | Unreadable], dict[str, str]]:
    """What came of them, and by the place of those that fail by a mistake of ours: why. Those fail alone."""
    try:
        return take_in([intake for intake, _ in intakes]), {}
    except DEFECTS:
        pass  # one of them is to blame: each is taken in alone, and what was taken in is not taken in twice
    answers: list[IntakeReport | Unreadable] = []
    poisoned: dict[str, str] = {}
    for intake, place in intakes:
        try:
            answers += take_in([intake])
        except DEFECTS as err:
            poisoned[place] = f"{place} cannot be taken in: {err!r}; please report this"
    return answers, poisoned


def _sources(note: Mapping[str, object], transcript: str | None, files: HostFiles) -> list[FoundSource]:
    """Raises UnreadableError when there is neither a transcript that can be read nor a word."""
    session = openclaw.handed_over(
        note.get("messages"),
        host=word(note, "host") or "unknown",
        session=word(note, "session") or "unnamed",
        cwd=word(note, "cwd"),
        put_at=note.get("put_at"),
    )
    if transcript and (Path(transcript).is_file() or not session.turns):
        return sessions_in_file(Path(transcript), files)
    if not note:
        raise UnreadableError("a note in the inbox is no note of a hook")
    return (
        [FoundSource(session.host, session.source_key, written_form(session))]
        if is_worth_keeping(session)
        else []
    )
