"""Somebody measures: every `quaid bench` command on something tiny, as it prints and as JSON."""

import json
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid
from tests.unit.bench.conftest import tiny_set
from tests.unit.bench.lives import written_life

pytestmark = pytest.mark.of_file

__all__ = ["tiny_set"]


@pytest.fixture(autouse=True)
def with_embedder(quaid: Quaid, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "embedded")
    monkeypatch.setenv("COLUMNS", "120")


def test_retrieval_prints_the_systems_and_their_differences(quaid: Quaid, tiny_set: Path) -> None:
    printed = quaid("bench", "retrieval", str(tiny_set))
    assert printed.code == 0
    assert "4 questions, judged by the turn" in printed.out
    for line in ("BM25", "vector", "quaidpy", "quaidpy, paired", "− vector", "single", "multi"):
        assert line in printed.out


def test_retrieval_as_json_is_one_document_and_the_page_tells_how_to_get_it_again(
    quaid: Quaid, tiny_set: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    options = ("--limit", "2", "--page", str(page), "--set", "recall.episode_share=0.2", "--json")
    (measured,) = quaid("bench", "retrieval", str(tiny_set), *options).json["sets"]
    assert [system["system"] for system in measured["systems"]] == ["BM25", "vector", "quaidpy"]
    assert measured["systems"][2]["overall"]["n"] == 2
    assert set(measured["paired"]) == {"BM25", "vector"}
    text = page.read_text()
    assert "quaid bench retrieval tiny --split dev --limit 2 --set" in text
    assert "--set recall.episode_share=0.2" in text
    assert "embedding.model" not in text, "that is at its default"
    assert "`dev/docs.jsonl` sha256" in text
    assert "all-MiniLM-L6-v2-int8" in text
    assert str(tmp_path) not in text, "no place of this machine"


def test_ablate_prints_each_part(quaid: Quaid, tiny_set: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    printed = quaid("bench", "ablate", str(tiny_set), "--page", str(page))
    for part in ("lane: words", "stage: graph", "stage: diversity  (off by default)", "episode support"):
        assert part in printed.out
    assert "| lane: words |" in page.read_text()


def test_scale_and_latency_measure_synthetic_homes(quaid: Quaid, tmp_path: Path) -> None:
    kept = tmp_path / "homes"
    arguments = ("--sizes", "60", "--questions", "4", "--writes", "2", "--keep", str(kept))
    (row,) = quaid("bench", "scale", *arguments, "--json").json["sizes"]
    assert row["building"]["size"] == 60
    assert row["writes"]["p50"] > 0
    assert {"ratio", "p95_to_p50", "resident_mb", "disk_mb", "open_ms"} <= row.keys()
    printed = quaid("bench", "latency", "--home", str(kept / "60"), "--owner", "bench", "--questions", "4")
    assert "the whole recall" in printed.out
    assert "62 memories" in printed.out, "latency writes nothing, scale wrote two"


def test_a_memory_on_a_server_is_no_place_for_what_is_measured(
    quaid: Quaid, tiny_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_STORAGE_URL", "postgresql://ana@127.0.0.1:1/memory")
    measured = quaid("bench", "retrieval", str(tiny_set), "--limit", "2")
    assert measured.code == 0, measured.err


def test_wrong_words_are_answered_plainly(quaid: Quaid, tmp_path: Path, tiny_set: Path) -> None:
    assert quaid("bench", "scale", "--sizes", "many").code == 2
    assert quaid("bench", "retrieval", str(tmp_path)).code == 3
    assert quaid("bench", "latency", "--home", str(tmp_path / "none")).code == 2
    wrong = quaid("bench", "ablate", str(tiny_set), "--set", "recall.epsode_share=1", "--json")
    assert "did you mean recall.episode_share" in json.loads(wrong.out or wrong.err)["error"]["message"]


def test_noise_asks_what_no_memory_should_answer(quaid: Quaid, tiny_set: Path) -> None:
    kept = ("--keep", str(tiny_set / "homes"))
    printed = quaid("bench", "noise", str(tiny_set), *kept)
    for line in ("small talk", "trivia", "swapped speaker", "answerable", "memories stored"):
        assert line in printed.out
    (measured,) = quaid("bench", "noise", str(tiny_set), *kept, "--json").json["sets"]
    assert {kind["kind"] for kind in measured["unanswerable"]} >= {"small talk", "adversarial"}


def test_given_prints_what_blocks_hold_beside_quoted_turns_and_what_they_lack(
    quaid: Quaid, tiny_set: Path, tmp_path: Path
) -> None:
    homes, file = tmp_path / "homes", tmp_path / "given.json"
    how = ("--budget", "60", "--jobs", "1", "--keep", str(homes))
    printed = quaid("bench", "given", str(tiny_set), *how, "--show", "1", "--out", str(file))
    assert printed.code == 0
    for line in (
        "within 60 tokens",
        "sessions quoted",
        "log",
        "BM25 quoted",
        "vectors quoted",
        "missing chat/",
    ):
        assert line in printed.out
    compared = quaid(
        "bench", "given", str(tiny_set), *how, "--alone", "--form", "log", "--against", str(file)
    )
    assert "− earlier" in compared.out
    assert "BM25" not in compared.out


def test_given_refuses_to_compare_with_another_file(quaid: Quaid, tiny_set: Path) -> None:
    refused = quaid("bench", "given", str(tiny_set), "--against", str(tiny_set / "meta.json"))
    assert refused.code == 2
    assert "meta.json is not what an earlier run wrote" in refused.err


def test_life_prints_each_home_and_what_failed(quaid: Quaid, tmp_path: Path) -> None:
    lives, file = written_life(tmp_path), tmp_path / "life.json"
    printed = quaid("bench", "life", str(lives), "--show", "--out", str(file))
    assert printed.code == 0
    for line in ("to the point", "never broken", "q3 (direct) no answer", "f2 not kept", "n1 stored"):
        assert line in printed.out
    assert json.loads(file.read_text())["figures"]["answered"] == {"part": 2, "whole": 3}
