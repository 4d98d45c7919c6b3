"""What is linked to what, by the rows in PostgreSQL?"""

from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.machine import Clock
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.feeding.rows_graph import RowsGraph
from quaidpy.storage.postgres.feeding.links import PostgresLinkRows
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.session import PostgresSession


class PostgresGraph(RowsGraph[PostgresSession]):
    """See storage.feeding.rows_graph.RowsGraph."""

    engine = "postgres"

    def __init__(
        self,
        database: PostgresDatabase,
        *,
        clock: Clock,
        tuning: GraphTuning,
        links: LinksInMemory | None = None,
    ) -> None:
        super().__init__(database, PostgresLinkRows, clock=clock, tuning=tuning, links=links)
