"""Laws of taking in: many sources at once are as each after the other; twice is once; one bad one hurts no other."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quaidpy.adapters.home_files import Home
from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_memories import SqliteMemories
from quaidpy.adapters.sqlite_search import SqliteSearch
from quaidpy.domain.identity import Owner
from quaidpy.memory import Unreadable
from quaidpy.remember.pipeline import Intake, IntakeReport, RememberTools, remember, remember_all
from quaidpy.settings import load_relations, load_settings
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import SEARCH_TUNING
from tests.stored_rows import comparable_rows

pytestmark = pytest.mark.property

OWNER = Owner("mira")
TUNING, RELATIONS = load_settings(environment={}).tuning, load_relations()
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


def tools_in(folder: str, *, group_turns: int, chunk_turns: int = 2) -> RememberTools:
    clock = FakeClock()
    ids = CountedIds()
    database = Database(Path(folder) / "memory.sqlite", clock=clock)
    tuning = replace(TUNING.resolution, group_turns=group_turns, chunk_turns=chunk_turns)
    return RememberTools(
        store=SqliteMemories(database, clock, ids),
        search=SqliteSearch(database, SEARCH_TUNING),
        embedder=HashingEmbedder(),
        clock=clock,
        ids=ids,
        relations=RELATIONS,
        tuning=TUNING.remember,
        resolution=tuning,
        is_retired=lambda _: False,
    )


def rows_of(tools: RememberTools) -> list[str]:
    lines = [str_of(row) for row in tools.store.export_rows(OWNER)]
    return comparable_rows(lines, year=2026)


def str_of(row: dict[str, object]) -> str:
    import json

    return json.dumps(row)


@settings(max_examples=25, deadline=None)
@given(sources=st.lists(st.one_of(TALK, BROKEN), max_size=7), group_turns=st.sampled_from([1, 3, 7, 500]))
@example(sources=[b"Ana: I moved to Lisbon.", b"Ana: I moved to Lisbon."], group_turns=500)
def test_many_sources_at_once_are_as_each_after_the_other(sources: list[bytes], group_turns: int) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as many:
        singly, together = tools_in(one, group_turns=1), tools_in(many, group_turns=group_turns)
        with closing(singly.store), closing(together.store):
            readable = [intake for intake in intakes_of(sources) if b"\x00" not in intake.data]
            for intake in readable:
                remember(intake, singly)
            answers = remember_all(intakes_of(sources), together)
            assert [isinstance(a, Unreadable) for a in answers] == [b"\x00" in data for data in sources]
            assert rows_of(together) == rows_of(singly)
            if sources:
                assert Home(together.store._database, Path(many)).differences() == []
                again = remember_all(intakes_of(sources[:1]), together)
                assert all(isinstance(a, Unreadable) or a.known for a in again[:1] if len(set(sources)) == 1)
