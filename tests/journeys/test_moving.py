"""A person moves their memory to a server and back, and is told what was moved."""

import json
import shutil
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid
from tests.postgres_server import used_address_of

pytestmark = pytest.mark.of_file

ASKED = ("where does Ana live?", "who lives in Leeds?", "what does Ana love?")


@pytest.fixture
def url(clean_environment: Path) -> str:
    return used_address_of(clean_environment)


def answers(quaid: Quaid, *home: str) -> list[list[tuple[str, str, float]]]:
    found = [quaid("--json", "recall", each, *home).json["results"] for each in ASKED]
    return [[(line["kind"], line["text"], line["score"]) for line in lines] for lines in found]


def test_memory_moves_to_a_server_and_back(
    quaid: Quaid, chat: Path, url: str, clean_environment: Path, tmp_path: Path
) -> None:
    home, twin = clean_environment, ("--home", str(tmp_path / "twin"))
    quaid("extract", str(chat))
    taken_in = quaid("--json", "changes").json["changes"][0]["id"]
    shutil.copytree(home, twin[1])  # recalls leave traces: each has its own
    before = quaid("export", "-").out

    told = quaid("move-to", url)
    assert told.code == 0, told.err
    assert "of 1 owner compared one by one: the same in" in told.out
    assert f"url = {json.dumps(url)}" in (home / "config.toml").read_text()
    assert not (home / "memory.sqlite").exists()
    assert quaid("export", "-").out == before
    assert answers(quaid) == answers(quaid, *twin)

    undone = quaid("undo", taken_in)
    assert undone.code == 0, undone.err
    assert {kind for kind, *_ in answers(quaid)[0]} == {"turn"}
    assert quaid("undo", quaid("--json", "changes").json["changes"][0]["id"]).code == 0

    document = quaid("--json", "move-to", "file").json
    assert document["to"] == str(home / "memory.sqlite")
    assert {"memories", "turns", "operations", "recall_log"} <= {each["table"] for each in document["tables"]}
    assert all(each["hash"] for each in document["tables"] if each["rows"])
    assert answers(quaid) == answers(quaid, *twin)
    assert quaid("doctor").code == 0


def test_a_dry_run_prints_the_plan_and_changes_nothing(
    quaid: Quaid, chat: Path, url: str, clean_environment: Path
) -> None:
    quaid("extract", str(chat))
    before = sorted(path.name for path in clean_environment.iterdir())
    told = quaid("move-to", url, "--dry-run")
    assert "turns" in told.out
    assert "of 1 owner in" in told.out
    assert "would be moved" in told.out
    assert quaid("--json", "move-to", url, "--dry-run").json["tables"]["turns"] == 3
    assert sorted(path.name for path in clean_environment.iterdir()) == before


def test_the_old_file_is_kept_until_it_is_not_wanted(
    quaid: Quaid, chat: Path, url: str, clean_environment: Path
) -> None:
    quaid("extract", str(chat))
    assert "the file of before is kept as" in quaid("move-to", url).out
    (kept,) = clean_environment.glob("memory.moved-*.sqlite")
    assert quaid("--json", "move-to", url, "--delete-old").json == {"deleted": [str(kept)]}
    assert not kept.exists()
    assert answers(quaid)[0]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("memory.db", "neither a postgresql:// address nor `file`"),
        ("file", "is in {home}/memory.sqlite already"),
        ("postgresql://ana:secret@localhost/memory", "PGPASSWORD"),
        ("postgresql://ana@127.0.0.1:1/memory", "cannot be reached"),
    ],
)
def test_a_target_that_is_none_is_refused(
    quaid: Quaid, chat: Path, clean_environment: Path, target: str, said: str
) -> None:
    quaid("extract", str(chat))
    told = quaid("move-to", target)
    assert told.code != 0
    assert said.format(home=clean_environment) in told.err.replace("\n", "")
    assert "secret" not in told.out + told.err
    assert not (clean_environment / "config.toml").exists()
    assert answers(quaid)[0]


def test_a_target_with_rows_of_the_owner_is_refused(
    quaid: Quaid, chat: Path, url: str, tmp_path: Path, clean_environment: Path
) -> None:
    other = tmp_path / "other"
    for folder in (other, clean_environment):
        quaid("extract", str(chat), "--home", str(folder))
    assert quaid("move-to", url, "--home", str(other)).code == 0
    told = quaid("move-to", url)
    assert told.code == 10
    assert "has rows of default" in told.err
    assert not (clean_environment / "moves.json").exists()


def test_a_variable_that_names_the_storage_goes_first(
    quaid: Quaid, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_STORAGE_URL", url)
    quaid("store", "Ana has seen Rome.")
    told = quaid("move-to", "file")
    assert told.code == 2
    assert "unset it" in told.err
