"""What would plain full-text search find? BM25 by FTS5 over an in-memory table: the baseline of the bench."""

from collections.abc import Iterable

import apsw

from quaidpy.regex import regex

_WORD = regex(r"[^\W_]+")


class PlainTextSearch:
    """Porter stems, every word of the query joined by OR, nothing else: no stop words, no speaker, no date."""

    def __init__(self) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(
            "CREATE VIRTUAL TABLE documents USING fts5(text, tokenize='porter unicode61')"
        )
        self._ids: list[str] = []

    def add(self, documents: Iterable[tuple[str, str]]) -> None:
        """Ids and texts, in the order that breaks ties."""
        for identity, text in documents:
            self._connection.execute(
                "INSERT INTO documents(rowid, text) VALUES (?, ?)", (len(self._ids), text)
            )
            self._ids.append(identity)

    def search(self, query: str, limit: int) -> list[str]:
        """Ids, best first; none for a query without words."""
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(query.lower())))
        if not match:
            return []
        rows = self._connection.execute(
            "SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY rank, rowid LIMIT ?", (match, limit)
        )
        return [self._ids[number] for (number,) in rows]

    def close(self) -> None:
        self._connection.close()
