"""Which folders of documents are known, under which names?"""

from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from quaidpy.domain.identity import Owner

ProjectId = NewType("ProjectId", str)  # p_…
PROJECT_PREFIX = "p_"

MARKERS: tuple[tuple[str, str], ...] = (
    (".git", "a git repository"),
    ("pyproject.toml", "a Python project"),
    ("setup.py", "a Python project"),
    ("package.json", "a JavaScript project"),
    ("Cargo.toml", "a Rust crate"),
    ("go.mod", "a Go module"),
    ("pom.xml", "a Java project"),
    ("build.gradle", "a Java project"),
    ("build.gradle.kts", "a Kotlin project"),
    ("composer.json", "a PHP project"),
    ("Gemfile", "a Ruby project"),
    ("mix.exs", "an Elixir project"),
    ("CMakeLists.txt", "a C or C++ project"),
    ("mkdocs.yml", "a documentation site"),
    ("PROJECT.md", "a described project"),
    ("README.md", "a folder with a README"),
    ("README.rst", "a folder with a README"),
    ("README", "a folder with a README"),
)
"""Files and folders that tell a project, with what they tell; the first that fits is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One registered folder.

    `root`: portable, with `~` for the user's own folder and `/` between names.
    An archived project keeps its name and is neither indexed nor searched.
    """

    id: ProjectId
    owner: Owner
    name: str
    root: str
    created_at: datetime
    is_archived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFolder:
    """A folder that looks like a project, by `marker`; `name`: what it would be called."""

    root: str
    name: str
    marker: str
    project: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Somebody, or a model, has looked at a document as of a revision and found it right.

    `digest`: of the document's bytes then; a document that has changed since is verified by its own last commit.
    """

    project: ProjectId
    path: str
    revision: str
    digest: str
    at: datetime
    reason: str
    model: str | None = None
