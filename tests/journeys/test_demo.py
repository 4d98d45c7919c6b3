"""The demo shows what memory can do, and leaves nothing behind but its picture."""

from pathlib import Path

from tests.journeys.conftest import Quaid


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
    questions = quaid("demo", "-o", str(tmp_path / "graph.svg"), "--json").json["questions"]
    for asked in questions:
        assert asked["results"], asked["question"]
        assert all(result["evidence"] for result in asked["results"])
        assert asked["trace"]["stages"]
    assert "Madrid" in questions[1]["results"][0]["text"]
    assert [node["name"] for node in questions[1]["path"]["nodes"]] == ["Ana", "Marta", "Madrid"]


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
