"""What other systems remember comes in with its kinds, dates and links; the same twice adds nothing."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from tests.hosts import write_samples as samples
from tests.journeys.conftest import Quaid

MEM0 = {
    "results": [
        {"id": "1", "memory": "Likes sailing on Sundays", "user_id": "ana", "created_at": "2025-03-04T10:00:00Z",
         "metadata": {"category": "preference"}, "categories": ["sport"]},
        {"id": "2", "memory": "Ana lives in Porto.", "user_id": "ana", "hash": "x"},
        {"id": "3", "memory": "", "user_id": "ana"},
    ]
}  # fmt: skip
MCP = [
    {"type": "entity", "name": "Ana_Silva", "entityType": "person", "observations": ["Speaks Portuguese", "Ana Silva rows."]},
    {"type": "entity", "name": "Porto", "entityType": "place", "observations": []},
    {"type": "relation", "from": "Ana_Silva", "to": "Porto", "relationType": "lives_in"},
]  # fmt: skip
NOTE = """---
title: Kite shop
type: project
permalink: kite-shop
created: 2025-05-01
---

# Kite shop

## Observations
- [decision] The shop opens in May #plan
- [tip] Dry the sails first

## Relations
- located_in [[Setúbal]]
- [ ] a task, no statement
"""


@pytest.fixture
def mem0(tmp_path: Path) -> Path:
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps(MEM0))
    return path


@pytest.fixture
def mcp(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(samples.lines(MCP))
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "Kite shop.md").write_text(NOTE)
    (folder / "plain.md").write_text("# No note of basic-memory\n\nOnly text.\n")
    return folder


@pytest.fixture
def quaid_database(tmp_path: Path) -> Path:
    path = tmp_path / "quaid.db"
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE nodes (id TEXT, type TEXT, name TEXT, confidence REAL, status TEXT, knowledge_type TEXT,"
        " keywords TEXT, speaker TEXT, created_at TEXT);"
        "CREATE TABLE edges (source_id TEXT, target_id TEXT, relation TEXT, source_fact_id TEXT);"
        "INSERT INTO nodes VALUES"
        " ('1', 'Person', 'Ana', 1, 'active', 'fact', '', NULL, '2025-01-02'),"
        " ('2', 'Place', 'Porto', 1, 'active', 'fact', '', NULL, '2025-01-02'),"
        " ('3', 'Preference', 'Ana prefers green tea', 0.9, 'active', 'preference', 'tea green', 'Ana', '2025-01-02'),"
        " ('4', 'Fact', 'Ana has a tractor', 0.9, 'deleted', 'fact', '', 'Ana', '2025-01-02');"
        "INSERT INTO edges VALUES ('1', '2', 'lives_in', '3');"
    )
    database.commit()
    database.close()
    return path


@pytest.mark.parametrize("what", ["mem0", "mcp", "notes", "quaid_database"])
def test_another_memory_comes_in_once(quaid: Quaid, request: pytest.FixtureRequest, what: str) -> None:
    path = request.getfixturevalue(what)
    first = quaid("import", str(path), "--json").json["memories"]
    assert sum(each["new"] for each in first) >= 2
    before = quaid("stats", "--json").json["counts"]
    again = quaid("import", str(path), "--json").json["memories"]
    assert sum(each["new"] for each in again) == 0
    assert quaid("stats", "--json").json["counts"] == before


def kinds_of(quaid: Quaid, question: str) -> dict[str, str]:
    found = quaid("search", question, "--json").json["results"]
    return {each["text"]: each["kind"] for each in found}


def test_kinds_and_dates_of_mem0_are_kept_and_empty_entries_named(quaid: Quaid, mem0: Path) -> None:
    told = quaid("import", str(mem0))
    assert told.code == 4
    assert "entry 3 holds no memory" in told.err
    (found,) = [
        each for each in quaid("search", "sailing", "--json").json["results"] if "sailing" in each["text"]
    ]
    assert (found["kind"], found["said_at"][:10]) == ("preference", "2025-03-04")


@pytest.mark.parametrize(
    ("what", "question", "end"),
    [("mcp", "Ana Silva", "Porto"), ("notes", "Kite shop", "Setúbal"), ("quaid_database", "Ana", "Porto")],
)
def test_links_become_edges(
    quaid: Quaid, request: pytest.FixtureRequest, what: str, question: str, end: str
) -> None:
    quaid("import", str(request.getfixturevalue(what)))
    assert end in quaid("graph", "neighbours", question).out


def test_an_observation_stands_with_the_name_of_what_it_is_about(
    quaid: Quaid, mcp: Path, notes: Path
) -> None:
    quaid("import", str(mcp))
    quaid("import", str(notes))
    assert "Ana Silva: Speaks Portuguese" in kinds_of(quaid, "who speaks Portuguese")
    assert kinds_of(quaid, "when does the kite shop open")["Kite shop: The shop opens in May"] == "decision"


def test_what_quaid_had_deleted_stays_away(quaid: Quaid, quaid_database: Path) -> None:
    quaid("import", str(quaid_database))
    assert "tractor" not in quaid("export", "-").out
    assert kinds_of(quaid, "green tea")["Ana prefers green tea"] == "preference"


def test_chats_are_imported_like_they_are_extracted(quaid: Quaid, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "chats.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps(samples.claude_ai()))
    assert quaid("import", str(tmp_path / "chats.zip"), "--json").json["sources"][0]["format"] == "claude-ai"


def test_an_import_can_be_taken_back(quaid: Quaid, mcp: Path) -> None:
    (told,) = quaid("import", str(mcp), "--json").json["memories"]
    assert quaid("undo", told["run"]).code == 0
    assert quaid("stats", "--json").json["counts"]["memories"] == 0


def test_an_export_of_ours_is_taken_as_rows(quaid: Quaid, tmp_path: Path) -> None:
    quaid("store", "Ana lives in Porto.")
    quaid("export", str(tmp_path / "all.jsonl"))
    told = quaid("import", str(tmp_path / "all.jsonl"), "--home", str(tmp_path / "other"), "--json").json
    assert told["added"] == told["rows"] > 0
