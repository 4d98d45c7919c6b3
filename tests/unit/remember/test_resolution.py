"""Merging loses words, so only statements that truly agree are merged."""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import MemoryId, Owner, TurnId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.drafts import EntityDraft, EntityMention, MemoryDraft
from quaidpy.domain.memories.memory import Evidence, Kind, Memory
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.remember.deciding.resolution import Confirm, Insert, Neighbour, resolve
from quaidpy.settings import load_settings

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TUNING = load_settings().tuning.resolution


def draft(text: str, *, names: tuple[str, ...] = ("Ana",), kind: Kind = Kind.FACT) -> MemoryDraft:
    mentions = tuple(
        EntityMention(EntityDraft(name=name, type=EntityType.PERSON), 1.0 if i == 0 else 0.4)
        for i, name in enumerate(names)
    )
    evidence = (Evidence(TurnId("ep_1.000000"), 0, len(text)),)
    return MemoryDraft(kind=kind, text=text, stated_at=NOW, evidence=evidence, mentions=mentions)


def near(
    text: str, similarity: float, *, names: tuple[str, ...] = ("ana",), kind: Kind = Kind.FACT
) -> Neighbour:
    memory = Memory(
        id=MemoryId("m_old"),
        owner=Owner("o"),
        kind=kind,
        text=text,
        content_hash=content_hash(text),
        lifetime=Lifetime(recorded_at=NOW),
        stated_at=NOW,
    )
    return Neighbour(memory=memory, similarity=similarity, entities=frozenset(names), triples=frozenset())


@pytest.mark.parametrize(
    ("new", "old", "similarity"),
    [
        ("Ana loves painting landscapes", "Ana loves to paint landscapes", 0.97),
        ("Ana loves painting", "Ana loves painting landscapes at the sea", 0.90),
    ],
)
def test_other_words_for_the_same_confirm_it(new: str, old: str, similarity: float) -> None:
    assert isinstance(resolve(draft(new), [near(old, similarity)], TUNING), Confirm)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Ana has 3 children", "Ana has 4 children"),
        ("Ana has three children", "Ana has four children"),
        ("Ana does not eat meat", "Ana eats meat"),
        ("Ana moved on 3 May 2023", "Ana moved on 8 May 2023"),
        ("Ana loves biking in the hills", "Ana loves hiking in the hills"),
        ("Ana loves painting and pottery", "Ana loves painting"),
    ],
)
def test_a_detail_that_differs_is_never_merged_and_left_for_the_janitor(new: str, old: str) -> None:
    settled = resolve(draft(new), [near(old, 0.99)], TUNING)
    assert isinstance(settled, Insert)
    assert settled.doubt is not None


def test_the_same_said_of_somebody_else_is_new() -> None:
    settled = resolve(
        draft("Anna loves painting", names=("Anna",)), [near("Ana loves painting", 0.97)], TUNING
    )
    assert isinstance(settled, Insert)


def test_events_are_never_merged() -> None:
    event = draft("Ana ran a race", kind=Kind.EVENT)
    assert isinstance(resolve(event, [near("Ana ran a race", 0.99, kind=Kind.EVENT)], TUNING), Insert)


def test_the_same_matter_in_another_kind_is_related_not_merged() -> None:
    settled = resolve(draft("Ana loves tea"), [near("Ana loves tea", 0.96, kind=Kind.PREFERENCE)], TUNING)
    assert settled == Insert(related=(MemoryId("m_old"),))


def test_far_memories_do_not_matter() -> None:
    assert resolve(draft("Ana loves tea"), [near("Ana flew to Rome", 0.4)], TUNING) == Insert()
