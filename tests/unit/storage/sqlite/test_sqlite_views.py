"""Is what was asked in a view true in it, and in no other?"""

from pathlib import Path

from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.views import fetched_once
from tests.fakes import FakeClock

COUNT = "SELECT count(*) FROM meta WHERE key = ?"


def test_a_view_answers_once_for_all_and_the_next_one_anew(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.sqlite", clock=FakeClock())
    with database.reading() as connection:
        assert fetched_once(connection, COUNT, ("a",)) == [(0,)]
        with database.writing() as writer:
            writer.execute("INSERT INTO meta(key, value) VALUES ('a', '1'), ('b', '1')")
            assert fetched_once(writer, COUNT, ("a",)) == [(1,)]
            writer.execute("DELETE FROM meta WHERE key = 'a'")
            assert fetched_once(writer, COUNT, ("a",)) == [(0,)]
        assert fetched_once(connection, COUNT, ("a",)) == [(0,)]
        assert fetched_once(connection, COUNT, ("b",)) == [(0,)]
    with database.reading() as connection:
        assert fetched_once(connection, COUNT, ("b",)) == [(1,)]
    database.close()
