"""How do embeddings come along, so that nothing is embedded again? By the texts that wait for one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from quaidpy.domain.identity import Owner, TurnId
from quaidpy.ports.search import SearchIndex
from quaidpy.storage.moving.rows import Sum, Summing
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession

_AT_ONCE = 1_000
_ALL = 2**31
_NODES = (
    "SELECT id FROM memories WHERE owner = :owner UNION SELECT id FROM turns WHERE owner = :owner ORDER BY id"
)
_Item = TypeVar("_Item")


def fill_vectors(
    source: SearchIndex,
    target: SearchIndex,
    engine: SqlEngine[Session],
    owner: Owner,
    written: Callable[[int], None],
) -> None:
    """What the source has embedded of the texts that wait in the target. `engine`: the target's."""
    identity = source.identity()
    if identity is None:
        return
    for texts in _in_groups(target.texts_without_vector(owner, limit=_ALL, identity=identity)):
        vectors = source.known_vectors(owner, identity, texts)
        if not vectors:
            continue
        with engine.database.writing(owner, durable=False) as session:
            hashes = engine.indexing.keep_vectors(session, owner, identity, vectors)
            engine.indexing.place_vectors(session, owner, hashes)
        written(len(vectors))


def sum_of_vectors(session: SqlSession, search: SearchIndex, owner: Owner) -> Sum:
    """Of the memories and turns that are found by meaning, by id."""
    summing = Summing()
    # Of both kinds: which one an id is stands in it.
    nodes = (TurnId(node) for (node,) in session.each(_NODES, {"owner": owner}))
    for group in _in_groups(nodes):
        found = search.vectors(owner, group)
        for node in group:
            if node in found:
                summing.add({"id": node, "vector": found[node].tobytes()})
    return summing.sum


def _in_groups(items: Iterable[_Item]) -> Iterator[Sequence[_Item]]:
    left = iter(items)
    while group := list(islice(left, _AT_ONCE)):
        yield group
