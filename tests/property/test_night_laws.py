"""A night changes nothing while it plans, finds nothing to do a second time, and is taken back whole."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, Owner
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status, Tier
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory as Facade
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, preview, run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import HashingEmbedder

OWNER = Owner("ana")
NOW = datetime(2026, 11, 1, tzinfo=UTC)
PEOPLE, PLACES = ("Ana", "Bob", "Carla"), ("Porto", "Oslo", "Lyon")
SENTENCES = (
    "{p} lives in {c}.", "{p} resides in {c}.", "{p} is allergic to nuts.", "{p} is not allergic to nuts.",
    "{p} runs 5 km.", "{p} runs 5000 metres.", "{p} runs 6 km.", "{p} went to {c} yesterday.", "{p} likes {c}.",
)  # fmt: skip


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    person, place = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(PLACES))
    text = draw(st.sampled_from(SENTENCES)).format(p=person, c=place)
    recorded = NOW - timedelta(days=draw(st.integers(0, 900)))
    return Statement(
        id=MemoryId("m_0"), owner=OWNER, kind=draw(st.sampled_from((Kind.FACT, Kind.EVENT, Kind.PREFERENCE))), text=text,
        content_hash=content_hash(text), lifetime=Lifetime(recorded_at=recorded), stated_at=recorded,
        status=draw(st.sampled_from((Status.PENDING, Status.ACTIVE))), confidence=draw(st.sampled_from((0.05, 0.2, 0.8))),
        importance=draw(st.sampled_from((0.1, 0.97))), tier=draw(st.sampled_from(list(Tier))),
        pinned=draw(st.booleans()), flagged=draw(st.booleans()), keywords=(person,),
    )  # fmt: skip


def put(memory: Facade, stored: list[Statement], first: int = 0) -> None:
    """The statements with an entity for each name, and where somebody lives as a relation; numbered from `first`."""
    names = {name: EntityId(f"e_{n:026d}") for n, name in enumerate((*PEOPLE, *PLACES, "carla"))}
    with memory.parts.remembering.store.writing(Cause(owner=OWNER, verb="import", why="a test")) as writing:
        for name, identity in names.items():
            kind = EntityType.PLACE if name in PLACES else EntityType.PERSON
            writing.put_entity(Entity(id=identity, owner=OWNER, type=kind, name=name))
        for number, each in enumerate(stored, start=first):
            own = replace(each, id=MemoryId(f"m_{number:026d}"))
            writing.put_memory(own)
            said = [name for name in names if name in own.text]
            writing.put_mentions([Mention(own.id, names[name], 0.8) for name in said])
            if "in" in own.text.split() and len(said) > 1:
                relation = "lives_in" if "lives" in own.text else "residing_at"
                writing.put_edge(
                    Edge(
                        id=EdgeId(f"r_{number:026d}"), owner=OWNER, source=names[said[0]], relation=relation,
                        target=names[said[-1]], lifetime=own.lifetime, memory=own.id,
                    )
                )  # fmt: skip
                if relation == "residing_at":
                    writing.queue_relation(relation, own.text)


@contextmanager
def home_with(stored: list[Statement]) -> Iterator[tuple[Facade, NightTools, Path]]:
    with TemporaryDirectory() as folder:
        chosen = load_settings(
            home=Path(folder),
            owner=OWNER,
            environment={},
            flags={"graph.engine": "none", "janitor.backups": "0"},
        )
        with Facade(parts_for(chosen)) as memory:
            put(memory, stored)
            yield memory, replace(night_tools(chosen, memory.parts), embedder=HashingEmbedder()), Path(folder)


def rows(memory: Facade) -> list[str]:
    """An export without the history, which every change and its undo make longer."""
    return sorted(
        line for line in memory.export() if json.loads(line)["type"] not in {"operation", "decision", "usage"}
    )


STORES = st.lists(statements(), min_size=2, max_size=14)
TASKS = st.sets(st.sampled_from([task.name for task in NIGHT]), min_size=1)
slowly = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.property
@slowly
@given(STORES, TASKS)
def test_undoing_a_night_restores_every_row(stored: list[Statement], names: set[str]) -> None:
    with home_with(stored) as (memory, tools, _home):
        before = rows(memory)
        tasks = [task for task in NIGHT if task.name in names]
        report = run_night(tasks, OWNER, tools)
        assert not report.has_failed, [task.failure for task in report.tasks]
        if memory.parts.remembering.store.operations(OWNER, run=report.run):
            memory.undo(report.run)
        assert rows(memory) == before
        assert memory.check_files() == []


@pytest.mark.property
@slowly
@given(STORES)
def test_a_second_night_right_after_plans_nothing(stored: list[Statement]) -> None:
    with home_with(stored) as (memory, tools, _home):
        first = run_night(NIGHT, OWNER, tools)
        assert not first.has_failed
        second = preview(NIGHT, OWNER, tools)
        assert {task.task: [c.summary for c in task.planned] for task in second.tasks if task.planned} == {}
        assert len(memory.memories(Filter(owner=OWNER), limit=99)) == len(stored) - _withdrawn(memory)


def _withdrawn(memory: Facade) -> int:
    counts = memory.stats()
    return counts.get("memories.archived", 0) + counts.get("memories.retired", 0)


@pytest.mark.property
@slowly
@given(STORES)
@pytest.mark.of_file
def test_planning_changes_no_byte(stored: list[Statement]) -> None:
    with home_with(stored) as (_memory, tools, home):
        path = [home / "memory.sqlite", home / "memory.sqlite-wal"]  # beside them only the readers' marks
        before = [sha256(file.read_bytes()).hexdigest() for file in path]
        preview(NIGHT, OWNER, tools, Orders())
        assert [sha256(file.read_bytes()).hexdigest() for file in path] == before


@pytest.mark.property
@slowly
@given(STORES, STORES, st.booleans())
def test_a_night_that_knows_what_it_saw_plans_what_one_that_looks_at_all_plans(
    stored: list[Statement], later: list[Statement], is_undone: bool
) -> None:
    with home_with(stored) as (memory, tools, _home):
        report = run_night(NIGHT, OWNER, tools)
        if is_undone and memory.parts.remembering.store.operations(OWNER, run=report.run):
            memory.undo(report.run)
        put(memory, later, first=len(stored))
        planned = preview(NIGHT, OWNER, tools)
        for task in NIGHT:
            tools.survey.keep_review_marks(OWNER, task.name, {})
        assert _told(preview(NIGHT, OWNER, tools)) == _told(planned)


_ONCE_A_WEEK = {"themes", "synthesis"}  # without their marks a week has passed


def _told(report: NightReport) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    return {
        task.task: sorted((change.summary, change.lines) for change in task.planned)
        for task in report.tasks
        if task.task not in _ONCE_A_WEEK
    }
