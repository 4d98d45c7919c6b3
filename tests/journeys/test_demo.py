"""The demo shows what memory can do, and leaves nothing behind but its picture."""

import sys
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid

pytestmark = pytest.mark.of_file


def test_the_demo_remembers_answers_and_draws(quaid: Quaid, clean_environment: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out" / "graph.svg"
    shown = quaid("demo", "-o", str(picture), "--json")
    assert shown.code == 0
    assert len(shown.json["sessions"]) == 6
    assert len(shown.json["memories"]) > 20
    assert len(shown.json["edges"]) > 10
    assert picture.read_text().startswith("<svg")
    assert not clean_environment.exists()


def test_every_question_of_the_demo_is_answered_with_evidence_and_trace(quaid: Quaid, tmp_path: Path) -> None:
    shown = quaid("demo", "-o", str(tmp_path / "graph.svg"), "--json").json
    questions = shown["questions"]
    for asked in questions:
        assert asked["results"], asked["question"]
        assert all(result["evidence"] for result in asked["results"])
        assert asked["trace"]["stages"]
    assert "Madrid" in questions[1]["results"][0]["text"]
    assert [node["name"] for node in questions[1]["path"]["nodes"]] == ["Ana", "Marta", "Madrid"]
    # Without a graph engine, as here, the rows find the way, and Cypher says why it has no answer.
    assert questions[1]["path"]["engine"] == "sqlite"
    assert "graph.engine" in shown["cypher"]["refused"]


def test_the_demo_opens_the_graph_and_asks_it_in_cypher(
    quaid: Quaid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = "kuzu" if sys.version_info < (3, 14) else "ladybug"
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", engine)
    shown = quaid("demo", "-o", str(tmp_path / "graph.svg"), "--json").json
    assert ["Marta", "lives_in", "Madrid"] in shown["cypher"]["rows"]
    assert shown["questions"][1]["path"]["engine"] == shown["picture"]["engine"] == engine


def test_the_demo_answers_differently_before_and_after_a_change(quaid: Quaid, tmp_path: Path) -> None:
    *_, before, after = quaid("demo", "-o", str(tmp_path / "graph.svg"), "--json").json["questions"]
    assert "Bluewave" in before["results"][0]["text"]
    assert not any("Marmelo" in result["text"] for result in before["results"])
    assert "Marmelo" in after["results"][0]["text"]


def test_the_demo_keeps_its_memory_in_a_home_that_is_named(quaid: Quaid, tmp_path: Path) -> None:
    home = ("--home", str(tmp_path / "kept"))
    told = quaid("demo", "-o", str(tmp_path / "graph.svg"), *home)
    assert "is kept" in told.out
    assert quaid("stats", "--json", *home).json["counts"]["episodes"] == 6


def test_a_kept_demo_can_be_asked_and_run_again(quaid: Quaid, tmp_path: Path) -> None:
    picture = tmp_path / "out" / "graph.svg"
    for _ in range(2):
        told = quaid("demo", "--keep", "-o", str(picture))
        assert f"quaid --home {picture.parent / 'home'} recall" in told.out.replace("\n", " ")
    kept = ("--home", str(picture.parent / "home"))
    assert quaid("stats", "--json", *kept).json["counts"]["episodes"] == 6
    assert "Lisbon" in quaid("recall", "where does Ana live now?", *kept).out


def test_a_demo_empties_nobody_s_folder(quaid: Quaid, tmp_path: Path) -> None:
    mine = tmp_path / "home" / "diary.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    told = quaid("demo", "--keep", "-o", str(tmp_path / "graph.svg"))
    assert told.code == 2
    assert "is no demo's" in told.err.replace("\n", " ")
    assert mine.read_text() == "mine"


def test_a_demo_keeps_away_from_the_server_that_the_user_s_memory_is_on(
    quaid: Quaid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_STORAGE_URL", "postgresql://ana@127.0.0.1:1/memory")
    refused = quaid("demo", "--output", str(tmp_path / "graph.svg"))
    assert refused.code == 2
    assert "QUAID_STORAGE_URL is set, and the demo would write there" in refused.err
