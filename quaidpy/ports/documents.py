"""What must the world of documents be able to do for us? Only documents and the night need these."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from quaidpy.domain.documents.chunks import (
    ChunkHit,
    Fingerprint,
    IndexedDocument,
    KnownDocument,
    Outline,
    StoredChunk,
)
from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.documents.revisions import Commit, FileChange, NoHistory, RepositoryState
from quaidpy.domain.identity import OperationId, Owner
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.embedding import EmbedderIdentity, Vector


class ProjectWriting(Protocol):
    """One open transaction, as ports.Writing. Every put is insert-or-replace."""

    def put_project(self, project: Project) -> None: ...
    def remove_project(self, project: ProjectId) -> None:
        """With what was verified in it."""
        ...

    def put_verified(self, verified: Iterable[Verified]) -> None: ...

    @property
    def operation(self) -> OperationId: ...


class ProjectRows(Protocol):
    """Registered projects and what was verified in them. Never shows another owner's."""

    def writing(self, cause: Cause) -> AbstractContextManager[ProjectWriting]:
        """One transaction, one operation that can be undone, as MemoryStore.writing."""
        ...

    def projects(self, owner: Owner) -> list[Project]:
        """By name, archived ones included."""
        ...

    def verified(self, owner: Owner, project: ProjectId) -> dict[str, Verified]:
        """By path."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexChange:
    """What one commit changes about a project's documents; renamed ones keep their chunks and vectors."""

    documents: tuple[IndexedDocument, ...] = ()
    touched: tuple[KnownDocument, ...] = ()
    renamed: tuple[tuple[str, KnownDocument], ...] = ()
    removed: tuple[str, ...] = ()
    identity: EmbedderIdentity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """Whose documents, and which. Empty `projects` are all of the owner's that are not archived."""

    owner: Owner
    projects: tuple[ProjectId, ...] = ()


class DocumentIndex(Protocol):
    """Chunks of documents and their vectors. Derived from files: it can be thrown away and made anew.

    Every method takes the owner and never shows another's. Searches look at registered projects only that are not
    archived.
    """

    def known(self, owner: Owner, project: ProjectId) -> list[KnownDocument]:
        """By path."""
        ...

    def apply(
        self, owner: Owner, project: ProjectId, change: IndexChange, vectors: "Mapping[str, Vector[float]]"
    ) -> None:
        """One transaction. `vectors`: by index text of a part; parts without one are kept without."""
        ...

    def known_texts(
        self, owner: Owner, identity: EmbedderIdentity, texts: Collection[str]
    ) -> "dict[str, Vector[float]]":
        """Vectors that parts of this very text have from this embedder."""
        ...

    def texts_without_vector(self, owner: Owner, identity: EmbedderIdentity, *, limit: int) -> list[str]:
        """Index texts of parts with no vector of this embedder."""
        ...

    def put_vectors(
        self, owner: Owner, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]"
    ) -> None: ...

    def forget(self, owner: Owner, projects: Sequence[ProjectId]) -> int:
        """Take all documents of these projects out. Returns how many."""
        ...

    def orphans(self, owner: Owner) -> list[ProjectId]:
        """Projects that have documents here and are registered no more, or archived."""
        ...

    def by_words(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        """By BM25 over path, headings and text, best first, ties by number; any text is a query."""
        ...

    def by_windows(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        """As `by_words`, over each chunk together with those before and after it."""
        ...

    def nearest(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        """By the cosine of a chunk's best part, exact, best first, ties by number."""
        ...

    def nearest_headings(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        """As `nearest`, by the headings of a chunk alone; chunks under none are not found."""
        ...

    def chunks(self, owner: Owner, numbers: Sequence[int]) -> list[StoredChunk]:
        """In the order asked; those that have gone are left out. The text of their parts is the index text."""
        ...

    def counts(self, owner: Owner) -> dict[ProjectId, tuple[int, int]]:
        """Documents and chunks of each project that has any."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The documents of a folder by path within it, in order; what was `left_out`, with the reason."""

    files: Mapping[str, Fingerprint]
    left_out: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


class ProjectFolders(Protocol):
    """The files of projects on this machine. Roots are portable (`~/…`)."""

    def portable(self, path: str) -> str:
        """How a path of this machine is kept: links resolved, `~` for the user's own folder, `/` between names."""
        ...

    def here(self, root: str) -> str:
        """Where that is on this machine."""
        ...

    def is_folder(self, root: str) -> bool: ...
    def exists(self, root: str, path: str) -> bool:
        """Whether a file or folder is there, within the root."""
        ...

    def make(self, root: str, files: Mapping[str, str]) -> None:
        """Make the folder and those files that are not there. Raises ReadOnlyError."""
        ...

    def listing(self, root: str, *, without: Collection[str] = ()) -> Listing:
        """All documents of a folder; `without`: roots inside it that are projects of their own.

        Raises NotFoundError when there is no such folder.
        """
        ...

    def read(self, root: str, path: str) -> bytes:
        """Raises UnreadableError when it has gone or is no text."""
        ...

    def markers(
        self, folder: str, names: Collection[str], *, depth: int
    ) -> Iterable[tuple[str, frozenset[str]]]:
        """Folders at and below this one that hold some of these names, and which.

        Hidden and generated folders are not looked into, and nothing below one that holds `.git`.
        """
        ...


class OutlineReader(Protocol):
    def __call__(self, path: str, text: str) -> Outline:
        """The headings and blocks of a document, by its kind. Any text is fine."""
        ...


class History(Protocol):
    """What git knows of a project's folder; read-only. Paths are within the root, with `/`.

    Every method but `state` may raise StorageError with git's own words.
    """

    def state(self, root: str) -> RepositoryState | NoHistory: ...

    def commits(self, root: str, *, limit: int) -> list[Commit]:
        """Newest first, merges left out; those that touched something below the root."""
        ...

    def since(self, root: str, revision: str) -> frozenset[str]:
        """The commits that HEAD has and the revision does not."""
        ...

    def changes(self, root: str, revision: str) -> list[FileChange]:
        """All files that differ between the revision and the disk, untracked ones left out; by path."""
        ...

    def text_at(self, root: str, revision: str, path: str) -> str | None:
        """What the file said then; None when it was not there or is no text."""
        ...

    def files(self, root: str) -> list[str]:
        """All tracked and new files that are not ignored."""
        ...

    def names_there(self, root: str, names: Collection[str], *, without: Collection[str]) -> frozenset[str]:
        """Which of the names stand as whole words or flags in a text file: no test, and none of those `without`."""
        ...
