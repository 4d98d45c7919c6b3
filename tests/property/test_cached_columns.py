"""Does what filters ask of, held in memory, admit what the WHERE clauses admit, whatever was written and changed?"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import EpisodeId, Owner, together
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.feeding.columns import SqlFilterColumnRows
from quaidpy.storage.indexing.passages import turns_with_passages
from quaidpy.storage.memory.columns import ALWAYS_LATER, instants_of
from quaidpy.storage.searching.admission import Admission
from quaidpy.storage.sql.rows import instant_text
from tests.engines import OpenEngine, fresh_home
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, BEN, DAY, SEARCH_TUNING, cause, episode, memory, turn

pytestmark = pytest.mark.property

TIMES = st.sampled_from(
    [DAY + timedelta(microseconds=step) for step in (-(10**12), -1, 0, 1, 10**6, 3 * 10**11)]
)
OWNERS = st.sampled_from([ANA, BEN])
PLACES = st.sampled_from([None, "", "boat", "Haus Ü"])
KINDS = st.sampled_from([Kind.FACT, Kind.EVENT, Kind.LESSON])
TAGS = st.lists(st.sampled_from(["a", "a b", 'q"', "ü"]), max_size=2, unique=True).map(tuple)
MAYBE = st.none() | TIMES

CUTS = st.tuples(OWNERS, st.integers(1, 4))
LIFETIMES = st.builds(
    Lifetime, recorded_at=TIMES, valid_from=MAYBE, valid_to=MAYBE, retracted_at=MAYBE, closed_at=MAYBE
)
STATED = st.fixed_dictionaries(
    {
        "owner": OWNERS,
        "project": PLACES,
        "session": PLACES,
        "kind": KINDS,
        "tags": TAGS,
        "stated_at": TIMES,
        "lifetime": LIFETIMES,
        "status": st.sampled_from([Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED, Status.RETIRED]),
    }
)
TALKS = st.fixed_dictionaries(
    {
        "owner": OWNERS,
        "project": PLACES,
        "session": PLACES,
        "started_at": MAYBE,
        "recorded_at": TIMES,
    }
)
FILTERS = st.builds(
    Filter,
    owner=OWNERS | st.lists(OWNERS, min_size=1, max_size=2, unique=True).map(together),
    project=PLACES,
    session=PLACES,
    kinds=st.lists(KINDS, max_size=2, unique=True).map(tuple),
    tags=TAGS,
    since=MAYBE,
    until=MAYBE,
    moment=st.none() | st.builds(Moment, as_of=TIMES, known_at=TIMES),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A store, and columns of it that another process holds."""

    store: MemoryStore
    other: OpenEngine
    held: ColumnCache

    def put(self, stated: list[dict[str, Any]], talks: list[dict[str, Any]], *, wording: str) -> None:
        memories = [memory(f"m_{n}", f"{wording} {n}", **columns) for n, columns in enumerate(stated)]
        episodes = [episode(f"ep_{n}", **columns) for n, columns in enumerate(talks)]
        for owner in (ANA, BEN):
            with self.store.writing(cause(owner)) as writing:
                for made in memories:
                    if made.owner == owner:
                        writing.put_memory(made)
                for told in episodes:
                    if told.owner == owner:
                        writing.put_episode(told)
                        writing.put_turns(
                            turn(seq, f"{wording} {seq}", told.id, owner=owner, at=None if seq else DAY)
                            for seq in range(2)
                        )

    def require_equal(self, filters: list[Filter]) -> None:
        for corpus in Corpus:
            with self.other.database.snapshot() as connection:
                for keep in filters:
                    rows = SqlFilterColumnRows(connection)
                    with self.held.held(rows, keep.owner, corpus, read_in=True) as columns:
                        assert columns is not None
                        in_memory = Admission(connection, corpus, keep, columns)
                        in_file = replace(in_memory, columns=None)
                        every = in_file.of_all()
                        assert in_memory.of_all().tolist() == every.tolist()
                        assert named(in_memory) == named(in_file)


def named(admission: Admission) -> dict[int, bytes]:
    """Of more rows than there are."""
    found = admission.of(np.arange(60, dtype=np.int64))
    return dict(zip(found.numbers.tolist(), found.names(np.arange(found.numbers.size)).tolist(), strict=True))


@contextmanager
def kept(**tuning: int) -> Iterator[Kept]:
    with fresh_home(FakeClock(), CountedIds()) as (opened, again):
        yield Kept(opened.store, again(), ColumnCache(replace(SEARCH_TUNING, **tuning)))


@settings(max_examples=20, deadline=None)
@given(
    stated=st.lists(STATED, min_size=1, max_size=8),
    talks=st.lists(TALKS, min_size=1, max_size=4),
    changed=st.lists(STATED, max_size=8),
    moved=st.lists(TALKS, max_size=4),
    filters=st.lists(FILTERS, min_size=1, max_size=12),
    is_reworded=st.booleans(),
)
def test_columns_in_memory_admit_what_the_file_admits(
    stated: list[dict[str, Any]],
    talks: list[dict[str, Any]],
    changed: list[dict[str, Any]],
    moved: list[dict[str, Any]],
    filters: list[Filter],
    is_reworded: bool,
) -> None:
    with kept() as both:
        both.put(stated, talks, wording="Ana paints")
        for corpus in Corpus:
            with both.other.database.snapshot() as connection:
                both.held.read_in(SqlFilterColumnRows(connection), ANA, corpus)
        both.require_equal(filters)
        both.put(changed, moved, wording="Ana rows" if is_reworded else "Ana paints")
        both.require_equal(filters)
        both.require_equal([keep.place for keep in filters])


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(CUTS, min_size=1, max_size=4), min_size=2, max_size=3))
def test_turns_cut_in_memory_are_those_cut_in_the_file(drafts: list[list[tuple[Owner, int]]]) -> None:
    """Each draft says the talks anew, by whom and how long."""
    with kept() as both:
        for talks in drafts:
            for at, (owner, pieces) in enumerate(talks):
                told = episode(f"ep_{owner}_{at}", owner=owner)
                with both.store.writing(cause(owner)) as writing:
                    writing.put_episode(told)
                    writing.put_turns([turn(0, "Ana paints the boat. " * 50 * pieces, told.id, owner=owner)])
            for owner in (ANA, BEN):
                asked = [EpisodeId(f"ep_{owner}_{at}") for at in range(4)]
                with (
                    both.other.database.snapshot() as connection,
                    both.held.held(
                        SqlFilterColumnRows(connection), owner, Corpus.PASSAGES, read_in=True
                    ) as columns,
                ):
                    assert columns is not None
                    assert columns.turns_with_passages(owner, asked) == turns_with_passages(
                        connection, owner, asked
                    )


def test_columns_that_do_not_fit_are_not_held() -> None:
    with kept(words_in_memory_mb=0) as both:
        both.put([{"owner": ANA}], [], wording="Ana paints")
        with (
            both.other.database.snapshot() as connection,
            both.held.held(SqlFilterColumnRows(connection), ANA, Corpus.MEMORIES, read_in=True) as columns,
        ):
            assert columns is None


def test_a_corpus_made_anew_is_read_anew() -> None:
    with kept() as both:
        both.put([{"owner": ANA}], [], wording="Ana paints")
        with (
            both.other.database.snapshot() as connection,
            both.held.held(SqlFilterColumnRows(connection), ANA, Corpus.MEMORIES, read_in=True),
        ):
            pass
        both.other.search(SEARCH_TUNING).rebuild()
        with both.other.database.snapshot() as connection:
            with both.held.held(SqlFilterColumnRows(connection), ANA, Corpus.MEMORIES) as columns:
                assert columns is None
            with both.held.held(
                SqlFilterColumnRows(connection), ANA, Corpus.MEMORIES, read_in=True
            ) as columns:
                assert columns is not None


@given(st.lists(st.datetimes(timezones=st.just(UTC)), min_size=1, max_size=5))
def test_instants_as_numbers_are_in_the_order_of_time(times: list[datetime]) -> None:
    found = instants_of([*map(instant_text, times), None], missing=ALWAYS_LATER)
    assert found is not None
    assert (
        sorted(range(len(times)), key=lambda at: (times[at], at))
        == np.argsort(found[:-1], kind="stable").tolist()
    )
    assert found[-1] == ALWAYS_LATER


@pytest.mark.parametrize(
    "odd", ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01 00:00:00.000000Z", "x" * 27, "ü" * 27]
)
def test_a_time_that_we_did_not_write_is_left_to_the_file(odd: str) -> None:
    assert instants_of([instant_text(DAY), odd], missing=0) is None
