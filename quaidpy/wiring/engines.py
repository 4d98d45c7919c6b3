"""What does an engine give a home: the rows, what finds them, and their care?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from quaidpy.domain.tuning import GraphTuning
from quaidpy.home.files import DatabaseCare
from quaidpy.ports.documents import DocumentIndex
from quaidpy.ports.nights import Backups, NightLock
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.feeding.rows_graph import RowsGraph
from quaidpy.storage.sql.engine import AnyDatabase, AnyEngine

WalkOfRows: TypeAlias = Callable[[GraphTuning, LinksInMemory], RowsGraph[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedEngine:
    """What an engine gives the rooms of a home."""

    database: AnyDatabase
    rows: AnyEngine
    store: MemoryStore
    search: SearchIndex
    documents: DocumentIndex
    walk: WalkOfRows
    care: DatabaseCare
    night: NightLock
    backups: Backups
