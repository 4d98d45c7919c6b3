"""All that one storage holds comes into another: the same rows, found in the same way, and what differs is seen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.memories.index_texts import index_text_of_turn
from quaidpy.domain.memories.memory import Evidence
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import ConflictError, StorageError
from quaidpy.ports.documents import IndexChange
from quaidpy.settings import load_settings
from quaidpy.storage.moving.tables import OTHERWISE, Way, moved_tables, tables_of
from quaidpy.storage.moving.whole import Moved, Side, held_by, move_all, unmark
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.documents import PostgresDocuments
from quaidpy.storage.postgres.stores.memories import PostgresMemories, postgres_engine
from quaidpy.storage.sql.stores.memories import SqlMemories
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
from quaidpy.storage.sqlite.stores.memories import SqliteMemories, sqlite_engine
from quaidpy.storage.tables import STEPS
from quaidpy.system.fresh_ids import SortableIds
from tests.contracts.test_document_index import HERE, document, known
from tests.fakes import FakeClock, HashingEmbedder
from tests.postgres_server import address_of, used_address_of
from tests.samples import ANA, BEN, cause, edge, entity, episode, memory, turn

EMBEDDER = HashingEmbedder()
_COLUMN = re.compile(r'"?(\w+)"? (TEXT|INTEGER|REAL|BLOB)\b')
_IS_FOUND_BY = re.compile(r"\w+_(text|window|vector|terms)")
_STORED_WITH = {"TEXT": '"größe \u2028 ∂"', "INTEGER": 7, "REAL": 0.1 + 0.2, "BLOB": b"\x00\xff"}


@dataclass(frozen=True)
class Storage:
    side: Side
    store: SqlMemories

    def exported(self, owner: Owner) -> list[dict[str, object]]:
        return list(self.store.export_rows(owner))


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Storage]:
    yield from in_file(tmp_path / "memory.sqlite")


@pytest.fixture
def back(tmp_path: Path) -> Iterator[Storage]:
    yield from in_file(tmp_path / "back.sqlite")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Storage]:
    clock, ids = FakeClock(), SortableIds()
    database = PostgresDatabase(used_address_of(tmp_path), clock=clock)
    rows = postgres_engine(database, clock, ids)
    search = PostgresSearch(database, load_settings().tuning.search)
    side = Side("the server", rows, search, PostgresDocuments(database))
    yield Storage(side, PostgresMemories(database, clock, ids))
    database.close()


def in_file(path: Path) -> Iterator[Storage]:
    clock, ids = FakeClock(), SortableIds()
    database = Database(path, clock=clock)
    rows = sqlite_engine(database, clock, ids)
    search = SqliteSearch(database, load_settings().tuning.search)
    side = Side(path.name, rows, search, SqliteDocuments(database))
    yield Storage(side, SqliteMemories(database, clock, ids))
    database.close()


def move(source: Storage, target: Storage) -> Moved:
    return move_all("mv_1", source.side, target.side, lambda *_: None)


def live(storage: Storage, owner: Owner = ANA, *, count: int = 3) -> None:
    """Memories that speak of somebody, from turns; words and vectors of both, and a document."""
    said = [turn(seq, f"bees number {seq}", owner=owner) for seq in range(count)]
    told = [
        memory(
            f"m_{seq}",
            f"Ben keeps bees {seq}",
            owner=owner,
            keywords=("hive",),
            evidence=(Evidence(each.id, 0, 4),),
        )
        for seq, each in enumerate(said)
    ]
    texts = [*(each.text for each in told), *map(index_text_of_turn, said)]
    with storage.store.writing(cause(owner)) as writing:
        writing.put_episode(episode(owner=owner))
        writing.put_turns(said)
        writing.put_entity(entity("e_ben", "Ben", owner=owner, aliases=("Benny",)))
        for each in told:
            writing.put_memory(each)
        writing.put_mentions([Mention(each.id, EntityId("e_ben"), 1.0) for each in told])
        writing.put_edge(edge("r_1", "e_ben", "keeps", "e_ben", owner=owner, memory=told[0].id))
        writing.put_vectors(EMBEDDER.identity, dict(zip(texts, EMBEDDER.embed(texts), strict=True)))
    paper = document("a.md", "hives stand in rows", "bees sleep", headings=("Bees",))
    texts = [text for chunk in paper.chunks for text in chunk.index_texts]
    vectors = dict(zip(texts, EMBEDDER.embed(texts), strict=True))
    change = IndexChange(documents=(paper,), identity=EMBEDDER.identity)
    storage.side.documents.apply(owner, HERE, change, vectors)


def fill_the_rest(storage: Storage, owner: Owner = ANA) -> None:
    """One row in each table that has none: of all kinds of columns, filled to the brim."""
    bodies = dict(re.findall(r"CREATE TABLE (\w+)\((.*?)\)\s*STRICT", "".join(STEPS), re.DOTALL))
    there = held_by(storage.side.database).tables
    with storage.side.database.writing() as session:
        for table in moved_tables():
            if owner in there[table.name]:
                continue
            kinds = dict(_COLUMN.findall(bodies[table.name]))
            row = {name: _STORED_WITH[kinds.get(name, "TEXT")] for name in session.columns(table.name)}
            key = ("owner", *table.key)
            session.upsert(table.name, key, [row | {"owner": owner}])
        session.execute(
            "INSERT INTO file_writes(owner, edit, is_back) VALUES (:owner, 'fe_1', 0), (:owner, 'fe_0', 1)",
            {"owner": owner},
        )


def found(storage: Storage, owner: Owner = ANA) -> list[object]:
    """What searches answer: by words, windows and meaning, and of documents."""
    keep, search = Filter(owner=owner), storage.side.search
    near = EMBEDDER.embed(["bees number 1"])[0]
    return [
        *(search.text("Benny keeps hive bees", corpus, keep, limit=9) for corpus in Corpus),
        search.windows("number 2", keep, limit=9),
        *(search.nearest(near, corpus, keep, limit=9) for corpus in Corpus),
        search.texts_without_vector(owner, limit=9),
        storage.side.documents.counts(owner),
        search.identity(),
    ]


def test_every_table_is_moved_or_it_is_said_what_becomes_of_it() -> None:
    moved, tables = {table.name for table in moved_tables()}, tables_of()
    assert moved | OTHERWISE.keys() == tables.keys()
    assert not moved & OTHERWISE.keys()
    assert len(moved) > 30
    assert all(tables[name][0] == "owner" for name in moved)


def test_a_table_of_which_nobody_has_said_how_it_moves_is_refused() -> None:
    new = "CREATE TABLE tokens(hash BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;"
    with pytest.raises(StorageError, match="tokens"):
        moved_tables((*STEPS, new))


def test_the_schema_that_is_read_is_the_one_that_engines_have(
    file: Storage, server: Storage, tmp_path: Path
) -> None:
    known = tables_of().keys()
    with file.side.database.reading() as session:
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        in_the_file = {name for (name,) in session.values(query)}
    with psycopg.connect(address_of(tmp_path)) as connection:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        in_the_server = {name for (name,) in connection.execute(query).fetchall()}
    # Besides, each engine has what it finds words and vectors by.
    assert known <= in_the_file
    assert known <= in_the_server
    assert all(_IS_FOUND_BY.match(name) for name in in_the_file - known)
    assert {name for name in in_the_server - known if not _IS_FOUND_BY.match(name)} == {
        "postings",
        "worded_rows",
        "word_totals",
        "quaid_schema",
    }
    assert {name for name, way in OTHERWISE.items() if way is Way.VECTORS} == {"vectors"}


def test_all_goes_to_a_server_and_back(file: Storage, server: Storage, back: Storage) -> None:
    live(file)
    fill_the_rest(file)
    live(file, BEN, count=1)
    held, exported = held_by(file.side.database), file.exported(ANA)
    answers = found(file)

    moved = move(file, server)
    assert all(each.is_same and each.target.rows for each in moved.compared)
    assert moved.owners == (ANA, BEN)
    assert all(ANA in held.tables[table.name] for table in moved_tables())
    assert held_by(server.side.database) == held
    assert server.exported(ANA) == exported
    assert found(server)[4:] == answers[4:]  # words: a file counts those of all owners, a server of each

    move(server, back)
    assert held_by(back.side.database) == held
    assert back.exported(ANA) == exported
    assert found(back) == answers
    assert back.exported(BEN) == file.exported(BEN)


def test_of_one_owner_words_count_the_same(file: Storage, server: Storage) -> None:
    live(file)
    move(file, server)
    assert found(server) == found(file)


def test_what_was_done_before_is_undone_after(file: Storage, server: Storage) -> None:
    live(file)
    with file.store.writing(cause(verb="edit")) as writing:
        writing.put_memory(memory("m_0", "Ben sold his bees", keywords=("hive",)))
    move(file, server)
    server.store.undo([writing.operation], cause(verb="undo"))
    assert server.store.memories(ANA, [MemoryId("m_0")])[0].text == "Ben keeps bees 0"
    hits = server.side.search.text("sold", Corpus.MEMORIES, Filter(owner=ANA), limit=9)
    assert not hits


def test_the_same_again_writes_nothing(file: Storage, server: Storage) -> None:
    live(file)
    fill_the_rest(file)
    assert move(file, server).written
    again = move(file, server)
    assert again.is_resumed
    assert not again.written


def test_what_changed_between_two_calls_is_brought_in_step(file: Storage, server: Storage) -> None:
    live(file)
    live(file, BEN)
    move(file, server)
    file.store.purge(ANA, [MemoryId("m_1")], [])
    with file.store.writing(cause()) as writing:
        writing.put_memory(memory("m_0", "Ben sold his bees"))
        writing.put_memory(memory("m_9", "Cleo keeps goats"))
    file.side.documents.apply(ANA, HERE, IndexChange(removed=("a.md",)), {})
    file.store.purge(BEN, [MemoryId(f"m_{seq}") for seq in range(3)], [episode().id])
    moved = move(file, server)
    assert moved.is_resumed
    assert held_by(server.side.database) == held_by(file.side.database)
    for owner in (ANA, BEN):
        assert server.exported(owner) == file.exported(owner)
    assert _nodes(server, "Cleo goats sold") == _nodes(file, "Cleo goats sold")
    assert not _nodes(server, "1")


def _nodes(storage: Storage, text: str) -> set[NodeId]:
    hits = storage.side.search.text(text, Corpus.MEMORIES, Filter(owner=ANA), limit=9)
    return {hit.node for hit in hits}


def test_others_of_the_server_stay_as_they_are(file: Storage, server: Storage) -> None:
    live(server, BEN)
    before = server.exported(BEN)
    live(file)
    assert move(file, server).owners == (ANA,)
    assert server.exported(BEN) == before


def test_a_target_with_other_rows_of_the_same_owner_is_refused(file: Storage, server: Storage) -> None:
    live(file)
    live(server)
    before = held_by(server.side.database)
    with pytest.raises(ConflictError, match=r"the server has rows of ana \(\d+ rows\)"):
        move(file, server)
    assert held_by(server.side.database) == before


def test_a_finished_move_is_not_gone_on_with(file: Storage, server: Storage) -> None:
    live(file)
    move(file, server)
    unmark("mv_1", server.side.database)
    with pytest.raises(ConflictError, match="not of this move"):
        move(file, server)


def test_vectors_of_two_embedders_do_not_meet(file: Storage, server: Storage) -> None:
    live(file)
    other = replace(EMBEDDER.identity, name="another")
    with server.store.writing(cause(BEN)) as writing:
        writing.put_vectors(other, {"x": EMBEDDER.embed(["x"])[0]})
    with pytest.raises(ConflictError, match="hashing-test and the server by another"):
        move(file, server)


def test_a_row_that_differs_is_seen(file: Storage, server: Storage) -> None:
    live(file)
    fill_the_rest(file)

    def meddle(work: str, done: int, total: int) -> None:
        if work == "comparing" and done == 1:
            with server.side.database.writing() as session:
                session.execute("UPDATE health SET figures = 'x'")

    # What is compared is of one instant: what meddles while an owner is compared is met by the next call.
    live(file, BEN, count=1)
    fill_the_rest(file, BEN)
    with pytest.raises(StorageError, match="health of ben differs"):
        move_all("mv_1", file.side, server.side, meddle)
    move(file, server)
    assert held_by(server.side.database) == held_by(file.side.database)


def test_documents_keep_what_was_seen_of_their_files(file: Storage, server: Storage) -> None:
    live(file)
    file.side.documents.apply(
        ANA, HERE, IndexChange(touched=(known("a.md", digest="of a.md", is_settled=False),)), {}
    )
    move(file, server)
    assert server.side.documents.known(ANA, HERE) == file.side.documents.known(ANA, HERE)
    assert not server.side.documents.texts_without_vector(ANA, EMBEDDER.identity, limit=9)
