"""What does an indexing process do until it is killed? It reads a folder again and again as the folder changes."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.documents.library import Library
from quaidpy.documents.outlines import outline_of
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.identity import Owner
from quaidpy.settings import load_settings
from quaidpy.storage.sql.stores.projects import SqlProjects
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
from quaidpy.storage.sqlite.stores.memories import sqlite_engine
from quaidpy.system.git_history import GitHistory
from quaidpy.system.project_folders import LocalFolders
from tests.fakes import CountedIds, FakeClock, HashingEmbedder


def open_library(home: Path) -> Library:
    clock = FakeClock(datetime.now(UTC) + timedelta(days=365))
    database = Database(home / "memory.sqlite", clock=clock)
    tuning = replace(load_settings(home=home / "none", environment={}).tuning.documents, chunk_tokens=60)
    folders = LocalFolders(tuning, own=home / "nobody")
    return Library(
        DocumentTools(
            owner=Owner("ana"), rows=SqlProjects(sqlite_engine(database, clock, CountedIds())), index=SqliteDocuments(database),
            folders=folders, history=GitHistory(folders.here), outline=outline_of, embedder=HashingEmbedder(),
            clock=clock, ids=CountedIds(), tuning=tuning, redact=lambda text: text,
        )
    )  # fmt: skip


def change(folder: Path, chance: random.Random) -> None:
    """Some documents come, go, change and move."""
    for _ in range(25):
        name, other = (folder / f"f{chance.randint(0, 60)}.md" for _ in range(2))
        match chance.choice(["write", "write", "write", "remove", "move"]):
            case "remove":
                name.unlink(missing_ok=True)
            case "move" if name.exists():
                name.replace(other)
            case _:
                words = " ".join(f"w{chance.randint(0, 500)}" for _ in range(120))
                name.write_text(
                    f"# {name.stem}\n\n## One\n\n{words}\n\n## Two\n\nw{chance.randint(0, 500)}\n"
                )


def index_until_killed(home: Path, folder: Path, acknowledge: Connection, seed: int) -> None:
    chance, library = random.Random(seed), open_library(home)
    while True:
        change(folder, chance)
        library.reindex(["docs"])
        acknowledge.send("indexed")
