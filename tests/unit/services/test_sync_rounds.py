"""What does a round bring, and to whom?"""

from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, Owner
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.ports.sync import Position
from tests.fakes import HashingEmbedder
from tests.samples import ANA, BEN, cause, entity, memory
from tests.sync_house import House, SharedClock, house

EMBEDDER = HashingEmbedder()
TEAM = Space(
    owner=ANA,
    name="team",
    policy=ReadPolicy.MEMBERS,
    members=(Member(ANA, "", Role.OWNER), Member(BEN, "", Role.WRITER)),
)


@pytest.fixture
def clock() -> SharedClock:
    return SharedClock()


@pytest.fixture
def one(tmp_path: Path, clock: SharedClock) -> House:
    return house("a", tmp_path, clock)


@pytest.fixture
def two(tmp_path: Path, clock: SharedClock) -> House:
    return house("b", tmp_path, clock)


@pytest.fixture
def hub(tmp_path: Path, clock: SharedClock) -> House:
    return house("s", tmp_path, clock)


def store(home: House, identity: str, text: str, *, owner: Owner = ANA) -> None:
    home.clock.pass_by(1)
    with home.store.writing(cause(owner=owner)) as writing:
        writing.put_memory(memory(identity, text, owner=owner))


def texts(home: House, owner: Owner = ANA) -> list[str]:
    return [each.text for each in home.store.newest(Filter(owner=owner), limit=9)]


def test_what_was_there_before_anything_was_shared_is_shared_too(one: House, two: House, hub: House) -> None:
    store(one, "m_1", "Ana lives in Lisbon")
    store(hub, "m_2", "Ana keeps bees")
    one.meets(hub.side)
    two.meets(hub.side)
    assert one.exported() == two.exported() == hub.exported()


def test_a_home_does_not_hear_of_what_it_has_said_itself(one: House, hub: House) -> None:
    one.meets(hub.side)
    store(one, "m_1", "Ana lives in Lisbon")
    one.meets(hub.side)
    assert one.side.rows.position(ANA, hub.side.rows.node).pulled == hub.side.rows.last(ANA)


def test_embeddings_of_the_same_model_are_taken_over(one: House, two: House, hub: House) -> None:
    text = "Ana lives in Lisbon"
    with one.store.writing(cause()) as writing:
        writing.put_memory(memory("m_1", text))
        writing.put_vectors(EMBEDDER.identity, dict(zip([text], EMBEDDER.embed([text]), strict=True)))
    assert one.meets(hub.side, embedder=EMBEDDER).vectors == 1
    assert two.meets(hub.side, embedder=EMBEDDER).vectors == 1
    (vector,) = EMBEDDER.embed([text])
    found = two.side.search.nearest(vector, Corpus.MEMORIES, Filter(owner=ANA), limit=3)
    assert [hit.node for hit in found] == ["m_1"]
    assert two.side.search.texts_without_vector(ANA, limit=9) == []


def test_a_store_that_an_older_copy_replaced_is_told_everything_anew(
    one: House, hub: House, tmp_path: Path
) -> None:
    store(one, "m_1", "Ana lives in Lisbon")
    one.meets(hub.side)
    one.side.rows.keep_position(ANA, hub.side.rows.node, Position(pulled=90, pushed=90))
    hub.store.purge(ANA, [], [])
    store(hub, "m_2", "Ana keeps bees")
    one.meets(hub.side)
    assert sorted(texts(one)) == ["Ana keeps bees", "Ana lives in Lisbon"]


def test_members_share_a_space_and_nothing_else(one: House, two: House, hub: House) -> None:
    one.side.spaces.add(TEAM)
    store(one, "m_1", "the team meets on Mondays", owner=TEAM.key)
    store(one, "m_2", "Ana lives in Lisbon")
    one.meets(hub.side, owner=ANA)
    done = two.meets(hub.side, owner=BEN)
    assert done.followed == [BEN, TEAM.key]
    assert texts(two, TEAM.key) == ["the team meets on Mondays"]
    assert texts(two) == []
    assert two.side.spaces.spaces() == [TEAM]


def test_who_is_no_member_any_more_loses_the_space(one: House, two: House, hub: House) -> None:
    one.side.spaces.add(TEAM)
    store(one, "m_1", "the codeword is quetzalcoatl", owner=TEAM.key)
    one.meets(hub.side, owner=ANA)
    two.meets(hub.side, owner=BEN)
    store(two, "m_3", "quetzalcoatl is spelled with a z", owner=TEAM.key)
    store(two, "m_4", "Ben lives in Leeds", owner=BEN)
    one.clock.pass_by(1)
    one.side.spaces.change(TEAM.key, lambda space: replace(space, members=space.members[:1]))
    one.meets(hub.side, owner=ANA)
    assert two.meets(hub.side, owner=BEN).left == [TEAM.key]
    assert two.side.rows.followed() == [BEN]
    assert two.side.spaces.spaces() == []
    assert texts(two, BEN) == ["Ben lives in Leeds"]
    assert b"quetzalcoatl" not in two.words()
    assert two.meets(hub.side, owner=BEN).moved == 0
    one.meets(hub.side, owner=ANA)
    assert texts(one, TEAM.key) == ["the codeword is quetzalcoatl"]


def test_a_space_of_which_another_store_knows_nothing_is_kept(
    one: House, two: House, hub: House, tmp_path: Path, clock: SharedClock
) -> None:
    one.side.spaces.add(TEAM)
    store(one, "m_1", "the team meets on Mondays", owner=TEAM.key)
    one.meets(hub.side, owner=ANA)
    two.meets(hub.side, owner=BEN)
    other = house("t", tmp_path, clock)
    assert two.meets(other.side, owner=BEN).left == []
    assert texts(two, TEAM.key) == ["the team meets on Mondays"]


def test_an_entity_that_another_memory_speaks_of_outlives_a_purge(one: House, two: House, hub: House) -> None:

    for number in (1, 2):
        with one.store.writing(cause()) as writing:
            writing.put_memory(memory(f"m_{number}", f"Ana keeps {number} bees"))
            writing.put_entity(entity("e_1", "Ana"))
            writing.put_mentions([Mention(MemoryId(f"m_{number}"), EntityId("e_1"), 1.0)])
        if number == 1:
            one.meets(hub.side)
            two.meets(hub.side)
    one.store.purge(ANA, [MemoryId("m_1")], [])
    one.meets(hub.side)
    two.meets(hub.side)
    assert two.exported() == one.exported()
    assert [each.entity for each in two.store.mentions_of(ANA, [MemoryId("m_2")])] == ["e_1"]
