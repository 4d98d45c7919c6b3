"""What is linked to what, by the rows in SQLite?"""

from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.machine import Clock
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.feeding.rows_graph import RowsGraph
from quaidpy.storage.sqlite.feeding.links import SqliteLinkRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession


class SqliteGraph(RowsGraph[SqliteSession]):
    """See storage.feeding.walk.RowsGraph."""

    engine = "sqlite"

    def __init__(
        self, database: Database, *, clock: Clock, tuning: GraphTuning, links: LinksInMemory | None = None
    ) -> None:
        super().__init__(database, SqliteLinkRows, clock=clock, tuning=tuning, links=links)
