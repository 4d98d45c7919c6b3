"""Do rows kept in memory always say what the file says, whoever writes and whatever is taken back?"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, NodeId, Owner, turn_id
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.store import cached_store
from quaidpy.storage.feeding.rows import kept_rows
from tests.property.test_storage_laws import DAYS, FEW, NUMBERS, STEPS, TEXTS, House, Step, house
from tests.samples import ANA, BEN, cause

pytestmark = pytest.mark.property

MEMORIES = [MemoryId(f"m_{n}") for n in range(4)]
ENTITIES = [EntityId(f"e_{n}") for n in range(4)]
EPISODES = [EpisodeId(f"ep_{n}") for n in range(4)]
TURNS = [turn_id(each, n) for each in EPISODES for n in range(3)]
FILTERS = st.builds(
    Filter,
    owner=st.sampled_from([ANA, BEN]),
    project=st.none() | TEXTS,
    kinds=st.lists(st.sampled_from(Kind), max_size=3).map(tuple),
    tags=st.lists(TEXTS, max_size=2).map(tuple),
    since=st.none() | DAYS,
    until=st.none() | DAYS,
    moment=st.none() | st.builds(Moment, as_of=DAYS, known_at=DAYS),
)


@dataclass(frozen=True, slots=True)
class Turmoil:
    """What happens to a home: some steps written, here or by another process; or something taken back or erased."""

    steps: list[Step]
    by_another: bool
    owner: Owner
    then: str
    erased: int


TURMOIL = st.builds(
    Turmoil,
    st.lists(STEPS, max_size=3),
    st.booleans(),
    st.sampled_from([ANA, BEN]),
    st.sampled_from(["nothing", "nothing", "undo", "purge", "read in"]),
    NUMBERS,
)


def _answers(store: MemoryStore, keep: Filter) -> list[object]:
    owner = keep.owner
    nodes: list[NodeId] = [*MEMORIES, *TURNS]
    texts = store.texts(keep, nodes)
    return [
        store.memories(owner, MEMORIES),
        store.turns(owner, TURNS),
        store.episodes(owner, EPISODES),
        store.entities(owner, ENTITIES),
        *(store.entities_named(owner, *names) for names in _names_of(store, owner)),
        *(store.names_beginning(owner, [name[:3], name[-2:]]) for name in _borne_in(store, owner)),
        store.names_beginning(owner, [name[:2] for name in _borne_in(store, owner)]),
        store.names_beginning(owner, []),
        store.turns_behind(owner, MEMORIES),
        store.memories_from_turns(owner, TURNS),
        texts,
        list(texts),
    ]


def _names_of(store: MemoryStore, owner: Owner) -> list[list[str]]:
    borne = _borne_in(store, owner)
    return [[], ["nobody"], borne, *([name.upper()] for name in borne)]


def _borne_in(store: MemoryStore, owner: Owner) -> list[str]:
    return [name for each in store.all_entities(owner) for name in (each.name, *each.aliases)]


@contextmanager
def _two_processes(most: int) -> Iterator[tuple[House, House, MemoryStore]]:
    """A home, the same home as another process has it open, and the first one's rows in memory."""
    with house() as home:
        there = House(home.again(), home.again)
        yield home, there, cached_store(home.store, partial(kept_rows, home.opened.database), most=most)


def _happen(turmoil: Turmoil, home: House) -> None:
    home.write(turmoil.steps, turmoil.owner)
    newest = [op.id for op in home.store.operations(turmoil.owner, limit=1) if op.cause.verb != "purge"]
    if turmoil.then == "undo" and newest:
        home.store.undo(newest, cause(turmoil.owner, "undo"))
    if turmoil.then == "purge":
        home.store.purge(turmoil.owner, [MEMORIES[turmoil.erased]], [EPISODES[turmoil.erased]])


@FEW
@given(st.lists(TURMOIL, min_size=1, max_size=6), FILTERS, st.sampled_from([0, 2, 1_000]))
def test_what_is_kept_is_what_the_file_says(turmoils: list[Turmoil], keep: Filter, most: int) -> None:
    with _two_processes(most) as (home, other, kept):
        for turmoil in turmoils:
            if turmoil.then == "read in":
                list(kept.read_in(keep.owner))
            _happen(turmoil, other if turmoil.by_another else home)
            kept.memories_from_turns(keep.owner, TURNS[turmoil.erased :: 2])
            kept.texts(keep, MEMORIES[turmoil.erased :])
            assert _answers(kept, keep) == _answers(home.store, keep)


@FEW
@given(st.lists(STEPS, max_size=4), st.lists(STEPS, max_size=4), FILTERS)
def test_an_open_view_shows_what_it_showed_when_it_was_opened(
    before: list[Step], after: list[Step], keep: Filter
) -> None:
    with _two_processes(100) as (home, other, kept), ThreadPoolExecutor(1) as thread:
        home.write(before)
        with home.opened.database.reading():
            first = _answers(kept, keep)
            other.write(after)
            newer = thread.submit(_answers, kept, keep).result()
            assert _answers(kept, keep) == first
        assert newer == _answers(kept, keep) == _answers(home.store, keep)
