"""How do words get into postings and vectors into pgvector?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.postgres.server.locks import EMBEDDER
from quaidpy.storage.postgres.server.row_security import BETWEEN
from quaidpy.storage.postgres.server.schema import COLUMN
from quaidpy.storage.tokenizer import tokens_of

if TYPE_CHECKING:
    import psycopg

VECTOR = {
    Corpus.MEMORIES: "memory_vector",
    Corpus.TURNS: "turn_vector",
    Corpus.PASSAGES: "passage_vector",
}
_VECTOR_INDEXES = """SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'hnsw' AND c.relnamespace = current_schema()::regnamespace"""
_STALE = """DELETE FROM worded_rows WHERE owner = %(owner)s AND text_index = %(index)s AND number = ANY(%(numbers)s)
RETURNING number, length, terms"""
_PUT_ROWS = """INSERT INTO worded_rows(owner, text_index, number, length, terms)
SELECT %(owner)s, %(index)s, number, length, terms
FROM unnest(%(numbers)s::bigint[], %(lengths)s::integer[], %(terms)s::text[]) AS placed(number, length, terms)"""
_PUT_POSTINGS = """INSERT INTO postings(owner, text_index, term, number, length, places)
SELECT %(owner)s, %(index)s, term, number, length, places::integer[]
FROM unnest(string_to_array(%(terms)s, %(between)s), %(numbers)s::bigint[], %(lengths)s::integer[],
  string_to_array(%(places)s, %(between)s)) AS placed(term, number, length, places)"""
# Each list as one text: there are a hundred thousand in a move, and the driver quotes each.
_ROWS_AT_ONCE = 500
_FORGET = """DELETE FROM postings p USING unnest(%(terms)s::text[], %(numbers)s::bigint[]) AS gone(term, number)
WHERE p.owner = %(owner)s AND p.text_index = %(index)s AND p.term = gone.term AND p.number = gone.number"""
_COUNT = """INSERT INTO word_totals AS t (owner, text_index, indexed, words)
VALUES (%(owner)s, %(index)s, %(indexed)s, %(words)s)
ON CONFLICT(owner, text_index) DO UPDATE SET indexed = t.indexed + excluded.indexed, words = t.words + excluded.words"""


class IndexedConnection:
    """See storage.indexing.session.IndexSession."""

    def __init__(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._connection = connection

    def put_words(self, index: str, owner: Owner, rows: Sequence[tuple[int, Sequence[str]]], /) -> None:
        if not rows:
            return
        self.drop_words(index, owner, [number for number, _ in rows])
        words = 0
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            placed = [(number, *_placed(texts)) for number, texts in rows[first : first + _ROWS_AT_ONCE]]
            words += sum(length for _, length, _ in placed)
            self._put_placed({"owner": owner, "index": index}, placed)
        self._count(index, owner, len(rows), words)

    def _put_placed(
        self, which: Mapping[str, str], rows: Sequence[tuple[int, int, Mapping[str, list[int]]]]
    ) -> None:
        """Numbers, lengths, and where each word stands. By INSERT: COPY knows no row security."""
        # In the order of the key: rows that come next to each other lie on the same page.
        pairs = sorted(
            (term, number, length, f"{{{','.join(map(str, found))}}}")
            for number, length, places in rows
            for term, found in places.items()
        )
        with self._connection.pipeline():
            self._connection.execute(
                _PUT_ROWS,
                {
                    **which,
                    "numbers": [number for number, _, _ in rows],
                    "lengths": [length for _, length, _ in rows],
                    "terms": [BETWEEN.join(places) for _, _, places in rows],
                },
            )
            self._connection.execute(
                _PUT_POSTINGS,
                {
                    **which,
                    "between": BETWEEN,
                    "terms": BETWEEN.join([term for term, *_ in pairs]),
                    "numbers": f"{{{','.join([str(number) for _, number, *_ in pairs])}}}",
                    "lengths": f"{{{','.join([str(length) for *_, length, _ in pairs])}}}",
                    "places": BETWEEN.join([found for *_, found in pairs]),
                },
            )

    def drop_words(self, index: str, owner: Owner, numbers: Sequence[int], /) -> None:
        if not numbers:
            return
        which = {"owner": owner, "index": index, "numbers": list(numbers)}
        gone = self._connection.execute(_STALE, which).fetchall()
        if not gone:
            return
        pairs = [(term, number) for number, _, terms in gone for term in terms.split(BETWEEN)]
        terms, places = [term for term, _ in pairs], [number for _, number in pairs]
        self._connection.execute(_FORGET, {**which, "terms": terms, "numbers": places})
        self._count(index, owner, -len(gone), -sum(length for _, length, _ in gone))

    def drop_all_words(self, index: str, owner: Owner) -> None:
        for table in ("postings", "worded_rows", "word_totals"):
            self._connection.execute(
                f"DELETE FROM {table} WHERE owner = %s AND text_index = %s", (owner, index)
            )

    def put_vectors(self, corpus: Corpus, owner: Owner, rows: Iterable[tuple[int, bytes]], /) -> None:
        left = iter(rows)
        while some := list(islice(left, _ROWS_AT_ONCE)):
            self._connection.execute(
                f"INSERT INTO {VECTOR[corpus]}(owner, number, embedding) SELECT %s, number, embedding::vector"
                " FROM unnest(%s::bigint[], %s::text[]) AS placed(number, embedding)",
                (owner, [number for number, _ in some], [vector_text(embedding) for _, embedding in some]),
            )

    def drop_vectors(self, corpus: Corpus, owner: Owner, numbers: Sequence[int], /) -> None:
        self._connection.execute(
            f"DELETE FROM {VECTOR[corpus]} WHERE owner = %s AND number = ANY(%s)", (owner, list(numbers))
        )

    def drop_all_vectors(self, owner: Owner) -> None:
        for table in VECTOR.values():
            self._connection.execute(f"DELETE FROM {table} WHERE owner = %s", (owner,))

    def wait_for_embedder(self) -> None:
        self._connection.execute("SELECT pg_advisory_xact_lock(%s)", (EMBEDDER,))

    def make_vectors_anew(self, _dimension: int, /) -> None:
        for table in VECTOR.values():
            self._connection.execute(f"DELETE FROM {table}")
        # They take vectors of one length alone; they are made again when nobody waits.
        for (index,) in self._connection.execute(_VECTOR_INDEXES).fetchall():
            self._connection.execute(f"DROP INDEX {index}")

    def _count(self, index: str, owner: Owner, indexed: int, words: int) -> None:
        found = {"owner": owner, "index": index, "indexed": indexed, "words": words}
        self._connection.execute(_COUNT, found)


def _placed(texts: Sequence[str]) -> tuple[int, Mapping[str, list[int]]]:
    """How many words a row has, and where each stands."""
    places: dict[str, list[int]] = defaultdict(list)
    length = 0
    for column, text in enumerate(texts):
        tokens = tokens_of(text)
        length += len(tokens)
        for place, token in enumerate(tokens[:COLUMN]):
            places[token].append(column * COLUMN + place)
    return length, places


def vector_text(embedding: bytes) -> str:
    """As pgvector reads it. `embedding`: float32."""
    return f"[{','.join(map(repr, memoryview(embedding).cast('f')))}]"
