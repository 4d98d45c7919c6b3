"""How does a stranger's bench measure recall? Documents in, the turns behind recalled results out."""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import mkdtemp

from quaidpy.bootstrap import parts_for
from quaidpy.domain.identity import Owner, TurnId
from quaidpy.domain.queries import Aim, Query
from quaidpy.domain.traces import RecallResult
from quaidpy.memory import Memory
from quaidpy.ports import Vector
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import Settings, load_settings

Document = Mapping[str, object]
OWNER = Owner("bench")


class RecallAdapter:
    """One fresh memory in a temporary home, default settings (or those given), no language model.

    `index` extracts each session as a conversation and each document without a session as one of its own, through
    `Memory.extract`. `search` asks `Memory.recall` with `Aim.RANK`: abstaining decides whether to speak, not in which
    order.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._home = Path(mkdtemp(prefix="quaid-bench-"))
        given = settings or load_settings(home=self._home)
        self.parts = parts_for(replace(given, home=self._home, owner=OWNER))
        self._memory = Memory(self.parts)
        self._document_of: dict[TurnId, str] = {}

    def index(self, docs: Iterable[Document]) -> None:
        """Take documents in, in their order; each becomes one turn."""
        for session, group in groupby(docs, key=_source):
            documents = list(group)
            data = "\n".join(_line(document) for document in documents).encode()
            report = self._memory.extract(Intake(owner=self._memory.owner, source_key=session, data=data))
            for turn, document in zip(self._memory.turns(report.episode), documents, strict=True):
                self._document_of[turn.id] = str(document["doc_id"])

    def search(self, query: str, k: int) -> list[str]:
        """Ids of the documents behind the best results, at most k, best first, each once."""
        recalled = self._memory.recall(Query(text=query, limit=k, aim=Aim.RANK))
        return self.documents_of(recalled)[:k]

    def documents_of(self, recalled: RecallResult) -> list[str]:
        """Ids of the documents behind all results, best first, each once."""
        turns = (turn.id for result in recalled.results for turn in result.evidence)
        return list(dict.fromkeys(self._document_of[turn] for turn in turns))

    def document_of(self, turn: TurnId) -> str:
        """The document that became this turn."""
        return self._document_of[turn]

    def known_vectors(self, texts: Sequence[str]) -> "dict[str, Vector[float]]":
        """Embeddings that the memory holds for exactly these texts, by the embedder in use."""
        search = self.parts.recalling.search
        identity = search.identity()
        return search.known_vectors(identity, texts) if identity else {}

    def close(self) -> None:
        self._memory.close()
        shutil.rmtree(self._home)


def _source(document: Document) -> str:
    return str(document.get("session_id") or document["doc_id"])


def _line(document: Document) -> str:
    """A document as a line of the direct JSONL form, with speaker and time where it has them."""
    if document.get("session_id") is None:
        return json.dumps({"role": "document", "content": document["text"]})
    return json.dumps(
        {"speaker": document["speaker"], "text": document["text"], "timestamp": document["timestamp"]}
    )
