"""Which laws hold of themes, whatever the memories are? Size, nearness, undo, a second night, and erasure."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.theme_tuning import ThemesTuning
from quaidpy.settings import load_settings
from quaidpy_janitor.theming.clusters import groups_of, middle_of, of_length_1, tightened
from tests.security.home_bytes import files_holding
from tests.themed import Themed, themed

pytestmark = pytest.mark.property

THINGS = ("Marlin", "Ben", "Cora")
TAILS = ("at the bow", "in the old shed", "by the canal", "with a red lid")
VERBS = ("needs", "has", "leaks", "keeps", "wants", "lost")
WORDS = st.sampled_from(["paint", "rope", "tar", "soup", "glass", "wool", "tin", "salt", "corn", "silk"])
TEXTS = st.lists(
    st.builds(
        "{} {} {} {}.".format, st.sampled_from(THINGS), st.sampled_from(VERBS), WORDS, st.sampled_from(TAILS)
    ),
    min_size=3,
    max_size=16,
    unique=True,
)
slowly = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def tuning() -> ThemesTuning:
    with TemporaryDirectory() as folder:
        return load_settings(home=Path(folder), environment={}).tuning.themes


TUNING = tuning()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.integers(2, 8), st.integers(0, 2**32 - 1), st.floats(0.0, 1.5))
def test_every_member_is_near_to_its_theme_and_no_two_are_far_apart(
    count: int, dimension: int, seed: int, spread: float
) -> None:
    chance = np.random.default_rng(seed)
    base = chance.normal(size=dimension)
    vectors = {
        MemoryId(f"m_{n}"): of_length_1((base + spread * chance.normal(size=dimension)).astype(np.float32))
        for n in range(count)
    }
    members = tightened(vectors, vectors, TUNING)
    assert tightened(list(reversed(vectors)), vectors, TUNING) == members
    if not members:
        return
    assert TUNING.least_members <= len(members) <= TUNING.most_members
    rows = np.stack([vectors[member.memory] for member in members])
    nearness = rows @ middle_of(rows)
    assert nearness.min() >= TUNING.source_similarity - 1e-6
    assert sorted(nearness)[-TUNING.least_members] >= TUNING.similarity - 1e-6
    assert (rows @ rows.T).min() >= 1 - TUNING.diameter - 1e-6
    assert [member.nearness for member in members] == sorted((m.nearness for m in members), reverse=True)


_ID = st.sampled_from([MemoryId(f"m_{n}") for n in range(9)])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(_ID, _ID, st.floats(0.35, 1.0)).filter(lambda pair: pair[0] < pair[1]), max_size=30)
)
def test_everybody_is_in_one_group_whatever_the_order(pairs: list[tuple[MemoryId, MemoryId, float]]) -> None:
    pairs = list({pair[:2]: pair for pair in pairs}.values())
    groups = groups_of(pairs, most=4, resolution=1.5)
    assert sorted(each for group in groups for each in group) == sorted(
        {e for pair in pairs for e in pair[:2]}
    )
    assert groups_of(reversed(pairs), most=4, resolution=1.5) == groups


def rows(home: Themed) -> list[str]:
    passing = {"operation", "usage"}
    return sorted(line for line in home.memory.export() if json.loads(line)["type"] not in passing)


@slowly
@given(TEXTS)
def test_a_night_of_themes_is_undone_exactly_and_a_second_one_plans_nothing(texts: list[str]) -> None:
    named = {f"m_{place:03d}": text for place, text in enumerate(texts)}
    with TemporaryDirectory() as folder, themed(Path(folder), named) as home:
        before = rows(home)
        report = home.night()
        found = home.themes()
        assert all(len(theme.members) >= TUNING.least_members for theme in found)
        assert all(member.nearness >= TUNING.source_similarity for theme in found for member in theme.members)
        assert len({each for theme in found for each in theme.ids}) == sum(len(t.ids) for t in found)
        again = home.night(is_thorough=True)
        assert [change.summary for task in again.tasks for change in task.planned] == []
        if found:
            home.memory.undo(report.run)
        assert rows(home) == before


def mark_of(place: int) -> str:
    """A word of this memory alone, and part of no other's."""
    return f"{place:02d}xylo{place:02d}"


@slowly
@given(TEXTS, st.data())
def test_the_words_of_a_purged_member_are_nowhere(texts: list[str], data: st.DataObject) -> None:
    named = {f"m_{place:03d}": f"{text} Mark {mark_of(place)}." for place, text in enumerate(texts)}
    with TemporaryDirectory() as folder, themed(Path(folder), named) as home:
        home.night()
        gone = MemoryId(data.draw(st.sampled_from(sorted(named))))
        if data.draw(st.booleans()):
            home.memory.forget(gone)
            home.night()
        home.memory.purge([gone])
        mark = mark_of(int(gone.removeprefix("m_")))
        assert mark not in "\n".join(home.memory.export())
        assert all(gone not in theme.ids for theme in home.themes())
        home.night(is_thorough=True)
        others = [text for identity, text in named.items() if identity != gone]
        assert all(text in "\n".join(home.memory.export()) for text in others)
        assert files_holding(Path(folder), mark) == []
