"""Which vectors do these nodes have, and the turns beside them?"""

import json
from collections.abc import Mapping, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from quaidpy.adapters.resident_nodes import NONE, Keys, keys_of
from quaidpy.adapters.sqlite_resident import HeldShelf, OwnersShelf
from quaidpy.adapters.sqlite_rows import fetched, identity_text, vector_of
from quaidpy.adapters.sqlite_vectors import INDEX
from quaidpy.domain.identity import NodeId, TurnId, turns_beside
from quaidpy.ports import Surroundings, Vector

_ITSELF, _BEFORE, _AFTER = np.uint64(0), np.uint64(2**64 - 1), np.uint64(1)  # steps from key to key


def vectors_by_node(
    connection: apsw.Connection, shelf: OwnersShelf, nodes: Sequence[NodeId], held: HeldShelf | None
) -> "dict[NodeId, Vector[float]]":
    """Stored vectors of these nodes of the shelf, in no order; from memory when whole numbers are kept there."""
    if held is not None:
        numbers = held.nodes.numbers_of(keys_of(nodes))
        is_here = numbers != NONE
        rows = held.vectors.exact_rows(numbers[is_here])
        if rows is not None:
            here = (node for node, found in zip(nodes, is_here, strict=True) if found)
            return {node: vector_of(row.tobytes()) for node, row in zip(here, rows, strict=True)}
    kept = fetched(
        connection,
        f"SELECT i.id, v.embedding FROM json_each(:ids) j CROSS JOIN {INDEX[shelf.shelf]} i"
        " ON i.owner = :owner AND i.id = j.value CROSS JOIN vectors v"
        " ON v.identity = :identity AND v.text_hash = i.text_hash WHERE i.has_vector",
        {"owner": shelf.owner, "identity": identity_text(shelf.identity), "ids": json.dumps(nodes)},
    )
    return {node: vector_of(blob) for node, blob in kept}


def surroundings_in_memory(turns: Sequence[TurnId], held: HeldShelf) -> Surroundings | None:
    """None where only halves are kept."""
    keys = keys_of(turns)
    own = held.nodes.numbers_of(keys)
    has_vector = own != NONE
    around = [_rows(keys[has_vector] + step, held) for step in (_ITSELF, _BEFORE, _AFTER)]
    rows = [each for each in around if each is not None]
    if len(rows) < len(around):
        return None
    here = [turn for turn, found in zip(turns, has_vector, strict=True) if found]
    return Surroundings(here, *rows)


def _rows(keys: Keys, held: HeldShelf) -> NDArray[np.float32] | None:
    """The vector of each; zeros where there is none."""
    numbers = held.nodes.numbers_of(keys)
    is_here = numbers != NONE
    found = held.vectors.exact_rows(numbers[is_here])
    if found is None:
        return None
    if is_here.all():
        return found
    rows = np.zeros((keys.size, found.shape[1]), dtype=np.float32)
    rows[is_here] = found
    return rows


def surroundings_of(
    turns: Sequence[TurnId], vectors: "Mapping[NodeId, Vector[float]]", dimension: int
) -> Surroundings:
    """Of vectors that were read: those of the turns and of the turns beside them."""
    here = [turn for turn in turns if turn in vectors]
    nothing = bytes(4 * dimension)
    sides = [turns_beside(turn) for turn in here]
    columns = (here, [before for before, _ in sides], [after for _, after in sides])
    own, before, after = (
        np.frombuffer(
            b"".join(
                vectors[node].tobytes() if node is not None and node in vectors else nothing
                for node in column
            ),
            dtype=np.float32,
        ).reshape(len(here), dimension)
        for column in columns
    )
    return Surroundings(here, own, before, after)
