"""Does a user's Cypher only look?"""

import re
from collections.abc import Iterator

from quaidpy.errors import UsageError
from quaidpy.regex import regex

# Two locks, for each alone leaks: the engine lets COPY … TO, EXPORT and LOAD FROM touch files although a graph is open
# for reading only. Hence one statement of words that only read, asked of a copy that is open for reading only.
_BEGINNINGS = frozenset({"match", "optional", "with", "unwind", "return"})
_FORBIDDEN = frozenset({
    "alter", "attach", "begin", "call", "checkpoint", "comment", "commit", "copy", "create", "delete",
    "detach", "drop", "export", "force", "import", "insert", "install", "load", "macro", "merge", "project",
    "remove", "rollback", "sequence", "set", "transaction", "uninstall", "update", "use", "profile",
})  # fmt: skip
_TOKEN = regex(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*|/\*(?:(?!\*/).)*+(?:\*/|\Z)|--[^\n]*)|(?P<text>'(?:\\.|[^'\\])*+'|"(?:\\.|[^"\\])*+")
    |(?P<name>`[^`]*`)|(?P<number>\d[\w.]*)|(?P<word>[^\W\d]\w*)|(?P<sign>.)""",
    re.DOTALL | re.VERBOSE,
)


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
