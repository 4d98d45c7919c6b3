"""How do words get into FTS5 and vectors into sqlite-vec?"""

from collections.abc import Iterable, Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.sqlite.file.gate import GatedConnection

VECTOR = {Corpus.MEMORIES: "memory_vector", Corpus.TURNS: "turn_vector"}
"""Those of passages are read from `vectors`: they are fewer, and are compared with one by one or in memory."""
_COLUMNS = {"memory_text": "text, names, keywords", "chunk_text": "path, headings, text"}


class IndexedConnection(GatedConnection):
    """See storage.indexing.session.IndexSession."""

    def put_words(self, index: str, owner: Owner, rows: Sequence[tuple[int, Sequence[str]]], /) -> None:
        if not rows:
            return
        self.drop_words(index, owner, [number for number, _ in rows])
        columns = _COLUMNS.get(index, "text")
        slots = ", ".join("?" * (1 + len(rows[0][1])))
        self.executemany(
            f"INSERT INTO {index}(rowid, {columns}) VALUES ({slots})",
            [(number, *texts) for number, texts in rows],
        )

    def drop_words(self, index: str, _owner: Owner, numbers: Sequence[int], /) -> None:
        self.executemany(f"DELETE FROM {index} WHERE rowid = ?", [(number,) for number in numbers])

    def drop_all_words(self, index: str) -> None:
        self.execute(f"INSERT INTO {index}({index}) VALUES ('delete-all')")

    def put_vectors(self, corpus: Corpus, owner: Owner, rows: Iterable[tuple[int, bytes]], /) -> None:
        if corpus in VECTOR:
            self.executemany(
                f"INSERT INTO {VECTOR[corpus]}(owner, number, embedding) VALUES (?, ?, ?)",
                [(owner, number, embedding) for number, embedding in rows],
            )

    def drop_vectors(self, corpus: Corpus, _owner: Owner, numbers: Sequence[int], /) -> None:
        if corpus in VECTOR:
            self.executemany(
                f"DELETE FROM {VECTOR[corpus]} WHERE number = ?", [(number,) for number in numbers]
            )

    def wait_for_embedder(self) -> None:
        """A file has one writer."""

    def make_vectors_anew(self, dimension: int) -> None:
        for table in VECTOR.values():
            self.execute(f"DROP TABLE IF EXISTS {table}")
            self.execute(
                f"CREATE VIRTUAL TABLE {table} USING vec0(owner TEXT PARTITION KEY, number INTEGER PRIMARY KEY, "
                f"embedding FLOAT[{int(dimension)}] distance_metric=cosine)"
            )
