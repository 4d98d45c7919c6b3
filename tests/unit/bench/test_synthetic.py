"""A synthetic memory is the same for the same seed, whole, and of the shape it promises."""

from collections import Counter

import pytest

from quaidpy.bench.speed.scale import build, parsed_sizes, spoken_size
from quaidpy.bench.speed.synthetic import Chapter, SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.memory import Memory
from quaidpy.settings import Settings
from quaidpy.wiring.parts import parts_for
from tests.fakes import HashingEmbedder

OWNER = Owner("bench")


def told(size: int, seed: int = 1) -> list[Chapter]:
    return list(SyntheticLife(OWNER, HashingEmbedder(), size=size, seed=seed).chapters())


def test_the_same_seed_tells_the_same_life() -> None:
    assert told(60) == told(60)
    assert told(60) != told(60, seed=2)


def test_there_are_as_many_memories_and_turns_as_asked_for() -> None:
    chapters = told(60)
    assert sum(len(chapter.memories) for chapter in chapters) == 60
    assert sum(len(chapter.turns) for chapter in chapters) == 60


def test_every_entity_is_introduced_once_and_before_it_is_mentioned() -> None:
    known: set[str] = set()
    for chapter in told(500):
        fresh = {entity.id for entity in chapter.entities}
        assert not fresh & known
        known |= fresh
        assert {mention.entity for mention in chapter.mentions} <= known


def test_few_entities_have_most_of_the_mentions() -> None:
    counted = Counter(mention.entity for chapter in told(2_000) for mention in chapter.mentions)
    tenth = len(counted) // 10
    assert sum(count for _, count in counted.most_common(tenth)) > 0.3 * sum(counted.values())


def test_questions_are_distinct_and_the_same_each_time() -> None:
    life = SyntheticLife(OWNER, HashingEmbedder(), size=60)
    questions = life.questions(50)
    assert len(set(questions)) == 50
    assert questions == life.questions(50)


def test_a_built_home_is_whole_and_found_again(settings: Settings) -> None:
    seen: list[int] = []
    building = build(settings, 100, report=lambda _, done, __: seen.append(done))
    with Memory(parts_for(settings)) as memory:
        counts = memory.stats()
        assert (counts["memories"], counts["turns"]) == (100, 100)
        assert memory.check_files() == []
        assert memory.texts_without_vector() == 0
    assert seen == [100]
    assert build(settings, 100) == building, "what is there is kept"


def test_a_home_that_holds_something_else_is_refused(settings: Settings) -> None:
    build(settings, 50)
    with pytest.raises(UsageError, match="holds a synthetic memory of 50"):
        build(settings, 100)


def test_sizes_are_read_and_spoken() -> None:
    assert parsed_sizes("500, 10k,1M") == [500, 10_000, 1_000_000]
    assert [spoken_size(size) for size in (500, 10_000, 1_000_000)] == ["500", "10k", "1M"]
    with pytest.raises(UsageError, match="no size"):
        parsed_sizes("many")
