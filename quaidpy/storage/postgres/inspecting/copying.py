"""By which lines does an administrator copy this database, and bring it back? A password is in none of them."""

from pathlib import Path
from shlex import quote
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.storage.postgres.server.database import PostgresDatabase

_WHERE = """SELECT current_database()::text, current_schema()::text, rolsuper OR rolbypassrls
FROM pg_roles WHERE rolname = current_user"""
_SOMEBODY = "ADMINISTRATOR"
"""For a name that only who reads it knows: row security lets whoever works with memory see nothing at once."""


def how_to_copy(database: PostgresDatabase, home: Path) -> str:
    """Sentences, and lines to be typed, which begin with two spaces."""
    with database.own_connection("quaidpy") as connection:
        name, schema, sees_all = _where(connection)
    parts = conninfo_to_dict(database.url)
    if not sees_all:
        parts["user"] = _SOMEBODY
    again = f"{name}_again"
    only = "" if schema == "public" else f" --schema={quote(schema)}"

    def of(dbname: str) -> str:
        return quote(make_conninfo("", **{**parts, "dbname": dbname}))

    who = "" if sees_all else f", {_SOMEBODY} being a superuser or a role with BYPASSRLS"
    last = (
        f"Then set storage.url to {again}, run `quaid doctor`, and start servers anew. No dump has what lies beside the"
        f" database: copy {home} as well (settings, keys, notes of hooks, what was retired for good)."
    )
    return "\n".join(
        [
            f"To copy all of it{who}:",
            f"  pg_dump --format=custom --file=memory.dump{only} --dbname={of(name)}",
            "To bring it back, beside what is there (on another server after deploy/postgres/roles.sql):",
            f"  createdb --maintenance-db={of('postgres')} {quote(again)}",
            f"  pg_restore --exit-on-error --dbname={of(again)} memory.dump",
            last,
        ]
    )


def _where(connection: "psycopg.Connection[tuple[Any, ...]]") -> tuple[str, str, bool]:
    ((name, schema, sees_all),) = connection.execute(_WHERE).fetchall()
    return name, schema, sees_all
