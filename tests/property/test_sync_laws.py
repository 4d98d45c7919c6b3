"""Which laws hold of homes that share a store, whatever is done in them and in whatever order they meet?"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, OperationId, turn_id
from quaidpy.domain.memories.memory import Evidence, Kind, Status
from quaidpy.domain.sync.states import Presence, RowState
from quaidpy.errors import QuaidError
from tests.engines import engine_of_homes
from tests.samples import ANA, cause, edge, entity, episode, memory, turn
from tests.sync_house import House, SharedClock, house

pytestmark = pytest.mark.property

HOMES = st.integers(0, 2)
NUMBERS = st.integers(0, 2)
TEXTS = st.sampled_from(["Ana lives in Lisbon", "Ana keeps bees in Porto", "the ferry leaves at nine"])
Step = Callable[[House], None]
_FRESH = itertools.count()


def stores(number: int, text: str, kind: Kind, pinned: bool) -> Step:
    def step(home: House) -> None:
        spoken = (Evidence(turn_id(EpisodeId(f"ep_{number}"), 0), 0, 3),)
        with home.store.writing(cause()) as writing:
            writing.put_memory(
                memory(f"m_{number}", text, kind=kind, pinned=pinned, status=Status.ACTIVE, evidence=spoken)
            )
            writing.put_entity(entity(f"e_{number}", f"name {number}", aliases=(text,)))
            writing.put_mentions([Mention(MemoryId(f"m_{number}"), EntityId(f"e_{number}"), 0.5)])

    return step


def pins(number: int, importance: float) -> Step:
    def step(home: House) -> None:
        for found in home.store.memories(ANA, [MemoryId(f"m_{number}")]):
            with home.store.writing(cause(verb="pin")) as writing:
                writing.put_memory(memory(found.id, found.text, importance=importance, kind=found.kind))

    return step


def says(number: int, text: str) -> Step:
    def step(home: House) -> None:
        with home.store.writing(cause(verb="extract")) as writing:
            writing.put_episode(episode(f"ep_{number}"))
            writing.put_turns([turn(0, text, f"ep_{number}")])

    return step


def links(source: int, target: int) -> Step:
    def step(home: House) -> None:
        ids = [EntityId(f"e_{source}"), EntityId(f"e_{target}")]
        if len(home.store.entities(ANA, ids)) == len(set(ids)):
            with home.store.writing(cause(verb="link")) as writing:
                writing.put_edge(edge(f"r_{source}{target}", ids[0], "knows", ids[1]))

    return step


def merges(number: int) -> Step:
    def step(home: House) -> None:
        with home.store.writing(cause(verb="merge")) as writing:
            writing.remove_entity(EntityId(f"e_{number}"))

    return step


def undoes(back: int) -> Step:
    def step(home: House) -> None:
        done = home.store.operations(ANA, limit=10)
        if len(done) > back:
            try:
                home.store.undo([OperationId(done[back].id)], cause(verb="undo"))
            except QuaidError:
                return

    return step


def purges(number: int) -> Step:
    return lambda home: home.store.purge(ANA, [MemoryId(f"m_{number}")], [EpisodeId(f"ep_{number}")]) and None


STEPS = st.one_of(
    st.builds(stores, NUMBERS, TEXTS, st.sampled_from([Kind.FACT, Kind.PREFERENCE]), st.booleans()),
    st.builds(pins, NUMBERS, st.sampled_from([0.2, 0.7])),
    st.builds(says, NUMBERS, TEXTS),
    st.builds(links, NUMBERS, NUMBERS),
    st.builds(merges, NUMBERS),
    st.builds(undoes, st.integers(0, 2)),
    st.builds(purges, NUMBERS),
)
ACTS = st.lists(st.tuples(HOMES, st.none() | STEPS, st.integers(0, 2)), max_size=12)
"""Of a home, what it does (None: it meets the store), and how many seconds that takes."""


@dataclass(frozen=True, slots=True)
class World:
    homes: tuple[House, ...]
    hub: House
    clock: SharedClock


@contextmanager
def world() -> Iterator[World]:
    with TemporaryDirectory() as folder:
        clock = SharedClock()
        homes = tuple(house(name, Path(folder), clock) for name in ("a", "b", "c"))
        hub = house("s", Path(folder), clock, engine=engine_of_homes())
        try:
            yield World(homes, hub, clock)
        finally:
            for each in (*homes, hub):
                each.store.close()


def settled(world: World, *, page_rows: int) -> None:
    """Rounds until none moves anything any more."""
    for _ in range(6):
        if not sum(home.meets(world.hub.side, page_rows=page_rows).moved for home in world.homes):
            return
    raise AssertionError("the homes never come to rest")


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=ACTS, page_rows=st.sampled_from([1, 3, 500]))
def test_whatever_is_done_where_all_homes_come_to_the_same(
    acts: list[tuple[int, Step | None, int]], page_rows: int
) -> None:
    with world() as here:
        for number, step, seconds in acts:
            here.clock.pass_by(seconds)
            home = here.homes[number]
            if step is None:
                home.meets(here.hub.side, page_rows=page_rows)
            else:
                step(home)
        settled(here, page_rows=page_rows)
        first, *others = (each.exported() for each in (*here.homes, here.hub))
        for other in others:
            assert other == first
        for each in (*here.homes, here.hub):
            assert each.opened.differences() == []


def state(life: int, presence: Presence, stamps: dict[str, int], text: str) -> RowState:
    is_there = presence is Presence.THERE
    own = {group: f"{at}/{at}" for group, at in stamps.items()} if is_there else {}
    # The value is a function of its stamp, as in the world: no two edits have the same.
    row = {name: f"{text}{own.get(name, life)}" for name in ("pinned", "tier")}
    return RowState(
        table="memories",
        key=("m_1",),
        life=f"{life}/{life}",
        presence=presence,
        stamps=own,
        columns={"id": "m_1", **row} if is_there else None,
    )


STATES = st.builds(
    state,
    st.integers(1, 2),
    st.sampled_from(Presence),
    st.dictionaries(st.sampled_from(["pinned", "tier"]), st.integers(3, 5)),
    st.just("v"),
)


@given(STATES, STATES, STATES)
def test_joining_is_the_same_in_every_order_and_twice_is_once(
    one: RowState, two: RowState, three: RowState
) -> None:
    assert one.joined(two) == two.joined(one)
    assert one.joined(two).joined(three) == one.joined(two.joined(three))
    assert one.joined(one) == one
    assert one.joined(two).joined(two) == one.joined(two)
