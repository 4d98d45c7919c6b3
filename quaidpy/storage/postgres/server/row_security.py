"""Whose rows may a transaction see? The server itself lets no others through, whatever a statement forgets to ask.

A policy of each table compares the owner with the setting `quaid.owners` of the transaction: without it nothing is
seen. It holds for the owner of the tables as well, but not for a superuser or a role with BYPASSRLS: work by none.
It guards against a mistake of ours, not against somebody who may log in and set what they like.
"""

from typing import Any

import psycopg
from psycopg import sql

BETWEEN = "\x1f"
"""Between the owners of the setting; no name has it."""
EVERY_OWNER = "*"
"""The setting of what concerns all of them: an index made anew, who is there at all."""
_SETTING = "current_setting('quaid.owners', true)"
# The setting is read once a statement; tables that are spread over a cluster allow no subquery in a policy.
_POLICY = f"""owner = ANY((SELECT string_to_array({_SETTING}, chr({ord(BETWEEN)})))::text[])
OR (SELECT {_SETTING}) = '{EVERY_OWNER}'"""
_POLICY_OF_CLUSTERS = (
    f"""owner = ANY(string_to_array({_SETTING}, chr({ord(BETWEEN)}))) OR {_SETTING} = '{EVERY_OWNER}'"""
)
_OF_THE_DATABASE = {"meta": " OR owner = ''"}
_UNGUARDED = """SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner'
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid) ORDER BY c.relname"""


def guard_tables(connection: "psycopg.Connection[tuple[Any, ...]]", *, has_citus: bool) -> None:
    """Every table that has an owner and no policy yet, partitions too: those can be read by their own names.

    On a cluster not for the owner of the tables: shards that move are written by a role of theirs, and nothing can be
    replicated into a table whose policies hold for that one.
    """
    found = connection.execute(_UNGUARDED).fetchall()
    policy = _POLICY_OF_CLUSTERS if has_citus else _POLICY
    statements = [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;"
        f" ALTER TABLE {table} {'NO ' if has_citus else ''}FORCE ROW LEVEL SECURITY;"
        f" CREATE POLICY of_owners ON {table} USING ({policy}{_OF_THE_DATABASE.get(table, '')})"
        for (table,) in found
    ]
    if statements:
        connection.execute("; ".join(statements))


def setting_owners(owners: str, connection: "psycopg.Connection[tuple[Any, ...]]") -> str:
    """The statement by which a transaction says whose rows it may see: names with BETWEEN between them."""
    return sql.SQL("SET LOCAL quaid.owners = {}").format(sql.Literal(owners)).as_string(connection)
