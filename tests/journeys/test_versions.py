"""Every wording is kept, with who made it; an earlier one comes back; who is faster wins, and the other is told."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.errors import ConflictError, NotFoundError
from quaidpy.remember.changing.editing import Edit
from quaidpy.wiring.parts import Memory
from tests.journeys.conftest import Quaid

DENTIST = "Ana's dentist is Dr. Moreira in Porto."
MOVED = "Ana's dentist is Dr. Moreira in Lisbon."
WRITERS = 4


def stored(quaid: Quaid, text: str = DENTIST, *more: str) -> str:
    return str(quaid("--json", "store", text, *more).json["new"][0]["id"])


def test_history_tells_each_wording_with_who_and_what_differs(quaid: Quaid) -> None:
    identity = stored(quaid, DENTIST, "--agent", "claude-code")
    quaid("edit", identity, "--text", MOVED, "--agent", "codex")
    first, second = quaid("--json", "history", identity).json["versions"]
    assert (first["agent"], second["agent"]) == ("claude-code", "codex")
    assert (first["text"], second["text"]) == (DENTIST, MOVED)
    assert [each for each in second["diff"] if each[0] != "same"] == [["gone", "Porto"], ["new", "Lisbon"]]
    assert "made by claude-code, last edit by codex" in quaid("show", identity).out


def test_changes_are_told_by_caller(quaid: Quaid, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_AGENT", "gemini")
    identity = stored(quaid)
    quaid("edit", identity, "--text", MOVED, "--agent", "codex")
    assert [each["verb"] for each in quaid("--json", "changes", "--agent", "codex").json["changes"]] == [
        "edit"
    ]
    agents = [each["agent"] for each in quaid("--json", "changes").json["changes"]]
    assert (agents[0], set(agents[1:])) == ("codex", {"gemini"})
    assert "by codex" in quaid("changes").out


def test_who_undid_is_told_and_who_was_undone_stays(quaid: Quaid) -> None:
    identity = stored(quaid, DENTIST, "--agent", "claude-code")
    quaid("edit", identity, "--text", MOVED, "--agent", "codex")
    quaid("undo", "last", "--agent", "gemini")
    versions = quaid("--json", "history", identity).json["versions"]
    assert [(each["verb"], each["agent"]) for each in versions[1:]] == [("edit", "codex"), ("undo", "gemini")]
    assert versions[1]["undone_by"] == versions[2]["operation"]


def test_a_memory_that_was_forgotten_comes_back_with_its_relations(quaid: Quaid) -> None:
    identity = stored(quaid)
    before = [edge["relation"] for edge in quaid("--json", "show", identity).json["edges"]]
    quaid("forget", identity)
    assert quaid("rollback", identity, "--to", "1").code == 0
    card = quaid("--json", "show", identity).json
    assert before != []
    assert [edge["relation"] for edge in card["edges"] if edge["lifetime"]["retracted_at"] is None] == before
    assert "Moreira" in quaid("recall", "who is Ana's dentist?").out
    assert quaid("undo", "last").code == 0
    assert "Moreira" not in quaid("recall", "who is Ana's dentist?").out


def test_the_words_of_a_version_are_found_again_and_those_after_it_are_not(quaid: Quaid) -> None:
    identity = stored(quaid, "The heron nests behind the mill.")
    quaid("edit", identity, "--text", "The bittern nests behind the mill.")
    quaid("rollback", identity, "--to", "1")
    found = quaid("--json", "search", "--text", "bittern").json["results"]
    assert [each["text"] for each in found] == []
    assert quaid("doctor").code == 0


def test_wording_of_then_is_recalled_and_shown(quaid: Quaid, clean_environment: Path) -> None:
    identity = stored(quaid)
    then = datetime.now(tz=UTC).isoformat()
    quaid("edit", identity, "--text", MOVED)
    assert "Porto" in quaid("recall", "who is Ana's dentist?", "--known-at", then).out
    assert "Lisbon" in quaid("recall", "who is Ana's dentist?").out
    assert quaid("--json", "show", identity, "--known-at", then).json["text"] == DENTIST
    with Memory(home=clean_environment) as memory, pytest.raises(NotFoundError, match="was not known"):
        memory.show(memory.newest()[0].id, known_at=datetime(2001, 1, 1, tzinfo=UTC))


def test_an_edit_of_a_version_that_is_over_tells_both_texts_and_changes_nothing(quaid: Quaid) -> None:
    identity = stored(quaid)
    assert quaid("edit", identity, "--text", MOVED, "--expect", "1").code == 0
    late = quaid("edit", identity, "--text", "Ana has no dentist.", "--expect", "1")
    assert late.code == 14
    assert MOVED in late.err
    assert "Ana has no dentist." in late.err
    assert quaid("--json", "show", identity).json["text"] == MOVED


def test_what_was_taken_back_is_told_and_not_rolled_back_to(quaid: Quaid, clean_environment: Path) -> None:
    identity = stored(quaid)
    quaid("edit", identity, "--text", MOVED)
    with Memory(home=clean_environment) as memory:
        (whole,) = [each.id for each in memory.newest()]
        creation = memory.history(whole)[0].operation
        memory.undo(memory.changes()[0].id)
        memory.undo(str(creation))
        assert [each.memory is None for each in memory.history(whole)] == [False, False, False, True]
        with pytest.raises(ConflictError, match="was undone"):
            memory.rollback(whole, 1)
        with pytest.raises(NotFoundError):
            memory.edit(whole, Edit(text=MOVED))


def test_of_processes_that_edit_the_same_version_at_once_exactly_one_wins(
    quaid: Quaid, clean_environment: Path
) -> None:
    identity = stored(quaid)
    script = (
        "import sys\n"
        "from quaidpy.errors import StaleError\n"
        "from quaidpy.remember.changing.editing import Edit\n"
        "from quaidpy.wiring.parts import Memory\n"
        "with Memory(home=sys.argv[1], agent=sys.argv[3]) as memory:\n"
        "    print('ready', flush=True); sys.stdin.readline()\n"
        "    try:\n"
        "        memory.edit(sys.argv[2], Edit(text='Written by ' + sys.argv[3] + '.'), expect=1); print('won')\n"
        "    except StaleError as error: print('lost:', error)\n"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(clean_environment), identity, f"writer {number}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=dict(os.environ),
        )
        for number in range(WRITERS)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    said = [writer.communicate(timeout=60)[0] for writer in writers]
    assert [text.partition(":")[0].strip() for text in sorted(said)] == ["lost"] * (WRITERS - 1) + ["won"]
    _, last = quaid("--json", "history", identity).json["versions"]
    assert said[int(last["agent"][-1])] == "won\n"
    assert all(last["text"] in text for text in said if text != "won\n")


def test_an_export_brings_versions_and_callers_along(
    quaid: Quaid, tmp_path: Path, clean_environment: Path
) -> None:
    identity = stored(quaid, DENTIST, "--agent", "claude-code")
    quaid("edit", identity, "--text", MOVED)
    with Memory(home=clean_environment) as memory:
        rows = [json.loads(line) for line in memory.export()]
        (whole,) = [each.id for each in memory.newest()]
        before = memory.history(whole)
    with Memory(home=tmp_path / "other") as other:
        other.import_rows(rows)
        assert other.history(whole) == before


def test_an_edit_keeps_what_happened_since_the_last_wording(quaid: Quaid, clean_environment: Path) -> None:
    identity = stored(quaid)
    quaid("pin", identity)
    with Memory(home=clean_environment) as memory:
        (whole,) = [each.id for each in memory.newest()]
        assert [each.number for each in memory.history(whole)] == [1]
        memory.edit(whole, Edit(text=MOVED), expect=1)
        assert memory.show(whole).pinned
        memory.rollback(whole, 1)
        assert memory.show(whole).pinned
    assert "pinned" not in quaid("history", identity).out
