"""Laws: the same memory and the same question give the same answer, to the last bit."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from quaidpy.bench.speed.synthetic import Chapter, SyntheticLife
from quaidpy.domain.identity import EpisodeId, turn_id
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import SearchIndex
from quaidpy.services.parts import Parts
from tests.recalled import OWNER, SIZE, answers, opened, warm

pytestmark = pytest.mark.property
Row = TypeVar("Row")
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Home:
    folder: Path
    parts: Parts

    def answers(self) -> list[list[object]]:
        return answers(self.parts.recalling)


def _filled(folder: Path, chance: random.Random) -> Home:
    """The same life whatever the chance: chapters, their rows and their twins are put down in a random order."""
    parts = opened(folder)
    embedder = warm(parts).embedder
    assert embedder is not None
    told = list(SyntheticLife(OWNER, embedder, size=SIZE).chapters())
    entities = [entity for chapter in told for entity in chapter.entities]
    chapters = [*told, *(_twin(chapter) for chapter in told[:2])]
    with parts.remembering.store.writing(Cause(owner=OWNER, verb="store", why="test")) as writing:
        for entity in chance.sample(entities, k=len(entities)):
            writing.put_entity(entity)
    for chapter in chance.sample(chapters, k=len(chapters)):
        with parts.remembering.store.writing(Cause(owner=OWNER, verb="store", why="test")) as writing:
            writing.put_episode(chapter.episode)
            writing.put_turns(_shuffled(chapter.turns, chance))
            for statement in _shuffled(chapter.memories, chance):
                writing.put_memory(statement)
            writing.put_mentions(_shuffled(chapter.mentions, chance))
            for edge in _shuffled(chapter.edges, chance):
                writing.put_edge(edge)
            writing.put_vectors(embedder.identity, chapter.vectors)
    return Home(folder, parts)


def _shuffled(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    return chance.sample(rows, k=len(rows))


def _twin(chapter: Chapter) -> Chapter:
    """The same said once more elsewhere: ties in every lane, which only ids can decide."""
    episode = replace(chapter.episode, id=EpisodeId(f"{chapter.episode.id}twin"), source_key="twin")
    turns = tuple(replace(t, id=turn_id(episode.id, t.seq), episode=episode.id) for t in chapter.turns)
    return replace(chapter, episode=episode, turns=turns, memories=(), entities=(), mentions=(), edges=())


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Home, Home]]:
    """Equal, but for the order in which they were written."""
    seeds = enumerate(("one", "other"))
    one, other = (_filled(tmp_path_factory.mktemp(n), random.Random(seed)) for seed, n in seeds)
    yield one, other
    for each in (one, other):
        each.parts.remembering.store.close()


class _InAnyOrder:
    """A search whose lanes come in any order."""

    def __init__(self, search: SearchIndex, chance: random.Random) -> None:
        self._search = search
        self._chance = chance

    def __getattr__(self, name: str) -> object:
        return getattr(self._search, name)

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        return self._shuffled(self._search.text(query, corpus, keep, limit=limit))

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        return self._shuffled(self._search.windows(query, keep, limit=limit))

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        return self._shuffled(self._search.nearest(vector, corpus, keep, limit=limit))

    def _shuffled(self, hits: list[Hit]) -> list[Hit]:
        self._chance.shuffle(hits)
        return hits


def test_asking_again_gives_the_same_whether_vectors_are_in_the_file_or_in_memory(
    homes: tuple[Home, Home],
) -> None:
    reopened = opened(homes[0].folder)
    tools = replace(reopened.recalling, embedder=homes[0].parts.recalling.embedder)
    first = answers(tools)  # the first two questions of a corpus are answered from the file
    assert any(found for found, *_ in first)
    assert answers(tools) == first
    reopened.remembering.store.close()


def test_the_order_in_which_lanes_find_changes_nothing(homes: tuple[Home, Home]) -> None:
    tools = homes[0].parts.recalling
    expected = answers(tools)
    for seed in range(3):
        search: Any = _InAnyOrder(tools.search, random.Random(seed))
        assert answers(replace(tools, search=search)) == expected


def test_the_order_in_which_it_was_all_put_down_changes_nothing(homes: tuple[Home, Home]) -> None:
    one, other = homes
    assert one.answers() == other.answers()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
@pytest.mark.of_file
def test_another_process_gives_the_same(homes: tuple[Home, Home], hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{_ROOT}:{_ROOT / 'janitor'}"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.recalled", str(homes[0].folder)],
        capture_output=True,
        check=True,
        cwd=_ROOT,
        env=environment,
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(homes[0].answers()))
