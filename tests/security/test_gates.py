"""Can anything be written to the home past the gates? Every module that writes is one of them, or says why not."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quaidpy.storage.sql.gate import UNGATED, AsItIs
from quaidpy.storage.sqlite.file.gate import GatedConnection
from quaidpy.storage.tables import CANONICAL, DOCUMENTS, LEARNING, NIGHTS, SPENDING, THEMES
from tests.security.secret_samples import LETTERS, drawn
from tests.sources import READS_SOURCES, dotted, last_name, name_of, nodes_of, shipped, text_of

NO_WORDS_OF_PEOPLE = {
    "quaidpy/interfaces/mcp_bridge.py": "answers of the server about itself, the same for everybody",
    "quaidpy/interfaces/server_address.py": "the server's own address and key",
    "quaidpy/interfaces/client.py": "opens the log for the server's process",
    "quaidpy/home/mirror_state.py": "a folder, ids and digests; what the pages say comes from rows that passed the gate",
    "quaidpy/wiring/moving.py": "addresses that were opened, in which a password is refused, and names of files",
    "quaidpy/interfaces/standard_streams.py": "points a closed stream nowhere",
    "quaidpy/interfaces/cli/graphs/graph.py": "a file that the user names, made of rows",
    "quaidpy/interfaces/cli/night/janitor.py": "a file that the user names, made of rows",
    "quaidpy/interfaces/cli/hosts/readers.py": "settings of a host without words, outside of the home",
    "quaidpy/interfaces/cli/terminal/session.py": "a file that the user names, made of rows",
    "quaidpy/interfaces/command_lines.py": "a file that the user names, as the server made it of rows",
    "quaidpy/interfaces/writing_files.py": "a file that the user names",
    "quaidpy/interfaces/cli/home/whole.py": "a file that the user names, made of rows",
    "quaidpy/settings.py": "what the user sets, in a file that the user owns",
    "quaidpy/system/host_settings.py": "a host's settings, outside of the home",
    "quaidpy/system/channels/lines_of_a_file.py": "a file that the user names, made of rows",
    "quaidpy/system/project_folders.py": "a project's first page, outside of the home",
    "quaidpy/system/user_files.py": "files of the user; what is written into them was learnt from rows",
    "quaidpy/system/watched_files.py": "paths, sizes and times",
    "quaidpy/home/nights.py": "the number of a process",
    "quaidpy/system/git_repository.py": "settings of git without words, in a folder that goes with the call",
    "quaidpy/graph/cypher/answering.py": "a pipe to the process that asked",
    "quaidpy/graph/kuzu/build.py": "tables made of rows",
    "quaidpy/home/erasing_copies.py": "what was in the file before, less some",
    "quaidpy/storage/sqlite/file/database.py": "an empty file, before the engine opens it",
    "quaidpy/storage/sqlite/file/working_copies.py": "empty locks, and a copy of the database that goes with the check",
    "quaidpy/system/file_lock.py": "an empty lock",
    "quaidpy/system/whole_files.py": "what its caller gives, which is looked at here as well",
}
"""Modules that write files without looking for secrets, and why that is right."""


def _writes(path: Path) -> Iterator[int]:
    for node in nodes_of(path):
        if not isinstance(node, ast.Call):
            continue
        called = last_name(node.func)
        texts = [
            each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        is_for_writing = any(text[:1] in {"w", "a", "x"} and len(text) <= 3 for text in texts)
        if called in {"write_text", "write_bytes", "write_whole"} or (
            called in {"open", "fdopen"} and is_for_writing
        ):
            yield node.lineno
        if dotted(node.func) in {"os.write", "os.open"} and "O_RDONLY" not in ast.unparse(node):
            yield node.lineno


@cache
def writers() -> dict[Path, list[int]]:
    """Modules that write files, with the lines in which they do."""
    measuring = ("quaidpy/bench", "quaidpy/interfaces/cli/measuring/")
    product = (path for path in shipped() if not name_of(path).startswith(measuring))
    return {path: lines for path in product if (lines := list(_writes(path)))}


@READS_SOURCES
def test_whoever_writes_a_file_takes_secrets_out_or_says_why_there_are_none() -> None:
    gates = {path for path in writers() if "quaidpy.domain.secrets.redaction" in text_of(path)}
    wrong = [path for path in writers() if (path in gates) == (name_of(path) in NO_WORDS_OF_PEOPLE)]
    assert gates
    assert {name_of(path): writers()[path] for path in wrong} == {}


@READS_SOURCES
def test_the_list_names_no_module_that_is_gone() -> None:
    assert {name_of(path) for path in writers()} >= set(NO_WORDS_OF_PEOPLE)


@READS_SOURCES
def test_only_the_gate_opens_databases_of_the_home_for_writing() -> None:
    found = {
        name_of(path)
        for path in shipped()
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and dotted(node.func) in {"apsw.Connection", "sqlite3.connect"}
        and "READONLY" not in ast.unparse(node)
        and "flags=flags" not in ast.unparse(node)  # of databases of hosts: read-only by its address
    }
    assert found == {
        "quaidpy/bench/retrieval/bm25.py",  # in memory
        "quaidpy/storage/sqlite/file/database.py",  # the target of a backup
        "quaidpy/storage/tokenizer.py",  # in memory, and no rows at all
        "quaidpy/storage/sqlite/file/restoring.py",  # pages of a backup, not rows
    }


def test_every_table_with_words_of_people_is_behind_the_gate() -> None:
    schema = f"{CANONICAL}{SPENDING}{NIGHTS}{DOCUMENTS}{LEARNING}{THEMES}"
    tables = {
        line.split("(")[0].split()[-1] for line in schema.splitlines() if line.startswith("CREATE TABLE")
    }
    assert {
        "memories", "episodes", "turns", "entities", "aliases", "edges", "readings", "relation_queue", "operations",
        "dedup_log", "recall_log", "questions", "nights", "projects", "verified", "documents", "chunks", "learnings",
        "themes",
    } <= tables - UNGATED  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO words(text) VALUES (?)",
        "insert or replace into words(text) values (?)",
        "\n  INSERT INTO words(text) VALUES (?) ON CONFLICT DO NOTHING",
    ],
)
def test_a_row_loses_its_secret_on_the_way_in(statement: str) -> None:
    secret = "ghp_" + drawn("row", LETTERS, 36)
    connection = GatedConnection(":memory:")
    connection.execute("CREATE TABLE words(text TEXT)")
    connection.execute(statement, (f"use {secret}",))
    connection.executemany(statement, [(f"use {secret}",)])
    connection.execute("UPDATE words SET text = :text", {"text": f"then {secret}"})
    assert connection.execute("SELECT DISTINCT text FROM words").fetchall() == [("then [api key redacted]",)]
    connection.execute(statement, (AsItIs(secret),))
    assert connection.execute("SELECT count(*) FROM words WHERE text = ?", (secret,)).fetchall() == [(1,)]
    connection.close()
