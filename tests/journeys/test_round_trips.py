"""How often a recall waits for a server: not once for every row, word or turn."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.remember.changing.editing import Edit
from quaidpy.wiring.parts import Memory
from tests.counted_round_trips import Relay, relayed
from tests.postgres_server import used_address_of

_MOST = 8  # of a first question, with nothing in memory
_MOST_KNOWN = (
    2  # with all that it asks for in memory: what changed, how memories fared and what values they state
)
_MOST_FOLLOWED = (
    8  # after another process has written: relations of what changed are asked twice; without any, 6
)
_MOST_OF_RELATIONS = 3  # of what changed, until all links are read again in an idle moment
_MOST_STORED = 110  # of one statement: 104 were counted; lower it, never raise it


@pytest.fixture
def relay(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    address = used_address_of(clean_environment)
    (server,) = (
        path
        for path in Path(str(conninfo_to_dict(address)["host"])).glob(".s.PGSQL.*")
        if path.suffix != ".lock"
    )
    with tempfile.TemporaryDirectory() as folder, relayed(server, Path(folder)) as made:
        monkeypatch.setenv("QUAID_STORAGE_URL", make_conninfo(address, host=folder, port="5432"))
        yield made


def waits(relay: Relay, home: Path, question: str) -> int:
    with Memory(home=home) as memory:
        before = relay.round_trips
        assert memory.recall(question).results
        return relay.round_trips - before


def test_a_recall_waits_a_bounded_number_of_times(relay: Relay, tmp_path: Path) -> None:
    with Memory(home=tmp_path) as memory:
        memory.store("Ana moved to Lisbon.")
    few = waits(relay, tmp_path, "where does Ana live?")
    with Memory(home=tmp_path) as memory:
        for town in ("Leeds", "Porto", "Faro", "Oslo", "Rome", "Bern"):
            before = relay.round_trips
            memory.store(f"Ana's friend Ben has been to {town} with Cem.")
            assert relay.round_trips - before <= _MOST_STORED
    assert waits(relay, tmp_path, "where does Ana live?") <= _MOST
    assert waits(relay, tmp_path, "where has Ana's old friend Ben been with Cem, and when?") <= _MOST
    assert few <= _MOST


@pytest.fixture
def known(relay: Relay, tmp_path: Path) -> Iterator[Memory]:
    """All of it in memory."""
    with Memory(home=tmp_path) as memory:
        for town in ("Leeds", "Porto", "Faro", "Oslo"):
            memory.store(f"Ana's friend Ben has been to {town} with Cem.")
        memory.parts.recalling.read_in()
        for _ in range(2):  # vectors come into memory when they are searched again
            memory.recall("where has Ben been?")
            memory.parts.effects.flush()
        yield memory
        memory.parts.effects.flush()


def test_a_recall_of_what_is_in_memory_waits_twice(relay: Relay, known: Memory) -> None:
    before = relay.round_trips
    assert known.recall("where has Ana's old friend Ben been with Cem, and when?").results
    assert relay.round_trips - before <= _MOST_KNOWN


def test_who_is_told_that_nothing_is_known_waits_once(relay: Relay, known: Memory) -> None:
    before = relay.round_trips
    assert known.recall("which helmet did Zorp buy for the regatta?").abstained
    assert relay.round_trips - before == 1


Writing = Callable[[Memory], object]


def _changed_twice(another: Memory) -> None:
    told = another.store("Ottilie has moved her Fjordling loom to Hartwick with Ben and Cem.")
    another.edit(
        told.outcome.inserted[0], Edit(text="Ottilie has moved her Fjordling loom to Faro with Ben and Cem.")
    )


def _forgotten(another: Memory) -> None:
    told = another.store("Ottilie has sold her Fjordling loom.")
    another.store("Ottilie's loom was in Oslo when Ben and Cem were there.")
    another.forget(told.outcome.inserted[0])


def _told_at_length(another: Memory) -> None:
    for place in ("Bern", "Rome", "Graz", "Lund", "Sofia", "Turku"):
        another.store(f"Ottilie took the loom to {place} with Ben, and Cem came to {place} later.")


@pytest.mark.parametrize("writing", [_changed_twice, _forgotten, _told_at_length])
def test_a_recall_after_another_has_written_waits_a_bounded_number_of_times(
    writing: Writing, relay: Relay, known: Memory, tmp_path: Path
) -> None:
    question = "where has Ben been with Cem, and where is Ottilie's loom?"
    with Memory(home=tmp_path) as another:
        writing(another)
    before = relay.round_trips
    found = known.recall(question)
    assert relay.round_trips - before <= _MOST_FOLLOWED
    known.parts.effects.flush()
    with Memory(home=tmp_path) as fresh:
        assert [each.text for each in found.results] == [each.text for each in fresh.recall(question).results]
    again = relay.round_trips
    assert known.recall(question).results
    assert relay.round_trips - again <= _MOST_KNOWN + _MOST_OF_RELATIONS
