"""Which memories lie so close together in meaning, or by whom they speak of, that they are about one thing?"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.themes import Member
from quaidpy.domain.theme_tuning import ThemesTuning

Vectors: TypeAlias = "Mapping[MemoryId, NDArray[np.float32]]"
"""Of length 1."""
Pair: TypeAlias = tuple[MemoryId, MemoryId, float]
"""Two memories by id, and how strongly they hang together."""
_SEED = 1  # of the order in which Louvain looks at nodes: the same pairs give the same groups


def groups_of(pairs: Iterable[Pair], *, most: int, resolution: float) -> list[list[MemoryId]]:
    """Memories that hang together more with one another than with the rest; the largest first, ties by id.

    Whatever no link joins is apart. What hangs together in one piece of at most `most` is a group: communities are told
    by comparison with the rest, and a small memory has none.

    Source: Blondel, Guillaume, Lambiotte, Lefebvre 2008 (Louvain).
    """
    graph: nx.Graph[MemoryId] = nx.Graph()
    for one, other, weight in sorted(pairs):
        graph.add_edge(one, other, weight=weight)
    found: list[Collection[MemoryId]] = []
    for piece in sorted(nx.connected_components(graph), key=min):
        if len(piece) <= most:
            found.append(piece)
            continue
        part = graph.subgraph(sorted(piece))
        found += nx.community.louvain_communities(part, weight="weight", resolution=resolution, seed=_SEED)
    return sorted((sorted(group) for group in found), key=lambda group: (-len(group), group))


def tightened(group: Collection[MemoryId], vectors: Vectors, tuning: ThemesTuning) -> tuple[Member, ...]:
    """The members of the group that are about one thing, nearest to its middle first; none when too few are.

    One after the other goes: who is further from the middle than `source_similarity`, then, while two are further
    apart than `diameter`, who is furthest from all others.
    """
    left = sorted(group)
    while len(left) >= tuning.least_members:
        rows = np.stack([vectors[each] for each in left])
        nearness = rows @ middle_of(rows)
        worst = _who_goes(rows, nearness, tuning)
        if worst is not None:
            del left[worst]
            continue
        members = sorted(
            (Member(each, float(near)) for each, near in zip(left, nearness, strict=True)),
            key=lambda member: (-member.nearness, member.memory),
        )
        return tuple(members) if _is_dense(members, tuning) else ()
    return ()


def middle_of(rows: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """The mean of the rows, of length 1."""
    return of_length_1(rows.mean(axis=0, dtype=np.float32))


def of_length_1(row: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """The row, or itself where it has no length."""
    length = float(np.linalg.norm(row))
    return (row / np.float32(length)).astype(np.float32) if length else row


def _is_dense(members: Sequence[Member], tuning: ThemesTuning) -> bool:
    near = [member for member in members if member.nearness >= tuning.similarity]
    return len(near) >= tuning.least_members


def _who_goes(
    rows: "NDArray[np.float32]", nearness: "NDArray[np.float32]", tuning: ThemesTuning
) -> int | None:
    """The place of the one that least belongs; None when all do."""
    furthest = int(np.argmin(nearness))
    if len(rows) > tuning.most_members or nearness[furthest] < tuning.source_similarity:
        return furthest
    cosines = rows @ rows.T
    if float(cosines.min()) < 1 - tuning.diameter:
        return int(np.argmin(cosines.sum(axis=1)))
    return None


def linked(
    near: Iterable[Pair], entities: Mapping[MemoryId, frozenset[str]], tuning: ThemesTuning
) -> Iterator[Pair]:
    """Of pairs with their cosine those that hang together: near in meaning, or less near and of the same somebody."""
    nobody: frozenset[str] = frozenset()
    for one, other, cosine in near:
        shared = entities.get(one, nobody) & entities.get(other, nobody)
        if cosine >= (tuning.shared_link if shared else tuning.link):
            yield one, other, cosine
