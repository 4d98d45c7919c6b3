"""Is memory well, and does anybody look after it? Health in three lines, a doctor who misses the janitor."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.identity import Owner, RunId
from quaidpy.domain.nights import NightRecord, NightState
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for
from tests.journeys.conftest import Quaid


def janitor(quaid: Quaid) -> list[dict[str, Any]]:
    found = quaid("doctor", "--json").json["findings"]
    return [finding for finding in found if finding["name"] == "janitor"]


@pytest.fixture
def stored(quaid: Quaid, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Quaid:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    assert quaid("store", "Ana lives in Porto.").code == 0
    return quaid


def ran(hours_ago: float, state: NightState = NightState.DONE) -> None:
    with Memory(parts_for(load_settings())) as memory:
        at = datetime.now(UTC) - timedelta(hours=hours_ago)
        memory.parts.nights.keep_night(
            NightRecord(owner=Owner("default"), run=RunId("run_1"), started_at=at, ended_at=at, state=state)
        )


def test_nobody_is_told_of_a_janitor_that_nobody_asked_for(stored: Quaid) -> None:
    assert janitor(stored) == []
    health = stored("health")
    assert health.out.splitlines()[0] == "well: yes"
    assert len(health.out.splitlines()) == 3


def test_a_janitor_that_has_not_finished_for_two_days_is_missed(stored: Quaid) -> None:
    ran(hours_ago=47)
    assert [each["level"] for each in janitor(stored)] == ["ok"]
    ran(hours_ago=49)
    (finding,) = janitor(stored)
    assert (finding["level"], finding["text"]) == ("warn", "the janitor last finished 49 hours ago")
    assert finding["remedy"] == "`quaid janitor run`, or `quaid janitor install`"
    health = stored("health", "--json").json
    assert health["well"] is False
    assert health["problems"][0].startswith("the janitor last finished 49 hours ago")


def test_a_night_that_failed_is_told_with_its_task(stored: Quaid) -> None:
    ran(hours_ago=1, state=NightState.FAILED)
    assert janitor(stored)[0]["text"] == "the janitor has never finished a run here"
    assert "the last night failed (it was cut off)" in stored("health").out.splitlines()[0]


def test_questions_wait_though_all_is_well(stored: Quaid) -> None:
    stored("store", "Ana smokes.")
    stored("store", "Ana doesn't smoke.")
    stored("janitor", "run")
    assert stored("health").out.splitlines()[0] == "well: yes; 1 question for you: `quaid review`"
