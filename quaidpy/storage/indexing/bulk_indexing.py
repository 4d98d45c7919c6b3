"""How do many memories and turns get into the text and vector index at once?

What is read is read in one query for all; an index row whose words are the same as before keeps its text and vector.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.language.text import with_cjk_bigrams
from quaidpy.domain.memories.index_texts import index_text_of_memory, index_text_of_turn
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import COLUMNS, WORDS
from quaidpy.storage.indexing.passages import index_passages
from quaidpy.storage.indexing.session import IndexSession
from quaidpy.storage.indexing.vectors import INDEX, TEXT, place_anew, take_vectors_away
from quaidpy.storage.indexing.windows import remove_windows
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.rows import memory_of, text_hash, turn_of

_NOT_INDEXED = (Status.ARCHIVED.value, Status.RETIRED.value)

_MEMORIES = """SELECT m.*, i.text_hash AS indexed FROM unnest(:ids) AS wanted(id) CROSS JOIN memories m
LEFT JOIN memory_index i ON i.owner = m.owner AND i.id = m.id
WHERE m.owner = :owner AND m.id = wanted.id ORDER BY m.id"""
NAMES_OF = """SELECT node, name FROM (
  SELECT m.node, e.id, -1 AS position, e.name FROM unnest(:ids) AS wanted(id) CROSS JOIN mentions m
  JOIN entities e ON e.owner = m.owner AND e.id = m.entity WHERE m.owner = :owner AND m.node = wanted.id
  UNION ALL
  SELECT m.node, a.entity, a.position, a.name FROM unnest(:ids) AS wanted(id) CROSS JOIN mentions m
  JOIN aliases a ON a.owner = m.owner AND a.entity = m.entity WHERE m.owner = :owner AND m.node = wanted.id) named
ORDER BY node, id, position"""
_TURNS = """SELECT t.*, e.project, e.session, coalesce(t.recorded_at, e.recorded_at) AS taken_in_at,
  coalesce(t.at, e.started_at, e.recorded_at) AS said_at, i.text_hash AS indexed
FROM unnest(:ids) AS wanted(id) CROSS JOIN turns t JOIN episodes e ON e.owner = t.owner AND e.id = t.episode
LEFT JOIN turn_index i ON i.owner = t.owner AND i.id = t.id
WHERE t.owner = :owner AND t.id = wanted.id ORDER BY t.id"""

_OF_MEMORY = (
    "id", "project", "session", "kind", "tags", "valid_from", "valid_to", "recorded_at", "retracted_at",
    "closed_at",
)  # fmt: skip
_OF_TURN = ("id", "project", "session", "said_at")


def index_memories(
    session: IndexSession, owner: Owner, memories: Collection[str], *, renamed: Collection[str]
) -> None:
    """Make the index rows of these memories anew; of those in `renamed` also the words, if the text stayed the same."""
    rows = _read(session, _MEMORIES, owner, memories)
    indexed = [row for row in rows if row["status"] not in _NOT_INDEXED]
    texts = [index_text_of_memory(memory_of(owner, row, ())) for row in indexed]
    hashes = [text_hash(text) for text in texts]
    columns = [
        {"owner": owner, "text_hash": hashed, "said_at": row["stated_at"]}
        | {name: row[name] for name in _OF_MEMORY}
        for row, hashed in zip(indexed, hashes, strict=True)
    ]
    numbers = _put(session, Corpus.MEMORIES, columns)
    fresh = [at for at, row in enumerate(indexed) if row["indexed"] != hashes[at]]
    worded = [at for at, row in enumerate(indexed) if row["indexed"] != hashes[at] or row["id"] in renamed]
    _note_columns(session, Corpus.MEMORIES, owner, numbers, besides=worded)
    names = _names(session, owner, [indexed[at]["id"] for at in worded])
    _replace_texts(
        session,
        Corpus.MEMORIES,
        owner,
        [
            (
                numbers[at],
                texts[at],
                " · ".join(names.get(indexed[at]["id"], ())),
                " · ".join(json.loads(indexed[at]["keywords"])),
            )
            for at in worded
        ],
    )
    place_anew(session, Corpus.MEMORIES, owner, [(numbers[at], hashes[at]) for at in fresh])
    _remove(session, Corpus.MEMORIES, owner, set(memories) - {row["id"] for row in indexed})


def index_turns(session: IndexSession, owner: Owner, turns: Collection[str]) -> list[str]:
    """Make the index rows of these turns anew. Returns those whose words changed, by id."""
    rows = _read(session, _TURNS, owner, turns)
    said = [turn_of(owner, row) for row in rows]
    texts = [index_text_of_turn(turn) for turn in said]
    hashes = [text_hash(text) for text in texts]
    columns = [
        {"owner": owner, "text_hash": hashed, "recorded_at": row["taken_in_at"]}
        | {name: row[name] for name in _OF_TURN}
        for row, hashed in zip(rows, hashes, strict=True)
    ]
    numbers = _put(session, Corpus.TURNS, columns)
    fresh = [at for at, row in enumerate(rows) if row["indexed"] != hashes[at]]
    _note_columns(session, Corpus.TURNS, owner, numbers, besides=fresh)
    _replace_texts(session, Corpus.TURNS, owner, [(numbers[at], texts[at]) for at in fresh])
    place_anew(session, Corpus.TURNS, owner, [(numbers[at], hashes[at]) for at in fresh])
    gone = set(turns) - {row["id"] for row in rows}
    _remove(session, Corpus.TURNS, owner, gone)
    index_passages(session, owner, said, gone)
    return sorted(gone.union(rows[at]["id"] for at in fresh))


def _read(session: IndexSession, query: str, owner: Owner, ids: Collection[str]) -> list[dict[str, Any]]:
    if not ids:
        return []
    return session.rows(query, {"owner": owner, "ids": sorted(ids)})


def _names(session: IndexSession, owner: Owner, memories: Sequence[str]) -> dict[str, list[str]]:
    """Of each memory the names and aliases of the entities it mentions, by entity."""
    found: dict[str, list[str]] = {}
    bound = {"owner": owner, "ids": memories}
    for node, name in session.values(NAMES_OF, bound) if memories else ():
        found.setdefault(node, []).append(name)
    return found


def _put(session: IndexSession, corpus: Corpus, rows: Sequence[Mapping[str, object]]) -> list[int]:
    """Insert or update; returns the nodes' numbers, in order."""
    if not rows:
        return []
    names = ", ".join(rows[0])
    slots = ", ".join(f":{name}" for name in rows[0])
    fresh = ", ".join(f"{name} = excluded.{name}" for name in rows[0])
    returned = session.returned(
        f"INSERT INTO {INDEX[corpus]}({names}) VALUES ({slots})"
        f" ON CONFLICT(owner, id) DO UPDATE SET {fresh} RETURNING number",
        rows,
    )
    return [number for (number,) in returned]


def _note_columns(
    session: IndexSession,
    corpus: Corpus,
    owner: Owner,
    numbers: Sequence[int],
    *,
    besides: Sequence[int],
) -> None:
    """`besides`: places of those whose words are told of."""
    told = set(besides)
    changed = (number for at, number in enumerate(numbers) if at not in told)
    note_changes(session, owner, COLUMNS[corpus], changed)


def _replace_texts(
    session: IndexSession,
    corpus: Corpus,
    owner: Owner,
    rows: Sequence[tuple[int, str] | tuple[int, str, str, str]],
) -> None:
    if not rows:
        return
    session.put_words(
        TEXT[corpus], owner, [(number, [*map(with_cjk_bigrams, texts)]) for number, *texts in rows]
    )
    note_changes(session, owner, WORDS[corpus], [row[0] for row in rows])


def _remove(session: IndexSession, corpus: Corpus, owner: Owner, nodes: Collection[str]) -> None:
    if not nodes:
        return
    gone = session.values(
        f"DELETE FROM {INDEX[corpus]} WHERE owner = :owner AND id = ANY(:ids) RETURNING number",
        {"owner": owner, "ids": sorted(nodes)},
    )
    numbers = [number for (number,) in gone]
    session.drop_words(TEXT[corpus], owner, numbers)
    note_changes(session, owner, WORDS[corpus], numbers)
    if corpus is Corpus.TURNS:
        remove_windows(session, owner, numbers)
    take_vectors_away(session, corpus, owner, numbers)
