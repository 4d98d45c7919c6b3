"""The night keeps the index of documents current, and looks for new projects only where it was told to."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, preview, run_night
from quaidpy_janitor.task import NightTools

RAG = [task for task in NIGHT if task.name == "rag"]


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    with Memory(home=tmp_path / "home") as memory:
        yield memory


@pytest.fixture
def tools(memory: Memory, tmp_path: Path) -> NightTools:
    return night_tools(load_settings(home=tmp_path / "home"), memory.parts)


@pytest.fixture
def shop(memory: Memory, tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "README.md").write_text("# Shop\n\nSells bread.\n")
    memory.documents.register(str(folder))
    return folder


def planned(report: NightReport) -> list[str]:
    return [change.summary for task in report.tasks for change in task.planned]


def discovering(tools: NightTools, folder: Path) -> NightTools:
    tuning = replace(tools.documents.tuning, discover=(str(folder),))
    return replace(tools, documents=replace(tools.documents, tuning=tuning))


def test_changed_documents_are_read_at_night(memory: Memory, tools: NightTools, shop: Path) -> None:
    assert planned(preview(RAG, memory.owner, tools)) == ["shop: 1 added"]
    assert memory.documents.search("bread").passages == ()
    run_night(RAG, memory.owner, tools)
    assert memory.documents.search("bread").passages[0].path == "README.md"
    assert planned(run_night(RAG, memory.owner, tools)) == []
    (shop / "README.md").rename(shop / "ABOUT.md")
    (shop / "new.md").write_text("# New")
    assert planned(run_night(RAG, memory.owner, tools)) == ["shop: 1 added, 1 renamed"]


def test_a_folder_that_is_away_is_told(memory: Memory, tools: NightTools, shop: Path) -> None:
    run_night(RAG, memory.owner, tools)
    shop.rename(shop.parent / "elsewhere")
    report = run_night(RAG, memory.owner, tools)
    assert planned(report) == []
    assert "is not there" in report.tasks[0].left[0]
    assert memory.documents.search("bread").passages


def test_the_gate_of_projects_keeps_it_shut(memory: Memory, tools: NightTools, shop: Path) -> None:
    shut = replace(tools, tuning=replace(tools.tuning, janitor=replace(tools.tuning.janitor, projects=False)))
    (task,) = run_night(RAG, memory.owner, shut).tasks
    assert task.skipped == "janitor.projects is false"
    assert memory.documents.search("bread").passages == ()


def test_new_projects_are_looked_for_where_the_settings_say(
    memory: Memory, tools: NightTools, shop: Path
) -> None:
    found = shop.parent / "found"
    found.mkdir()
    (found / "README.md").write_text("# Found\n\nA thing.\n")
    run_night(RAG, memory.owner, tools)
    assert len(memory.documents.projects()) == 1
    report = run_night(RAG, memory.owner, discovering(tools, shop.parent))
    assert [each.project.name for each in memory.documents.projects()] == ["found", "shop"]
    assert memory.documents.search("thing").passages
    assert planned(run_night(RAG, memory.owner, discovering(tools, shop.parent))) == []
    memory.undo(report.run)
    assert [each.project.name for each in memory.documents.projects()] == ["shop"]
    assert memory.documents.search("thing").passages == ()


def test_documents_of_a_project_that_was_unregistered_elsewhere_are_forgotten(
    memory: Memory, tools: NightTools, shop: Path
) -> None:
    run_night(RAG, memory.owner, tools)
    registered = memory.changes(limit=1)[0]
    memory.undo(registered.id)
    (change,) = planned(run_night(RAG, memory.owner, tools, Orders()))
    assert "not searched any more" in change
    assert planned(run_night(RAG, memory.owner, tools)) == []
