"""Which vectors do these nodes have, and the turns beside them?"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId, TurnId, turns_beside
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import Surroundings
from quaidpy.storage.cached.sources import OwnedCorpus
from quaidpy.storage.cached.vectors import CachedCorpus
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.dot_products import NOWHERE
from quaidpy.storage.memory.nodes import NONE, keys_of
from quaidpy.storage.memory.vectors import unit
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_text, vector_of


def vectors_by_node(
    session: SqlSession, corpus: OwnedCorpus, nodes: Sequence[NodeId], held: CachedCorpus | None
) -> "dict[NodeId, Vector[float]]":
    """Stored vectors of these nodes of the corpus, in no order; from memory when whole numbers are kept there."""
    if held is not None:
        numbers = held.nodes.numbers_of(keys_of(nodes))
        is_here = numbers != NONE
        rows = held.vectors.exact_rows(numbers[is_here])
        if rows is not None:
            here = (node for node, found in zip(nodes, is_here, strict=True) if found)
            return {node: vector_of(row.tobytes()) for node, row in zip(here, rows, strict=True)}
    kept = session.values(
        f"SELECT i.id, v.embedding FROM unnest(:ids) AS wanted(id) CROSS JOIN {INDEX[corpus.corpus]} i"
        " CROSS JOIN vectors v WHERE i.owner = :owner AND i.id = wanted.id AND i.has_vector = 1"
        " AND same_owner(v, i) AND v.identity = :identity AND v.text_hash = i.text_hash",
        {"owner": corpus.owner, "identity": identity_text(corpus.identity), "ids": list(nodes)},
    )
    return {node: vector_of(blob) for node, blob in kept}


def surroundings_in_memory(
    vector: "Vector[float]", turns: Sequence[TurnId], held: CachedCorpus
) -> Surroundings | None:
    """None where only halves are kept."""
    numbers = held.nodes.numbers_around(keys_of(turns))
    found = [held.vectors.places_of(each) for each in numbers]
    places = [each for each in found if each is not None]
    if len(places) < len(found):
        return None
    has_vector = places[0] != NOWHERE
    own, before, after = (each[has_vector] for each in places)
    here = turns if has_vector.all() else list(compress(turns, has_vector))
    three = np.concatenate([own, before, after])
    near = held.vectors.products(unit(vector), three).reshape(3, -1)
    between = held.vectors.products_between
    squares = between(three, three, step=0).reshape(3, -1)
    beside = between(np.concatenate([before, own]), np.concatenate([own, after]), step=1).reshape(2, -1)
    return Surroundings(here, near.T, _to_each_other(squares, [*beside, between(before, after, step=2)]))


def surroundings_of(
    vector: "Vector[float]", turns: Sequence[TurnId], vectors: "Mapping[NodeId, Vector[float]]"
) -> Surroundings:
    """Of vectors that were read: those of the turns and of the turns beside them."""
    here = [turn for turn in turns if turn in vectors]
    nothing = bytes(4 * len(vector))
    sides = [turns_beside(turn) for turn in here]
    columns = (here, [before for before, _ in sides], [after for _, after in sides])
    own, before, after = (
        np.frombuffer(
            b"".join(
                vectors[node].tobytes() if node is not None and node in vectors else nothing
                for node in column
            ),
            dtype=np.float32,
        ).reshape(len(here), len(vector))
        for column in columns
    )
    query = unit(vector)
    return Surroundings(
        here,
        np.stack([np.vecdot(each, query) for each in (own, before, after)], axis=1),
        _to_each_other(
            [np.vecdot(each, each) for each in (own, before, after)],
            [np.vecdot(before, own), np.vecdot(own, after), np.vecdot(before, after)],
        ),
    )


def _to_each_other(
    squares: Iterable[NDArray[np.float32]], others: Iterable[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Of shape (turns, 3, 3). `others`: before with own, own with after, before with after."""
    own, before, after = squares
    before_own, own_after, before_after = others
    rows = [
        [own, before_own, own_after],
        [before_own, before, before_after],
        [own_after, before_after, after],
    ]
    return np.array(rows).transpose(2, 0, 1)
