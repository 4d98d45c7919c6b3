"""Whoever listens hears at once that another has written for an owner, and after each cut that some may be missed."""

import queue
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.ports.changes import Heard, mark_of
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.listening import telling
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.storage.sql.records.spaces import SqlSpaces
from tests.fakes import CountedIds, FakeClock
from tests.postgres_server import address_of, used_address_of
from tests.samples import ANA, BEN, cause, entity

WITHIN_S = 20
CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'quaidpy listening' AND datname = current_database()"""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())) as database:
        yield database


@pytest.fixture
def heard(database: PostgresDatabase) -> "Iterator[queue.Queue[Heard]]":
    """What is heard from when the connection is there."""
    told: queue.Queue[Heard] = queue.Queue()
    listening = database.listen(told.put)
    assert told.get(timeout=WITHIN_S) == Heard(None)
    yield told
    listening.close()
    listening.close()


def write(database: PostgresDatabase, owner: Owner, name: str) -> None:
    with PostgresMemories(database, FakeClock(), CountedIds()).writing(cause(owner)) as writing:
        writing.put_entity(entity(name, name, owner=owner))


def test_a_commit_is_told_with_whose_it_is(database: PostgresDatabase, heard: "queue.Queue[Heard]") -> None:
    write(database, ANA, "e_1")
    told = heard.get(timeout=WITHIN_S)
    assert (told.concerns(ANA), told.concerns(BEN)) == (True, False)


def test_what_is_taken_back_is_not_told(database: PostgresDatabase, heard: "queue.Queue[Heard]") -> None:
    def write_and_fail() -> None:
        with PostgresMemories(database, FakeClock(), CountedIds()).writing(cause(ANA)) as writing:
            writing.put_entity(entity("e_1", "e_1"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    write(database, BEN, "e_2")
    assert heard.get(timeout=WITHIN_S).marks == {mark_of(BEN)}


def test_a_connection_that_is_cut_comes_back_and_hears_on(
    database: PostgresDatabase, heard: "queue.Queue[Heard]", tmp_path: Path
) -> None:
    with psycopg.connect(address_of(tmp_path), autocommit=True) as administrator:
        assert administrator.execute(CUT).fetchall() == [(True,)]
    assert heard.get(timeout=WITHIN_S) == Heard(None)
    write(database, ANA, "e_1")
    assert heard.get(timeout=WITHIN_S).concerns(ANA)


def test_a_server_that_is_away_is_waited_for_without_an_error(tmp_path: Path) -> None:
    database = PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())
    database.url = "postgresql://ana@127.0.0.1:1/memory"
    told: list[Heard] = []
    listening = database.listen(told.append)
    listening.close()
    assert told == []
    database.close()


def test_a_name_does_not_travel_and_many_are_told_as_everybody() -> None:
    assert "ana" not in telling([ANA])
    assert telling([]) == ""
    assert telling([Owner(f"owner {number}") for number in range(100)]).count("NOTIFY") == 1


def test_a_space_is_told_to_whoever_comes_into_it_or_leaves(
    database: PostgresDatabase, heard: "queue.Queue[Heard]"
) -> None:
    def marks() -> frozenset[str] | None:
        return heard.get(timeout=WITHIN_S).marks

    spaces = SqlSpaces(database)
    crew = Space(owner=ANA, name="crew", policy=ReadPolicy.MEMBERS)
    spaces.add(crew)
    assert marks() == {mark_of(ANA)}
    with_ben = spaces.change(crew.key, lambda each: each.with_member(Member(BEN, "", Role.READER)))
    assert marks() == {mark_of(ANA), mark_of(BEN)}
    spaces.change(crew.key, lambda each: replace(with_ben, members=()))
    assert marks() == {mark_of(ANA), mark_of(BEN)}
    spaces.change(crew.key, lambda each: replace(each, policy=ReadPolicy.PUBLIC))
    assert marks() is None
