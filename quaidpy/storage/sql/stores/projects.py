"""Where are the registered projects written down, and what was verified in them?"""

from contextlib import AbstractContextManager

from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.documents import ProjectWriting
from quaidpy.storage.sql.changing.transactions import tracked_writing
from quaidpy.storage.sql.engine import AnyEngine
from quaidpy.storage.sql.project_rows import project_of, verified_of


class SqlProjects:
    """See ports.documents.ProjectRows."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine
        self._database = engine.database

    def writing(self, cause: Cause) -> AbstractContextManager[ProjectWriting]:
        return tracked_writing(self._engine, cause)

    def projects(self, owner: Owner) -> list[Project]:
        with self._database.reading() as session:
            query = "SELECT * FROM projects WHERE owner = :owner ORDER BY name, id"
            return [project_of(owner, row) for row in session.rows(query, {"owner": owner})]

    def verified(self, owner: Owner, project: ProjectId) -> dict[str, Verified]:
        with self._database.reading() as session:
            query = "SELECT * FROM verified WHERE owner = :owner AND project = :project ORDER BY path"
            return {
                row["path"]: verified_of(row)
                for row in session.rows(query, {"owner": owner, "project": project})
            }
