"""No timestamp, however far out, stops what comes after it: it is read as unknown, or refused with a reason."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quaidpy import Intake, Memory
from quaidpy.domain.time.instants import EARLIEST, LATEST, admitted, admitted_seconds
from quaidpy.domain.time.written_dates import find_written_date, instant_of
from quaidpy.errors import UsageError
from quaidpy.recall.understanding.typed_times import instant
from tests.journeys.conftest import Quaid

NOW = datetime(2026, 1, 2, tzinfo=UTC)
EXTREME = (
    "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "0001-01-01", "0999-12-31",
    "9999-12-31 23:59:59.999999+00:00", "summer 9999", "winter 0000", "99999999999 years ago", "in 9999999 weeks",
)  # fmt: skip
SECONDS = (1e300, -1e300, float("inf"), float("nan"), 253402300799, 253402300800, 10**400, -62135596801, 1e14)

pytestmark = pytest.mark.property


@pytest.mark.parametrize("text", EXTREME)
def test_a_written_time_is_admitted_or_unknown(text: str) -> None:
    for found in (instant_of(text), getattr(find_written_date(text), "at", None)):
        assert found is None or EARLIEST <= found < LATEST
    with suppress(UsageError):
        assert EARLIEST <= instant(text, now=NOW) < LATEST


@given(st.datetimes(timezones=st.timezones()) | st.datetimes())
def test_every_time_is_admitted_within_the_calendar_and_refused_outside(at: datetime) -> None:
    found = admitted(at)
    assert found is None or EARLIEST <= found < LATEST
    assert found is not None or not EARLIEST.year < at.year < LATEST.year - 1


@given(st.floats() | st.integers())
@example(SECONDS[0])
@settings(max_examples=200)
def test_any_number_is_a_time_or_none(number: float) -> None:
    for found in (instant_of(number), admitted_seconds(number)):
        assert found is None or EARLIEST <= found < LATEST


@pytest.mark.parametrize("stamp", [*EXTREME, *SECONDS])
def test_a_chat_with_an_extreme_stamp_is_taken_in_with_what_follows_it(
    stamp: object, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    rows = [
        {"role": "user", "content": "My sister Julia lives in Oslo.", "timestamp": stamp},
        {"role": "user", "content": "My brother Tom lives in Porto.", "timestamp": "2025-03-01T10:00:00Z"},
    ]
    data = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    with Memory() as memory:
        report = memory.extract(Intake(owner=memory.owner, source_key="chat", data=data))
        assert report.turns == 2


def test_a_folder_with_one_extreme_file_keeps_the_others(tmp_path: Path, quaid: Quaid) -> None:
    folder = tmp_path / "chats"
    folder.mkdir()
    for number, stamp in enumerate(("9999-12-31T23:59:59-12:00", "2025-03-01T10:00:00Z")):
        row = {"role": "user", "content": f"My sister Julia has {number + 3} dogs.", "timestamp": stamp}
        (folder / f"{number}.jsonl").write_text(f"{json.dumps(row)}\n")
    done = quaid("extract", str(folder), "--json")
    assert done.code == 0, done.err
    assert [source["turns"] for source in done.json["sources"]] == [1, 1]


@pytest.mark.parametrize("stamp", EXTREME[:2])
def test_asking_about_an_extreme_time_is_refused_by_name(stamp: str, quaid: Quaid) -> None:
    done = quaid("recall", "Where is Julia?", "--as-of", stamp)
    assert done.code == UsageError.exit_code
    assert stamp in done.out + done.err
