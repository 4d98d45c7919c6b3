"""What does an engine's session have besides the SQL of the rows, so that words and vectors can be indexed?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.sql.engine import SqlSession

ChunkIndex: TypeAlias = Literal["chunk_text", "chunk_window"]
"""Of documents: path, headings and text, and a chunk with those beside it."""
WordIndex: TypeAlias = TextIndex | ChunkIndex
Worded: TypeAlias = tuple[int, Sequence[str]]
"""A row of a text index: its number, and of each column the text, with CJK bigrams."""


class IndexSession(SqlSession, Protocol):
    """One connection in one transaction, to which words and vectors can be told."""

    def returned(self, statement: str, bound: Sequence[Mapping[str, Any]], /) -> list[Any]:
        """What the statement returns of each, in order."""
        ...

    def put_words(self, index: WordIndex, owner: Owner, rows: Sequence[Worded], /) -> None:
        """In the place of what these rows said before."""
        ...

    def drop_words(self, index: WordIndex, owner: Owner, numbers: Sequence[int], /) -> None: ...
    def put_vectors(self, corpus: Corpus, owner: Owner, rows: Iterable[tuple[int, bytes]], /) -> None:
        """Numbers that have none yet, and their embeddings."""
        ...

    def drop_vectors(self, corpus: Corpus, owner: Owner, numbers: Sequence[int], /) -> None: ...
    def wait_for_embedder(self) -> None:
        """Until nobody else is choosing the first one; then it may be there already."""
        ...

    def make_vectors_anew(self, dimension: int, /) -> None:
        """Forget all vectors of all owners; those that come have so many numbers."""
        ...


IndexedBy = TypeVar("IndexedBy", bound=IndexSession)
IndexedBy_contra = TypeVar("IndexedBy_contra", bound=IndexSession, contravariant=True)
