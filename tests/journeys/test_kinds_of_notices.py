"""What is told without a subscription: questions, nights that failed, what was replaced, what was taken in."""

import os
from pathlib import Path

import pytest

from quaidpy.domain.identity import Owner, RunId
from quaidpy.domain.nights import NightRecord, NightState, TaskRecord
from quaidpy.wiring.parts import Memory
from tests.journeys.conftest import Quaid
from tests.journeys.test_two_values import HEDGED, MARCH, questions, told

FIRST = "The deploy key of the shop is kept in the blue vault."
THEN = "The deploy key of the shop is kept in the red vault."


def read(quaid: Quaid, agent: str = "user") -> list[str]:
    """Each as its kind and its words."""
    notices = quaid("--json", "notify", "read", "--agent", agent).json["notices"]
    return [f"{each['kind']}: {each['text']}" for each in notices]


def at_level(level: str, *overrides: str) -> None:
    lines = f'[notices]\nlevel = "{level}"\noverrides = {list(overrides)!r}\n'.replace("'", '"')
    home = Path(os.environ["QUAID_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(lines)


@pytest.fixture
def recalled(quaid: Quaid) -> str:
    """A memory that codex was given today."""
    stored = quaid("--json", "store", FIRST).json["new"][0]["id"]
    assert FIRST in quaid("--agent", "codex", "recall", "where is the deploy key kept?").out
    return str(stored)


def test_who_was_given_a_memory_today_hears_that_it_was_edited(quaid: Quaid, recalled: str) -> None:
    quaid("--agent", "gemini", "edit", recalled, "--text", THEN)
    assert read(quaid, "codex") == [f"replaced: {THEN}"]
    assert read(quaid, "codex") == read(quaid, "gemini") == read(quaid) == []


def test_who_was_given_a_memory_today_hears_what_came_instead(quaid: Quaid) -> None:
    quaid("store", "Ana lives in Porto.")
    quaid("--agent", "codex", "recall", "where does Ana live?")
    quaid("store", "Ana moved to Lisbon; she does not live in Porto any more.")
    now = "Ana moved to Lisbon; she does not live in Porto any more."
    assert read(quaid, "codex") == [f"replaced: {now} (before: Ana lives in Porto.)"]


def test_an_agent_that_replaces_what_it_was_given_is_not_told(quaid: Quaid, recalled: str) -> None:
    quaid("--agent", "codex", "edit", recalled, "--text", THEN)
    assert read(quaid, "codex") == []


def test_nothing_is_told_of_replacements_where_their_level_is_quiet(quaid: Quaid, recalled: str) -> None:
    at_level("normal", "replaced=quiet")
    quaid("edit", recalled, "--text", THEN)
    assert read(quaid, "codex") == []


def test_a_question_of_the_night_is_told_once_and_not_when_it_is_answered(
    quaid: Quaid, tmp_path: Path
) -> None:
    told(quaid, tmp_path, MARCH, HEDGED)
    assert read(quaid) == []
    (asked,) = questions(quaid)
    assert quaid("--json", "notify", "list").json["notices"][0]["kind"] == "questions"
    assert read(quaid) == ["questions: 1 question waits for you: quaid review"]
    assert asked["reason"]
    assert read(quaid) == []


def night(number: int, state: NightState, *tasks: TaskRecord) -> None:
    """As the janitor keeps it."""
    with Memory() as memory:
        now = memory.now()
        record = NightRecord(
            owner=Owner("default"),
            run=RunId(f"run_{number}"),
            started_at=now,
            ended_at=now,
            state=state,
            tasks=tasks,
        )
        memory.parts.nights.keep_night(record)


def test_a_night_whose_backup_failed_is_told_and_one_that_is_done_only_to_who_wants_it(quaid: Quaid) -> None:
    quaid("store", FIRST)
    night(1, NightState.DONE, TaskRecord(task="duplicates", applied=2))
    assert read(quaid) == []
    night(2, NightState.FAILED, TaskRecord(task="duplicates", failure="backups/x: no room left on the disk"))
    said = "trouble: the night failed: duplicates: backups/x: no room left on the disk; see quaid health"
    assert read(quaid) == [said]
    at_level("normal", "night=verbose")
    night(3, NightState.DONE)
    assert read(quaid) == ["night: the night is done: quaid journal"]
    at_level("quiet")
    night(4, NightState.FAILED)
    assert read(quaid) == []


def test_what_was_taken_in_is_told_at_debug(quaid: Quaid, chat: Path) -> None:
    at_level("debug")
    quaid("extract", str(chat))
    count = quaid("--json", "stats").json["counts"]["memories"]
    assert read(quaid) == [f"taken-in: taken in: {count} memories"]
    at_level("verbose")
    quaid("extract", "--text", "date: 3 June 2025 20:15\n\nAna: I adopted a greyhound.")
    assert read(quaid) == []


def test_a_recall_is_told_where_all_is_told(quaid: Quaid, recalled: str) -> None:
    assert recalled
    assert not any(each.startswith("recalled") for each in read(quaid))
    at_level("debug")
    quaid("store", "Ana likes tea.")
    assert "recalled: recalled for codex: “where is the deploy key kept?”, 1 given" in read(quaid)


def test_documents_that_a_night_read_again_are_told(quaid: Quaid, tmp_path: Path) -> None:
    at_level("normal", "documents=verbose")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# The shop\n\nIt listens on port 8191.\n")
    quaid("projects", "register", str(folder))
    (folder / "README.md").write_text("# The shop\n\nIt listens on port 9000.\n")
    quaid("janitor", "run")
    assert [each for each in read(quaid) if each.startswith("documents")] == [
        "documents: documents of 1 project changed: quaid docs stale"
    ]


def test_a_file_is_told_at_once_and_nobody_again(quaid: Quaid, tmp_path: Path) -> None:
    log = tmp_path / "told.log"
    home = Path(os.environ["QUAID_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(
        f'[notices]\nchannels = ["file"]\nfile = "{log}"\nquiet_from = "00:00"\nquiet_until = "00:00"\n'
    )
    assert "told at once: file" in quaid("notify", "test").out
    assert log.read_text().endswith("a test: notices reach you here\n")
    assert read(quaid) == []


def test_a_webhook_that_is_not_allowed_says_so_and_the_notice_waits(quaid: Quaid) -> None:
    home = Path(os.environ["QUAID_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(
        '[notices]\nchannels = ["webhook"]\nwebhook = "https://example.org/"\n'
        'quiet_from = "00:00"\nquiet_until = "00:00"\n'
    )
    told = quaid("notify", "test")
    assert told.code == 2
    assert "notices.allowed_hosts" in told.err
    assert read(quaid) == ["test: a test: notices reach you here"]


def test_the_person_is_told_beside_what_an_agent_is_given(quaid: Quaid) -> None:
    quaid("notify", "test")
    line = quaid("--json", "notify", "line", "--agent", "codex", "--session", "s1").json["results"][0]["line"]
    assert line == "- (notice for the user) a test: notices reach you here"
