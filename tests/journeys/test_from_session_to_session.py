"""A session stops, leaves notes and small texts; the next one begins with them, once, and goes on."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quaidpy.domain.language.tokens import count_tokens
from tests.journeys.conftest import Printed, Quaid

TALK = """date: 2 June 2025 20:15

Ana: We decided to use PostgreSQL for the shop.
Ana: I have to renew the passport by 30 November 2099.
Ana: Please mend src/kiln/parser.py and tests/test_parser.py, see README.md.
Assistant: I changed src/kiln/parser.py; version 3.2 of e.g. pip stays.
"""


@pytest.fixture
def talked(quaid: Quaid) -> Quaid:
    quaid("extract", "--text", TALK, "--project", "shop")
    return quaid


def lines_of(block: str) -> list[str]:
    return block.splitlines()[2:-1]


# Checkpoints


def test_what_is_not_said_is_filled_from_memory(talked: Quaid) -> None:
    saved = talked(
        "checkpoint", "save", "parser", "mend", "the", "parser", "--project", "shop", "--json"
    ).json
    assert saved["task"] == "mend the parser"
    assert [each["text"] for each in saved["decisions"]] == ["Ana decided to use PostgreSQL for the shop."]
    assert [each["text"] for each in saved["todos"]] == ["Ana has to renew the passport by 30 November 2099."]
    assert saved["files"] == ["src/kiln/parser.py", "tests/test_parser.py", "README.md"]
    assert [each["who"] for each in saved["turns"]] == ["Ana", "Ana", "Ana", "assistant"]
    assert saved["new"] == []


def test_what_is_said_stands_in_the_place_of_what_memory_knows(talked: Quaid) -> None:
    said = {"task": "tea", "decisions": ["green tea"], "todos": [], "files": ["a.py"], "turns": ["bye"]}
    saved = talked("checkpoint", "save", "tea", "-", "--todo", "boil", "--json", stdin=json.dumps(said)).json
    assert [each["text"] for each in saved["decisions"]] == ["green tea"]
    assert [each["text"] for each in saved["todos"]] == ["boil"]
    assert (saved["task"], saved["files"], saved["turns"]) == ("tea", ["a.py"], [{"who": "", "text": "bye"}])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("[]", "no JSON object"),
        ("{", "no JSON"),
        ('{"tasks": "x"}', "a checkpoint has no tasks"),
        ('{"todos": "x"}', "a list of texts"),
        ('{"task": "%s"}' % ("x" * 2001), "say it in short"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_reason(quaid: Quaid, given: str, told: str) -> None:
    refused = quaid("checkpoint", "save", "x", "-", stdin=given)
    assert refused.code == 2
    assert told in refused.err


def test_a_checkpoint_reads_as_its_memories_do_now(talked: Quaid) -> None:
    saved = talked("checkpoint", "save", "parser", "--project", "shop", "--json").json
    talked("todo", "done", saved["todos"][0]["id"])
    talked("forget", saved["decisions"][0]["id"])
    shown = talked("checkpoint", "show", "parser", "--json").json
    assert [each["now"] for each in shown["todos"]] == ["done"]
    assert shown["decisions"] == []


def test_a_restore_says_what_is_new_and_changes_nothing(talked: Quaid) -> None:
    talked("checkpoint", "save", "parser", "mend it", "--project", "shop")
    talked("extract", "--text", "date: 3 June 2025 10:00\n\nAna: I moved to Porto.", "--project", "shop")
    talked("store", "Ben likes tea.", "--project", "garden")
    before = talked("export", "-").out
    block = talked("checkpoint", "restore", "parser").out
    assert "task: mend it" in block
    assert "(since then) 1 memory is new" in block
    assert "Porto" in block
    assert "tea" not in block
    assert talked("export", "-").out == before


def test_earlier_versions_stay_up_to_ten(quaid: Quaid) -> None:
    for number in range(12):
        quaid("checkpoint", "save", "parser", f"step {number}")
    listed = quaid("checkpoint", "list", "--all", "--json").json["checkpoints"]
    assert [each["version"] for each in listed] == list(range(12, 2, -1))
    assert len(quaid("checkpoint", "list", "--json").json["checkpoints"]) == 1
    assert quaid("checkpoint", "show", "parser", "--version", "4", "--json").json["task"] == "step 3"
    refused = quaid("checkpoint", "show", "parser", "--version", "1")
    assert refused.code == 3
    assert "checkpoint list" in refused.err


def test_names_are_those_of_an_agent_and_found_where_only_one_has_it(
    quaid: Quaid, monkeypatch: pytest.MonkeyPatch
) -> None:
    quaid("checkpoint", "save", "plan", "of codex", "--agent", "codex")
    assert "of codex" in quaid("checkpoint", "restore", "plan").out
    monkeypatch.setenv("QUAID_AGENT", "Claude Code")
    quaid("checkpoint", "save", "plan", "of claude")
    assert "of claude" in quaid("checkpoint", "restore", "plan").out
    monkeypatch.delenv("QUAID_AGENT")
    refused = quaid("checkpoint", "restore", "plan")
    assert refused.code == 2
    assert "claude-code/plan, codex/plan" in refused.err
    assert "of codex" in quaid("checkpoint", "restore", "codex/plan").out
    assert "of claude" in quaid("checkpoint", "restore").out


# Notes


def wake(quaid: Quaid, *more: str) -> Printed:
    return quaid("wake", *more)


def test_a_note_is_given_to_its_agent_and_once(quaid: Quaid) -> None:
    quaid("handoff", "codex", "run", "the", "tests", "--agent", "claude-code")
    assert "run the tests" not in wake(quaid, "--agent", "gemini").out
    given = wake(quaid, "--agent", "codex").out
    assert "note from claude-code" in given
    assert "run the tests" in given
    assert "run the tests" not in wake(quaid, "--agent", "codex").out
    (listed,) = quaid("handoff", "list", "--all", "--json").json["handoffs"]
    assert listed["state"] == "given"


def test_a_note_to_next_goes_to_whoever_wakes_but_its_own_session(quaid: Quaid) -> None:
    quaid("handoff", "next", "mind the gap", "--agent", "codex", "--session", "s1")
    assert "gap" not in wake(quaid, "--agent", "codex", "--session", "s1").out
    assert "gap" not in wake(quaid, "--agent", "gemini", "--session", "g", "--same-session").out
    assert "gap" in wake(quaid, "--agent", "gemini", "--session", "g").out


def test_a_note_that_is_held_comes_again_until_it_is_confirmed(quaid: Quaid) -> None:
    quaid("handoff", "codex", "mind the gap")
    held = quaid("wake", "--agent", "codex", "--session", "s", "--hold", "--json").json
    assert quaid("wake", "--agent", "codex", "--session", "t", "--json").json["handoffs"] == []
    again = quaid("wake", "--agent", "codex", "--session", "s", "--hold", "--json").json
    assert again["handoffs"] == held["handoffs"] != []
    quaid("handoff", "confirm", "--receiver", held["receiver"], *held["handoffs"])
    assert quaid("wake", "--agent", "codex", "--session", "s", "--json").json["handoffs"] == []


@pytest.mark.parametrize(("expires", "lasting"), [("2h", 2), ("3 days", 72), ("1w", 168)])
def test_a_note_expires_when_it_is_told_to(quaid: Quaid, expires: str, lasting: int) -> None:
    left = quaid("handoff", "next", "hello", "there", "--expires", expires, "--json").json
    until = datetime.fromisoformat(left["expires_at"])
    assert abs(until - datetime.now(UTC) - timedelta(hours=lasting)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("next", "x", "--expires", "2001-01-01"), "expired before it could be given"),
        (("next", "x", "--expires", "soonish"), "expires:"),
        (("next", " "), "a note has no words"),
        (("next", "x" * 2001), "2,000 are the most"),
        (("a?b", "x"), "no name of an agent"),
    ],
)
def test_a_note_that_cannot_be_given_is_refused(quaid: Quaid, arguments: tuple[str, ...], told: str) -> None:
    refused = quaid("handoff", *arguments)
    assert refused.code == 2
    assert told in refused.err
    assert quaid("handoff", "list", "--json").json["handoffs"] == []


# Waking


def test_a_session_begins_with_one_block_that_says_nothing_twice(talked: Quaid) -> None:
    talked("store", "Ana prefers answers without tables.", "--kind", "preference")
    talked("checkpoint", "save", "parser", "mend it", "--project", "shop")
    talked("handoff", "next", "the tests still fail")
    block = wake(talked, "--project", "shop").out
    assert block.startswith("[MEMORY]\n")
    lines = lines_of(block)
    assert [lines[0].split(",")[0], lines[1].split(",")[0]] == [
        "- (note from user to whoever comes next",
        "- (stopped",
    ]
    assert block.count("PostgreSQL") == 1
    assert "without tables" in block
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("budget", [60, 120, 300, 1200])
def test_the_block_keeps_to_its_budget_and_gives_notes_whole(talked: Quaid, budget: int) -> None:
    for number in range(12):
        talked("store", f"Ana prefers kite number {number} of the long green row.", "--kind", "preference")
        talked("handoff", "next", f"note {number}: {'the tests of the parser fail ' * 3}")
    talked("checkpoint", "save", "parser", "mend it")
    told = wake(talked, "--budget", str(budget))
    assert count_tokens(told.out) + len(lines_of(told.out)) <= budget + 3
    given = [line for line in lines_of(told.out) if "(note from" in line]
    waiting = talked("handoff", "list", "--json").json["handoffs"]
    assert len(given) + len(waiting) == 12
    assert all(line.endswith("fail") for line in given)
    assert ("wait" in told.err) == bool(waiting)


def test_what_was_left_long_ago_or_in_another_project_is_not_told(talked: Quaid) -> None:
    talked("checkpoint", "save", "parser", "mend it", "--project", "shop")
    assert "mend it" not in wake(talked, "--project", "garden").out
    assert "mend it" in wake(talked, "--project", "shop").out
    talked("config", "set", "handover.checkpoint_days", "0")
    assert "mend it" not in wake(talked, "--project", "shop").out


def test_only_the_parts_that_are_wanted_come(talked: Quaid) -> None:
    talked("handoff", "next", "mind the gap")
    talked("checkpoint", "save", "parser", "mend it")
    block = wake(talked, "--only", "checkpoint").out
    assert "mend it" in block
    assert "gap" not in block


@pytest.mark.of_file
def test_there_is_nothing_to_begin_with_in_an_empty_home(quaid: Quaid, clean_environment: Path) -> None:
    told = wake(quaid)
    assert (told.code, told.out) == (0, "")
    assert not clean_environment.exists()


# Scratchpads


def test_a_scratchpad_is_written_appended_to_shown_and_cleared(quaid: Quaid) -> None:
    quaid("scratch", "write", "plan", "first")
    quaid("scratch", "append", "plan", "-", stdin="second\nthird\n")
    assert quaid("scratch", "show", "plan").out == "first\nsecond\nthird\n"
    assert quaid("scratch", "show", "plan", "--version", "1").out == "first\n"
    (listed,) = quaid("scratch", "list", "--json").json["scratchpads"]
    assert (listed["name"], listed["agent"], listed["version"], listed["bytes"]) == ("plan", "user", 2, 19)
    assert quaid("scratch", "clear", "plan").out == "cleared: plan (2 versions)\n"
    gone = quaid("scratch", "show", "plan")
    assert gone.code == 3
    assert "scratch list" in gone.err


def test_agents_have_pads_of_their_own(quaid: Quaid) -> None:
    quaid("scratch", "write", "plan", "mine", "--agent", "codex")
    assert quaid("scratch", "show", "plan").code == 3
    assert quaid("scratch", "show", "plan", "--agent", "codex").out == "mine\n"


def test_past_the_limits_nothing_is_written_and_the_error_says_what_to_do(quaid: Quaid) -> None:
    too_long = quaid("scratch", "write", "plan", "é" * 4097)
    assert (too_long.code, "8,192 are the most" in too_long.err) == (2, True)
    quaid("scratch", "write", "plan", "é" * 4096)
    assert quaid("scratch", "append", "plan", "x").code == 2
    for number in range(3):
        assert quaid("scratch", "write", f"pad {number}", "x" * 8192).code == 0
    together = quaid("scratch", "write", "one more", "x")
    assert (together.code, "scratch clear" in together.err) == (2, True)
    assert len(quaid("scratch", "list", "--json").json["scratchpads"]) == 4
    assert quaid("scratch", "write", "plan", "short").code == 0
    assert quaid("scratch", "write", "one more", "x").code == 0


def test_what_is_scribbled_or_handed_on_is_no_memory(quaid: Quaid) -> None:
    quaid("store", "Ana lives in Porto.")
    quaid("janitor", "run", "--quiet")
    before = quaid("changes", "--json").json
    quaid("scratch", "write", "plan", "Zoltan collects zithers and prefers tea.")
    quaid("handoff", "codex", "Zoltan collects zithers and prefers tea.")
    quaid("checkpoint", "save", "zithers", "Zoltan collects zithers and prefers tea.")
    for asked in ("recall", "search"):
        assert "zithers" not in quaid(asked, "who collects zithers?").out
    quaid("janitor", "run", "--quiet")
    assert "zithers" not in quaid("journal", "list").out
    assert quaid("stats", "--json").json["counts"]["memories"] == 1
    assert quaid("changes", "--json").json == before
