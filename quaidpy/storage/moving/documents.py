"""How do the documents of one owner come to be the same in another storage, with their chunks and vectors?"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from quaidpy.domain.documents.projects import ProjectId
from quaidpy.domain.identity import Owner
from quaidpy.ports.documents import IndexChange
from quaidpy.storage.indexing.whole_documents import WholeDocument
from quaidpy.storage.moving.rows import Sum, Summing
from quaidpy.storage.searching.documents import SqlDocuments
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_text

_PROJECTS = "SELECT DISTINCT project FROM documents WHERE owner = :owner ORDER BY project"


def projects_with_documents(session: SqlSession, owner: Owner) -> list[ProjectId]:
    """By id; also of projects that are not registered any more."""
    return [ProjectId(project) for (project,) in session.values(_PROJECTS, {"owner": owner})]


def fill_documents(
    source: SqlDocuments[Any],
    target: SqlDocuments[Any],
    owner: Owner,
    projects: tuple[list[ProjectId], list[ProjectId]],
    written: Callable[[int], None],
) -> None:
    """`projects`: of the source, and of the target. `written`: told after each document."""
    for project in projects[1]:
        gone = {known.path for known in target.known(owner, project)}
        gone -= {known.path for known in source.known(owner, project)}
        if gone:
            target.apply(owner, project, IndexChange(removed=tuple(sorted(gone))), {})
    for project in projects[0]:
        there = {known.path: known for known in target.known(owner, project)}
        for known in source.known(owner, project):
            whole = source.whole(owner, project, known)
            if known.path not in there or _told(whole) != _told(
                target.whole(owner, project, there[known.path])
            ):
                change = IndexChange(documents=(whole.document,), identity=whole.identity)
                target.apply(owner, project, change, whole.vectors)
                written(1)


def sum_of_documents(documents: SqlDocuments[Any], owner: Owner, projects: list[ProjectId]) -> Sum:
    summing = Summing()
    for project in projects:
        for known in documents.known(owner, project):
            summing.add({"project": project, **_told(documents.whole(owner, project, known))})
    return summing.sum


def _told(whole: WholeDocument) -> dict[str, Any]:
    """All that is in it, for a hash."""
    known = whole.document.known
    return {
        **asdict(known),
        "indexed_at": known.indexed_at.isoformat(),
        "chunks": [asdict(chunk) for chunk in whole.document.chunks],
        "identity": identity_text(whole.identity) if whole.identity else None,
        "vectors": dict(_hashes(whole)),
    }


def _hashes(whole: WholeDocument) -> Iterator[tuple[str, str]]:
    for text, vector in whole.vectors.items():
        yield text, sha256(vector.tobytes()).hexdigest()
