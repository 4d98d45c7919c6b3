"""What must be findable after these changes? Text index, vector index, adjacency and change log follow the rows.

One function derives from changes; writing, undo, import and purge all use it, in the commit of the change.
Archived and retired memories are in no index. A memory's mentions are in the adjacency only while it is live
(pending or active, not retracted): the walk of today must not pass through what no longer counts.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import apsw

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import Owner, TurnId, is_memory
from quaidpy.domain.memories.operations import RowChange
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import NAMES, Topic
from quaidpy.storage.memory.links import key_of_node
from quaidpy.storage.sqlite.file.change_log import note_changes
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.indexing.bulk_indexing import index_memories, index_turns
from quaidpy.storage.sqlite.indexing.vectors import place_vectors
from quaidpy.storage.sqlite.indexing.windows import refresh_windows

_TURN_TELLS = {"scope", "project", "session", "recorded_at", "started_at"}
"""Episode columns that its turns' index repeats."""
_NAME_TELLS = {"name", "folded"}
_NAMING = {
    "memories": ("id",),
    "evidence": ("memory", "turn"),
    "episodes": ("id",),
    "turns": ("id",),
    "entities": ("id",),
    "aliases": ("entity",),
}
"""Tables whose rows are kept in memory, and their columns that name what is kept."""


@dataclass(slots=True)
class Touched:
    """Keys whose derived rows must be made anew."""

    memories: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)
    mentioning: set[str] = field(default_factory=set)
    renamed: set[str] = field(default_factory=set)
    rekeyed: set[str] = field(default_factory=set)
    moved_episodes: set[str] = field(default_factory=set)


_UNTOLD = {
    "abstract", "confidence", "confirmations", "faded_at", "importance", "overview", "pinned", "tier", "verified",
}  # fmt: skip
"""Columns of a memory that no index and no graph repeats."""
_LIVE = {"pending", "active"}


def _is_untold(change: RowChange) -> bool:
    """Whether a memory only counts for more or less than before: a night of fading changes all there are."""
    if change.before is None or change.after is None:
        return False
    before, after = dict(change.before), dict(change.after)
    kept = before.keys() | after.keys()
    if {before.get("status", "active"), after.get("status", "active")} <= _LIVE:
        kept -= {"status"}
    return kept <= _UNTOLD


def touched_by(changes: Iterable[RowChange]) -> Touched:
    touched = Touched()
    for change in changes:
        key = {name: str(value) for name, value in change.key}
        columns = {name for name, _ in change.after or change.before or ()}
        match change.table:
            case "memories" if _is_untold(change):
                pass
            case "memories":
                touched.memories.add(key["id"])
                touched.mentioning.add(key["id"])
                touched.rekeyed.update({key["id"]} if "keywords" in columns else ())
            case "turns":
                touched.turns.add(key["id"])
            case "entities":
                touched.entities.add(key["id"])
                touched.renamed.update({key["id"]} if columns & _NAME_TELLS else ())
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
    """Refresh what the changes touch, and tell who follows; in the transaction of the changes."""
    changes = list(changes)
    touched = touched_by(changes)
    refresh(connection, owner, touched)
    note_changes(connection, owner, Topic.ROWS, (each for change in changes for each in _named_in(change)))
    note_changes(connection, owner, Topic.NODES, touched.memories | touched.entities | touched.turns)
    note_changes(connection, owner, Topic.EDGES, touched.edges)
    note_changes(connection, owner, Topic.MENTIONS, touched.mentioning)


def refresh(connection: apsw.Connection, owner: Owner, touched: Touched) -> None:
    """Make every derived row of the touched keys equal to what the canonical rows say now."""
    renamed_in = _memories_mentioning(connection, owner, touched.renamed)
    spoken_of = {node for node in touched.mentioning if is_memory(TurnId(node))}
    renamed = spoken_of | renamed_in | touched.rekeyed
    index_memories(connection, owner, touched.memories | renamed, renamed=renamed)
    turns = touched.turns | _turns_of(connection, owner, touched.moved_episodes)
    refresh_windows(connection, owner, index_turns(connection, owner, turns))
    _refresh_mentions(connection, owner, sorted(touched.mentioning))
    _refresh_edges(connection, owner, sorted(touched.edges))


def refresh_vectors(connection: apsw.Connection, hashes: list[bytes]) -> None:
    """Make nodes findable whose texts have just been embedded."""
    for corpus in Corpus if hashes else ():
        place_vectors(connection, corpus, hashes)


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


def _refresh_edges(connection: apsw.Connection, owner: Owner, edges: Iterable[str]) -> None:
    keys = [(owner, edge) for edge in edges]
    gone = connection.executemany(
        "DELETE FROM adjacency WHERE owner = ? AND link = ? RETURNING node", keys
    ).fetchall()
    _tell_nodes(connection, owner, [*gone, *connection.executemany(f"{_EDGE_HALVES} RETURNING node", keys)])


def _refresh_mentions(connection: apsw.Connection, owner: Owner, nodes: Iterable[str]) -> None:
    keys = [(owner, node) for node in nodes]
    # '>' to '?' spans exactly the links that begin with this node's id and the separator.
    gone = connection.executemany(
        "DELETE FROM adjacency WHERE owner = ? AND link >= ? AND link < ? RETURNING node",
        [(owner, f"{node}>", f"{node}?") for _, node in keys],
    ).fetchall()
    _tell_nodes(
        connection, owner, [*gone, *connection.executemany(f"{_MENTION_HALVES} RETURNING node", keys)]
    )


def _tell_nodes(connection: apsw.Connection, owner: Owner, halves: Iterable[tuple[Any, ...]]) -> None:
    note_changes(connection, owner, Topic.LINKS, {key_of_node(node) for node in {node for (node,) in halves}})


def _named_in(change: RowChange) -> Iterator[str]:
    names = _NAMING.get(change.table, ())
    if change.table in {"entities", "aliases"}:
        yield NAMES
    for part in (change.key, change.before or (), change.after or ()):
        yield from (str(value) for name, value in part if name in names)
