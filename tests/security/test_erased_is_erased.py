"""Are erased words in no byte of the home, however they came in and wherever they were copied to?"""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy.domain.identity import EpisodeId, MemoryId, RunId
from quaidpy.home.hook_states import HookStates
from quaidpy.home.inbox import InboxFiles
from quaidpy.wiring.parts import Memory
from tests.journeys.conftest import Quaid, quaid
from tests.security.home_bytes import files_holding

__all__ = ["quaid"]

WORD = "Zanzibarxylophone"
SAID = f"Ana hides the {WORD} under the blue stairs."
OTHER = "Ben's brother Tom lives in Leeds."

Ids = tuple[str, ...]


def _stored(run: Quaid) -> Ids:
    return (str(run("--json", "store", SAID).json["new"][0]["id"]),)


def _extracted(run: Quaid) -> Ids:
    text = f"date: 2 June 2025 20:15\n\nAna: {SAID} It has been there since May.\nBen: I see, thank you."
    (taken,) = run("--json", "extract", "--text", text).json["sources"]
    return (str(taken["episode"]), *(str(each["id"]) for each in taken["new"]))


def _edited(run: Quaid) -> Ids:
    (identity,) = _stored(run)
    assert run("edit", identity, "--text", "Ana hides nothing under the blue stairs.").code == 0
    return (identity,)


def _forgotten(run: Quaid) -> Ids:
    (identity,) = _stored(run)
    run("forget", identity)
    return (identity,)


def _edited_into(run: Quaid) -> Ids:
    identity = str(run("--json", "store", "Ana hides something.").json["new"][0]["id"])
    assert run("edit", identity, "--text", SAID, "--tag", "hidden").code == 0
    return (identity,)


WAYS_IN: dict[str, Callable[[Quaid], Ids]] = {
    "stored": _stored,
    "extracted": _extracted,
    "edited away": _edited,
    "edited into": _edited_into,
    "forgotten": _forgotten,
}


def _copied_everywhere(home: Path) -> None:
    """As nights, restores, updates and killed checks leave the database."""
    with Memory(home=home) as memory:
        memory.parts.backups.make(RunId("run_01m80y66jbdaf4d5n3nxy0vx7f"))
        memory.backup(home / "backups" / "growing-run_x.sqlite")
        memory.backup(home / "memory.replaced-20260101T000000.sqlite")
        memory.backup(home / "memory.backup-v5-20260101T000000000000.sqlite")
        memory.backup(home / "my own copy.db")
    older = sqlite3.connect(home / "memory.backup-v5-20260101T000000000000.sqlite")
    older.execute("PRAGMA user_version = 5")
    older.close()
    (home / ".check-abc").mkdir()
    shutil.copy(home / "my own copy.db", home / ".check-abc" / "copy.sqlite")
    whole = (home / "my own copy.db").read_bytes()
    (home / "memory.restoring.sqlite").write_bytes(whole[:4096] + b"\x13" * 4096 + whole[8192:])


def _quoted_everywhere(home: Path) -> None:
    """As hooks, logs and reasons keep what was said."""
    HookStates(home).write("claude-code", "s", {"prompt": SAID, "given": ["m_1"]})
    inbox = InboxFiles(home)
    inbox.put({"host": "x", "messages": [{"role": "user", "text": SAID}, {"role": "user", "text": OTHER}]})
    inbox.set_aside(inbox.put({"messages": [{"text": SAID}]}), f"cannot be read: {SAID}")
    (home / "hooks.log").write_text(
        f"2026-01-01T00:00:00+0000 failed at {SAID}\n2026-01-01T00:00:01+0000 other\n"
    )
    (home / "server.log").write_text(f"slow: {SAID}\nready\n")
    line = {
        "owner": "default",
        "content_hash": "ab",
        "reason": f"it said: {SAID}",
        "retired_at": "2026-01-01T00:00:00",
    }
    (home / "retired.jsonl").write_text(json.dumps(line) + "\n")
    journal = home / "identity" / "journal"
    journal.mkdir(parents=True)
    (journal / "USER.journal.md").write_text(f"# Journal\n\n{SAID}\n\nA quiet day.\n")


@pytest.mark.parametrize("way", WAYS_IN)
def test_erased_words_are_in_no_byte_of_the_home(way: str, quaid: Quaid, clean_environment: Path) -> None:
    home = clean_environment
    quaid("store", OTHER)
    ids = WAYS_IN[way](quaid)
    quaid("recall", f"who hides the {WORD}?")
    quaid("recall", SAID)
    _copied_everywhere(home)
    _quoted_everywhere(home)
    assert len(files_holding(home, WORD)) > 12
    purged = quaid("--json", "purge", *ids, "--yes").json
    assert files_holding(home, WORD) == []
    assert purged["still_in_files"] == []
    assert {"my own copy.db", "hooks.log", "retired.jsonl", "memory.replaced-20260101T000000.sqlite"} <= set(
        purged["files_rewritten"]
    )
    assert "memory.backup-v5-20260101T000000000000.sqlite" in purged["files_deleted"]
    assert "Leeds" in quaid("recall", "where does Tom live?").out


def test_a_rewritten_backup_can_be_restored_and_has_all_else(quaid: Quaid, clean_environment: Path) -> None:
    quaid("store", OTHER)
    ids = _stored(quaid)
    _copied_everywhere(clean_environment)
    quaid("purge", *ids, "--yes")
    backup = next((clean_environment / "backups").glob("before-*.sqlite"))
    quaid("store", "Ana plays chess on Sundays.")
    assert quaid("restore", str(backup), "--yes").code == 0
    assert "Leeds" in quaid("recall", "where does Tom live?").out
    assert quaid("doctor").code == 0
    assert files_holding(clean_environment, WORD) == []


def test_what_else_notes_and_logs_say_stays(quaid: Quaid, clean_environment: Path) -> None:
    ids = _stored(quaid)
    _quoted_everywhere(clean_environment)
    quaid("purge", *ids, "--yes")
    assert files_holding(clean_environment, OTHER) != []
    assert (clean_environment / "server.log").read_text() == "ready\n"
    assert "other" in (clean_environment / "hooks.log").read_text()
    assert "A quiet day." in (clean_environment / "identity" / "journal" / "USER.journal.md").read_text()
    assert json.loads((clean_environment / "retired.jsonl").read_text())["content_hash"] == "ab"


def test_files_of_the_user_are_named_and_left_as_they_are(quaid: Quaid, clean_environment: Path) -> None:
    ids = _stored(quaid)
    mine = clean_environment / "identity" / "USER.md"
    mine.parent.mkdir()
    mine.write_text(f"# Me\n\n- {SAID}\n")
    purged = quaid("--json", "purge", *ids, "--yes").json
    assert [Path(each.rpartition(":")[0] or each).name for each in purged["still_in_files"]] == ["USER.md"]
    assert SAID in mine.read_text()


def test_what_another_memory_says_is_no_leftover(quaid: Quaid, clean_environment: Path) -> None:
    ids = _stored(quaid)
    quaid("extract", "--text", f"Ben: Somebody told me: {SAID}")
    _copied_everywhere(clean_environment)
    purged = quaid("--json", "purge", *ids, "--yes").json
    assert "my own copy.db" not in purged["files_deleted"]


@pytest.mark.parametrize("engine", ["none", "kuzu"])
def test_no_graph_of_an_earlier_engine_keeps_the_words(
    engine: str, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "kuzu")
    with Memory(home=clean_environment) as memory:
        report = memory.store(f"Ana works at {WORD} Studio.")
        (identity,) = report.outcome.inserted
        episode = EpisodeId(memory.show(identity).evidence[0].turn.rpartition(".")[0])
        memory.cypher("MATCH (n) RETURN count(n)")
    assert any(name.startswith("graph/") for name in files_holding(clean_environment, WORD))
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", engine)
    with Memory(home=clean_environment) as memory:
        memory.purge([MemoryId(identity)], [episode])
    assert files_holding(clean_environment, WORD) == []
