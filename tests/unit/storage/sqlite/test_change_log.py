"""How far the log of changes goes back, and what a gap in it means."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quaidpy.ports.changes import Changes, Topic
from quaidpy.storage.sql.change_log import SqlChangeLog, begin_anew, note_all_changed, note_changes
from quaidpy.storage.sqlite.file.database import Database
from tests.fakes import FakeClock
from tests.samples import ANA, BEN


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "memory.sqlite", clock=FakeClock())) as made:
        yield made


def noted(database: Database, topic: Topic, count: int) -> None:
    with database.writing(durable=False) as connection:
        note_changes(connection, ANA, topic, range(count))


def since(database: Database, seq: int, *topics: Topic) -> Changes:
    with database.reading() as connection:
        return SqlChangeLog(connection).since(ANA, (seq,), *topics)


def entries(database: Database) -> int:
    with database.reading() as connection:
        ((count,),) = connection.execute("SELECT count(*) FROM change_log").fetchall()
    return int(count)


def test_old_entries_go_once_newer_ones_tell_of_enough(database: Database) -> None:
    for _ in range(40):
        noted(database, Topic.LINKS, 20_000)
    assert entries(database) == 13
    assert since(database, 0, Topic.LINKS).keys is None
    assert since(database, 26, Topic.LINKS).keys is None
    assert since(database, 27, Topic.LINKS) == Changes((40,), frozenset(range(20_000)))


def test_the_newest_entry_stays_however_much_it_tells(database: Database) -> None:
    noted(database, Topic.LINKS, 1)
    noted(database, Topic.EDGES, 300_000)
    noted(database, Topic.LINKS, 1)
    assert since(database, 1, Topic.LINKS) == Changes((3,), frozenset({0}))


def test_of_very_many_keys_it_is_told_that_all_may_differ(database: Database) -> None:
    noted(database, Topic.LINKS, 20_001)
    assert since(database, 0, Topic.LINKS) == Changes((1,), None)


def test_of_what_a_graph_follows_every_key_is_told(database: Database) -> None:
    noted(database, Topic.EDGES, 20_001)
    assert since(database, 0, Topic.EDGES) == Changes((1,), frozenset(range(20_001)))


def test_a_topic_told_as_a_whole_stays_whole(database: Database) -> None:
    with database.writing() as connection:
        note_all_changed(connection, ANA, Topic.LINKS)
        note_changes(connection, ANA, Topic.LINKS, [7])
        note_changes(connection, BEN, Topic.TURN_WORDS, [8])
    assert since(database, 0, Topic.LINKS).keys is None
    assert since(database, 0, Topic.TURN_WORDS).keys == {8}


def test_a_log_begun_anew_is_no_continuation_for_anybody(database: Database) -> None:
    for _ in range(3):
        noted(database, Topic.LINKS, 1)
    with database.writing() as connection:
        begin_anew(connection, 9)
    for followed in (0, 3, 9):
        assert since(database, followed, Topic.LINKS).keys is None
    noted(database, Topic.LINKS, 2)
    assert since(database, 11, Topic.LINKS) == Changes((12,), frozenset({0, 1}))


def test_keys_of_a_graph_come_by_owner_oldest_first_and_no_more_than_asked_for(database: Database) -> None:
    for owner in (ANA, BEN, ANA):
        with database.writing() as connection:
            note_changes(connection, owner, Topic.NODES, ["m_1", "m_2"])
    with database.reading() as connection:
        log = SqlChangeLog(connection)
        assert log.graph_keys(ANA, 0, limit=3) == [
            (1, Topic.NODES, "m_1"),
            (1, Topic.NODES, "m_2"),
            (3, Topic.NODES, "m_1"),
        ]
        assert log.graph_keys(ANA, 1, limit=9) == [(3, Topic.NODES, "m_1"), (3, Topic.NODES, "m_2")]
        assert log.graph_keys(BEN, 2, limit=9) == []
