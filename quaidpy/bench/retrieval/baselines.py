"""What must a memory beat? Plain full-text search, and plain nearest vectors of the same embedder."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from quaidpy.bench.data.datasets import Document
from quaidpy.bench.retrieval.bm25 import PlainTextSearch
from quaidpy.domain.language.text import spoken_date
from quaidpy.ports.embedding import Embedder, Vector

KnownVectors = Callable[[Sequence[str]], "dict[str, Vector[float]]"]


class Searching(Protocol):
    """Something that finds documents."""

    def search(self, query: str, k: int) -> list[str]:
        """Document ids, best first, at most k, each once."""
        ...


class System(Searching, Protocol):
    """Something that takes documents in, and finds them; a fresh one for every scope."""

    def index(self, docs: Iterable[Document]) -> None: ...
    def close(self) -> None: ...


class Bm25Baseline:
    """FTS5 with Porter stems over the bare texts, all words of the question."""

    def __init__(self) -> None:
        self._texts = PlainTextSearch()

    def index(self, docs: Iterable[Document]) -> None:
        self._texts.add((str(document["doc_id"]), str(document["text"])) for document in docs)

    def search(self, query: str, k: int) -> list[str]:
        return self._texts.search(query, k)

    def close(self) -> None:
        self._texts.close()


class VectorBaseline:
    """Cosine of the question to each document with its date and speaker in front: the stronger form."""

    def __init__(self, embedder: Embedder, known: KnownVectors) -> None:
        """`known`: vectors that somebody has already made of exactly these texts by the same embedder."""
        self._embedder = embedder
        self._known = known
        self._ids: list[str] = []
        self._matrix: NDArray[np.float32] = np.empty((0, embedder.identity.dimension), dtype=np.float32)

    def index(self, docs: Iterable[Document]) -> None:
        documents = list(docs)
        texts = [text_with_speaker_and_date(document) for document in documents]
        vectors = self._known(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in vectors]
        vectors |= dict(zip(missing, self._embedder.embed(missing), strict=True))
        self._ids = [str(document["doc_id"]) for document in documents]
        self._matrix = np.stack([np.frombuffer(vectors[text], dtype=np.float32) for text in texts])

    def search(self, query: str, k: int) -> list[str]:
        (vector,) = self._embedder.embed([query])
        cosines = self._matrix @ np.frombuffer(vector, dtype=np.float32)
        best = np.argsort(-cosines, kind="stable")[:k]
        return [self._ids[number] for number in best]

    def close(self) -> None:
        """Nothing is open."""


def text_with_speaker_and_date(document: Document) -> str:
    """As quaidpy's own lanes see a turn: date, speaker, text, each where there is one."""
    stamp, speaker = document.get("timestamp"), document.get("speaker")
    day = f"{spoken_date(datetime.fromisoformat(stamp))} " if stamp else ""
    return f"{day}{speaker}: {document['text']}" if speaker else f"{day}{document['text']}"
