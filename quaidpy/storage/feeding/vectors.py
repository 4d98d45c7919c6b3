"""Which vectors does a corpus have, by number?"""

from collections.abc import Iterator, Sequence
from typing import cast

from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.cached.sources import OwnedCorpus, VectorRow
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_text


class SqlVectorRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.VectorRows."""

    @property
    def view(self) -> int | None:
        whole = self._session.whole
        return None if whole is None else whole.number

    def count(self, corpus: OwnedCorpus) -> int:
        query = f"SELECT count(*) FROM {INDEX[corpus.corpus]} WHERE owner = :owner AND has_vector = 1"
        ((rows,),) = self._session.values(query, {"owner": corpus.owner})
        return int(rows)

    def all_vectors(self, corpus: OwnedCorpus) -> Iterator[VectorRow]:
        query = _vectors_of(corpus.corpus, f"{INDEX[corpus.corpus]} i")
        return cast("Iterator[VectorRow]", self._session.each(query, _bound(corpus)))

    def vectors_of(self, corpus: OwnedCorpus, numbers: Sequence[int]) -> list[VectorRow]:
        # CROSS JOIN keeps the order: the few numbers first; else SQLite walks all rows of the owner.
        named = f"unnest(:numbers) AS wanted(number) CROSS JOIN {INDEX[corpus.corpus]} i"
        bound = {**_bound(corpus), "numbers": list(numbers)}
        return self._session.values(_vectors_of(corpus.corpus, named, "i.number = wanted.number"), bound)


def _bound(corpus: OwnedCorpus) -> dict[str, str]:
    return {"owner": corpus.owner, "identity": identity_text(corpus.identity)}


def _vectors_of(corpus: Corpus, rows: str, which: str = "1 = 1") -> str:
    """By number; `rows`: where they come from, as `i`, and which of them."""
    name = "i.id" if corpus is not Corpus.PASSAGES else "i.id || '.' || i.position"
    return (
        f"SELECT i.number, {name} AS node, v.embedding FROM {rows}"
        f" CROSS JOIN vectors v WHERE {which} AND same_owner(v, i) AND v.identity = :identity"
        " AND v.text_hash = i.text_hash AND i.owner = :owner AND i.has_vector = 1 ORDER BY i.number"
    )
