"""The file that remembers what must not come back."""

import stat
from pathlib import Path

import pytest

from quaidpy.errors import ReadOnlyError
from quaidpy.home.retired_ledger import RetiredLedger
from tests.samples import ANA, BEN, DAY


def test_a_retired_hash_is_known_to_its_owner_only_and_survives_reopening(tmp_path: Path) -> None:
    path = tmp_path / "retired.jsonl"
    RetiredLedger(path).append(ANA, "abc", reason="wrong", at=DAY)
    assert RetiredLedger(path).contains(ANA, "abc")
    assert not RetiredLedger(path).contains(BEN, "abc")
    assert not RetiredLedger(path).contains(ANA, "abcd")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_empty_home_has_retired_nothing(tmp_path: Path) -> None:
    assert list(RetiredLedger(tmp_path / "retired.jsonl").read()) == []


def test_a_line_cut_off_by_a_crash_costs_no_other_line(tmp_path: Path) -> None:
    path = tmp_path / "retired.jsonl"
    ledger = RetiredLedger(path)
    ledger.append(ANA, "one", reason="wrong", at=DAY)
    path.write_bytes(path.read_bytes() + b'{"owner": "ana", "conte')
    ledger.append(ANA, "two", reason="wrong\nin two lines", at=DAY)
    assert [entry.content_hash for entry in ledger.read()] == ["one", "two"]


def test_a_ledger_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadOnlyError, match="permissions"):
        RetiredLedger(tmp_path / "file" / "retired.jsonl").append(ANA, "abc", reason="r", at=DAY)
