"""How does a memory begin, when what is proposed is taken?"""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of somebody who has Claude Code, and no scheduler but cron."""
    folder = tmp_path / "kim"
    (folder / ".claude").mkdir(parents=True)
    (folder / ".gitconfig").write_text("[user]\n\tname = Kim Larsen\n")
    for name in ("CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    return folder


def test_what_is_proposed_is_done_and_the_first_recall_works(quaid: Quaid, machine: Path) -> None:
    begun = quaid("init", "--yes", "--json")
    assert begun.code == 0
    assert "“Kim Larsen set up quaidpy on this machine.”" in begun.json["recalled"]
    assert any("you are Kim Larsen" in step for step in begun.json["steps"])
    assert "hook" in (machine / ".claude" / "settings.json").read_text()
    assert quaid("config", "get", "user.name").out.strip() == "Kim Larsen"


def test_beginning_again_changes_nothing(quaid: Quaid, machine: Path) -> None:
    quaid("init", "--yes")
    written = {path: path.read_bytes() for path in machine.rglob("*") if path.is_file()}
    again = quaid("init", "--yes", "--json").json
    assert (again["made"], again["recalled"]) == (False, None)
    assert {path: path.read_bytes() for path in machine.rglob("*") if path.is_file()} == written
    assert again["counts"]["memories"] == 1


def test_a_program_that_begins_a_memory_is_asked_nothing(quaid: Quaid, machine: Path) -> None:
    begun = quaid("init", "--json").json
    assert (begun["made"], begun["steps"], begun["recalled"]) == (True, [], None)
    assert not (machine / ".claude" / "settings.json").exists()


def test_a_host_whose_settings_are_broken_keeps_nothing_else_back(quaid: Quaid, machine: Path) -> None:
    (machine / ".claude" / "settings.json").write_text("{")
    begun = quaid("init", "--yes", "--json")
    assert begun.code == 0
    (told,) = [step for step in begun.json["steps"] if step.startswith("not done")]
    assert "settings.json" in told
    assert "quaid install claude-code" in told
    assert "Kim Larsen" in begun.json["recalled"]


def test_doctor_says_what_is_left_to_do(quaid: Quaid, machine: Path) -> None:
    quaid("init", "--json")
    left = {each["remedy"] for each in quaid("doctor", "--json").json["findings"]}
    assert {"`quaid config set user.name NAME`", "`quaid install claude-code`"} <= left
    quaid("config", "set", "user.name", "Kim")
    quaid("install", "claude-code")
    left = {each["remedy"] for each in quaid("doctor", "--json").json["findings"]}
    assert {"`quaid config set user.name NAME`", "`quaid install claude-code`"}.isdisjoint(left)
