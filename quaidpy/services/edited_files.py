"""What follows from files that an agent has written? A checkpoint names them, documents among them are read again."""

from collections.abc import Sequence
from pathlib import PurePath

from quaidpy.documents.library import Library
from quaidpy.domain.documents.projects import Project
from quaidpy.errors import QuaidError
from quaidpy.hosts.hook_events import UNNAMED_SESSION
from quaidpy.services.inbox_draining import FilesEdited
from quaidpy.services.parts import Parts

_BESIDE = " files"
"""After a session's name: its hooks write the state of the name itself, and may do so at the same time."""
_MOST_KEPT = 200


def note_edits(parts: Parts, edits: Sequence[FilesEdited]) -> list[str]:
    """Keep which files each session wrote; read documents of projects anew, so that search finds what they say now.

    Why some could not be read, as sentences.
    """
    for each in edits:
        if each.session != UNNAMED_SESSION:
            earlier = [path for path in edited_in(each.session, each.host, parts) if path not in each.paths]
            kept = [*earlier, *each.paths][-_MOST_KEPT:]
            parts.sessions.write(each.host, each.session + _BESIDE, {"files": kept})
    return _read_again([path for each in edits for path in each.paths if _is_document(path, parts)], parts)


def edited_in(session: str | None, host: str, parts: Parts) -> tuple[str, ...]:
    """Files that tools wrote in this session of a host, the last one last."""
    found = parts.sessions.read(host, session + _BESIDE).get("files") if session else None
    return tuple(path for path in found if isinstance(path, str)) if isinstance(found, list) else ()


def _is_document(path: str, parts: Parts) -> bool:
    name, tuning = PurePath(path), parts.documents.tuning
    return name.suffix.lower() in tuning.suffixes or name.name.lower() in tuning.names


def _read_again(paths: Sequence[str], parts: Parts) -> list[str]:
    library = Library(parts.documents)
    found = [library.find(path) for path in paths]
    projects: dict[str, Project] = {each.id: each for each in found if each and not each.is_archived}
    failed = []
    for project in projects.values():
        try:
            library.reindex([project.id])
        except QuaidError as error:
            failed.append(f"documents of {project.name} were not read again: {error}")
    return failed
