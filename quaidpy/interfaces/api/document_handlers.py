"""What do programs and agents ask of documents? Those of registered projects, and those that were taken in."""

from typing import Any

from quaidpy.documents.searching import DocumentQuery
from quaidpy.domain.documents.chunks import Passage
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.documents import projects_document
from quaidpy.memory import Memory

Document = dict[str, Any]

_FORMATS = frozenset({"markdown", "text"})  # of episodes that are documents, not conversations
_DEEP_ENOUGH = 100  # results looked through for passages of documents that were taken in


def search_documents(memory: Memory, asked: requests.SearchDocuments) -> Document:
    """Passages of documents: of registered projects, and of what was taken in.

    Best first: those of projects by the index of their files, those of taken in documents by recall.
    """
    recall, taken_in = _taken_in(memory, asked)
    known = {
        each.project.name.casefold() for each in memory.documents.projects() if not each.project.is_archived
    }
    found: list[Document] = []
    degraded: list[Document] = []
    if known and (asked.project is None or asked.project.casefold() in known):
        result = memory.documents.search(
            DocumentQuery(text=asked.query, limit=asked.limit, project=asked.project)
        )
        found = [_of_project(each) for each in result.passages]
        degraded = [{"stage": stage, "reason": reason} for stage, reason in result.degraded]
    # Two stable sorts in one: equal scores keep projects before what was taken in.
    both = sorted([*found, *taken_in], key=lambda passage: -passage["score"])
    return {"recall": recall, "passages": both[: asked.limit], "degraded": degraded}


def projects(memory: Memory, asked: requests.Nothing) -> Document:
    """Registered projects, with how much is indexed of each."""
    del asked
    return projects_document(memory.documents.projects())


def _of_project(passage: Passage) -> Document:
    where = f"{passage.project}/{passage.path}"
    return {
        "id": f"{where}:{passage.first_line}-{passage.last_line}",
        "document": where,
        "score": passage.score,
        "text": passage.text,
        "project": passage.project,
        "path": passage.path,
        "headings": list(passage.headings),
        "lines": [passage.first_line, passage.last_line],
    }


def _taken_in(memory: Memory, asked: requests.SearchDocuments) -> tuple[str, list[Document]]:
    """The recall, and passages of what was taken in as a document, not as a conversation."""
    query = Query(text=asked.query, limit=_DEEP_ENOUGH, project=asked.project, aim=Aim.RANK)
    result = memory.recall(query)
    names = {turn.episode for found in result.results for turn in found.evidence}
    written = {
        each.id: each.title or each.source_key
        for each in memory.episodes_called(sorted(names))
        if each.format in _FORMATS
    }
    passages: dict[str, Document] = {}
    for found in result.results:
        for turn in found.evidence[:1]:
            if turn.episode in written and turn.id not in passages:
                passages[turn.id] = {
                    "id": turn.id,
                    "document": written[turn.episode],
                    "score": round(found.score, 4),
                    "text": turn.text,
                }
    return result.id, list(passages.values())
