"""Where are chunks of documents kept in the server?"""

from quaidpy.storage.postgres.search.chunk_words import chunks_by_words
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.searching.documents import SqlDocuments


class PostgresDocuments(SqlDocuments[PostgresSession]):
    """See ports.documents.DocumentIndex."""

    def __init__(self, database: PostgresDatabase) -> None:
        super().__init__(database, chunks_by_words)
