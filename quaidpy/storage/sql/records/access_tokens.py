"""Where are the tokens written down that open a shared server? What they hash to, never themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from quaidpy.domain.access.tokens import AccessToken, Scope
from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.rows import StoredRow, instant_of, instant_text, optional_instant, optional_text

_INSERT = """INSERT INTO access_tokens(owner, name, bearer, digest, agent, allows, made_at, expires_at, used_at)
VALUES (:owner, :name, :bearer, :digest, :agent, :allows, :made_at, :expires_at, :used_at)"""
_SELECT = "SELECT t.* FROM access_tokens AS t WHERE of_owner(t)"


class SqlTokens:
    """See ports.access_tokens.TokenRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def add(self, token: AccessToken) -> bool:
        with self._writing() as session:
            if _rows(session, f"{_SELECT} AND t.name = :name", name=token.name):
                return False
            bound = {
                "owner": EVERYBODY,
                "name": token.name,
                "bearer": token.owner,
                "digest": token.digest,
                "agent": token.agent,
                "allows": token.scope.value,
                "made_at": instant_text(token.made_at),
                "expires_at": optional_text(token.expires_at),
                "used_at": optional_text(token.used_at),
            }
            session.execute(_INSERT, bound)
            return True

    def tokens(self) -> list[AccessToken]:
        with self._reading() as session:
            rows = _rows(session, f"{_SELECT} ORDER BY t.bearer, t.name")
        return [_token_of(row) for row in rows]

    def with_digest(self, digest: str) -> AccessToken | None:
        with self._reading() as session:
            rows = _rows(session, f"{_SELECT} AND t.digest = :digest", digest=digest)
        return _token_of(rows[0]) if rows else None

    def remove(self, name: str) -> bool:
        with self._writing() as session:
            found = _rows(session, f"{_SELECT} AND t.name = :name", name=name)
            session.execute(
                "DELETE FROM access_tokens AS t WHERE of_owner(t) AND t.name = :name",
                {"owner": EVERYBODY, "name": name},
            )
        return bool(found)

    def note_use(self, name: str, at: datetime) -> None:
        with self._writing(durable=False) as session:
            session.execute(
                "UPDATE access_tokens AS t SET used_at = :at WHERE of_owner(t) AND t.name = :name",
                {"owner": EVERYBODY, "name": name, "at": instant_text(at)},
            )

    @contextmanager
    def _reading(self) -> Iterator[SqlSession]:
        with self._database.reading() as session:
            session.of_everybody()
            yield session

    @contextmanager
    def _writing(self, *, durable: bool = True) -> Iterator[SqlSession]:
        """Others may write their own rows meanwhile."""
        with self._database.writing(EVERYBODY, durable=durable) as session:
            session.of_everybody()
            yield session


def _rows(session: SqlSession, query: str, **bound: Any) -> list[dict[str, Any]]:
    return session.rows(query, {"owner": EVERYBODY, **bound})


def _token_of(row: StoredRow) -> AccessToken:
    return AccessToken(
        name=row["name"],
        owner=Owner(row["bearer"]),
        digest=row["digest"],
        agent=None if row["agent"] is None else AgentName(row["agent"]),
        scope=Scope(row["allows"]),
        made_at=instant_of(row["made_at"]),
        expires_at=optional_instant(row["expires_at"]),
        used_at=optional_instant(row["used_at"]),
    )
