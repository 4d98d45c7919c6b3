"""Is what the server has derived of the rows what they say? Its files and their copies are its own care."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.ports.machine import Clock
from quaidpy.ports.servers import ServerState
from quaidpy.storage.postgres.inspecting.copying import how_to_copy
from quaidpy.storage.postgres.inspecting.server_state import server_state
from quaidpy.storage.postgres.search.anew import index_anew, owners_indexed
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.row_security import BETWEEN
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.postgres.server.text_indexes import VECTOR

_DERIVED = (
    "memory_index",
    "turn_index",
    "passage_index",
    "adjacency",
    "postings",
    "worded_rows",
    "word_totals",
    *VECTOR.values(),
)
_NOT_OF_CHUNKS = "text_index NOT LIKE 'chunk%'"
_COMPARED = {
    "postings": _NOT_OF_CHUNKS,
    "worded_rows": _NOT_OF_CHUNKS,
    "word_totals": f"{_NOT_OF_CHUNKS} AND indexed > 0",
}
"""Words of documents are read from files, not from rows; of what is gone a count of nothing may be left."""
_OF_THESE = f"owner = ANY(string_to_array(current_setting('quaid.owners'), chr({ord(BETWEEN)})))"


class ServerCare:
    """See home.files.DatabaseCare."""

    file: Path | None = None

    def __init__(self, database: PostgresDatabase, home: Path) -> None:
        self._database, self._home = database, home

    @property
    def clock(self) -> Clock:
        return self._database.clock

    def connections(self) -> tuple[int, int]:
        return self._database.connections()

    def server(self) -> ServerState:
        return server_state(self._database)

    def backup(self, target: Path) -> None:
        raise UsageError(
            f"{target} was not made: memory is in {self._database.server}, whose backups are the server's job;"
            " `quaid export` writes all that one owner has.\n" + how_to_copy(self._database, self._home)
        )

    def differences(self, owners: Callable[[], Sequence[Owner]] = tuple) -> list[str]:
        """One sentence for each derived table that differs from a rebuild. Writers wait meanwhile; nothing changes."""
        compared = owners()
        with self._database.trial(*compared) as session:
            for name in _DERIVED:
                session.execute(f"CREATE TEMP TABLE found_{name} ON COMMIT DROP AS {_rows(name, compared)}")
            for owner in compared or owners_indexed(session):
                index_anew(session, owner)
            return [said for name in _DERIVED for said in _difference(session, name, compared)]


def _rows(name: str, owners: Sequence[Owner]) -> str:
    """`owners`: as the transaction is for; also a user whom no policy holds looks at no others."""
    compared = [*filter(None, (_COMPARED.get(name), _OF_THESE if owners else None))]
    return f"SELECT * FROM {name}{' WHERE ' if compared else ''}{' AND '.join(compared)}"


def _difference(session: PostgresSession, name: str, owners: Sequence[Owner]) -> Iterator[str]:
    rows = _rows(name, owners)
    ((extra, missing),) = session.values(
        f"SELECT (SELECT count(*) FROM (SELECT * FROM found_{name} EXCEPT ALL {rows}) e),"
        f" (SELECT count(*) FROM ({rows} EXCEPT ALL SELECT * FROM found_{name}) m)"
    )
    if extra or missing:
        yield f"{name}: {extra} entries too many, {missing} missing; `quaid rebuild` makes it anew"
