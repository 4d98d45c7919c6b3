"""What an older version stored is still there, still found, and can still be taken back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, OperationId
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import ConflictError
from quaidpy.ports.changes import Topic
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.records.spaces import SqlSpaces
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.migrations import APPLICATION_ID, MIGRATIONS
from quaidpy.storage.sqlite.indexing.rebuilding import rebuild_derived
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, SEARCH_TUNING, cause, memory

STORED = Path(__file__).parents[3] / "data" / "homes" / "version_8.sql"
MADE, EDITED = (OperationId(f"op_{number:026}") for number in (1, 2))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "memory.sqlite"
    with closing(apsw.Connection(str(path))) as connection:
        for step in (*MIGRATIONS[:8], STORED.read_text(encoding="utf-8")):
            connection.execute(step)
        connection.execute(f"PRAGMA user_version = 8; PRAGMA application_id = {APPLICATION_ID}")
    with closing(Database(path, clock=FakeClock())) as made:
        yield made


@pytest.fixture
def store(database: Database) -> SqliteMemories:
    ids = CountedIds()
    for _ in range(9):
        ids.new("op")
    return SqliteMemories(database, FakeClock(), ids)


def text_of(store: SqliteMemories) -> list[str]:
    return [each.text for each in store.memories(ANA, [MemoryId("m_1")])]


def test_an_edit_of_an_older_version_is_undone_from_its_image(store: SqliteMemories) -> None:
    assert text_of(store) == ["Nadia lives in Bergen"]
    store.undo([EDITED], cause())
    assert text_of(store) == ["Nadia lives in Oslo"]
    assert [edge.relation for edge in store.edges(ANA, [EdgeId("r_1")])] == ["lives_in"]


def test_all_that_an_older_version_did_is_undone_and_done_again(store: SqliteMemories) -> None:
    undone = store.undo([MADE, EDITED], cause())
    assert text_of(store) == []
    assert store.entities(ANA, [EntityId("e_1")]) == []
    store.undo([undone], cause())
    assert text_of(store) == ["Nadia lives in Bergen"]
    assert [entity.aliases for entity in store.entities(ANA, [EntityId("e_1")])] == [("Nad",)]


def test_an_edit_since_the_upgrade_keeps_an_older_one_from_being_undone_alone(store: SqliteMemories) -> None:
    with store.writing(cause(verb="edit")) as writing:
        writing.put_memory(memory("m_1", "Nadia lives in Turin"))
        later = writing.operation
    with pytest.raises(ConflictError, match=later):
        store.undo([EDITED], cause())
    store.undo([EDITED, later], cause())
    assert text_of(store) == ["Nadia lives in Oslo"]


def test_nobody_takes_the_numbers_of_the_old_lists_for_those_of_the_log(
    database: Database, store: SqliteMemories
) -> None:
    with database.reading() as connection:
        old = connection.execute(
            "SELECT max(seq) FROM sqlite_sequence WHERE name <> 'file_writes'"
        ).fetchall()
        log = SqlChangeLog(connection)
        first = log.last(ANA)
        assert log.pruned_upto(ANA) > 7
        assert log.since(ANA, (7,), Topic.ROWS).keys is None
        assert connection.execute("SELECT key FROM meta").fetchall() == []
    assert old == [(None,)]
    store.undo([EDITED], cause())
    with database.reading() as connection:
        assert SqlChangeLog(connection).since(ANA, first, Topic.EDGES).keys == {"r_1"}


def test_what_an_older_version_stored_is_found(database: Database) -> None:
    with database.writing() as connection:
        rebuild_derived(connection)
    found = SqliteSearch(database, SEARCH_TUNING).text("Bergen", Corpus.MEMORIES, Filter(owner=ANA), limit=5)
    assert [hit.node for hit in found] == ["m_1"]


def test_a_new_home_has_no_lists_of_older_versions(tmp_path: Path) -> None:
    with (
        closing(Database(tmp_path / "memory.sqlite", clock=FakeClock())) as made,
        made.reading() as connection,
    ):
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        assert SqlChangeLog(connection).last(ANA) == (0,)
    assert tables.isdisjoint({"outbox", "row_changes", "vector_changes"})
    assert "change_log" in tables


def test_the_versions_of_an_older_home_are_found(store: SqliteMemories) -> None:
    versions = store.versions(ANA, MemoryId("m_1"))
    assert [(each.operation, each.memory.text if each.memory else None) for each in versions] == [
        (MADE, "Nadia lives in Oslo"),
        (EDITED, "Nadia lives in Bergen"),
    ]
    assert [each.cause.caller if each.cause else "" for each in versions] == [None, None]


SCOPED = """
INSERT INTO episodes VALUES('ana','ep_9','chat','text','d9',9,1,'2025-03-01T12:00:00.000000Z',NULL,NULL,NULL,NULL,'{scope}');
INSERT INTO turns VALUES('ana','ep_9.000000','ep_9',0,'Nadia keeps bees','Ana','user',NULL,NULL);
INSERT INTO memories(owner, id, kind, text, content_hash, status, scope, confidence, importance, tier, pinned, verified,
  flagged, keywords, tags, source, confirmations, stated_at, recorded_at) VALUES('ana','m_9','fact','Nadia keeps bees','h9',
  'active','{scope}',0.7,0.5,'working',0,0,0,'[]','[]','user',0,'2025-03-01T12:00:00.000000Z','2025-03-01T12:00:00.000000Z');
INSERT INTO evidence VALUES('ana','m_9',0,'ep_9.000000',0,5);
INSERT INTO mentions VALUES('ana','m_9','e_1',1.0);
"""


@pytest.mark.parametrize(
    ("scope", "space"), [("shared", "global"), ("harbour", "harbour"), ("agent:codex", "agent:codex")]
)
def test_what_had_a_scope_is_in_a_space_of_its_name(tmp_path: Path, scope: str, space: str) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(apsw.Connection(str(path))) as connection:
        for step in (*MIGRATIONS[:8], STORED.read_text(encoding="utf-8"), SCOPED.format(scope=scope)):
            connection.execute(step)
        connection.execute(f"PRAGMA user_version = 8; PRAGMA application_id = {APPLICATION_ID}")
    with closing(Database(path, clock=FakeClock())) as made:
        store, (found,) = SqliteMemories(made, FakeClock(), CountedIds()), SqlSpaces(made).spaces()
        assert (found.owner, found.name) == (ANA, space)
        assert text_of(store) == ["Nadia lives in Bergen"]
        assert store.memories(ANA, [MemoryId("m_9")]) == []
        (moved,) = store.memories(found.key, [MemoryId("m_9")])
        assert [turn.text for turn in store.turns(found.key, [each.turn for each in moved.evidence])] == [
            moved.text
        ]
        assert [each.name for each in store.entities_named(found.key, "Nad")] == ["Nadia"]
        assert [each.name for each in store.entities_named(ANA, "Nadia")] == ["Nadia"]
        with made.writing() as connection:
            rebuild_derived(connection)
        hits = SqliteSearch(made, SEARCH_TUNING).text(
            "bees", Corpus.MEMORIES, Filter(owner=found.key), limit=5
        )
        assert [hit.node for hit in hits] == ["m_9"]
