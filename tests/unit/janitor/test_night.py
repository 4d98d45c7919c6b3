"""A night plans, then applies; what it planned is what it did, and a second one finds nothing to do."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from quaidpy import Memory, Note
from quaidpy.domain.nights import NightState
from quaidpy.domain.recall.queries import Aim, Filter, Query
from quaidpy.errors import BusyError, StorageError
from quaidpy.remember.changing.editing import Edit
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy_janitor.applying import apply_rows
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, preview, run_night
from quaidpy_janitor.task import Change, Family, Night, NightTools, Rows, Task


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


@pytest.fixture
def tools(memory: Memory, tmp_path: Path) -> NightTools:
    return night_tools(load_settings(home=tmp_path, owner="ana"), memory.parts)


def test_the_dry_run_says_what_is_missing_and_changes_nothing(memory: Memory, tools: NightTools) -> None:
    before = list(memory.export())
    report = preview(NIGHT, memory.owner, tools)
    planned = {task.task: len(task.planned) for task in report.tasks}
    assert planned["embeddings"] == 1
    assert list(memory.export()) == before
    assert tools.search.identity() is None
    assert tools.records.nights(memory.owner, limit=1) == []


def test_a_night_makes_the_missing_vectors_and_a_second_one_finds_nothing(
    memory: Memory, tools: NightTools
) -> None:
    first = run_night(NIGHT, memory.owner, tools)
    assert not first.has_failed
    assert tools.search.texts_without_vector(memory.owner, limit=10) == []
    assert memory.recall(Query(text="Where has Ana a companion?", aim=Aim.RANK)).results
    second = run_night(NIGHT, memory.owner, tools)
    assert {task.task: len(task.planned) for task in second.tasks if task.planned} == {}


def test_a_night_without_time_says_what_it_left(memory: Memory, tools: NightTools) -> None:
    report = run_night(NIGHT, memory.owner, tools, Orders(minutes=0))
    assert {task.skipped for task in report.tasks} == {"the night's minutes are over"}


def _cannot_plan(night: Night) -> Iterator[Change]:
    raise StorageError("the disk is gone")


FAILING = Task(name="failing", family=Family.MEMORY, plan=_cannot_plan, apply=lambda night, changes: 0)


def test_after_a_failed_memory_task_the_others_of_its_family_are_skipped_and_the_rest_run(
    memory: Memory, tools: NightTools
) -> None:
    report = run_night((FAILING, *NIGHT), memory.owner, tools)
    told = {task.task: (task.failure, task.skipped) for task in report.tasks}
    assert report.has_failed
    assert told["failing"] == ("the disk is gone", None)
    assert told["embeddings"] == (None, "an earlier memory task failed")
    assert told["graph"] == (None, None)
    assert tools.records.nights(memory.owner, limit=1)[0].state is NightState.FAILED


def test_without_an_embedder_the_vectors_wait_and_the_rest_of_the_night_goes_on(
    memory: Memory, tools: NightTools
) -> None:
    report = run_night(NIGHT, memory.owner, replace(tools, embedder=None))
    assert report.tasks[0].left == ("6 texts have no vector, for embedding.model is none",)
    assert not report.has_failed
    assert {task.task: task.skipped for task in report.tasks if task.skipped} == {}
    assert tools.search.texts_without_vector(memory.owner, limit=10)


def test_a_second_night_at_the_same_time_is_told_who_is_at_work(memory: Memory, tools: NightTools) -> None:
    with (
        tools.lock.held(memory.owner, "janitor of somebody else"),
        pytest.raises(BusyError, match="of somebody else, process"),
    ):
        run_night(NIGHT, memory.owner, tools)
    assert tools.lock.holder(memory.owner) is None
    assert not run_night(NIGHT, memory.owner, tools).has_failed


class KilledError(BaseException):
    """Stands for a process that ends at once."""


def test_a_run_that_was_cut_off_is_finished_by_the_next_under_its_own_id(
    memory: Memory, tools: NightTools
) -> None:
    def dies(night: Night) -> Iterator[Change]:
        raise KilledError

    dying = Task(name="dying", family=Family.UPKEEP, plan=dies, apply=lambda night, changes: 0)
    with pytest.raises(KilledError):
        run_night((NIGHT[0], dying), memory.owner, tools)
    report = run_night(NIGHT, memory.owner, tools)
    assert report.resumed == ("embeddings",)
    assert report.run == tools.records.nights(memory.owner, limit=9)[0].run
    assert len(tools.records.nights(memory.owner, limit=9)) == 1


def test_what_somebody_changed_meanwhile_is_left_alone(memory: Memory, tools: NightTools) -> None:
    (first, *_) = memory.memories(Filter(owner=memory.owner))

    def plan(night: Night) -> Iterator[Change]:
        faded = replace(first, confidence=0.1)
        yield Change(verb="decay", summary="fade", rows=Rows(memories=(faded,), planned_on=(first,)))
        memory.edit(first.id, Edit(importance=0.9))

    task = Task(name="fading", family=Family.MEMORY, plan=plan, apply=apply_rows)
    report = run_night([task], memory.owner, tools, Orders(is_resuming=False))
    assert report.tasks[0].applied == 0
    assert memory.show(first.id).confidence == first.confidence
    assert memory.show(first.id).importance == 0.9


def test_a_backup_is_made_before_the_first_change_and_old_ones_go(
    memory: Memory, tools: NightTools, tmp_path: Path
) -> None:
    for day in range(4):
        memory.store(Note(owner=memory.owner, text=f"Ana planted {day + 3} roses."))
        later = replace(tools, clock=_Later(tools.clock.now() + timedelta(days=400 * (day + 1))))
        assert run_night(NIGHT, memory.owner, later).backup is not None
    assert len(list((tmp_path / "backups").glob("*.sqlite"))) == 2


class _Later:
    def __init__(self, start: datetime) -> None:
        self.start = start

    def now(self) -> datetime:
        return self.start


def test_a_night_writes_dates_out_in_what_is_stated_and_not_in_what_is_quoted(
    memory: Memory, tools: NightTools
) -> None:
    quoted = "(after “see you tomorrow at the pier”)"
    memory.store(Note(owner=memory.owner, text=f"Ana moves to Faro next month. {quoted}"))
    run_night(NIGHT, memory.owner, tools)
    texts = [one.text for one in memory.memories(Filter(owner=memory.owner), limit=50)]
    (moves,) = (text for text in texts if text.startswith("Ana moves to Faro"))
    assert moves.endswith(quoted)
    assert "next month" not in moves
    assert tools.search.texts_without_vector(memory.owner, limit=10) == []
