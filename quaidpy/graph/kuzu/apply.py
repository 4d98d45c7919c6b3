"""How does the graph follow a change of rows? Delete, then create, per key: applying twice is applying once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from quaidpy.graph.kuzu.engine import GraphEngineError, GraphTransaction
from quaidpy.graph.kuzu.relation_codes import RelationCodes, codes_within
from quaidpy.graph.kuzu.schema import (
    APPLIED_SEQ,
    DROP_EDGE,
    DROP_ENDS,
    DROP_MENTIONS,
    DROP_NEAREST,
    DROP_NODE,
    ENDS_OF_EDGE,
    ENDS_OF_MENTIONS,
    NEAREST_OF,
    PUT_EDGE,
    PUT_ENDS,
    PUT_MENTION,
    PUT_NEAREST,
    PUT_NODE,
    PUT_PROGRESS,
)
from quaidpy.storage.sql.graph_rows import (
    EdgeRow,
    MentionRow,
    NearestRow,
    NodeRow,
    OutboxEntry,
    OwnerRows,
)


@dataclass(slots=True)
class _Keys:
    """What a batch is about. `touched` grows to all nodes whose degree or nearest links may have changed."""

    edges: set[str] = field(default_factory=set)
    mentioning: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Applied:
    """What changed: nodes as they are now, ids of those that are no more, and relations as they are numbered now."""

    alive: tuple[NodeRow, ...]
    gone: tuple[str, ...]
    codes: RelationCodes


def apply_changes(
    transaction: GraphTransaction,
    rows: OwnerRows,
    entries: Sequence[OutboxEntry],
    *,
    upto: int,
    due: Iterable[str],
) -> Applied:
    """Bring every key named by the entries, and the nodes that are due, to what the rows say now.

    Args:
        transaction: the watermark commits with it.
        rows: one snapshot, not older than the entries.
        entries: what to refresh.
        upto: the new watermark, a change-log number.
        due: nodes whose links begin or end by themselves about now.

    Returns:
        What may have changed. Raises GraphEngineError when the graph lacks a node it should have.

    """
    keys = _keys_of(entries)
    keys.touched.update(due)
    codes = codes_within(transaction)
    edges, mentions = rows.edges(sorted(keys.edges)), rows.mentions(sorted(keys.mentioning))
    # All reading comes before all writing: beside nodes that are not committed yet, the engine's scans by `IN $ids`
    # give rows of other nodes. Lookups by key are right.
    old_edges = [ends for key in sorted(keys.edges) for ends in transaction.run(ENDS_OF_EDGE, {"id": key})]
    old_mentions = _of_nodes(transaction, ENDS_OF_MENTIONS, keys.mentioning)
    keys.touched.update(_ends(old_edges, old_mentions, edges, mentions))
    old_nearest = {codes.nearest(*row) for row in _of_nodes(transaction, NEAREST_OF, keys.touched)}
    _drop_links(transaction, old_edges, old_mentions)
    alive = rows.nodes(sorted(keys.touched))
    gone = sorted(keys.touched - {node.id for node in alive})
    _put_nodes(transaction, alive, gone)
    _put_links(transaction, edges, mentions)
    _replace_nearest(transaction, codes, old_nearest, set(rows.nearest(sorted(keys.touched))))
    codes.put_new(transaction)
    transaction.run(PUT_PROGRESS, {"name": APPLIED_SEQ, "value": str(upto)})
    return Applied(tuple(alive), tuple(gone), codes)


def _ends(
    old_edges: Iterable[Sequence[str]],
    old_mentions: Iterable[Sequence[str]],
    edges: Iterable[EdgeRow],
    mentions: Iterable[MentionRow],
) -> Iterator[str]:
    for _, *ends in old_edges:
        yield from ends
    for both in old_mentions:
        yield from both
    for edge in edges:
        yield from (edge.source, edge.target)
    for mention in mentions:
        yield from (mention.source, mention.target)


def _keys_of(entries: Iterable[OutboxEntry]) -> _Keys:
    keys = _Keys()
    for entry in entries:
        if entry.what == "edge":
            keys.edges.add(entry.key)
        else:
            # A node's status decides whether its mentions count: either word refreshes both.
            keys.mentioning.add(entry.key)
            keys.touched.add(entry.key)
    return keys


def _of_nodes(transaction: GraphTransaction, statement: str, ids: set[str]) -> list[list[Any]]:
    return transaction.run(statement, {"ids": sorted(ids)}) if ids else []


def _drop_links(
    transaction: GraphTransaction, old_edges: Iterable[Sequence[str]], old_mentions: Iterable[Sequence[str]]
) -> None:
    for identity, source, target in old_edges:
        transaction.run(DROP_EDGE, {"id": identity, "source": source, "target": target})
        transaction.run(DROP_ENDS, {"id": identity})
    for source in sorted({source for source, _ in old_mentions}):
        transaction.run(DROP_MENTIONS, {"source": source})


def _put_nodes(transaction: GraphTransaction, alive: Iterable[NodeRow], gone: Iterable[str]) -> None:
    for node in alive:
        transaction.run(PUT_NODE, asdict(node))
    for identity in gone:
        transaction.run(DROP_NODE, {"id": identity})


def _put_links(
    transaction: GraphTransaction, edges: Iterable[EdgeRow], mentions: Iterable[MentionRow]
) -> None:
    for edge in edges:
        _create(transaction, PUT_EDGE, asdict(edge))
        transaction.run(PUT_ENDS, {"id": edge.id, "source": edge.source, "target": edge.target})
    for mention in mentions:
        _create(transaction, PUT_MENTION, asdict(mention))


def _replace_nearest(
    transaction: GraphTransaction, codes: RelationCodes, old: set[NearestRow], new: set[NearestRow]
) -> None:
    """Only what differs: a hub's list moves by a place or two, its other links stay."""
    for row in sorted(old - new):
        transaction.run(DROP_NEAREST, _nearest(codes, row, "source", "target", "code", "link"))
    for row in sorted(new - old):
        _create(transaction, PUT_NEAREST, _nearest(codes, row, "source", "target", "code", "weight", "link"))


def _nearest(codes: RelationCodes, row: NearestRow, *columns: str) -> dict[str, object]:
    values = asdict(row) | {"code": codes.code(row.relation, is_forward=row.is_forward)}
    return {column: values[column] for column in columns}


def _create(transaction: GraphTransaction, statement: str, values: Mapping[str, object]) -> None:
    if len(transaction.run(statement, values)) != 1:
        ends = f"{values['source']} and {values['target']}"
        raise GraphEngineError(f"the graph did not take a link between {ends}: one of them is missing")
