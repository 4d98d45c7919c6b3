"""On a server only writers of the same owner wait for each other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from quaidpy.domain.identity import Owner, together
from quaidpy.errors import BusyError
from quaidpy.ports.changes import Topic
from quaidpy.storage.indexing.vectors import identity_in_use, keep_vectors
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.storage.sql.change_log import SqlChangeLog, note_changes
from tests.fakes import FakeClock, HashingEmbedder
from tests.postgres_server import address_of
from tests.samples import ANA, BEN

SOON_S = 0.3


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(address_of(tmp_path), clock=FakeClock(), busy_timeout_s=SOON_S)) as made:
        yield made


def put(database: PostgresDatabase, *owners: Owner) -> None:
    with database.writing(*owners) as session:
        for owner in owners:
            note_changes(session, owner, Topic.ROWS, ["m_1"])


def last(database: PostgresDatabase, owner: Owner) -> tuple[int, ...]:
    with database.reading() as session:
        return SqlChangeLog(session).last(owner)


def test_an_owner_commits_while_another_writes(database: PostgresDatabase) -> None:
    with ThreadPoolExecutor(1) as other, database.writing(ANA) as session:
        note_changes(session, ANA, Topic.ROWS, ["m_1"])
        other.submit(put, database, BEN).result()
        assert last(database, together([ANA, BEN])) == (0, 1)
    assert last(database, together([ANA, BEN])) == (1, 1)


def test_writers_of_one_owner_wait_and_say_so(database: PostgresDatabase) -> None:
    with ThreadPoolExecutor(1) as other, database.writing(ANA):
        with pytest.raises(BusyError, match="try again"):
            other.submit(put, database, ANA).result()
        with pytest.raises(BusyError, match="try again"):
            other.submit(put, database, BEN, ANA).result()
    put(database, BEN, ANA)


def test_what_is_derived_of_an_owner_is_compared_while_another_writes(database: PostgresDatabase) -> None:
    care = ServerCare(database, Path())
    with database.writing() as session:
        for owner in (ANA, BEN):
            bound = {"owner": owner}
            session.execute("INSERT INTO worded_rows VALUES (:owner, 'turn_text', 7, 1, 'word')", bound)
    with ThreadPoolExecutor(1) as other, database.writing(BEN):
        (told,) = other.submit(care.differences, lambda: [ANA]).result()
        assert told.startswith("worded_rows: 1 entries too many, 0 missing")
        with pytest.raises(BusyError, match="try again"):
            other.submit(care.differences).result()
    (told,) = care.differences()
    assert told.startswith("worded_rows: 2 entries too many")


def test_who_writes_for_all_waits_for_everybody(database: PostgresDatabase) -> None:
    with ThreadPoolExecutor(1) as other, database.writing(ANA), pytest.raises(BusyError, match="try again"):
        other.submit(put, database).result()
    with ThreadPoolExecutor(1) as other, database.writing(), pytest.raises(BusyError, match="try again"):
        other.submit(put, database, BEN).result()


def test_writers_for_several_owners_do_not_block_each_other_for_ever(tmp_path: Path) -> None:
    with (
        closing(PostgresDatabase(address_of(tmp_path), clock=FakeClock())) as database,
        ThreadPoolExecutor(4) as pool,
    ):
        done = [pool.submit(put, database, *pair) for _ in range(10) for pair in ((ANA, BEN), (BEN, ANA))]
        for each in done:
            each.result()
        assert last(database, together([ANA, BEN])) == (20, 20)


def test_a_change_of_somebody_else_is_not_told(database: PostgresDatabase) -> None:
    def tell_of_another() -> None:
        with database.writing(ANA) as session:
            note_changes(session, BEN, Topic.ROWS, ["m_1"])

    with pytest.raises(AssertionError, match="only what nobody else writes"):
        tell_of_another()
    assert last(database, BEN) == (0,)


def test_two_owners_choose_the_first_embedder_at_once(tmp_path: Path) -> None:
    embedder, both = HashingEmbedder(), Barrier(2)

    def keep(owner: Owner) -> None:
        with database.writing(owner) as session:
            assert identity_in_use(session) is None
            both.wait(10)
            keep_vectors(session, owner, embedder.identity, {"bees": embedder.embed(["bees"])[0]})

    with (
        closing(PostgresDatabase(address_of(tmp_path), clock=FakeClock())) as database,
        ThreadPoolExecutor(2) as pool,
    ):
        for each in [pool.submit(keep, owner) for owner in (ANA, BEN)]:
            each.result()
        with database.reading() as session:
            assert identity_in_use(session) == embedder.identity
            assert session.values("SELECT owner FROM vectors ORDER BY owner") == [(ANA,), (BEN,)]
