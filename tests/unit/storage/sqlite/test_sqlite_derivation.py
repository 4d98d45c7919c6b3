"""What follows the rows: text, vectors, adjacency, change log; equal to a rebuild, and what a rebuild repairs."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, TurnId
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import ModelError
from quaidpy.home.files import Home
from quaidpy.ports.embedding import Vector
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.care import FileCare
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import ANA, DAY, SEARCH_TUNING, cause, edge, entity, episode, lived, memory, turn


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "memory.sqlite", clock=FakeClock())) as made:
        yield made


@pytest.fixture
def store(database: Database) -> SqliteMemories:
    return SqliteMemories(database, FakeClock(), CountedIds())


@pytest.fixture
def search(database: Database) -> SqliteSearch:
    return SqliteSearch(database, SEARCH_TUNING)


def asked(database: Database, query: str) -> list[tuple[Any, ...]]:
    with database.reading() as connection:
        return connection.execute(query).fetchall()


def found(search: SqliteSearch, query: str) -> list[str]:
    return [hit.node for hit in search.text(query, Corpus.MEMORIES, Filter(owner=ANA), limit=9)]


def mentioned(store: SqliteMemories, **more: Any) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Anastasia", aliases=("Nastya",)))
        writing.put_memory(memory("m_1", "She lives in Lisbon", keywords=("home",), **more))
        writing.put_mentions([Mention(MemoryId("m_1"), EntityId("e_1"), 1.0)])


def test_a_memory_is_found_by_its_entities_names_and_keywords(
    store: SqliteMemories, search: SqliteSearch
) -> None:
    mentioned(store)
    assert found(search, "anastasia") == found(search, "nastya") == found(search, "home") == ["m_1"]


def test_renaming_an_entity_renames_it_in_the_index(store: SqliteMemories, search: SqliteSearch) -> None:
    mentioned(store)
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Beatrix"))
    assert found(search, "beatrix") == ["m_1"]
    assert found(search, "anastasia") == found(search, "nastya") == []


def test_words_are_found_in_other_forms(store: SqliteMemories, search: SqliteSearch) -> None:
    mentioned(store)
    assert found(search, "living") == ["m_1"]


def test_names_weigh_more_than_text(store: SqliteMemories, search: SqliteSearch) -> None:
    with store.writing(cause()) as writing:
        writing.put_entity(entity("e_1", "Rex"))
        writing.put_memory(memory("m_1", "Rex barked at somebody"))
        writing.put_memory(memory("m_2", "The dog barked loudly"))
        writing.put_mentions([Mention(MemoryId("m_2"), EntityId("e_1"))])
        for number in range(9):
            writing.put_memory(memory(f"m_9{number}", "nothing of note"))
    assert found(search, "Rex") == ["m_2", "m_1"]


def test_every_edge_and_mention_has_two_halves_with_its_times(
    store: SqliteMemories, database: Database
) -> None:
    mentioned(store)
    with store.writing(cause()) as writing:
        writing.put_edge(
            edge(
                "r_1", "e_1", "lives_in", "e_2", weight=0.5, lifetime=lived(DAY, valid_to=DAY, closed_at=DAY)
            )
        )
    rows = asked(
        database,
        "SELECT node, other, relation, weight, is_forward, link, recorded_at, valid_to, closed_at FROM adjacency"
        " WHERE owner = 'ana' ORDER BY link, is_forward DESC",
    )
    day = "2025-03-01T12:00:00.000000Z"
    assert rows == [
        ("m_1", "e_1", "mentions", 1.0, 1, "m_1>e_1", None, None, None),
        ("e_1", "m_1", "mentions", 1.0, 0, "m_1>e_1", None, None, None),
        ("e_1", "e_2", "lives_in", 0.5, 1, "r_1", day, day, day),
        ("e_2", "e_1", "lives_in", 0.5, 0, "r_1", day, day, day),
    ]


@pytest.mark.parametrize(
    "gone",
    [{"status": status} for status in (Status.ARCHIVED, Status.RETIRED, Status.SUPERSEDED)]
    + [{"lifetime": lived(DAY, retracted_at=DAY)}],
)
def test_a_memory_that_no_longer_counts_leaves_no_mentions_to_walk(
    store: SqliteMemories, database: Database, gone: dict[str, Any]
) -> None:
    mentioned(store)
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", "She lives in Lisbon", keywords=("home",), **gone))
        forgotten = writing.operation
    assert asked(database, "SELECT * FROM adjacency") == []
    store.undo([forgotten], cause())
    assert len(asked(database, "SELECT * FROM adjacency")) == 2


def test_the_log_names_what_the_graph_must_read_again(store: SqliteMemories, database: Database) -> None:
    def of_graph(since: int) -> list[tuple[int, str, str]]:
        with database.reading() as connection:
            keys = SqlChangeLog(connection).graph_keys(ANA, since, limit=100)
        return [(number, topic.value, key) for number, topic, key in keys]

    mentioned(store)
    assert of_graph(0) == [(1, "mentions", "m_1"), (1, "nodes", "e_1"), (1, "nodes", "m_1")]
    with store.writing(cause()) as writing:
        writing.put_edge(edge("r_1", "e_1", "knows", "e_2"))
        made = writing.operation
    store.undo([made], cause())
    assert of_graph(1) == [(2, "edges", "r_1"), (3, "edges", "r_1")]


def test_a_moved_episode_moves_its_turns(store: SqliteMemories, search: SqliteSearch) -> None:
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "bees")])
    with store.writing(cause()) as writing:
        writing.put_episode(episode(project="garden"))
    keep = Filter(owner=ANA, project="garden")
    assert [hit.node for hit in search.text("bees", Corpus.TURNS, keep, limit=5)] == ["ep_1.000000"]


def full(store: SqliteMemories) -> None:
    embedder = HashingEmbedder()
    mentioned(store)
    with store.writing(cause()) as writing:
        writing.put_episode(episode())
        writing.put_turns([turn(0, "bees")])
        writing.put_mentions([Mention(TurnId("ep_1.000000"), EntityId("e_1"))])
        writing.put_edge(edge("r_1", "e_1", "lives_in", "e_2"))
        text = "She lives in Lisbon"
        writing.put_vectors(embedder.identity, {text: embedder.embed([text])[0]})


DAMAGES = [
    "DELETE FROM adjacency WHERE is_forward = 0",
    "UPDATE adjacency SET weight = 0.123",
    "INSERT INTO adjacency(owner, node, weight, other, relation, is_forward, link) VALUES ('ana','a',1.0,'b','c',1,'d')",
    "DELETE FROM memory_index",
    "UPDATE turn_index SET project = 'public'",
    "DELETE FROM turn_text",
    "DELETE FROM window_text",
    "INSERT INTO memory_text(rowid, text) VALUES (99, 'ghost')",
    "DELETE FROM memory_vector",
]


def test_nothing_differs_after_ordinary_writes(store: SqliteMemories, database: Database) -> None:
    full(store)
    assert Home(FileCare(database), database.path.parent).differences() == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_difference_is_found_and_a_rebuild_repairs_it(
    store: SqliteMemories, search: SqliteSearch, database: Database, damage: str
) -> None:
    full(store)
    with database.writing() as connection:
        connection.execute(damage)
    files = Home(FileCare(database), database.path.parent)
    assert files.differences() != []
    assert [path.name for path in database.path.parent.iterdir() if path.name.startswith(".check")] == []
    search.rebuild()
    assert files.differences() == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda vector: Vector("f", [0.0] * len(vector)),
        lambda vector: Vector("f", [float("nan")] * len(vector)),
        lambda vector: vector[:-1],
        lambda vector: Vector("f", [2 * x for x in vector]),
    ],
)
def test_a_vector_that_is_no_unit_vector_is_never_stored(
    store: SqliteMemories, search: SqliteSearch, spoil: "Callable[[Vector[float]], Vector[float]]"
) -> None:
    embedder = HashingEmbedder()
    with pytest.raises(ModelError, match="nothing was stored"), store.writing(cause()) as writing:  # noqa: PT012
        writing.put_memory(memory("m_1", "bees"))
        writing.put_vectors(embedder.identity, {"bees": spoil(embedder.embed(["bees"])[0])})
    assert store.memories(ANA, [MemoryId("m_1")]) == []
    assert search.identity() is None


def test_common_words_are_left_out_of_queries_on_large_corpora(
    store: SqliteMemories, database: Database
) -> None:
    small = SqliteSearch(database, replace(SEARCH_TUNING, large_shelf_rows=20, common_term_share=0.2))
    with store.writing(cause()) as writing:
        for number in range(40):
            writing.put_memory(
                memory(f"m_{number:02}", f"bees in garden {'rare' if number == 7 else number}")
            )
    assert found(small, "rare bees") == ["m_07"]
    assert len(found(small, "bees")) == 9


def test_on_large_corpora_words_in_many_rows_only_count_besides_the_rarest(
    store: SqliteMemories, database: Database
) -> None:
    tuning = replace(SEARCH_TUNING, large_shelf_rows=20, common_term_share=0.9)
    with store.writing(cause()) as writing:
        for number in range(60):
            words = [
                word for word, every in (("bees", 2), ("garden", 3), ("ants", 10)) if number % every == 0
            ]
            writing.put_memory(memory(f"m_{number:02}", " ".join(["day", str(number), *words])))
    whole = SqliteSearch(database, tuning).text(
        "ants bees garden", Corpus.MEMORIES, Filter(owner=ANA), limit=99
    )
    scores = {hit.node: hit.score for hit in whole}
    for most, expected in ((1, 6), (25, 6), (26, 24), (99, 40)):
        bounded = SqliteSearch(database, replace(tuning, most_rows_ranked=most))
        hits = bounded.text("ants bees garden", Corpus.MEMORIES, Filter(owner=ANA), limit=99)
        assert len(hits) == expected
        assert {hit.node: hit.score for hit in hits} == pytest.approx({h.node: scores[h.node] for h in hits})


def test_how_rare_a_word_is_follows_what_is_written(store: SqliteMemories, database: Database) -> None:
    asked, fresh = SqliteSearch(database, SEARCH_TUNING), Database(database.path, clock=FakeClock())

    def rarity() -> float:
        found = asked.rarity(ANA, ["bees"], Corpus.MEMORIES)
        assert found == SqliteSearch(fresh, SEARCH_TUNING).rarity(ANA, ["bees"], Corpus.MEMORIES)
        return found["bees"]

    assert rarity() == 1
    with store.writing(cause()) as writing:
        for number in range(40):
            writing.put_memory(memory(f"m_{number:02}", f"bees {number}"))
    often = rarity()
    with store.writing(cause()) as writing:
        writing.put_memory(memory("m_00", "wasps 0"))
    assert rarity() > often
    store.record_usage(ANA, [])
    store.purge(ANA, [MemoryId(f"m_{number:02}") for number in range(1, 40)], [])
    assert rarity() == 1
    fresh.close()
