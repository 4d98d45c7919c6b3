"""Do vectors in memory find what the file would find, and follow it?"""

from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from quaidpy.domain.memories.memory import Status
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.ports.embedding import EmbedderIdentity
from quaidpy.storage.cached.sources import OwnedCorpus
from quaidpy.storage.cached.vectors import CorpusCache
from quaidpy.storage.feeding.vectors import SqlVectorRows
from quaidpy.storage.memory.quantized_vectors import QuantizedVectors
from quaidpy.storage.memory.vectors import InMemoryVectors
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, SEARCH_TUNING, cause, episode, memory, turn

IDENTITY = EmbedderIdentity("test", 48, "p")
ALL = Filter(owner=ANA)


def crowded(count: int, dimension: int = 384) -> NDArray[np.float32]:
    """Unit vectors in clusters, as texts about some topics have them."""
    random = np.random.default_rng(7)
    centres = random.standard_normal((40, dimension))
    rows = centres[random.integers(40, size=count)] + 1.2 * random.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_two_bits_a_dimension_find_nearly_all_of_the_best() -> None:
    rows = crowded(20_000)
    codes = QuantizedVectors(384)
    codes.make_room(len(rows))
    codes.put(np.arange(len(rows)), rows)
    found = 0
    for query in rows[:40]:
        best = np.argsort(-(rows @ query), kind="stable")[:50]
        near = codes.shortlist(query, 75, len(rows))
        assert near.size < 2_000
        found += int(np.isin(best, near).sum())
    assert found >= 0.999 * 40 * 50


@pytest.mark.parametrize("codes_from_rows", [0, 100_000])
def test_among_some_rows_the_nearest_of_those_are_found(codes_from_rows: int) -> None:
    rows = crowded(20_000)
    held = InMemoryVectors(384, dtype=np.float32, codes_from_rows=codes_from_rows)
    held.put(np.arange(20_000, dtype=np.int64), rows)
    some = np.arange(1, 20_000, 3, dtype=np.int64)
    found = 0
    for query in rows[:20]:
        best = some[np.argsort(-(rows[some] @ query), kind="stable")[:50]]
        found += int(np.isin(best, held.nearest(query, 75, among=some[::-1]).numbers[:50]).sum())
    assert found >= 0.999 * 20 * 50
    assert held.nearest(rows[0], 50, among=some[:30]).numbers.size == 30
    assert held.nearest(rows[0], 50, among=some[:0]).numbers.size == 0


@pytest.mark.parametrize("codes_from_rows", [0, 10_000])
@pytest.mark.parametrize("kept_as", [np.float32, np.float16])
def test_rows_are_found_replaced_and_dropped(
    kept_as: type[np.float32] | type[np.float16], codes_from_rows: int
) -> None:
    rows = crowded(3_000)
    held = InMemoryVectors(384, dtype=kept_as, codes_from_rows=codes_from_rows)
    numbers = np.arange(3_000, dtype=np.int64) * 3
    for start in (1_000, 2_000, 0):  # not in order
        held.put(numbers[start : start + 1_000], rows[start : start + 1_000])
    assert held.nearest(rows[17], 3).numbers[0] == 51
    held.drop(np.array([51, 52]))
    assert held.nearest(rows[17], 3).numbers[0] != 51
    held.put(np.array([51, 52]), rows[[18, 17]])
    assert held.nearest(rows[17], 3).numbers[0] == 52
    assert set(held.nearest(rows[18], 2).numbers.tolist()) == {51, 54}
    assert held.nearest(rows[17], 1, among=np.array([99, 100, 102])).numbers[0] in {99, 102}


@pytest.fixture
def homes(tmp_path: Path) -> tuple[SqliteMemories, SqliteSearch, SqliteSearch]:
    """A store, an index with its vectors in memory, and one over connections of its own that reads the file."""
    clock = FakeClock()
    ours, theirs = (Database(tmp_path / "memory.sqlite", clock=clock) for _ in range(2))
    return (
        SqliteMemories(ours, clock, CountedIds()),
        SqliteSearch(theirs, replace(SEARCH_TUNING, searches_before_memory=0, codes_from_rows=0)),
        SqliteSearch(ours, replace(SEARCH_TUNING, vectors_in_memory_mb=0)),
    )


def test_vectors_in_memory_follow_what_others_write(
    homes: tuple[SqliteMemories, SqliteSearch, SqliteSearch],
) -> None:
    store, in_memory, in_file = homes
    rows = crowded(60, 48)
    vectors = {f"fact {i}": array("f", row.tobytes()) for i, row in enumerate(rows)}
    query = vectors["fact 3"]

    def same() -> list[str]:
        found = in_memory.nearest(query, Corpus.MEMORIES, ALL, limit=20)
        assert found == in_file.nearest(query, Corpus.MEMORIES, ALL, limit=20)
        return [hit.node for hit in found]

    with store.writing(cause()) as writing:
        for i in range(30):
            writing.put_memory(memory(f"m_{i:02}", f"fact {i}"))
        writing.put_vectors(IDENTITY, {text: vectors[text] for text in list(vectors)[:20]})
    assert same()[0] == "m_03"
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_03", "fact 3", status=Status.ARCHIVED))
        forgotten = writing.operation
    assert "m_03" not in same()
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_07", "fact 3"))  # another text, whose vector is known
        writing.put_vectors(IDENTITY, {text: vectors[text] for text in list(vectors)[20:]})
        for i in range(30, 60):
            writing.put_memory(memory(f"m_{i:02}", f"fact {i}"))
    assert same()[0] == "m_07"
    store.undo([forgotten], cause())
    assert same()[:2] == ["m_03", "m_07"]
    in_file.rebuild()
    assert same()[:2] == ["m_03", "m_07"]
    store.purge(ANA, [memory("m_03").id], [])
    assert same()[0] == "m_07"


def test_where_memory_is_short_both_corpora_of_an_owner_are_kept_as_halves(tmp_path: Path) -> None:
    """500 rows take 0.83 MB whole and 0.45 MB as halves."""
    clock = FakeClock()
    database = Database(tmp_path / "memory.sqlite", clock=clock)
    store = SqliteMemories(database, clock, CountedIds())
    identity = EmbedderIdentity("wide", 384, "probe")
    texts = [f"fact {i}" for i in range(500)]
    said = [turn(i, text, at=None, speaker=None) for i, text in enumerate(texts)]
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns(said)
        for i, text in enumerate(texts):
            writing.put_memory(memory(f"m_{i:03}", text))
        rows = crowded(len(texts), identity.dimension)
        writing.put_vectors(
            identity, dict(zip(texts, (array("f", row.tobytes()) for row in rows), strict=True))
        )
    corpora = CorpusCache(replace(SEARCH_TUNING, vectors_in_memory_mb=1, searches_before_memory=0))
    for corpus in (Corpus.MEMORIES, Corpus.TURNS):
        with (
            database.reading() as connection,
            corpora.searched(SqlVectorRows(connection), OwnedCorpus(ANA, corpus, identity)) as held,
        ):
            assert held is not None
            assert held.vectors.tolerance > 1e-4
    database.close()


def test_products_are_equal_to_the_last_bit_whether_all_rows_were_just_compared_or_not() -> None:
    rows = crowded(500)
    held = InMemoryVectors(384, dtype=np.float32, codes_from_rows=10_000)
    held.put(np.arange(500, dtype=np.int64), rows)
    places = held.places_of(np.array([7, 900, 3, 7, 499]))
    assert places is not None
    question = rows[11] + rows[12]
    asked = held.products(question, places)
    held.nearest(question, 5)
    assert held.products(question, places).tolist() == asked.tolist()
    assert asked[1] == 0
    held.put(np.array([3, 900]), rows[[11, 12]])
    assert held.products(question, places)[2] == pytest.approx(float(rows[11] @ question), abs=1e-6)
    held.nearest(question, 5)
    held.drop(np.array([7]))
    again = held.places_of(np.array([7, 900, 3]))
    assert again is not None
    assert held.products(question, again)[0] == 0
