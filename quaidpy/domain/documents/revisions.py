"""What changed in the files of a project since a revision, and who says so?"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """`paths`: what it touched, by its path within the project; `renamed`: pairs of old and new path."""

    revision: str
    at: datetime
    subject: str
    paths: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file, from a revision to what lies on the disk now.

    `old_path`: where it was before, when it was renamed. `removed` and `added`: its changed lines, stripped; none of a
    file that is no text, or past the size that is looked at (`is_unread`).
    """

    path: str
    old_path: str | None = None
    is_gone: bool = False
    is_new: bool = False
    is_unread: bool = False
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryState:
    """`head`: None before the first commit. `notes`: what limits what can be said, in words."""

    head: str | None
    notes: tuple[str, ...] = ()
    dirty: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoHistory:
    """Why nothing is known about changes: no git, no repository, …"""

    reason: str
