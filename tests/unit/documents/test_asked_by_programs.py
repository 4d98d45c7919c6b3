"""Agents and programs find documents of projects beside what was taken in, and recall shows them only when asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.recall.blocks import without_memory_blocks
from quaidpy.interfaces.api import document_handlers, requests, responses
from quaidpy.interfaces.cli.main import main
from quaidpy.wiring.parts import Memory


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")


def search(memory: Memory, **asked: Any) -> list[dict[str, Any]]:
    document = document_handlers.search_documents(memory, requests.SearchDocuments(**asked))
    responses.Passages(**document)
    passages: list[dict[str, Any]] = document["passages"]
    return passages


def test_docs_search_finds_projects_and_what_was_taken_in(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "manual.md").write_text(
        "# Manual\n\nThe oven must be cleaned every Sunday evening by the apprentice.\n"
    )
    with Memory() as memory:
        memory.extract_file(tmp_path / "manual.md")
        taken_in = search(memory, query="who cleans the oven")
        assert ["apprentice" in each["text"] for each in taken_in] == [True]
        memory.documents.register(str(folder))
        memory.documents.reindex()
        both = search(memory, query="who cleans the oven")
        assert {each.get("path") for each in both} >= {"docs/oven.md", None}
        only = search(memory, query="oven", project="shop", limit=1)
        assert only[0]["id"] == "shop/docs/oven.md:3-5" or only[0]["id"] == "shop/docs/oven.md:7-9"
        assert search(memory, query="oven", project="unknown") == []
        assert document_handlers.projects(memory, requests.Nothing())["projects"][0]["documents"] == 3


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    return code, capsys.readouterr().out


def test_recall_shows_documents_only_when_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "store", "The oven of the shop is old.")
    assert run(capsys, "projects", "register", str(folder))[0] == 0
    _, without = run(capsys, "recall", "how is the oven heated?")
    assert "250 degrees" not in without
    _, with_documents = run(capsys, "recall", "how is the oven heated?", "--docs")
    assert with_documents.startswith(without.rstrip("\n"))
    assert "- (shop/docs/oven.md:7-9, The oven › Heating) ## Heating To 250 degrees." in with_documents
    assert without_memory_blocks(with_documents).strip() == ""
    document = json.loads(run(capsys, "recall", "oven heated", "--docs", "--json")[1])
    assert document["passages"][0]["path"] == "docs/oven.md"


def test_commands_answer_as_a_person_needs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "shop: documents 3 added" in run(capsys, "projects", "register", str(folder))[1]
    out = run(capsys, "docs", "search", "oven", "heating")[1]
    assert "docs/oven.md:7-9  shop  ━" in out
    assert "The oven › Heating" in out
    assert run(capsys, "projects", "find", str(folder / "docs" / "oven.md"))[1].startswith("shop  ")
    assert run(capsys, "projects", "find", "/nowhere")[0] == 3
    assert run(capsys, "projects", "register", str(folder))[0] == 10
    assert "3 unchanged" in run(capsys, "docs", "reindex")[1]
    listed = json.loads(run(capsys, "docs", "list", "--json")[1])["documents"]["shop"]
    assert [each["path"] for each in listed] == ["README.md", "docs/oven.md", "docs/prices.rst"]
    renamed = json.loads(run(capsys, "projects", "rename", "shop", "bakery", "--json")[1])
    assert run(capsys, "undo", renamed["operation"])[0] == 0
    gone = json.loads(run(capsys, "projects", "unregister", str(folder), "--json")[1])
    assert "no document" in run(capsys, "docs", "search", "oven")[1]
    assert run(capsys, "undo", gone["operation"])[0] == 0
    run(capsys, "docs", "reindex")
    assert "docs/oven.md" in run(capsys, "docs", "search", "oven")[1]


def test_projects_travel_with_an_export_and_documents_stay_with_their_files(
    folder: Path, tmp_path: Path
) -> None:
    with Memory() as memory, Memory(home=tmp_path / "other") as other:
        memory.documents.register(str(folder))
        memory.documents.reindex()
        lines = list(memory.export())
        assert not any("degrees" in line for line in lines)
        other.import_rows([json.loads(line) for line in lines])
        assert list(other.export()) == lines
        assert other.documents.search("oven").passages == ()
        other.documents.reindex()
        assert other.documents.search("oven").passages
