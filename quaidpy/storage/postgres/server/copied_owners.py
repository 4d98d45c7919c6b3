"""How does a server get many owners to be measured with? Their rows are those of others, copied under other names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psycopg
from psycopg import sql

from quaidpy.domain.identity import Owner
from quaidpy.storage.postgres.server.row_security import EVERY_OWNER

_BY_OWNER = """SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
GROUP BY c.relname HAVING 'owner' = ANY(array_agg(a.attname)) ORDER BY c.relname"""
_NUMBERS_EACH = 1_000_000
"""Numbers are unique over all owners: a copy has so many of its own, behind those that were counted."""


def copy_owner(
    connection: "psycopg.Connection[tuple[Any, ...]]", owner: Owner, copies: Mapping[Owner, int]
) -> None:
    """All rows of the owner for each of `copies` as well, who have none yet, in one transaction.

    `copies`: with a place from 1 on, of its own for each in the database.
    """
    names = [*copies]
    shifts = [place * _NUMBERS_EACH for place in copies.values()]
    with connection.transaction():
        connection.execute("SELECT set_config('quaid.owners', %s, true)", (EVERY_OWNER,))
        for statement in _copying(connection, owner):
            connection.execute(statement, {"owner": owner, "names": names, "shifts": shifts})


def _copying(connection: "psycopg.Connection[tuple[Any, ...]]", owner: str) -> Iterator[sql.Composed]:
    """A statement for each table in which the owner has something."""
    for table, columns in connection.execute(_BY_OWNER).fetchall():
        name = sql.Identifier(table)
        has_any = sql.SQL("SELECT EXISTS (SELECT 1 FROM {} WHERE owner = %s)").format(name)
        ((is_used,),) = connection.execute(has_any, (owner,)).fetchall()
        if is_used:
            yield sql.SQL(
                "INSERT INTO {table} ({columns}) SELECT {values} FROM {table} AS one"
                " CROSS JOIN unnest(%(names)s::text[], %(shifts)s::bigint[]) AS copy(owner, shift)"
                " WHERE one.owner = %(owner)s"
            ).format(
                table=name,
                columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
                values=sql.SQL(", ").join(_values(columns)),
            )


def _values(columns: Sequence[str]) -> Iterator[sql.Composable]:
    for column in columns:
        match column:
            case "owner":
                yield sql.SQL("copy.owner")
            case "number":
                yield sql.SQL("one.number + copy.shift")
            case _:
                yield sql.Identifier("one", column)
