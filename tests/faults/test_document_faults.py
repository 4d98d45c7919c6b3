"""An index of documents survives being killed at any moment: no half document, and the next look makes it right."""

import multiprocessing
import random
import time
from pathlib import Path

import pytest

from quaidpy.documents.indexing import plan_index
from quaidpy.documents.library import Library
from quaidpy.domain.identity import Owner
from quaidpy.ports.documents import Within
from tests.faults.indexing_process import index_until_killed, open_library

pytestmark = pytest.mark.faults
ANA = Owner("ana")


def told(library: Library) -> list[tuple[str, tuple[tuple[str, int, int, str], ...]]]:
    """Every document with its chunks, as the index has them."""
    project = library.project("docs")
    known = [each.path for each in library.tools.index.known(ANA, project.id)]
    stored = library.tools.index.chunks(ANA, range(1, 200_000))
    return [
        (
            path,
            tuple(
                (c.chunk.text, c.chunk.first_line, len(c.chunk.parts), " ".join(c.chunk.headings))
                for c in stored
                if c.path == path
            ),
        )
        for path in known
    ]


def texts_with(word: str, library: Library) -> list[str]:
    index = library.tools.index
    hits = index.by_words(word, Within(owner=ANA), limit=100_000)
    return sorted(f"{each.path} {each.chunk.text}" for each in index.chunks(ANA, [hit.chunk for hit in hits]))


def test_an_index_is_whole_after_every_kill(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "docs"
    folder.mkdir()
    (folder / "README.md").write_text("# Read me\n\nFirst.\n")
    open_library(home).register(str(folder))
    context = multiprocessing.get_context("spawn")
    chance = random.Random(7)
    for seed in range(3):
        here, there = context.Pipe()
        process = context.Process(target=index_until_killed, args=(home, folder, there, seed))
        process.start()
        assert here.poll(60)  # it works
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        process.join()
        library = open_library(home)
        library.reindex()
        fresh = open_library(tmp_path / f"fresh{seed}")
        fresh.register(str(folder))
        fresh.reindex()
        assert told(library) == told(fresh)
        for word in ("w1", "w77", "w300", "one"):
            found = [texts_with(word, each) for each in (library, fresh)]
            assert found[0] == found[1]
        assert plan_index(library.project("docs"), library.tools).is_empty
