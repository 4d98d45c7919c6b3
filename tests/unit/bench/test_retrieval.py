"""A tiny set through all systems: who is compared with whom, on what, and what is refused."""

import json
from pathlib import Path

import pytest

from quaidpy.bench import RecallAdapter
from quaidpy.bench.data.converters import read_dataset
from quaidpy.bench.data.datasets import read_folder
from quaidpy.bench.data.world_files import Form
from quaidpy.bench.retrieval.ablation import ablate, variants_of
from quaidpy.bench.retrieval.retrieval import BM25, FROM_A_LOG, OURS, VECTOR, Retrieval, retrieve
from quaidpy.errors import NotFoundError, SettingsError, UnreadableError, UsageError
from quaidpy.interfaces import bench as known_name
from quaidpy.recall.stages import PIPELINE
from quaidpy.settings import Settings, load_settings
from tests.unit.bench.conftest import written_set


@pytest.fixture(scope="module")
def told() -> list[tuple[str, int, int]]:
    return []


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory, told: list[tuple[str, int, int]]) -> Retrieval:
    folder = written_set(tmp_path_factory.mktemp("set"))
    settings = load_settings(home=folder / "home", owner="bench", environment={})
    return retrieve(read_folder(folder, "dev"), settings, lambda *numbers: told.append(numbers))


def test_all_systems_answer_the_scored_questions_and_no_others(
    result: Retrieval, told: list[tuple[str, int, int]]
) -> None:
    assert [run.system for run in result.runs] == [BM25, VECTOR, OURS]
    assert all([row.question for row in run.rows] == ["q0", "q1", "q2", "q3"] for run in result.runs)
    assert ("sources", 2, 2) in told
    assert told[-4:] == [("questions", number, 4) for number in range(1, 5)]


def test_on_plain_questions_it_finds_the_turns(result: Retrieval) -> None:
    assert all(value == 1.0 for value in result.ours.values("recall@5"))


def test_one_log_is_found_in_beside_files_of_sessions(
    tiny_set: Path, settings: Settings, tmp_path: Path
) -> None:
    dataset, kept = read_folder(tiny_set, "dev"), tmp_path / "kept"
    both = retrieve(dataset, settings, keep=kept, forms=(Form.SESSIONS, Form.LOG))
    assert [run.system for run in both.runs] == [BM25, VECTOR, FROM_A_LOG, OURS]
    assert both.runs[2].values("recall@5") == both.ours.values("recall@5") == [1.0] * 4
    alone = retrieve(dataset, settings, keep=kept, forms=(Form.LOG,))
    assert [run.system for run in alone.runs] == [BM25, VECTOR, FROM_A_LOG]
    assert alone.ours.documents == 0


def test_the_document_has_what_the_outside_script_compares(result: Retrieval) -> None:
    document = result.document()
    assert (document["dataset"], document["split"], document["level"]) == ("tiny", "dev", "doc")
    assert set(document["files"]) == {"dev/docs.jsonl", "dev/queries.jsonl"}
    for system in document["systems"]:
        assert {"qid", "category", "ranks"} <= system["rows"][0].keys()


def test_outside_benches_find_the_adapter_under_the_name_they_know() -> None:
    assert known_name.RecallAdapter is RecallAdapter


def test_a_kept_memory_answers_the_same_without_being_made_again(
    tiny_set: Path, settings: Settings, tmp_path: Path
) -> None:
    dataset = read_folder(tiny_set, "dev")
    first = retrieve(dataset, settings, keep=tmp_path / "kept")
    again = retrieve(dataset, settings, keep=tmp_path / "kept")
    assert [row.ranks for row in again.ours.rows] == [row.ranks for row in first.ours.rows]
    assert (first.ours.documents, again.ours.documents) == (8, 0)
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_a_limit_spreads_over_all_scored_questions(tiny_set: Path) -> None:
    limited = read_folder(tiny_set, "dev").limited(2)
    assert [question.id for question in limited.scored] == ["q0", "q2"]
    assert [question.id for question in limited.questions if question.flags] == ["q4"]


def test_without_an_embedder_there_is_no_vector_baseline(tiny_set: Path, tmp_path: Path) -> None:
    bare = load_settings(home=tmp_path, owner="bench", flags={"embedding.model": "none"}, environment={})
    with pytest.raises(SettingsError, match="vector baseline"):
        retrieve(read_folder(tiny_set, "dev"), bare)


def test_a_set_without_answers_is_refused(tiny_set: Path, settings: Settings) -> None:
    queries = tiny_set / "dev" / "queries.jsonl"
    rows = [{**json.loads(line), "flags": ["no_gold"]} for line in queries.read_text().splitlines()]
    queries.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.raises(UsageError, match="no question"):
        retrieve(read_folder(tiny_set, "dev"), settings)


def test_what_is_no_data_set_is_named(tmp_path: Path, tiny_set: Path) -> None:
    with pytest.raises(NotFoundError, match=r"meta\.json"):
        read_dataset(tmp_path, split="dev")
    with pytest.raises(NotFoundError, match=r"docs\.jsonl"):
        read_dataset(tiny_set, split="heldout")
    with (tiny_set / "dev" / "docs.jsonl").open("a") as file:
        file.write("{half a line")
    with pytest.raises(UnreadableError, match="line 9"):
        read_dataset(tiny_set, split="dev")


def test_each_part_of_recall_has_its_row(tiny_set: Path, settings: Settings) -> None:
    result = ablate(read_folder(tiny_set, "dev"), settings)
    parts = {row.part: row for row in result.rows}
    assert {f"stage: {stage.name}" for stage in PIPELINE} - parts.keys() == {
        "stage: lanes",
        "stage: read",
        "stage: score",
    }
    assert {"lane: words", "lane: vectors", "lane: windows", "lane: memories", "lane: stated"} <= parts.keys()
    assert not parts["stage: diversity"].is_in_use, "it is off by default"
    assert result.whole_mean == 1.0
    for row in result.rows:
        if row.is_in_use:
            assert row.adds.difference == pytest.approx(result.whole_mean - row.without)


def test_variants_leave_the_given_settings_alone(settings: Settings) -> None:
    tuning = settings.tuning.recall
    assert len({variant.part for variant in variants_of(tuning)}) == len(variants_of(tuning))
    assert settings.tuning.recall == tuning
