"""Of large owners an index finds the nearest vectors, of all others every one is compared."""

from array import array
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray

from quaidpy.domain.identity import Owner, together
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.indexing.vectors import use_identity
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.search.vector_indexes import LARGE, VectorsOf, has_index
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.text_indexes import vector_text
from quaidpy.storage.sql.rows import identity_text
from tests.fakes import FakeClock
from tests.postgres_server import address_of
from tests.samples import ANA, BEN, SEARCH_TUNING

DIMENSION, WANTED = 16, 20
IDENTITY = EmbedderIdentity("drawn", DIMENSION, "none")
SIZES = {ANA: LARGE + 500, BEN: 300}


def drawn(rows: int, seed: int) -> "NDArray[np.float32]":
    found = np.random.default_rng(seed).normal(size=(rows, DIMENSION)).astype(np.float32)
    lengths: NDArray[np.float32] = np.linalg.norm(found, axis=1, keepdims=True)
    return found / lengths


VECTORS = {owner: drawn(rows, seed) for seed, (owner, rows) in enumerate(SIZES.items())}
QUESTIONS = drawn(15, 9)


def fill(address: str) -> None:
    """As many writes would have; every fifth memory is of the garden."""
    with psycopg.connect(address) as connection, connection.cursor() as cursor:
        for owner, vectors in VECTORS.items():
            first = 1_000_000 * (owner == BEN)
            with cursor.copy(
                "COPY memory_index(number, owner, id, text_hash, has_vector, project, kind, tags, said_at, recorded_at)"
                " FROM STDIN"
            ) as copy:
                for at in range(len(vectors)):
                    project = None if at % 5 else "garden"
                    row = (
                        first + at,
                        owner,
                        f"m_{owner}_{at:05}",
                        at.to_bytes(4),
                        1,
                        project,
                        "fact",
                        "[]",
                        "2026",
                        "2026",
                    )
                    copy.write_row(row)
            with cursor.copy("COPY vectors(owner, identity, text_hash, embedding) FROM STDIN") as copy:
                for at, vector in enumerate(vectors):
                    copy.write_row((owner, identity_text(IDENTITY), at.to_bytes(4), vector.tobytes()))
            with cursor.copy("COPY memory_vector(owner, number, embedding) FROM STDIN") as copy:
                for at, vector in enumerate(vectors):
                    copy.write_row((owner, first + at, vector_text(vector.tobytes())))
            cursor.execute("INSERT INTO word_totals VALUES (%s, 'memory_text', %s, 0)", (owner, len(vectors)))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresDatabase]:
    address = address_of(tmp_path_factory.mktemp("vectors"))
    with closing(PostgresDatabase(address, clock=FakeClock())) as made:
        with made.writing() as session:
            use_identity(session, IDENTITY, [ANA])
        fill(address)
        PostgresSearch(made, SEARCH_TUNING).read_in(ANA)
        yield made


def found(database: PostgresDatabase, question: "Vector[float]", keep: Filter) -> list[str]:
    search = PostgresSearch(database, SEARCH_TUNING)
    return [hit.node for hit in search.nearest(question, Corpus.MEMORIES, keep, limit=WANTED)]


def exact(question: "NDArray[np.float32]", owner: Owner, step: int = 1) -> list[str]:
    near = VECTORS[owner][::step].astype(np.float64) @ question.astype(np.float64)
    return [f"m_{owner}_{at * step:05}" for at in np.argsort(-near, kind="stable")[:WANTED]]


def vector_of(question: "NDArray[np.float32]") -> "Vector[float]":
    return array("f", question.tobytes())


def share_found(database: PostgresDatabase, keep: Filter, step: int = 1) -> float:
    right = [
        len(set(found(database, vector_of(question), keep)) & set(exact(question, ANA, step)))
        for question in QUESTIONS
    ]
    return sum(right) / (WANTED * len(QUESTIONS))


def is_indexed(database: PostgresDatabase, owner: Owner) -> bool:
    with database.reading() as session:
        return has_index(session, VectorsOf(owner, Corpus.MEMORIES, SIZES[owner], DIMENSION))


def test_only_a_large_owner_is_asked_of_an_index(database: PostgresDatabase) -> None:
    assert is_indexed(database, ANA)
    assert not is_indexed(database, BEN)


def test_an_index_finds_nearly_all_of_the_nearest(database: PostgresDatabase) -> None:
    assert share_found(database, Filter(owner=ANA)) >= 0.99


def test_the_index_is_what_finds_them(database: PostgresDatabase) -> None:
    query = "SELECT pg_stat_get_xact_numscans(oid) FROM pg_class WHERE relname LIKE 'memory_vector%hnsw%'"
    with database.reading() as session:
        ((before,),) = session.values(query)
        found(database, vector_of(QUESTIONS[0]), Filter(owner=ANA))
        assert session.values(query) == [(before + 1,)]


def test_what_a_filter_admits_is_found_among_a_large_owners(database: PostgresDatabase) -> None:
    assert share_found(database, Filter(owner=ANA, project="garden"), step=5) >= 0.99


def test_a_filter_that_admits_few_is_answered_by_comparing(database: PostgresDatabase) -> None:
    assert found(database, vector_of(QUESTIONS[0]), Filter(owner=ANA, project="nowhere")) == []


def test_of_a_small_owner_every_vector_is_compared(database: PostgresDatabase) -> None:
    for question in QUESTIONS:
        assert found(database, vector_of(question), Filter(owner=BEN)) == exact(question, BEN)


def test_large_and_small_owners_are_found_together(database: PostgresDatabase) -> None:
    question = vector_of(QUESTIONS[0])
    both = PostgresSearch(database, SEARCH_TUNING).nearest(
        question, Corpus.MEMORIES, Filter(owner=together([ANA, BEN])), limit=WANTED
    )
    each = [
        hit
        for owner in (ANA, BEN)
        for hit in PostgresSearch(database, SEARCH_TUNING).nearest(
            question, Corpus.MEMORIES, Filter(owner=owner), limit=WANTED
        )
    ]
    assert both == sorted(each, key=lambda hit: (-hit.score, hit.node))[:WANTED]


def test_another_embedder_may_have_longer_vectors(database: PostgresDatabase) -> None:
    with database.trial() as session:
        use_identity(session, EmbedderIdentity("longer", 32, "none"), [ANA])
        session.put_vectors(Corpus.MEMORIES, ANA, [(1, bytes(32 * 4))])


def test_indexes_are_made_once(database: PostgresDatabase) -> None:
    def made() -> list[str]:
        with database.reading() as session:
            return [
                name
                for (name,) in session.values("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%hnsw%'")
            ]

    before = made()
    PostgresSearch(database, SEARCH_TUNING).read_in(ANA)
    assert made() == before
    assert len(before) == 1
