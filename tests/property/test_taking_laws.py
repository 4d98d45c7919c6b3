"""Laws of taking in: many sources at once are as each after the other; twice is once; one bad one hurts no other."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import Owner
from quaidpy.remember.pipeline import Intake, IntakeReport, remember, remember_all
from quaidpy.remember.tools import RememberTools
from quaidpy.settings import load_attributes, load_relations, load_settings
from tests.engines import OpenEngine, fresh_home
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import SEARCH_TUNING
from tests.stored_rows import comparable_rows

pytestmark = pytest.mark.property

OWNER = Owner("mira")
TUNING, RELATIONS = load_settings(environment={}).tuning, load_relations()
ATTRIBUTES = load_attributes()
LINES = st.sampled_from(
    [
        "Ana Lima: I moved to Lisbon last week.", "Ana: I moved to Berlin yesterday.", "Ben: My sister Marta lives in Porto.",
        "Ana Lima: I moved to Lisbon last week!", "Ben Stone: I work at Contoso as an engineer.", "Ben: I work at Fabrikam now.",
        "Marta Stone: My dog Rex is three years old.", "Marta: My dog Rex is four years old.", "Ana: I love painting.",
        "Ana: I really love painting.", "Ben: I don't love painting.", "Marta: We married in 2019.", "Ben: ok",
    ]
)  # fmt: skip
TALK = st.lists(LINES, min_size=1, max_size=5).map(lambda lines: "\n".join(lines).encode())
BROKEN = st.just(b"\x00\x01")


def intakes_of(sources: Sequence[bytes]) -> list[Intake]:
    return [Intake(owner=OWNER, source_key=f"talk {n % 4}", data=data) for n, data in enumerate(sources)]


def is_readable(intake: Intake) -> bool:
    return b"\x00" not in intake.data


@dataclass(frozen=True, slots=True)
class Home:
    opened: OpenEngine
    tools: RememberTools

    def rows(self) -> list[str]:
        return comparable_rows(map(json.dumps, self.tools.store.export_rows(OWNER)), year=2026)


@contextmanager
def taking(*, group_turns: int) -> Iterator[Home]:
    clock, ids = FakeClock(), CountedIds()
    with fresh_home(clock, ids) as (opened, _):
        tools = RememberTools(
            store=opened.store,
            search=opened.search(SEARCH_TUNING),
            embedder=HashingEmbedder(),
            clock=clock,
            ids=ids,
            relations=RELATIONS,
            attributes=ATTRIBUTES,
            tuning=TUNING.remember,
            resolution=replace(TUNING.resolution, group_turns=group_turns, chunk_turns=2),
            is_retired=lambda _: False,
        )
        yield Home(opened, tools)


@settings(max_examples=20, deadline=None)
@given(sources=st.lists(st.one_of(TALK, BROKEN), max_size=7), group_turns=st.sampled_from([1, 3, 7, 500]))
@example(sources=[b"Ana: I moved to Lisbon.", b"Ana: I moved to Lisbon."], group_turns=500)
@example(
    sources=[b"Ben: ok", b"Ana: hi", b"Ana: hey", b"Ana: hello", b"Ana: I am Ana.", b"Ben: ok"],
    group_turns=500,
)
def test_many_sources_at_once_are_as_each_after_the_other(sources: list[bytes], group_turns: int) -> None:
    with taking(group_turns=1) as singly, taking(group_turns=group_turns) as together:
        for intake in intakes_of(sources):
            if is_readable(intake):
                remember(intake, singly.tools)
        answers = remember_all(intakes_of(sources), together.tools)
        assert [isinstance(answer, IntakeReport) for answer in answers] == [
            is_readable(intake) for intake in intakes_of(sources)
        ]
        assert together.rows() == singly.rows()
        assert together.opened.differences() == []


@settings(max_examples=10, deadline=None)
@given(sources=st.lists(TALK, max_size=5, unique=True), group_turns=st.sampled_from([1, 4, 500]))
def test_taking_all_in_twice_is_taking_it_in_once(sources: list[bytes], group_turns: int) -> None:
    intakes = [replace(intake, source_key=f"talk {n}") for n, intake in enumerate(intakes_of(sources))]
    with taking(group_turns=group_turns) as home:
        remember_all(intakes, home.tools)
        before = home.rows()
        again = remember_all(intakes, home.tools)
        assert all(isinstance(answer, IntakeReport) and answer.known for answer in again)
        assert home.rows() == before


def test_progress_counts_sources_and_ends_with_the_last() -> None:
    told: list[int] = []
    with taking(group_turns=2) as home:
        remember_all(
            intakes_of([b"Ana: I love bees.", b"\x00", b"Ben: I love figs."]), home.tools, told.append
        )
    assert told == sorted(told)
    assert told[-1] == 2
