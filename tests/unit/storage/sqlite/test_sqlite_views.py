"""Is what was asked in a view true in it, and in no other?"""

from pathlib import Path

from quaidpy.storage.sqlite.file.database import Database
from tests.fakes import FakeClock

COUNT = "SELECT count(*) FROM meta WHERE key = :key"


def test_a_view_answers_once_for_all_and_the_next_one_anew(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.sqlite", clock=FakeClock())
    with database.reading() as connection:
        assert connection.once(COUNT, {"key": "a"}) == [(0,)]
        with database.writing() as writer:
            writer.execute("INSERT INTO meta(key, value) VALUES ('a', '1'), ('b', '1')")
            assert writer.once(COUNT, {"key": "a"}) == [(1,)]
            writer.execute("DELETE FROM meta WHERE key = 'a'")
            assert writer.once(COUNT, {"key": "a"}) == [(0,)]
        assert connection.once(COUNT, {"key": "a"}) == [(0,)]
        assert connection.once(COUNT, {"key": "b"}) == [(0,)]
    with database.reading() as connection:
        assert connection.once(COUNT, {"key": "b"}) == [(1,)]
    database.close()
