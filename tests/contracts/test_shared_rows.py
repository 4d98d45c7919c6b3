"""What a database promises that shares its rows with another one."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.domain.sync.pacing import Progress
from quaidpy.domain.sync.states import Presence, RowState
from quaidpy.ports.sync import Position, SharedRows
from quaidpy.storage.sql.rows import memory_columns
from tests.engines import ENGINES, Engine
from tests.fakes import CountedIds, FakeClock
from tests.fakes_of_sync import DictSharedRows
from tests.samples import ANA, BEN, memory

PEER = "node_other"


@pytest.fixture(params=["fake", *ENGINES], ids=lambda param: param if isinstance(param, str) else param.name)
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SharedRows]:
    if request.param == "fake":
        yield DictSharedRows("node_fake")
        return
    engine: Engine = request.param
    opened = engine.open(tmp_path / "home", FakeClock(), CountedIds())
    yield opened.shared_rows()
    opened.store.close()


def said(
    identity: str, text: str = "Ana lives in Lisbon", *, life: str = "2026-01-01/a", **stamps: str
) -> RowState:
    columns = {
        name: value for name, value in memory_columns(memory(identity, text)).items() if name != "owner"
    }
    return RowState(table="memories", key=(identity,), life=life, stamps=stamps, columns=columns)


def gone(identity: str, life: str, presence: Presence = Presence.GONE) -> RowState:
    return RowState(table="memories", key=(identity,), life=life, presence=presence)


def told(rows: SharedRows, number: int = 0, **more: int) -> list[RowState]:
    return [*rows.after(ANA, number, only_own=False, limit=more.get("limit", 100)).states]


def test_it_has_one_name(rows: SharedRows) -> None:
    assert rows.node
    assert rows.node == rows.node


def test_nobody_is_followed_unasked_and_twice_is_once(rows: SharedRows) -> None:
    assert rows.followed() == []
    for _ in range(2):
        rows.follow(BEN)
        rows.follow(ANA)
    assert rows.followed() == [ANA, BEN]
    assert rows.last(ANA) == 0


def test_what_is_taken_is_told_in_the_order_of_its_numbers(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.follow(BEN)
    taken = rows.take(ANA, [said("m_1"), said("m_2")])
    assert (taken.changed, taken.before, taken.after, taken.is_as_given) == (2, 0, 2, True)
    assert told(rows) == [said("m_1"), said("m_2")]
    assert told(rows, 1) == [said("m_2")]
    assert rows.after(BEN, 0, only_own=False, limit=9).states == ()
    page = rows.after(ANA, 0, only_own=False, limit=1)
    assert (page.states, page.upto, page.is_last) == ((said("m_1"),), 1, False)
    rest = rows.after(ANA, page.upto, only_own=False, limit=5)
    assert (rest.states, rest.upto, rest.is_last) == ((said("m_2"),), 2, True)


def test_the_same_twice_changes_nothing(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1")])
    again = rows.take(ANA, [said("m_1")])
    assert (again.changed, again.before, again.after) == (0, 1, 1)


def test_what_came_from_elsewhere_is_not_sent_back(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1")])
    assert rows.after(ANA, 0, only_own=True, limit=9).states == ()
    assert rows.waiting(ANA, PEER) == 0


def test_edits_apart_are_joined_and_others_must_hear_of_it(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1", "Ana lives in Porto", words="2026-02-01/a")])
    pinned = replace(said("m_1"), stamps={"pinned": "2026-02-02/b"})
    taken = rows.take(ANA, [replace(pinned, columns={**(pinned.columns or {}), "pinned": 1})])
    assert not taken.is_as_given
    (right,) = rows.after(ANA, 0, only_own=True, limit=9).states
    assert right.columns is not None
    assert (right.columns["text"], right.columns["pinned"]) == ("Ana lives in Porto", 1)
    assert right.stamps == {"words": "2026-02-01/a", "pinned": "2026-02-02/b"}
    assert rows.waiting(ANA, PEER) == 1


def test_an_earlier_edit_changes_nothing(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1", "Ana lives in Porto", words="2026-02-01/b")])
    assert rows.take(ANA, [said("m_1", "Ana lives in Faro", words="2026-02-01/a")]).changed == 0


def test_what_is_gone_leaves_its_name_and_may_come_back(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1")])
    rows.take(ANA, [gone("m_1", "2026-02-01/a")])
    assert told(rows) == [gone("m_1", "2026-02-01/a")]
    assert rows.take(ANA, [said("m_1")]).changed == 0
    rows.take(ANA, [said("m_1", life="2026-03-01/b")])
    assert told(rows) == [said("m_1", life="2026-03-01/b")]


def test_what_is_erased_never_comes_back(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.take(ANA, [said("m_1")])
    rows.take(ANA, [gone("m_1", "2026-02-01/a", Presence.ERASED)])
    assert rows.take(ANA, [said("m_1", life="2026-09-01/b")]).changed == 0
    assert [state.presence for state in told(rows)] == [Presence.ERASED]


def test_positions_are_kept_by_owner_and_peer(rows: SharedRows) -> None:
    rows.follow(ANA)
    assert rows.position(ANA, PEER) == Position()
    rows.keep_position(ANA, PEER, Position(pulled=3, pushed=4))
    rows.keep_position(ANA, PEER, Position(pulled=5, pushed=4))
    assert rows.position(ANA, PEER) == Position(pulled=5, pushed=4)
    assert rows.position(BEN, PEER) == rows.position(ANA, "another") == Position()


def test_progress_is_kept_as_it_was(rows: SharedRows) -> None:
    assert rows.progress() is None
    at = datetime(2026, 1, 1, 12, tzinfo=UTC)
    progress = Progress(interval_s=60, empty=4, tried_at=at, error="away", is_paused=True, peer=PEER)
    rows.keep_progress(progress)
    assert rows.progress() == progress


def test_who_is_left_leaves_nothing(rows: SharedRows) -> None:
    rows.follow(ANA)
    rows.follow(BEN)
    rows.take(ANA, [said("m_1")])
    rows.take(BEN, [said("m_2")])
    rows.keep_position(ANA, PEER, Position(1, 1))
    rows.leave(ANA)
    assert rows.followed() == [BEN]
    assert (rows.last(ANA), rows.last(BEN)) == (0, 1)
    assert rows.position(ANA, PEER) == Position()
