"""The SQL of the rows is of no engine: what only one of them speaks is spelled by that engine."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quaidpy.storage.sqlite.file.session import SqliteSession

ROOT = Path(__file__).resolve().parents[2] / "quaidpy" / "storage"
NEUTRAL = sorted(path for room in ("sql", "feeding", "cached") for path in (ROOT / room).rglob("*.py"))
OF_SERVERS = sorted(
    path for room in ("postgres", "indexing", "searching", "moving") for path in (ROOT / room).rglob("*.py")
)
OF_SQLITE = re.compile(
    r"""\b(?:json_(?:each|extract|group_array|group_object|array|object|tree)|instr|iif|ifnull|unhex|hex|char|quote|total
    |group_concat|printf|strftime|julianday|datetime|unixepoch|last_insert_rowid|changes|bm25|vec_\w+|fts5\w*)\(
    |\b(?:rowid|sqlite_\w+|pragma|glob|match|indexed\ by|not\ indexed|without\ rowid|strict|insert\ or|replace\ into)\b
    |->|\bescape\b|\blimit\ -\d|\?|\bm(?:in|ax)\([^()]*,""",
    re.IGNORECASE | re.VERBOSE,
)
OF_POSTGRES = re.compile(r"\b(?:ilike|lateral|distinct on|jsonb?_\w+_text)\b|::\w|\$\d|%s|%\(", re.IGNORECASE)
SUBQUERY = re.compile(r"\b(?:FROM|JOIN)\s*\(\s*(?:SELECT|WITH)\b", re.IGNORECASE)
NAMED = re.compile(
    r"\s*(?!WHERE\b|GROUP\b|ORDER\b|ON\b|LIMIT\b|UNION\b|EXCEPT\b|CROSS\b|JOIN\b|LEFT\b)[a-z]", re.IGNORECASE
)
QUOTED = re.compile(r"'[^']*'")
STATEMENT = re.compile(r"\b(?:SELECT|INSERT|UPDATE|DELETE FROM|WHERE|ORDER BY|AND|LIMIT)\b")


def statements(source: str) -> Iterator[str]:
    """Texts that are SQL or parts of it; what is put into them at run time is left out."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "put_in" for part in node.values]
            text = "".join(map(str, parts))
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose | inside
        ):
            text = node.value
        else:
            continue
        if STATEMENT.search(text):
            yield QUOTED.sub("''", text)


@cache
def neutral() -> list[tuple[str, str]]:
    return [(str(path.relative_to(ROOT)), text) for path in NEUTRAL for text in statements(path.read_text())]


def test_the_sql_of_the_rows_is_found() -> None:
    assert len(neutral()) > 120
    assert {"sql/tracked.py", "sql/change_log.py", "sql/changing/purge.py", "feeding/rows_graph.py"} <= {
        path for path, _ in neutral()
    }


def test_the_sql_of_the_rows_has_no_words_of_one_engine() -> None:
    found = [
        (path, spoken[0])
        for path, text in neutral()
        for words in (OF_SQLITE, OF_POSTGRES)
        for spoken in words.finditer(text)
    ]
    assert not found


def nameless_subqueries(statement: str) -> Iterator[str]:
    """What stands behind a query in FROM that has no name; PostgreSQL asks for one up to 15."""
    for found in SUBQUERY.finditer(statement):
        depth, at = 1, statement.index("(", found.start()) + 1
        while depth and at < len(statement):
            depth += {"(": 1, ")": -1}.get(statement[at], 0)
            at += 1
        if not depth and not NAMED.match(statement, at):
            yield statement[at:]


def test_every_query_that_is_read_like_a_table_has_a_name() -> None:
    servers = [(str(path), text) for path in OF_SERVERS for text in statements(path.read_text())]
    found = [(path, rest) for path, text in [*neutral(), *servers] for rest in nameless_subqueries(text)]
    assert not found
    assert [*nameless_subqueries("SELECT (SELECT count(*) FROM (SELECT 1 FROM t)) FROM (SELECT 2) x")] == [
        ") FROM (SELECT 2) x"
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT value FROM json_each(:ids)",
        "SELECT 1 FROM t WHERE instr(a, :b)",
        "SELECT rowid FROM t",
        "INSERT OR IGNORE INTO t(a) VALUES (:a)",
        "SELECT a FROM t WHERE owner = ?",
        "SELECT a FROM t WHERE owner = ?1",
        "SELECT a FROM t LIMIT -1",
        "SELECT min(a, :b) FROM t",
        "SELECT a ->> 0 FROM t",
        "SELECT a FROM t WHERE b GLOB 'x*'",
    ],
)
def test_words_of_sqlite_are_noticed(statement: str) -> None:
    assert OF_SQLITE.search(next(statements(f'query = f"""{statement} {{more}}"""')))


def test_the_words_of_the_dialect_mean_in_sqlite_what_they_say() -> None:
    session = SqliteSession(":memory:")
    pairs = {"keys": [("a", 1), ("b", 2)], "ids": ["b", "c"], "none": [], "text": '["x","y"]'}
    for query, answer in {
        "SELECT 'b' = ANY(:ids), 'a' = ANY(:ids), 'b' = ANY(:none)": [(1, 0, 0)],
        "SELECT id FROM unnest(:ids) AS wanted(id)": [("b",), ("c",)],
        "SELECT k, n + 1 FROM unnest(:keys) AS wanted(k, n)": [("a", 2), ("b", 3)],
        "SELECT t.value FROM (SELECT :text AS a) w CROSS JOIN json_strings(w.a) AS t(value)": [
            ("x",),
            ("y",),
        ],
        "SELECT strpos('abc', 'b'), strpos('abc', 'z'), least(1, 2), greatest(1, 2)": [(2, 0, 1, 2)],
    }.items():
        assert session.values(query, pairs) == answer
    assert session.rows("SELECT id FROM unnest(:ids) AS wanted(id)", pairs) == [{"id": "b"}, {"id": "c"}]
    session.close()
