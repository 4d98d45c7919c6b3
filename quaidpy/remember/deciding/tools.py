"""Which tools does storing need of those that remembering has?"""

from collections.abc import Callable
from typing import Protocol

from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore


class StoringTools(Protocol):
    """The part of the tools that storing needs."""

    @property
    def store(self) -> MemoryStore: ...
    @property
    def search(self) -> SearchIndex: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def ids(self) -> IdSource: ...
    @property
    def relations(self) -> RelationMap: ...
    @property
    def attributes(self) -> AttributeNames: ...
    @property
    def resolution(self) -> ResolutionTuning: ...
    @property
    def is_retired(self) -> Callable[[str], bool]: ...
