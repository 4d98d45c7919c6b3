"""A log of months falls into sessions, and a grown one goes on where it stopped."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy import Memory
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.remember.formats.session_cutting import cut_into_sessions
from quaidpy.remember.pipeline import Intake, IntakeReport

MORNING = datetime(2026, 3, 5, 9, tzinfo=UTC)
LOG = """[2026-03-05 09:00] Ana: The ferry to Brac leaves at seven.
[2026-03-05 09:02] Ben: Then we should pack tonight.
[2026-03-05 21:30] Ana: The tent is in the cellar.
[2026-03-09 08:00] Ben: My knee hurts since the hike.
"""
GROWN = LOG + "[2026-03-09 08:10] Ana: Put ice on it.\n[2026-04-01 10:00] Ana: I bought a red canoe.\n"


@pytest.fixture
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(home=tmp_path_factory.mktemp("log"), owner="ana") as memory:
        yield memory


@pytest.fixture
def take(memory: Memory) -> Callable[[str], IntakeReport]:
    return lambda text: memory.extract(Intake(owner=memory.owner, source_key="chat.txt", data=text.encode()))


def _said(memory: Memory, report: IntakeReport) -> list[list[str]]:
    return [[turn.text for turn in memory.turns(episode)] for episode in report.episodes]


def _at(*hours: float) -> list[RawTurn]:
    return [RawTurn(text=str(hour), at=MORNING + timedelta(hours=hour)) for hour in hours]


def test_a_log_becomes_a_session_at_every_long_gap(
    memory: Memory, take: Callable[[str], IntakeReport]
) -> None:
    report = take(LOG)
    assert [len(said) for said in _said(memory, report)] == [2, 1, 1]
    assert report.turns == 4


def test_a_line_over_a_log_keeps_it_from_no_gap(memory: Memory, take: Callable[[str], IntakeReport]) -> None:
    report = take("Export of our chat\n\n" + LOG)
    assert [len(said) for said in _said(memory, report)] == [3, 1, 1]


def test_the_same_log_again_stores_nothing(memory: Memory, take: Callable[[str], IntakeReport]) -> None:
    take(LOG)
    again = take(LOG)
    assert again.known
    assert again.turns == 0


def test_a_grown_log_goes_on_with_its_last_session(
    memory: Memory, take: Callable[[str], IntakeReport]
) -> None:
    take(LOG)
    report = take(GROWN)
    assert _said(memory, report) == [
        ["My knee hurts since the hike.", "Put ice on it."],
        ["I bought a red canoe."],
    ]
    assert report.turns == 2
    assert take(GROWN).known


def test_a_log_that_grew_says_the_same_as_one_taken_in_whole(
    tmp_path_factory: pytest.TempPathFactory, memory: Memory, take: Callable[[str], IntakeReport]
) -> None:
    take(LOG)
    take(GROWN)
    with Memory(home=tmp_path_factory.mktemp("whole"), owner="ana") as whole:
        report = whole.extract(Intake(owner=whole.owner, source_key="chat.txt", data=GROWN.encode()))
        sessions = _said(whole, report)
    stored = memory.recall("canoe, knee, tent, ferry").results
    assert {turn.text for found in stored for turn in found.evidence} <= {
        said for each in sessions for said in each
    }
    assert [len(each) for each in sessions] == [2, 1, 2, 1]


def test_undoing_the_run_of_a_grown_log_leaves_what_was_there(
    memory: Memory, take: Callable[[str], IntakeReport]
) -> None:
    first = take(LOG)
    memory.undo(take(GROWN).run)
    assert _said(memory, first) == [
        ["The ferry to Brac leaves at seven.", "Then we should pack tonight."],
        ["The tent is in the cellar."],
        ["My knee hurts since the hike."],
    ]
    assert take(GROWN).turns == 2


def test_one_file_of_several_named_sessions_is_cut_between_them(memory: Memory) -> None:
    rows = [
        {"role": "user", "content": f"Row {place} of the quilt is blue.", "session_id": name}
        for place, name in enumerate(["mon", "mon", "tue"])
    ]
    data = "\n".join(map(json.dumps, rows)).encode()
    report = memory.extract(Intake(owner=memory.owner, source_key="all.jsonl", data=data))
    assert [len(said) for said in _said(memory, report)] == [2, 1]


def test_who_answers_every_hour_has_not_left_after_four() -> None:
    _, sessions = cut_into_sessions(_at(0, 1, 2, 3, 7.5, 8.5), after=None)
    assert len(sessions) == 1
    _, sessions = cut_into_sessions(_at(0, 0.1, 0.2, 4.5, 4.6), after=None)
    assert len(sessions) == 2


def test_a_turn_without_a_time_stays_with_the_one_before_it() -> None:
    turns = [*_at(0), RawTurn(text="untimed"), *_at(30)]
    _, sessions = cut_into_sessions(turns, after=None)
    assert [len(session) for session in sessions] == [2, 1]


@pytest.mark.property
@given(st.lists(st.floats(0, 500), max_size=30).map(sorted), st.booleans())
def test_sessions_are_the_turns_in_order(hours: list[float], goes_on: bool) -> None:
    turns = _at(*hours)
    after = _at(-1)[0] if goes_on else None
    going_on, sessions = cut_into_sessions(turns, after=after)
    assert [*going_on, *(turn for session in sessions for turn in session)] == turns
    assert all(sessions)
    assert after is not None or not going_on
