"""How are vectors of what was found read, so that who asks for the same again does not wait?"""

from collections.abc import Callable, Sequence
from functools import partial

from quaidpy.domain.identity import NodeId, Owner, is_turn
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import SearchIndex


def vector_reads(
    owner: Owner, nodes: Sequence[NodeId], search: SearchIndex
) -> "list[Callable[[], dict[NodeId, Vector[float]]]]":
    """Calls that read them: turns and memories apart, as storage has them in two tables."""
    turns = [node for node in nodes if is_turn(node)]
    memories = [node for node in nodes if not is_turn(node)]
    return [partial(search.vectors, owner, some) for some in (turns, memories) if some]
