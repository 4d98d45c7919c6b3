"""Which statements over our tables take longest? As `pg_stat_statements` counts them, where it is there."""

import re
from typing import Any

import psycopg
from psycopg import errors, sql

from quaidpy.ports.servers import SlowStatement, Statements

_MOST = 5
_LEAST_CALLS = 5  # one that was asked once says little
_SCHEMA = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_stat_statements'"
_OURS = """SELECT string_agg(relname, '|') FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace"""
# What doctor itself asks is left out: it compares all there is.
_SLOWEST = """SELECT s.query, s.calls, s.mean_exec_time FROM {}.pg_stat_statements s
WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND s.calls >= %(least)s
AND s.query ~* '^\\s*(select|insert|update|delete|with|declare)\\M' AND s.query !~ 'EXCEPT ALL' AND s.query ~ %(ours)s
ORDER BY s.mean_exec_time DESC, s.queryid LIMIT %(most)s"""
_HIDDEN = """SELECT EXISTS (SELECT 1 FROM {}.pg_stat_statements s
WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
AND s.query = '<insufficient privilege>')"""
_LITERAL = re.compile(r"'(?:[^']|'')*+'")
_NOT_MADE = Statements(
    missing="pg_stat_statements is not there, which counts them",
    remedy="an administrator sets shared_preload_libraries = 'pg_stat_statements', starts the server anew, and runs"
    " CREATE EXTENSION pg_stat_statements in this database",
)
_NOT_LOADED = Statements(
    missing="pg_stat_statements is made and not loaded",
    remedy="an administrator sets shared_preload_libraries = 'pg_stat_statements' and starts the server anew",
)
_NOT_SHOWN = Statements(
    missing="pg_stat_statements shows this user their own alone",
    remedy="an administrator runs GRANT pg_read_all_stats to this user",
)


def slow_statements(connection: "psycopg.Connection[tuple[Any, ...]]") -> Statements:
    """On average, of this database, without the values that were asked with."""
    there = connection.execute(_SCHEMA).fetchall()
    if not there:
        return _NOT_MADE
    schema = sql.SQL(there[0][0])  # as the server itself quotes it
    ((ours,),) = connection.execute(_OURS).fetchall()
    bound = {"ours": rf"\m({ours})\M", "least": _LEAST_CALLS, "most": _MOST}
    try:
        found = connection.execute(sql.SQL(_SLOWEST).format(schema), bound).fetchall()
        ((is_hidden,),) = connection.execute(sql.SQL(_HIDDEN).format(schema)).fetchall()
    except errors.ObjectNotInPrerequisiteState:
        return _NOT_LOADED
    except errors.InsufficientPrivilege:
        return _NOT_SHOWN
    if is_hidden and not found:
        return _NOT_SHOWN
    return Statements(tuple(SlowStatement(_shown(text), calls, mean) for text, calls, mean in found))


def _shown(text: str) -> str:
    """On one line, and no value in it: a server of before 16 keeps those of some statements."""
    return _LITERAL.sub("'…'", " ".join(text.split()))
