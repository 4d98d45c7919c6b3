"""What can be done with projects and their documents? The part of the facade that speaks of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quaidpy.documents import registry
from quaidpy.documents.freshness import Freshness, freshness_of, verify
from quaidpy.documents.indexing import (
    IndexReport,
    Progress,
    apply_index,
    embed_waiting_parts,
    plan_index,
)
from quaidpy.documents.searching import DocumentQuery, search
from quaidpy.documents.tidiness import Untidy, untidy_documents
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.chunks import Found, KnownDocument
from quaidpy.domain.documents.projects import FoundFolder, Project
from quaidpy.domain.identity import OperationId
from quaidpy.errors import NotFoundError


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectCounts:
    """A project with what is indexed of it. `is_there`: whether its folder is."""

    project: Project
    documents: int
    chunks: int
    is_there: bool


class Library:
    """Projects and documents of one owner. Every method may raise a QuaidError that says what to do."""

    def __init__(self, tools: DocumentTools) -> None:
        self.tools = tools

    # Projects

    def register(self, folder: str, *, name: str | None = None, is_nested: bool = False) -> Project:
        """Know a folder as a project; nothing in it is changed."""
        return registry.register(folder, self.tools, name=name, is_nested=is_nested)

    def create(self, name: str, folder: str) -> Project:
        """Make a folder with a PROJECT.md and register it."""
        return registry.create(name, folder, self.tools)

    def find(self, path: str) -> Project | None:
        """The innermost project that a file or folder belongs to."""
        return registry.project_of(path, self.tools)

    def project(self, named: str) -> Project:
        """By name, id, or a path in it."""
        return registry.project_called(named, self.tools)

    def discover(self, folder: str, *, depth: int) -> list[FoundFolder]:
        """Folders below that look like projects."""
        return registry.discover(folder, self.tools, depth=depth)

    def rename(self, named: str, name: str) -> tuple[Project, OperationId]:
        return registry.rename(named, name, self.tools)

    def archive(self, named: str, *, is_archived: bool = True) -> tuple[Project, OperationId]:
        return registry.archive(named, self.tools, is_archived=is_archived)

    def unregister(self, named: str) -> tuple[Project, OperationId]:
        """Know it no more; its folder stays as it is."""
        return registry.unregister(named, self.tools)

    def projects(self) -> list[ProjectCounts]:
        """By name, archived ones included."""
        counts = self.tools.index.counts(self.tools.owner)
        return [
            ProjectCounts(
                project=each,
                documents=counts.get(each.id, (0, 0))[0],
                chunks=counts.get(each.id, (0, 0))[1],
                is_there=self.tools.folders.is_folder(each.root),
            )
            for each in self.tools.rows.projects(self.tools.owner)
        ]

    # Documents

    def documents(self, named: str) -> list[KnownDocument]:
        """What is indexed of a project, by path."""
        return self.tools.index.known(self.tools.owner, self.project(named).id)

    def search(self, query: DocumentQuery | str) -> Found:
        """Passages, best first."""
        return search(query if isinstance(query, DocumentQuery) else DocumentQuery(text=query), self.tools)

    def freshness(self, named: str) -> Freshness:
        """Which documents of a project may be stale, and why."""
        return freshness_of(self.project(named), self.tools)

    def verify(self, named: str, path: str, reason: str) -> OperationId:
        """Note that a document is right as of now."""
        return verify(self.project(named), path, reason, self.tools)

    def untidy(self, named: str) -> list[Untidy]:
        """Dead links, and empty, copied and forgotten documents of a project."""
        return untidy_documents(self.project(named), self.tools)

    def reindex(
        self,
        names: Sequence[str] = (),
        *,
        progress: Callable[[Project], Progress | None] = lambda _: None,
    ) -> list[IndexReport]:
        """Read what changed in these projects, or in all that are not archived.

        A folder that is not there is told in the report's notes; its documents stay searchable.
        """
        tools = self.tools
        tools.index.forget(tools.owner, tools.index.orphans(tools.owner))
        chosen = [self.project(named) for named in names] or [
            each for each in tools.rows.projects(tools.owner) if not each.is_archived
        ]
        reports = []
        for each in chosen:
            try:
                reports.append(apply_index(plan_index(each, tools), tools, progress(each)))
            except NotFoundError as err:
                if names:
                    raise
                reports.append(IndexReport(project=each, notes=[str(err)]))
        embed_waiting_parts(tools)
        return reports
