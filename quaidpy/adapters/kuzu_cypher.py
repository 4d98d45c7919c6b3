"""What does a user's Cypher say of the graph, when it may only look?"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quaidpy.adapters.kuzu_engine import GraphEngineError, GraphSession, GraphTimeoutError
from quaidpy.errors import UsageError
from quaidpy.graph_ports import CypherTable

# Two locks, for each alone leaks: the engine lets COPY … TO, EXPORT and LOAD FROM touch files inside a read-only
# transaction, and an error ends that transaction, so that a second statement would write. Hence one statement, words
# that only read, and the engine's read-only transaction around it.
_BEGINNINGS = frozenset({"match", "optional", "with", "unwind", "return"})
_FORBIDDEN = frozenset({
    "alter", "attach", "begin", "call", "checkpoint", "comment", "commit", "copy", "create", "delete",
    "detach", "drop", "export", "force", "import", "insert", "install", "load", "macro", "merge", "project",
    "remove", "rollback", "sequence", "set", "transaction", "uninstall", "update", "use", "profile",
})  # fmt: skip
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z)|--[^\n]*)|(?P<text>'(?:\\.|[^'\\])*+'|"(?:\\.|[^"\\])*+")
    |(?P<name>`[^`]*`)|(?P<number>\d[\w.]*)|(?P<word>[^\W\d]\w*)|(?P<sign>.)""",
    re.DOTALL | re.VERBOSE,
)
_INTERNAL = frozenset({"_id", "_src", "_dst"})


def ask(
    session: GraphSession, text: str, parameters: Mapping[str, object], *, limit: int, timeout_s: float
) -> CypherTable:
    """Answer one read-only query; at most `limit` rows.

    Raises UsageError for anything but one reading statement, with the engine's reason for a bad one, and past the
    time limit.
    """
    refuse_writing(text)
    try:
        with session.read_only(text, parameters, timeout_s=timeout_s) as result:
            columns = tuple(result.get_column_names())
            rows = tuple(tuple(_plain(value) for value in row) for row in _first(result, limit))
            return CypherTable(columns, rows)
    except GraphTimeoutError as err:
        raise UsageError(
            f"the query took longer than {timeout_s:g} s; add a LIMIT or a narrower MATCH"
        ) from err
    except GraphEngineError as err:
        raise UsageError(f"the graph engine refused the query: {err.__cause__ or err}") from err


def refuse_writing(text: str) -> None:
    """Raise UsageError unless the text is one statement made of reading clauses."""
    tokens = list(_meaningful(text))
    if not tokens:
        raise UsageError("the Cypher query is empty; try: MATCH (n:Node) RETURN n.kind, count(*)")
    while tokens and tokens[-1] == ("sign", ";"):
        tokens.pop()
    if ("sign", ";") in tokens:
        raise UsageError("one Cypher statement at a time; found a second one after ';'")
    if not tokens or tokens[0][0] != "word" or tokens[0][1].lower() not in _BEGINNINGS:
        first = tokens[0][1] if tokens else ";"
        raise UsageError(
            f"the graph is read-only: a query begins with MATCH, UNWIND, WITH or RETURN, not {first!r}"
        )
    for position, (kind, token) in enumerate(tokens):
        is_property = position > 0 and tokens[position - 1] == ("sign", ".")
        if kind == "word" and not is_property and token.lower() in _FORBIDDEN:
            raise UsageError(
                f"the graph is read-only: {token.upper()} is not allowed (a name of that spelling goes in backquotes); "
                "change memory with store, edit, link or forget"
            )


def _meaningful(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "sign"
        if kind not in {"space", "comment"}:
            yield kind, found.group()


def _first(result: Any, limit: int) -> Iterator[list[Any]]:
    for _ in range(limit):
        if not result.has_next():
            return
        yield result.get_next()


def _plain(value: Any) -> object:
    """Nodes and relations as their properties, without the engine's own addresses."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if key not in _INTERNAL}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value
