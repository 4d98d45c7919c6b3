"""What does an engine give a home: the rows, what finds them, and their care?"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

from quaidpy.domain.tuning import GraphTuning
from quaidpy.home.files import DatabaseCare
from quaidpy.ports.nights import Backups, NightLock
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.feeding.rows_graph import RowsGraph
from quaidpy.storage.searching.documents import SqlDocuments
from quaidpy.storage.sql.engine import AnyDatabase, AnyEngine

WalkOfRows: TypeAlias = Callable[[GraphTuning, LinksInMemory], RowsGraph[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedEngine:
    """What an engine gives the rooms of a home."""

    name: str
    """For messages: the file, or the database and its host."""
    whole_view: Callable[[], AbstractContextManager[object]] | None
    """Around all that a recall asks, where each statement is a wait; None where nobody waits."""
    database: AnyDatabase
    rows: AnyEngine
    store: MemoryStore
    search: SearchIndex
    documents: SqlDocuments[Any]
    walk: WalkOfRows
    care: DatabaseCare
    night: NightLock
    backups: Backups
