"""Where are the registered projects written down, and what was verified in them?"""

from collections.abc import Iterator
from contextlib import contextmanager

from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.documents import ProjectWriting
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.project_rows import project_of, verified_of
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import rows_of
from quaidpy.storage.sqlite.writing.transaction import tracked_writing


class SqliteProjects:
    """See ports.documents.ProjectRows."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids

    @contextmanager
    def writing(self, cause: Cause) -> Iterator[ProjectWriting]:
        with tracked_writing(self._database, cause, clock=self._clock, ids=self._ids) as writing:
            yield writing

    def projects(self, owner: Owner) -> list[Project]:
        with self._database.reading() as connection:
            query = "SELECT * FROM projects WHERE owner = ? ORDER BY name, id"
            return [project_of(owner, row) for row in rows_of(connection, query, (owner,))]

    def verified(self, owner: Owner, project: ProjectId) -> dict[str, Verified]:
        with self._database.reading() as connection:
            query = "SELECT * FROM verified WHERE owner = ? AND project = ? ORDER BY path"
            return {row["path"]: verified_of(row) for row in rows_of(connection, query, (owner, project))}
