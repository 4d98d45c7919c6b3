"""A night plans, then applies; what it planned is what it did, and a second one finds nothing to do."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy import Memory, Note
from quaidpy.domain.identity import Owner, RunId
from quaidpy.errors import StorageError
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import preview, run_night
from quaidpy_janitor.task import Budget, Change, Family, NightTools

RUN = RunId("run_night")


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """A memory whose texts were stored while no embedder was at hand; now there is one."""
    with monkeypatch.context() as patch:
        patch.setenv("QUAID_EMBEDDING_MODEL", "none")
        with Memory(home=tmp_path, owner="ana") as blind:
            for place in ("Lisbon", "Porto", "Faro"):
                blind.store(Note(owner=blind.owner, text=f"Ana has a friend in {place}."))
    with Memory(home=tmp_path, owner="ana") as seeing:
        yield seeing


def tools_of(memory: Memory) -> NightTools:
    parts = memory._parts
    remembering = parts.remembering
    return NightTools(
        store=remembering.store,
        search=remembering.search,
        graph=parts.graph,
        embedder=remembering.embedder,
        clock=remembering.clock,
    )


def budget_of(tools: NightTools, *, minutes: float = 5, max_changes: int = 100) -> Budget:
    return Budget(deadline=tools.clock.now() + timedelta(minutes=minutes), max_changes=max_changes)


def test_the_dry_run_says_what_is_missing_and_changes_nothing(memory: Memory) -> None:
    tools = tools_of(memory)
    before = list(memory.export())
    report = preview(NIGHT, memory.owner, tools, budget_of(tools), run=RUN)
    planned = {task.task: len(task.planned) for task in report.tasks}
    assert planned["embeddings"] == 1
    assert list(memory.export()) == before
    assert tools.search.identity() is None


def test_a_night_makes_the_missing_vectors_and_a_second_one_finds_nothing(memory: Memory) -> None:
    tools = tools_of(memory)
    first = run_night(NIGHT, memory.owner, tools, budget_of(tools), run=RUN)
    assert not first.has_failed
    assert tools.search.texts_without_vector(memory.owner, limit=10) == []
    assert memory.recall("Where has Ana a companion?").results
    second = run_night(NIGHT, memory.owner, tools, budget_of(tools), run=RUN)
    assert [len(task.planned) for task in second.tasks] == [0] * len(NIGHT)


def test_a_night_without_time_says_what_it_left(memory: Memory) -> None:
    tools = tools_of(memory)
    report = run_night(NIGHT, memory.owner, tools, budget_of(tools, minutes=0), run=RUN)
    embeddings = report.tasks[0]
    assert (embeddings.applied, embeddings.skipped) == (0, "budget spent, 1 changes left")


class Failing:
    """A memory task that cannot plan."""

    name = "failing"
    family = Family.MEMORY

    def plan(self, owner: Owner, tools: NightTools, budget: Budget) -> Iterator[Change]:
        raise StorageError("the disk is gone")

    def apply(self, owner: Owner, change: Change, tools: NightTools, run: RunId) -> None:
        raise AssertionError("nothing was planned")


def test_after_a_failed_memory_task_the_others_of_its_family_are_skipped_and_the_rest_run(
    memory: Memory,
) -> None:
    tools = tools_of(memory)
    report = run_night((Failing(), *NIGHT), memory.owner, tools, budget_of(tools), run=RUN)
    told = {task.task: (task.failure, task.skipped) for task in report.tasks}
    assert report.has_failed
    assert told["failing"] == ("the disk is gone", None)
    assert told["embeddings"] == (None, "an earlier memory task failed")
    assert told["graph"] == (None, None)


def test_without_an_embedder_the_vectors_wait_and_the_plan_still_names_them(memory: Memory) -> None:
    tools = replace(tools_of(memory), embedder=None)
    report = run_night(NIGHT, memory.owner, tools, budget_of(tools), run=RUN)
    assert report.tasks[0].failure == "6 texts need an embedder; embedding.model is none"
    assert tools.search.texts_without_vector(memory.owner, limit=10)
