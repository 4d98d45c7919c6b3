"""Which owners have so many vectors that an index of them pays, and how is it made?

Comparing with each takes 3 us a row. An index of a partition finds most of the nearest in less, where the owner's rows
are a good part of it; of a small part it would pass over all others first. pgvector goes on looking until enough rows
are admitted (`hnsw.iterative_scan`) since 0.8: before, all are compared.
"""

import re
from contextlib import suppress
from dataclasses import dataclass

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.errors import ReadOnlyError
from quaidpy.storage.indexing.vectors import INDEX, TEXT, identity_in_use
from quaidpy.storage.postgres.server.connections import Connection
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.row_security import EVERY_OWNER
from quaidpy.storage.postgres.server.text_indexes import VECTOR
from quaidpy.storage.sql.engine import SqlSession

LARGE = 5_000
"""Rows of an owner from which on an index is asked: so many are compared in 15 ms."""
_LEAST_SHARE = 0.05  # of a partition
_MOST_DIMENSIONS = 2_000  # of pgvector's index
_ITERATIVE = (0, 8)  # the version of pgvector
_BUILDING = 0x51554149_48
_LARGE_OWNERS = "SELECT owner FROM word_totals WHERE text_index = %s AND indexed >= %s"
_PARTITION = "SELECT DISTINCT tableoid::regclass::text FROM {} WHERE owner = ANY(%s)"
_INDEXED = """SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
WHERE i.indrelid = %s::regclass AND i.indisvalid AND a.amname = 'hnsw'"""
_LEFT_OVER = """SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE i.indrelid = %s::regclass AND NOT i.indisvalid"""
_HOW = """SELECT t.reltuples, e.extversion, EXISTS (
  SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
  WHERE i.indrelid = t.oid AND i.indisvalid AND a.amname = 'hnsw' AND c.relname LIKE '%_' || :dimension)
FROM (SELECT tableoid FROM {} v WHERE v.owner = :owner LIMIT 1) v JOIN pg_class t ON t.oid = v.tableoid
CROSS JOIN pg_extension e WHERE e.extname = 'vector'"""


@dataclass(frozen=True, slots=True)
class VectorsOf:
    """The vectors of one owner on a corpus."""

    owner: Owner
    corpus: Corpus
    rows: int
    dimension: int


def has_index(session: SqlSession, of: VectorsOf) -> bool:
    """Whether an index of them is there, and finds them in less than it takes to compare all."""
    if of.rows < LARGE or of.dimension > _MOST_DIMENSIONS:
        return False
    asked = {"owner": of.owner, "dimension": str(of.dimension)}
    return any(
        is_there and _is_iterative(version) and of.rows >= _LEAST_SHARE * max(rows, 0)
        for rows, version, is_there in session.values(_HOW.format(VECTOR[of.corpus]), asked)
    )


def make_vector_indexes(database: PostgresDatabase) -> None:
    """Where owners have become large; others write meanwhile. Nothing without the right to, or if somebody is at it."""
    with database.reading() as session:
        identity = identity_in_use(session)
    if identity is None or identity.dimension > _MOST_DIMENSIONS:
        return
    with suppress(ReadOnlyError), database.own_connection("quaidpy") as connection:
        ((version,),) = connection.execute(
            "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
        ).fetchall()
        connection.execute("SELECT set_config('quaid.owners', %s, false)", (EVERY_OWNER,))
        ((is_ours,),) = connection.execute("SELECT pg_try_advisory_lock(%s)", (_BUILDING,)).fetchall()
        if is_ours and _is_iterative(str(version)):
            for corpus in Corpus:
                for table in _worthwhile(connection, corpus):
                    _make(connection, table, identity.dimension)
                    # Else the planner may know nothing of the rows yet, and compares all.
                    connection.execute(f"ANALYZE {table}, {INDEX[corpus]}")


def _worthwhile(connection: Connection, corpus: Corpus) -> list[str]:
    """Partitions with a large owner and without an index."""
    large = [owner for (owner,) in connection.execute(_LARGE_OWNERS, (TEXT[corpus], LARGE)).fetchall()]
    found = connection.execute(_PARTITION.format(VECTOR[corpus]), (large,)).fetchall() if large else []
    return [str(table) for (table,) in found if not connection.execute(_INDEXED, (table,)).fetchall()]


def _make(connection: Connection, table: str, dimension: int) -> None:
    for (name,) in connection.execute(_LEFT_OVER, (table,)).fetchall():
        connection.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # somebody was interrupted
    connection.execute(
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {table}_hnsw_{dimension} ON {table}"
        f" USING hnsw ((embedding::vector({dimension})) vector_cosine_ops)"
    )


def _is_iterative(version: str) -> bool:
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= _ITERATIVE
