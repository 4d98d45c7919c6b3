"""Does a store find ids by their parts, and memories by whom they are about, as ports.MemoryStore says?"""

from dataclasses import replace
from datetime import timedelta

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, NodeId, Owner, TurnId
from quaidpy.domain.memories.memory import Evidence, Status, UsageChange
from quaidpy.ports.storage import MemoryStore
from tests.samples import ANA, BEN, DAY, cause, entity, episode, memory, turn

ONE, OTHER = "m_01aaaaaaaaaaaaaaaaaaaaaaa1", "m_01aaaaaaaaaaaaaaaaaaaaabb2"


@pytest.fixture
def filled(store: MemoryStore) -> MemoryStore:
    with store.writing(cause(ANA)) as writing:
        writing.put_entity(entity("e_01aaaaaaaaaaaaaaaaaaaaabb2", "Ana"))
        writing.put_memory(replace(memory(ONE, "Ana lives in Porto."), stated_at=DAY))
        later = DAY + timedelta(days=1)
        writing.put_memory(replace(memory(OTHER, "Ana lives in Lisbon."), stated_at=later))
        writing.put_mentions(
            [Mention(MemoryId(each), EntityId("e_01aaaaaaaaaaaaaaaaaaaaabb2"), 1.0) for each in (ONE, OTHER)]
        )
    return store


def test_an_id_is_found_by_its_begin_its_end_and_whole(filled: MemoryStore) -> None:
    assert filled.ids_like(ANA, "m_01aaaa") == [ONE, OTHER]
    assert filled.ids_like(ANA, "m_aaaabb2") == [OTHER]
    assert filled.ids_like(ANA, ONE) == [ONE]


def test_an_end_counts_only_within_its_prefix(filled: MemoryStore) -> None:
    assert filled.ids_like(ANA, "e_aaaabb2") == ["e_01aaaaaaaaaaaaaaaaaaaaabb2"]


def test_operations_and_runs_are_found_too(filled: MemoryStore) -> None:
    [operation] = filled.operations(ANA)
    assert filled.ids_like(ANA, operation.id) == [operation.id]


def test_another_owner_finds_nothing(filled: MemoryStore) -> None:
    assert filled.ids_like(Owner(BEN), "m_01aaaa") == []
    assert filled.memories_about(Owner(BEN), EntityId("e_01aaaaaaaaaaaaaaaaaaaaabb2"), limit=5) == []


@pytest.mark.parametrize("part", ["m_%", "m__", "m_'; DROP TABLE memories; --", "", "_", "m_🍣"])
def test_any_text_is_a_part_and_none_is_a_pattern(filled: MemoryStore, part: str) -> None:
    assert set(filled.ids_like(ANA, part)) <= {
        ONE,
        OTHER,
        "e_01aaaaaaaaaaaaaaaaaaaaabb2",
        *_operations(filled),
    }
    assert len(filled.ids_like(ANA, "m_%")) == 0


def test_memories_about_somebody_come_last_stated_first(filled: MemoryStore) -> None:
    ana = EntityId("e_01aaaaaaaaaaaaaaaaaaaaabb2")
    assert filled.memories_about(ANA, ana, limit=5) == [OTHER, ONE]
    assert filled.memories_about(ANA, ana, limit=1) == [OTHER]


def test_a_forgotten_memory_is_about_nobody(filled: MemoryStore) -> None:
    [other] = filled.memories(ANA, [MemoryId(OTHER)])
    with filled.writing(cause(ANA)) as writing:
        writing.put_memory(replace(other, status=Status.ARCHIVED))
    assert filled.memories_about(ANA, EntityId("e_01aaaaaaaaaaaaaaaaaaaaabb2"), limit=5) == [ONE]


def _operations(store: MemoryStore) -> set[str]:
    return {operation.id for operation in store.operations(ANA)}


def answers(store: MemoryStore) -> tuple[object, ...]:
    turns = [TurnId("ep_1.000000"), TurnId("ep_1.000001"), TurnId("ep_9.000000")]
    memories = [MemoryId("m_1"), MemoryId("m_2"), MemoryId("m_9")]
    return (
        store.turns(ANA, turns),
        store.memories(ANA, memories),
        store.memories_from_turns(ANA, turns),
        store.turns_behind(ANA, memories),
        store.episodes(ANA, [EpisodeId("ep_1"), EpisodeId("ep_9")]),
        store.usages(ANA, [*turns, *memories]),
    )


@pytest.mark.parametrize(
    "ahead", [["m_1"], ["ep_1.000001"], ["m_9", "ep_9.000000"], ["m_1", "m_2", "ep_1.000000"]]
)
def test_reading_ahead_changes_no_answer(store: MemoryStore, ahead: list[NodeId]) -> None:
    first, second = turn(0, "Ana lives in Lisbon"), turn(1, "Ana lives in Porto")
    twice = (Evidence(first.id, 0, 3), Evidence(second.id, 0, 3), Evidence(first.id, 4, 9))
    with store.writing(cause(ANA)) as writing:
        writing.put_episode(episode())
        writing.put_turns([first, second])
        writing.put_memory(memory("m_1", evidence=twice))
        writing.put_memory(memory("m_2", "Ana lives in Porto", evidence=(Evidence(second.id, 0, 3),)))
    store.record_usage(ANA, [UsageChange(memory=MemoryId("m_2"), outcome=0.9)])
    before = answers(store)
    store.read_ahead(ANA, ahead)
    store.read_ahead(BEN, ahead)
    assert answers(store) == before
    with store.writing(cause(ANA)) as writing:
        writing.put_memory(memory("m_1", "Ana lives in Porto now", evidence=twice[:1]))
    store.read_ahead(ANA, ahead)
    assert [each.text for each in store.memories(ANA, [MemoryId("m_1")])] == ["Ana lives in Porto now"]
    assert store.turns_behind(ANA, [MemoryId("m_1")]) == {"m_1": [first.id]}
