"""What must be findable after these changes? Text index, vector index, adjacency and outbox follow the rows.

One function derives from changes; writing, undo, import and purge all use it, in the commit of the change.
Archived and retired memories are in no index. A memory's mentions are in the adjacency only while it is live
(pending or active, not retracted): the walk of today must not pass through what no longer counts.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

import apsw

from quaidpy.adapters.sqlite_rows import fetched, memory_of, rows_of, text_hash, turn_of
from quaidpy.adapters.sqlite_vectors import INDEX, TEXT, place_vector, place_vectors, take_vector_away
from quaidpy.adapters.sqlite_windows import refresh_windows, remove_window
from quaidpy.domain.edges import MENTIONS
from quaidpy.domain.identity import Owner, TurnId, is_memory
from quaidpy.domain.memories import Status
from quaidpy.domain.operations import RowChange
from quaidpy.domain.queries import Shelf
from quaidpy.domain.text import index_text_of_memory, index_text_of_turn, with_cjk_bigrams

_NOT_INDEXED = (Status.ARCHIVED.value, Status.RETIRED.value)
_TURN_TELLS = {"scope", "project", "session", "recorded_at", "started_at"}
"""Episode columns that its turns' index repeats."""
_NAME_TELLS = {"name", "folded"}


@dataclass(slots=True)
class Touched:
    """Keys whose derived rows must be made anew."""

    memories: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)
    mentioning: set[str] = field(default_factory=set)
    renamed: set[str] = field(default_factory=set)
    moved_episodes: set[str] = field(default_factory=set)


def touched_by(changes: Iterable[RowChange]) -> Touched:
    touched = Touched()
    for change in changes:
        key = {name: str(value) for name, value in change.key}
        columns = {name for name, _ in change.after or change.before or ()}
        match change.table:
            case "memories":
                touched.memories.add(key["id"])
                touched.mentioning.add(key["id"])
            case "turns":
                touched.turns.add(key["id"])
            case "entities":
                touched.entities.add(key["id"])
                if columns & _NAME_TELLS:
                    touched.renamed.add(key["id"])
            case "aliases":
                touched.renamed.add(key["entity"])
            case "edges":
                touched.edges.add(key["id"])
            case "mentions":
                touched.mentioning.add(key["node"])
            case "episodes" if change.before is not None and columns & _TURN_TELLS:
                touched.moved_episodes.add(key["id"])
            case _:
                pass  # evidence, cursors and queues are in no index
    return touched


def follow(connection: apsw.Connection, owner: Owner, changes: Iterable[RowChange]) -> None:
    """Refresh what the changes touch, and tell the graph through the outbox; in the transaction of the changes."""
    touched = touched_by(changes)
    refresh(connection, owner, touched)
    _tell_followers(connection, owner, touched)


def refresh(connection: apsw.Connection, owner: Owner, touched: Touched) -> None:
    """Make every derived row of the touched keys equal to what the canonical rows say now."""
    renamed_in = _memories_mentioning(connection, owner, touched.renamed)
    spoken_of = {node for node in touched.mentioning if is_memory(TurnId(node))}
    for memory in sorted(touched.memories | spoken_of | renamed_in):
        _refresh_memory(connection, owner, memory)
    turns = sorted(touched.turns | _turns_of(connection, owner, touched.moved_episodes))
    refresh_windows(connection, owner, [turn for turn in turns if _refresh_turn(connection, owner, turn)])
    for node in sorted(touched.mentioning):
        _refresh_mentions(connection, owner, node)
    for edge in sorted(touched.edges):
        _refresh_edge(connection, owner, edge)


def refresh_vectors(connection: apsw.Connection, hashes: list[bytes]) -> None:
    """Make nodes findable whose texts have just been embedded."""
    for shelf in Shelf:
        place_vectors(connection, shelf, hashes)


def _memories_mentioning(connection: apsw.Connection, owner: Owner, entities: set[str]) -> set[str]:
    # CROSS JOIN keeps the order: the few names first, then the index; else SQLite walks all mentions.
    rows = fetched(
        connection,
        "SELECT m.node FROM json_each(?2) j CROSS JOIN mentions m ON m.owner = ?1 AND m.entity = j.value",
        (owner, json.dumps(sorted(entities))),
    )
    return {node for (node,) in rows if is_memory(node)}


def _turns_of(connection: apsw.Connection, owner: Owner, episodes: set[str]) -> set[str]:
    rows = fetched(
        connection,
        "SELECT t.id FROM json_each(?2) j CROSS JOIN turns t ON t.owner = ?1 AND t.episode = j.value",
        (owner, json.dumps(sorted(episodes))),
    )
    return {turn for (turn,) in rows}


_MEMORY = "SELECT * FROM memories WHERE owner = ? AND id = ?"
_NAMES = """SELECT name FROM (
  SELECT e.id, -1 AS position, e.name FROM mentions m JOIN entities e ON e.owner = m.owner AND e.id = m.entity
  WHERE m.owner = ?1 AND m.node = ?2
  UNION ALL
  SELECT a.entity, a.position, a.name FROM mentions m JOIN aliases a ON a.owner = m.owner AND a.entity = m.entity
  WHERE m.owner = ?1 AND m.node = ?2)
ORDER BY id, position"""


def _refresh_memory(connection: apsw.Connection, owner: Owner, identity: str) -> None:
    rows = list(rows_of(connection, _MEMORY, (owner, identity)))
    if not rows or rows[0]["status"] in _NOT_INDEXED:
        _remove_from_index(connection, Shelf.MEMORIES, owner, identity)
        return
    row = rows[0]
    index_text = index_text_of_memory(memory_of(owner, row, ()))
    number, has_same_text = _put_in_index(
        connection,
        Shelf.MEMORIES,
        {
            "owner": owner,
            "id": identity,
            "text_hash": text_hash(index_text),
            "scope": row["scope"],
            "project": row["project"],
            "session": row["session"],
            "kind": row["kind"],
            "tags": row["tags"],
            "said_at": row["stated_at"],
            "valid_from": row["valid_from"],
            "valid_to": row["valid_to"],
            "recorded_at": row["recorded_at"],
            "retracted_at": row["retracted_at"],
            "closed_at": row["closed_at"],
        },
    )
    names = " · ".join(name for (name,) in connection.execute(_NAMES, (owner, identity)))
    keywords = " · ".join(json.loads(row["keywords"]))
    connection.execute("DELETE FROM memory_text WHERE rowid = ?", (number,))
    connection.execute(
        "INSERT INTO memory_text(rowid, text, names, keywords) VALUES (?, ?, ?, ?)",
        (number, with_cjk_bigrams(index_text), with_cjk_bigrams(names), with_cjk_bigrams(keywords)),
    )
    if not has_same_text:
        place_vector(connection, Shelf.MEMORIES, number, owner, text_hash(index_text))


_TURN = """SELECT t.*, e.scope, e.project, e.session, coalesce(t.recorded_at, e.recorded_at) AS taken_in_at,
  coalesce(t.at, e.started_at, e.recorded_at) AS said_at
FROM turns t JOIN episodes e ON e.owner = t.owner AND e.id = t.episode WHERE t.owner = ? AND t.id = ?"""


def _refresh_turn(connection: apsw.Connection, owner: Owner, identity: str) -> bool:
    """Returns whether its words changed."""
    rows = list(rows_of(connection, _TURN, (owner, identity)))
    if not rows:
        _remove_from_index(connection, Shelf.TURNS, owner, identity)
        return True
    row = rows[0]
    index_text = index_text_of_turn(turn_of(owner, row))
    number, has_same_text = _put_in_index(
        connection,
        Shelf.TURNS,
        {
            "owner": owner,
            "id": identity,
            "text_hash": text_hash(index_text),
            "scope": row["scope"],
            "project": row["project"],
            "session": row["session"],
            "said_at": row["said_at"],
            "recorded_at": row["taken_in_at"],
        },
    )
    if has_same_text:
        return False
    connection.execute("DELETE FROM turn_text WHERE rowid = ?", (number,))
    connection.execute(
        "INSERT INTO turn_text(rowid, text) VALUES (?, ?)", (number, with_cjk_bigrams(index_text))
    )
    place_vector(connection, Shelf.TURNS, number, owner, text_hash(index_text))
    return True


def _put_in_index(connection: apsw.Connection, shelf: Shelf, row: dict[str, object]) -> tuple[int, bool]:
    """Insert or update; returns the node's number and whether it was indexed with the same text before."""
    index = INDEX[shelf]
    before = fetched(
        connection, f"SELECT text_hash FROM {index} WHERE owner = ? AND id = ?", (row["owner"], row["id"])
    )
    names = ", ".join(row)
    slots = ", ".join("?" * len(row))
    fresh = ", ".join(f"{name} = excluded.{name}" for name in row)
    ((number,),) = fetched(
        connection,
        f"INSERT INTO {index}({names}) VALUES ({slots}) ON CONFLICT(owner, id) DO UPDATE SET {fresh} RETURNING number",
        tuple(row.values()),
    )
    return number, bool(before) and before[0][0] == row["text_hash"]


def _remove_from_index(connection: apsw.Connection, shelf: Shelf, owner: Owner, identity: str) -> None:
    removed = fetched(
        connection,
        f"DELETE FROM {INDEX[shelf]} WHERE owner = ? AND id = ? RETURNING number",
        (owner, identity),
    )
    for (number,) in removed:
        connection.execute(f"DELETE FROM {TEXT[shelf]} WHERE rowid = ?", (number,))
        if shelf is Shelf.TURNS:
            remove_window(connection, number)
        take_vector_away(connection, shelf, number)


_INTO_ADJACENCY = """INSERT INTO adjacency(owner, node, weight, other, relation, is_forward, link,
  valid_from, valid_to, recorded_at, retracted_at, closed_at)"""
_EDGE_HALVES = f"""{_INTO_ADJACENCY}
SELECT owner, source, weight, target, relation, 1, id, valid_from, valid_to, recorded_at, retracted_at, closed_at
FROM edges WHERE owner = ?1 AND id = ?2
UNION ALL
SELECT owner, target, weight, source, relation, 0, id, valid_from, valid_to, recorded_at, retracted_at, closed_at
FROM edges WHERE owner = ?1 AND id = ?2"""
_IS_LIVE = """(NOT EXISTS (SELECT 1 FROM memories x WHERE x.owner = m.owner AND x.id = m.node)
  OR EXISTS (SELECT 1 FROM memories x WHERE x.owner = m.owner AND x.id = m.node
             AND x.status IN ('pending', 'active') AND x.retracted_at IS NULL))"""
_MENTION_HALVES = f"""{_INTO_ADJACENCY}
SELECT m.owner, m.node, m.weight, m.entity, '{MENTIONS}', 1, m.node || '>' || m.entity, NULL, NULL, NULL, NULL, NULL
FROM mentions m WHERE m.owner = ?1 AND m.node = ?2 AND {_IS_LIVE}
UNION ALL
SELECT m.owner, m.entity, m.weight, m.node, '{MENTIONS}', 0, m.node || '>' || m.entity, NULL, NULL, NULL, NULL, NULL
FROM mentions m WHERE m.owner = ?1 AND m.node = ?2 AND {_IS_LIVE}"""


def _refresh_edge(connection: apsw.Connection, owner: Owner, identity: str) -> None:
    connection.execute("DELETE FROM adjacency WHERE owner = ? AND link = ?", (owner, identity))
    connection.execute(_EDGE_HALVES, (owner, identity))


def _refresh_mentions(connection: apsw.Connection, owner: Owner, node: str) -> None:
    # '>' to '?' spans exactly the links that begin with this node's id and the separator.
    connection.execute(
        "DELETE FROM adjacency WHERE owner = ? AND link >= ? AND link < ?", (owner, f"{node}>", f"{node}?")
    )
    connection.execute(_MENTION_HALVES, (owner, node))


def _tell_followers(connection: apsw.Connection, owner: Owner, touched: Touched) -> None:
    nodes = touched.memories | touched.entities | touched.turns
    entries = [
        *((owner, "node", key) for key in sorted(nodes)),
        *((owner, "edge", key) for key in sorted(touched.edges)),
        *((owner, "mentions", key) for key in sorted(touched.mentioning)),
    ]
    connection.executemany("INSERT INTO outbox(owner, what, key) VALUES (?, ?, ?)", entries)
