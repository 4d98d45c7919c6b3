"""Where are the tokens written down that open a shared server? What they hash to, never themselves."""

from datetime import datetime

from quaidpy.domain.access_tokens import AccessToken, Scope
from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.rows import StoredRow, instant_of, instant_text, optional_instant, optional_text

_INSERT = """INSERT INTO access_tokens(name, owner, digest, agent, allows, made_at, expires_at, used_at)
VALUES(:name, :owner, :digest, :agent, :allows, :made_at, :expires_at, :used_at)"""


class SqlTokens:
    """See ports.access_tokens.TokenRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def add(self, token: AccessToken) -> bool:
        with self._database.writing() as session:
            if session.values("SELECT 1 FROM access_tokens WHERE name = :name", {"name": token.name}):
                return False
            session.execute(
                _INSERT,
                {
                    "name": token.name,
                    "owner": token.owner,
                    "digest": token.digest,
                    "agent": token.agent,
                    "allows": token.scope.value,
                    "made_at": instant_text(token.made_at),
                    "expires_at": optional_text(token.expires_at),
                    "used_at": optional_text(token.used_at),
                },
            )
            return True

    def tokens(self) -> list[AccessToken]:
        with self._database.reading() as session:
            rows = session.rows("SELECT * FROM access_tokens ORDER BY owner, name", {})
        return [_token_of(row) for row in rows]

    def with_digest(self, digest: str) -> AccessToken | None:
        query = "SELECT * FROM access_tokens WHERE digest = :digest"
        with self._database.reading() as session:
            rows = session.rows(query, {"digest": digest})
        return _token_of(rows[0]) if rows else None

    def remove(self, name: str) -> bool:
        with self._database.writing() as session:
            found = session.values("SELECT 1 FROM access_tokens WHERE name = :name", {"name": name})
            session.execute("DELETE FROM access_tokens WHERE name = :name", {"name": name})
        return bool(found)

    def note_use(self, name: str, at: datetime) -> None:
        with self._database.writing(durable=False) as session:
            session.execute(
                "UPDATE access_tokens SET used_at = :at WHERE name = :name",
                {"name": name, "at": instant_text(at)},
            )


def _token_of(row: StoredRow) -> AccessToken:
    return AccessToken(
        name=row["name"],
        owner=Owner(row["owner"]),
        digest=row["digest"],
        agent=None if row["agent"] is None else AgentName(row["agent"]),
        scope=Scope(row["allows"]),
        made_at=instant_of(row["made_at"]),
        expires_at=optional_instant(row["expires_at"]),
        used_at=optional_instant(row["used_at"]),
    )
