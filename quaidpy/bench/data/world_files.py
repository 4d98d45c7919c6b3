"""In which files is a world told to a memory: a file a session, or one log of them all?"""

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from operator import itemgetter

from quaidpy.bench.data.datasets import Dataset, Document

_LOG = "log.jsonl"


class Form(StrEnum):
    """How sessions are written down: each in a file of its own, or all in one, in the order of time."""

    SESSIONS = "sessions"
    LOG = "log"


def forms_for(dataset: Dataset, forms: Sequence[Form]) -> tuple[Form, ...]:
    """Documents that belong to no session are only taken in one by one."""
    return tuple(forms) if dataset.unit_name != "passage" else (Form.SESSIONS,)


def sources(documents: Sequence[Document], form: Form) -> Iterator[tuple[str, list[Document]]]:
    """What is taken in, in its order: the name of each file, and what it holds."""
    if form is Form.LOG:
        yield _LOG, in_one_log(documents)
        return
    for source, group in groupby(documents, key=source_of):
        yield source, list(group)


def in_one_log(documents: Sequence[Document]) -> list[Document]:
    """Sessions by when they begin, their messages as they stand."""
    sessions: dict[str, list[Document]] = {}
    for document in documents:
        sessions.setdefault(source_of(document), []).append(document)
    begun = [(str(session[0]["timestamp"]), session) for session in sessions.values()]
    return [document for _, session in sorted(begun, key=itemgetter(0)) for document in session]


def file_of(documents: Sequence[Document]) -> bytes:
    """A message a line."""
    return "\n".join(map(document_line, documents)).encode()


def source_of(document: Document) -> str:
    return str(document.get("session_id") or document["doc_id"])


def document_line(document: Document) -> str:
    """A document as a line of the direct JSONL form, with speaker and time where it has them."""
    if document.get("session_id") is None:
        return json.dumps({"role": "document", "content": document["text"]})
    return json.dumps(
        {"speaker": document["speaker"], "text": document["text"], "timestamp": document["timestamp"]}
    )
