"""A library over real files and a real database; embeddings by hashing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quaidpy.documents.library import Library
from quaidpy.documents.outlines import outline_of
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.identity import Owner
from quaidpy.domain.secrets.redaction import redact_secrets
from quaidpy.ports.embedding import Vector
from quaidpy.settings import load_settings
from quaidpy.storage.sql.stores.projects import SqlProjects
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
from quaidpy.storage.sqlite.stores.memories import sqlite_engine
from quaidpy.system.git_history import GitHistory
from quaidpy.system.project_folders import LocalFolders
from tests.fakes import CountedIds, FakeClock, HashingEmbedder

OWNER = Owner("ana")


class CountingEmbedder(HashingEmbedder):
    """Remembers which texts it was asked for."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        self.texts.extend(texts)
        return super().embed(texts)


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of three documents and things that are none."""
    folder = tmp_path / "shop"
    write(
        folder,
        {
            "README.md": "# Shop\n\nSells bread.\n\n## Opening hours\n\nFrom seven to noon, never on Monday.\n",
            "docs/oven.md": "# The oven\n\n## Cleaning\n\nScrape the oven with a brush.\n\n## Heating\n\nTo 250 degrees.\n",
            "docs/prices.rst": "Prices\n======\n\nA loaf costs three euros.\n",
            "shop.py": "print('no document')\n",
            ".env": "TOKEN=secret\n",
        },
    )
    return folder


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "home" / "memory.sqlite", clock=FakeClock())
    yield database
    database.close()


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture
def library(database: Database, tmp_path: Path, embedder: CountingEmbedder) -> Library:
    # Ahead of the files by a year: they have rested when they are read.
    clock, ids = FakeClock(datetime.now(UTC) + timedelta(days=365)), CountedIds()
    tuning = load_settings(home=tmp_path / "none", environment={}).tuning.documents
    folders = LocalFolders(tuning, own=tmp_path / "somebody")
    return Library(
        DocumentTools(
            owner=OWNER,
            rows=SqlProjects(sqlite_engine(database, clock, ids)),
            index=SqliteDocuments(database),
            folders=folders,
            history=GitHistory(folders.here),
            outline=outline_of,
            embedder=embedder,
            clock=clock,
            ids=ids,
            tuning=tuning,
            redact=lambda text: redact_secrets(text)[0],
        )
    )


def of_another(library: Library, owner: str) -> Library:
    return Library(replace(library.tools, owner=Owner(owner)))
