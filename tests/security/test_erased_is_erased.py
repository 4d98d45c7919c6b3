"""Are erased words in no byte of the home, however they came in and wherever they were copied to?"""

import ctypes
import json
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quaidpy.domain.identity import EpisodeId, MemoryId, RunId
from quaidpy.domain.recall.queries import Filter
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


def _left_for_others(run: Quaid) -> Ids:
    """The same words in all that sessions leave, and what was said in ids."""
    ids = _extracted(run)
    run("checkpoint", "save", "stairs", SAID, "--decision", f"Keep it there. {SAID}", "--file", f"{SAID}.md")
    run("checkpoint", "save", "stairs", "--said", f"“{SAID}” was said")
    run("checkpoint", "save", "filled")
    run("handoff", "next", f"Read this: {SAID}")
    run("handoff", "codex", f"Read this: {SAID}")
    run("wake", "--agent", "gemini")
    run("scratch", "write", "plan", f"first\n{SAID}\n")
    run("scratch", "append", "plan", "last")
    return ids


def _rolled_back(run: Quaid) -> Ids:
    """The word stands in versions alone: of an edit that was rolled back, and of a rollback that was undone."""
    identity = str(run("--json", "store", "Ana hides something.").json["new"][0]["id"])
    assert run("edit", identity, "--text", SAID).code == 0
    assert run("rollback", identity, "--to", "1", "--agent", "codex").code == 0
    assert run("rollback", identity, "--to", "2").code == 0
    assert run("undo", "last").code == 0
    assert WORD in run("history", identity).out
    assert WORD not in run("show", identity).out
    return (identity,)


def _overtaken(run: Quaid) -> Ids:
    (identity,) = _stored(run)
    assert run("edit", identity, "--text", "Ana hides nothing.", "--expect", "1").code == 0
    assert run("edit", identity, "--text", f"{SAID} Still.", "--expect", "1").code == 14
    return (identity,)


WAYS_IN: dict[str, Callable[[Quaid], Ids]] = {
    "stored": _stored,
    "extracted": _extracted,
    "edited away": _edited,
    "edited into": _edited_into,
    "forgotten": _forgotten,
    "left for other sessions": _left_for_others,
    "rolled back": _rolled_back,
    "overtaken": _overtaken,
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
    assert _graphs_holding(clean_environment)
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", engine)
    with Memory(home=clean_environment) as memory:
        memory.purge([MemoryId(identity)], [episode])
    assert files_holding(clean_environment, WORD) == []


def test_what_else_sessions_left_stays_readable(quaid: Quaid) -> None:
    ids = _left_for_others(quaid)
    quaid("purge", *ids, "--yes")
    assert quaid("scratch", "show", "plan").out == "first\n(erased)\nlast\n"
    assert quaid("handoff", "list", "--json").json["handoffs"][0]["text"] == "Read this: (erased)"
    shown = quaid("checkpoint", "show", "stairs", "--version", "1", "--json").json
    assert shown["task"] == "(erased)"
    assert shown["decisions"][0]["text"] == "Keep it there. (erased)"
    assert quaid("checkpoint", "show", "filled", "--json").json["turns"] == []
    assert "(erased)" in quaid("wake", "--agent", "codex").out


@pytest.fixture
def known_by_graph(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """With the word in the graph's file, which this memory has open."""
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "kuzu")
    with Memory(home=clean_environment) as memory:
        memory.store(f"Ana works at {WORD} Studio.")
        memory.cypher("MATCH (n) RETURN count(n)")
        yield memory


def test_a_graph_that_cannot_be_built_anew_does_not_stay(
    known_by_graph: Memory, clean_environment: Path
) -> None:
    (graph,) = (clean_environment / "graph").glob("*.kuzu")
    (graph.with_name(f"building-{graph.name}") / "in the way").mkdir(parents=True)
    _purge_all(known_by_graph)
    assert not _graphs_holding(clean_environment)


def test_a_graph_that_another_process_has_open_is_made_anew_there(
    known_by_graph: Memory, clean_environment: Path
) -> None:
    with Memory(home=clean_environment) as other:
        _purge_all(other)
    known_by_graph.follow()
    assert not _graphs_holding(clean_environment)


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only the GNU C library can be told to hand out zeros"
)
def test_memory_that_the_engine_asks_for_has_no_words_in_it(known_by_graph: Memory) -> None:
    """Kùzu writes buffers that it has not filled; what was let go of would stand in them, and so in its file."""
    known_by_graph.follow()
    size, word = 20_000, WORD.encode()
    machine = ctypes.CDLL(None)
    machine.malloc.restype, machine.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    machine.free.argtypes = [ctypes.c_void_p]
    pieces = [machine.malloc(size) for _ in range(50)]
    for piece in pieces:
        ctypes.memmove(piece, word * (size // len(word)), size - size % len(word))
    for piece in pieces[::2]:
        machine.free(piece)
    again = [machine.malloc(size) for _ in pieces[::2]]
    met = [ctypes.string_at(piece, size) for piece in again]
    for piece in (*again, *pieces[1::2]):
        machine.free(piece)
    assert not any(word in each for each in met)


def _purge_all(memory: Memory) -> None:
    memory.purge(
        [each.id for each in memory.memories(Filter(owner=memory.owner))],
        [each.id for each in memory.episodes()],
    )


def _graphs_holding(home: Path) -> list[str]:
    return [name for name in files_holding(home, WORD) if name.startswith("graph/")]
