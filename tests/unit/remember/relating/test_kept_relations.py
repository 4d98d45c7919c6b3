"""What becomes of told relations in a memory: stated by a memory, ended, joined to one node a person."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, Owner
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.remember.deciding.succession import end
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

MAY, JUNE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)


def edge(identity: str, *, starts: datetime | None = None, ends: datetime | None = None) -> Edge:
    return Edge(
        id=EdgeId(identity),
        owner=Owner("o"),
        source=EntityId("e_dev"),
        relation="owns",
        target=EntityId("e_van"),
        lifetime=Lifetime(recorded_at=MAY, valid_from=starts, valid_to=ends),
    )


def test_an_ending_closes_what_was_known_to_hold_and_adds_nothing() -> None:
    done = end(edge("r_new", ends=JUNE), [edge("r_old", starts=MAY)], now=JUNE)
    assert done.added is None
    assert [(one.id, one.lifetime.valid_to) for one in done.closed] == [("r_old", JUNE)]


def test_an_ending_of_what_nobody_told_is_kept_as_history() -> None:
    done = end(edge("r_new", ends=JUNE), [], now=JUNE)
    assert done.closed == ()
    assert done.added is not None
    assert done.added.lifetime.valid_to == JUNE


def test_an_ending_told_twice_changes_nothing_the_second_time() -> None:
    done = end(edge("r_new", ends=JUNE), [edge("r_old", starts=MAY, ends=JUNE)], now=JUNE)
    assert (done.added, done.closed) == (None, ())


def take_in(memory: Memory, key: str, *said: str, day: str = "2026-05-01") -> list[MemoryId]:
    turns = [{"role": "user", "content": text, "timestamp": f"{day}T10:00:00Z"} for text in said]
    data = "\n".join(json.dumps(turn) for turn in turns).encode()
    return list(memory.extract(Intake(owner=memory.owner, source_key=key, data=data)).outcome.inserted)


@pytest.mark.parametrize("is_named", [True, False])
def test_a_move_leaves_alone_what_else_the_memory_says(tmp_path: Path, *, is_named: bool) -> None:
    who = ["I'm Ana."] if is_named else []
    with Memory(home=tmp_path / "home") as memory:
        first = take_in(memory, "a", *who, "I live in Porto with my sister Inga and her two noisy parrots.")
        take_in(memory, "b", "I moved to Lisbon on 3 June 2026.", day="2026-06-04")
        found = [memory.show(identity) for identity in first]
    assert [one.status for one in found if "parrots" in one.text] == [Status.PENDING]


def test_what_was_only_a_name_becomes_a_person_when_somebody_says_so(tmp_path: Path) -> None:
    with Memory(home=tmp_path / "home") as memory:
        take_in(memory, "a", "I sent the parcel for Wiebke to the office in Bergen.")
        take_in(memory, "b", "My colleague Wiebke works for Holzmann.")
        types = {one.name: one.type for one in memory.entities()}
    assert types["Wiebke"] is EntityType.PERSON


def test_a_known_pet_is_not_a_second_somebody(tmp_path: Path) -> None:
    with Memory(home=tmp_path / "home") as memory:
        take_in(memory, "a", "We have a dog called Pelle.")
        take_in(memory, "b", "Pelle hates the rain and sleeps by the stove all day.")
        found = [one.type for one in memory.entities() if one.name == "Pelle"]
    assert found == [EntityType.ANIMAL]


def test_whom_people_named_before_is_known_in_small_letters(tmp_path: Path) -> None:
    with Memory(home=tmp_path / "home") as memory:
        take_in(memory, "a", "My brother Torvald lives in Bergen.")
        take_in(memory, "b", "torvald sold his boat last week")
        names = {one.name for one in memory.entities()}
    assert "Torvald's boat" in names
