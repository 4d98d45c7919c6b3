"""What is asked together waits for the server once, and nobody waits for the end of what only reads."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.spaces import ReadPolicy, Space
from quaidpy.errors import UsageError
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.storage.sql.records.spaces import SqlSpaces
from tests.counted_round_trips import Relay, relayed
from tests.fakes import CountedIds, FakeClock
from tests.postgres_server import used_address_of
from tests.samples import ANA, BEN, DAY, cause, memory

OF_EVERYBODY = "SELECT owner, name FROM spaces WHERE owner <> :nobody"
TEXTS = "SELECT text FROM memories WHERE owner = :owner"
ALL_TEXTS = "SELECT text FROM memories WHERE :owner = :owner"


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[Relay]:
    address = conninfo_to_dict(used_address_of(tmp_path))
    (server,) = (each for each in Path(str(address["host"])).glob(".s.PGSQL.*") if each.suffix != ".lock")
    with tempfile.TemporaryDirectory() as folder, relayed(server, Path(folder)) as made:
        yield made


@pytest.fixture
def database(relay: Relay, tmp_path: Path) -> Iterator[PostgresDatabase]:
    address = make_conninfo(used_address_of(tmp_path), host=str(relay.folder), port="5432")
    with closing(PostgresDatabase(address, clock=FakeClock())) as made:
        store = PostgresMemories(made, FakeClock(), CountedIds())
        for owner in (ANA, BEN):
            with store.writing(cause(owner)) as writing:
                writing.put_memory(memory("m_1", f"{owner} keeps bees", owner=owner))
        yield made


def texts(database: PostgresDatabase, owner: Owner, query: str = TEXTS) -> list[str]:
    with database.reading() as session:
        return [text for (text,) in session.values(query, {"owner": owner})]


def waits(relay: Relay, call: Callable[[], object]) -> int:
    before = relay.round_trips
    call()
    return relay.round_trips - before


def test_calls_that_need_nothing_of_one_another_wait_once(relay: Relay, database: PostgresDatabase) -> None:
    told: list[object] = []
    asked = [partial(texts, database, ANA), partial(texts, database, ANA, f"{TEXTS} AND id = 'm_9'")]
    assert waits(relay, lambda: told.append(database.together(*asked))) == 1
    assert told == [(["ana keeps bees"], [])]


def test_a_call_waits_as_often_as_it_needs_an_answer(relay: Relay, database: PostgresDatabase) -> None:
    store = PostgresMemories(database, FakeClock(), CountedIds())

    def of_what_is_said() -> list[str]:
        (text,) = texts(database, ANA)
        return texts(database, ANA, f"{TEXTS} AND text = '{text}'")

    def together() -> None:
        said, found = database.together(of_what_is_said, partial(store.memories, ANA, [MemoryId("m_1")]))
        assert said == ["ana keeps bees"]
        assert [each.text for each in found] == said

    assert waits(relay, together) == 2


def test_what_was_foreseen_is_not_waited_for_again(relay: Relay, database: PostgresDatabase) -> None:
    def in_a_view() -> None:
        with database.reading():
            database.foresee(partial(texts, database, ANA), partial(texts, database, BEN))
            assert (texts(database, ANA), texts(database, BEN)) == (["ana keeps bees"], ["ben keeps bees"])

    assert waits(relay, in_a_view) == 1


def test_what_is_costly_to_foresee_is_foreseen_once_the_view_has_waited_for_much(
    relay: Relay, database: PostgresDatabase
) -> None:
    told: list[str] = []
    costly = partial(told.append, "made")
    with database.reading():
        database.foresee(costly, costly=True)
        assert told == []
        for number in range(4):
            database.foresee(partial(texts, database, ANA, f"{TEXTS} AND id = 'm_{number}'"))
        database.foresee(costly, costly=True)
        assert told == ["made"]


def test_what_goes_alongside_is_asked_with_what_is_waited_for_next(
    relay: Relay, database: PostgresDatabase
) -> None:
    store = PostgresMemories(database, FakeClock(), CountedIds())
    times = partial(store.recall_times, ANA, [MemoryId("m_1"), MemoryId("m_2")])

    def in_a_view() -> None:
        with database.reading() as session:
            session.begin_whole(lambda _: ())
            database.alongside(times)
            assert texts(database, ANA) == ["ana keeps bees"]
            assert store.recall_times(ANA, [MemoryId("m_1")]) == {}

    assert waits(relay, in_a_view) == 1
    assert waits(relay, partial(in_view_alone, database, times)) == 0


def in_view_alone(database: PostgresDatabase, call: Callable[[], object]) -> None:
    with database.reading():
        database.alongside(call)


def test_what_is_known_is_read_on_another_thread(relay: Relay, database: PostgresDatabase) -> None:
    threads_of: list[int] = []

    def read(query: str) -> list[str]:
        threads_of.append(threading.get_ident())
        return texts(database, ANA, query)

    unknown = f"{TEXTS} AND id = 'm_9'"
    with ThreadPoolExecutor(1) as threads, database.reading() as session:
        session.begin_whole(lambda _: ())
        texts(database, ANA)
        before = relay.round_trips
        with database.beside(threads, partial(read, TEXTS), partial(read, TEXTS)) as found:
            assert found() == ["ana keeps bees"]
        with database.beside(threads, partial(read, unknown), partial(read, unknown)) as found:
            assert database.together(found, partial(texts, database, BEN)) == ([], ["ben keeps bees"])
        here = threading.get_ident()
        # What lacked an answer there was asked here, with what others lacked.
        assert [each == here for each in threads_of] == [False, False, True, True]
        assert relay.round_trips - before == 1


def test_beside_a_view_that_is_not_whole_nothing_is_read_on_another_thread(
    database: PostgresDatabase,
) -> None:
    here = threading.get_ident
    with (
        ThreadPoolExecutor(1) as threads,
        database.reading(),
        database.beside(threads, here, here) as found,
    ):
        assert found() == here()


def test_what_one_of_the_calls_raises_goes_on(database: PostgresDatabase) -> None:
    def fails() -> None:
        raise UsageError(f"not {texts(database, ANA)}")

    with pytest.raises(UsageError, match=r"not .*bees"):
        database.together(partial(texts, database, ANA), fails)


def test_beside_what_is_of_everybody_an_owner_sees_their_own(database: PostgresDatabase) -> None:
    spaces = SqlSpaces(database)
    spaces.add(Space(owner=BEN, name="hives", policy=ReadPolicy.MEMBERS, members=(), made_at=DAY))
    with database.reading():
        known, own = database.together(spaces.spaces, partial(texts, database, ANA, ALL_TEXTS))
        assert [space.name for space in known] == ["hives"]
        assert own == ["ana keeps bees"]
        assert texts(database, ANA, f"{ALL_TEXTS} AND TRUE") == own


def test_nobody_waits_for_the_end_of_a_view(relay: Relay, database: PostgresDatabase) -> None:
    with database.reading() as session:
        session.values(TEXTS, {"owner": ANA})
        relay.hold_back()
    # Here already, and the server has not been heard to say that it is over.
    relay.let_through()
    assert texts(database, BEN) == ["ben keeps bees"]
