"""With what is remembering done? Rows, search, clock and the like, and how it is tuned."""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.tuning import RememberTuning, ResolutionTuning
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberTools:
    """What remembering needs from the outside, and how it is tuned.

    No embedder: vectors are back-filled later. `user_name`: who "I" is where nobody says it; None: not set.
    """

    store: MemoryStore
    search: SearchIndex
    embedder: Embedder | None
    clock: Clock
    ids: IdSource
    relations: RelationMap
    attributes: AttributeNames
    tuning: RememberTuning
    resolution: ResolutionTuning
    is_retired: Callable[[str], bool]
    user_name: str | None = None
