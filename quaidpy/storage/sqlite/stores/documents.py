"""Where are chunks of documents kept in the file?"""

from quaidpy.storage.searching.documents import SqlDocuments
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.search.chunk_words import chunks_by_words


class SqliteDocuments(SqlDocuments[SqliteSession]):
    """See ports.documents.DocumentIndex."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, chunks_by_words)
