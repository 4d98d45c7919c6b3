"""What is wrong is told clearly, with its exit code, and nothing is half-written."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from tests.journeys.conftest import Quaid

ROOT = Path(__file__).resolve().parents[2]


def memories(quaid: Quaid) -> int:
    return int(quaid("stats", "--json").json["counts"]["memories"])


def rows(quaid: Quaid) -> dict[str, int]:
    counts = quaid("stats", "--json").json["counts"]
    return {name: counts[name] for name in ("memories", "episodes", "turns", "operations")}


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x01", "not text"),
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\xff\xfe\xfa x", "UTF-8"),
    ],
    ids=["binary", "empty", "blank", "not UTF-8"],
)
def test_a_file_that_is_no_conversation_is_refused_whole(
    quaid: Quaid, tmp_path: Path, content: bytes, word: str
) -> None:
    (tmp_path / "file").write_bytes(content)
    shown = quaid("extract", str(tmp_path / "file"))
    assert shown.code == 4
    assert word in shown.err
    assert set(rows(quaid).values()) == {0}


def test_a_broken_line_is_named_and_the_others_are_taken_in(quaid: Quaid, tmp_path: Path) -> None:
    lines = [
        json.dumps({"role": "user", "content": f"I live in town number {number}."}) for number in range(1, 13)
    ]
    lines[6] = '{"role": "user", "content": "I li'
    (tmp_path / "chat.jsonl").write_text("\n".join(lines) + "\n")
    shown = quaid("extract", str(tmp_path / "chat.jsonl"))
    assert shown.code == 4
    assert "line 7" in shown.out + shown.err
    assert rows(quaid)["turns"] == 11


def test_of_several_files_the_good_ones_are_taken_in(quaid: Quaid, chat: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    shown = quaid("extract", str(tmp_path / "empty.txt"), str(chat))
    assert shown.code == 4
    assert "empty.txt" in shown.err
    assert rows(quaid)["episodes"] == 1


def test_a_missing_file_stops_before_anything_is_stored(quaid: Quaid, chat: Path, tmp_path: Path) -> None:
    shown = quaid("extract", str(chat), str(tmp_path / "nowhere.txt"))
    assert shown.code == 3
    assert "nowhere.txt" in shown.err
    assert rows(quaid)["episodes"] == 0


def test_a_folder_without_files_is_refused(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / ".hidden").write_text("Ana: I love bees.")
    shown = quaid("extract", str(tmp_path / "inside"))
    assert shown.code == 2
    assert "folder without files" in shown.err


def test_of_a_folder_all_readable_files_are_taken_in(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "talks" / "older").mkdir(parents=True)
    (tmp_path / "talks" / "ana.txt").write_text("Ana: I moved to Lisbon last week.\nBen: How nice!\n")
    (tmp_path / "talks" / "older" / "ben.txt").write_text("Ben: My sister Marta lives in Porto.\n")
    (tmp_path / "talks" / "older" / "picture.png").write_bytes(b"\x89PNG\x00\x00")
    shown = quaid("extract", str(tmp_path / "talks"), "--json")
    assert shown.code == 4
    taken = json.loads(shown.out)
    assert [Path(source["source"]).name for source in taken["sources"]] == ["ana.txt", "ben.txt"]
    assert len(taken["failed"]) == 1
    assert "picture.png" in taken["failed"][0]
    assert rows(quaid)["episodes"] == 2


@pytest.mark.parametrize("option", ["--as-of", "--known-at", "--since", "--until"])
def test_an_unreadable_date_names_its_option(quaid: Quaid, option: str) -> None:
    quaid("store", "Ana lives in Porto.")
    shown = quaid("recall", "where does Ana live?", option, "the day of the purple moon")
    assert shown.code == 2
    assert option in shown.err


def test_a_window_that_ends_before_it_begins_is_refused(quaid: Quaid) -> None:
    quaid("store", "Ana lives in Porto.")
    shown = quaid("search", "Ana", "--since", "2025-06-02", "--until", "2025-06-01")
    assert shown.code == 2
    assert "--since" in shown.err


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        ("m_00000000000000000000000000", 3),
        ("m_zzzzzzzz", 3),
        ("m_1", 2),
        ("nonsense_", 2),
        ("op_zzzzzzzz", 3),
    ],
)
def test_a_wrong_id_is_told_apart_from_an_unknown_one(quaid: Quaid, identity: str, code: int) -> None:
    quaid("store", "Ana lives in Porto.")
    for command in ("show", "forget", "pin"):
        assert quaid(command, identity).code == code


def test_an_id_of_another_kind_is_refused(quaid: Quaid) -> None:
    run = quaid("store", "Ana lives in Porto.", "--json").json["run"]
    shown = quaid("show", run)
    assert shown.code == 2
    assert "is not a memory" in shown.err


def test_an_unknown_setting_is_answered_with_the_nearest(quaid: Quaid) -> None:
    for command in (("config", "get", "graph.beam_widht"), ("config", "set", "graph.beam_widht", "3")):
        shown = quaid(*command)
        assert shown.code == 5
        assert "did you mean graph.beam_width?" in shown.err


def test_a_damaged_configuration_is_named_by_every_command(quaid: Quaid, clean_environment: Path) -> None:
    clean_environment.mkdir()
    (clean_environment / "config.toml").write_text("graph = [")
    assert quaid("stats").code == 5
    found = quaid("doctor", "--json")
    assert found.code == 1
    assert "config.toml" in found.out


@pytest.mark.parametrize("command", ["recall", "search"])
@pytest.mark.of_file
def test_a_question_before_anything_is_stored_says_what_to_do(
    quaid: Quaid, clean_environment: Path, command: str
) -> None:
    shown = quaid(command, "where does Ana live?")
    assert shown.code == 0
    assert "quaid extract" in shown.err
    assert not clean_environment.exists()
    assert quaid(command, "where does Ana live?", "--json").json["results"] == []


@pytest.mark.of_file
def test_reading_never_makes_a_home(quaid: Quaid, clean_environment: Path) -> None:
    for command in ("stats", "changes", "episodes", "entity"):
        assert quaid(command).code == 0
    assert quaid("show", "m_abcdefgh").code == 3
    assert not clean_environment.exists()


def test_owners_share_a_home_and_never_see_each_other(quaid: Quaid) -> None:
    identity = quaid("store", "Ana lives in Porto.", "--json", "--owner", "ana").json["new"][0]["id"]
    assert quaid("show", identity, "--owner", "ana").code == 0
    for command in (("show", identity), ("forget", identity), ("purge", identity, "--yes")):
        assert quaid(*command, "--owner", "ben").code == 3
    assert quaid("stats", "--json", "--owner", "ben").json["counts"]["memories"] == 0
    assert quaid("search", "Porto", "--json", "--owner", "ben").json["results"] == []


@pytest.mark.of_file
def test_a_newer_database_is_refused_and_left_as_it_is(quaid: Quaid, clean_environment: Path) -> None:
    quaid("store", "Ana lives in Porto.")
    [database] = clean_environment.glob("*.sqlite")
    connection = apsw.Connection(str(database))
    connection.execute("PRAGMA user_version = 999999")
    connection.close()
    shown = quaid("store", "Ben lives in Leeds.")
    assert shown.code == 8
    assert "knows up to" in shown.err
    assert "upgrade quaidpy" in shown.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_told(quaid: Quaid, clean_environment: Path) -> None:
    clean_environment.mkdir()
    clean_environment.chmod(0o500)
    try:
        assert quaid("store", "Ana lives in Porto.").code == 7
    finally:
        clean_environment.chmod(0o700)


def test_a_home_that_cannot_be_made_is_told(quaid: Quaid, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    shown = quaid("store", "Ana lives in Porto.", "--home", str(tmp_path / "file" / "home"))
    assert shown.code in {6, 7}
    assert "Traceback" not in shown.err
    assert "file" in shown.err


def test_an_import_with_a_broken_line_imports_nothing(quaid: Quaid, tmp_path: Path) -> None:
    quaid("store", "Ana lives in Porto.")
    quaid("export", str(tmp_path / "all.jsonl"))
    text = (tmp_path / "all.jsonl").read_text()
    (tmp_path / "broken.jsonl").write_text(text + '{"type": "mem\n')
    other = ("--home", str(tmp_path / "other"))
    shown = quaid("import", str(tmp_path / "broken.jsonl"), *other)
    assert shown.code == 4
    assert "line" in shown.err
    assert quaid("stats", "--json", *other).json["counts"]["memories"] == 0


def test_a_backup_never_overwrites(quaid: Quaid, tmp_path: Path) -> None:
    quaid("store", "Ana lives in Porto.")
    (tmp_path / "taken").write_text("precious")
    assert quaid("backup", str(tmp_path / "taken")).code == 2
    assert (tmp_path / "taken").read_text() == "precious"


def test_what_is_no_backup_is_not_restored(quaid: Quaid, tmp_path: Path) -> None:
    quaid("store", "Ana lives in Porto.")
    (tmp_path / "notes.txt").write_text("not a database")
    assert quaid("restore", str(tmp_path / "notes.txt"), "--yes").code == 2
    assert quaid("restore", str(tmp_path / "nowhere"), "--yes").code == 3
    assert memories(quaid) == 1


def test_an_empty_statement_is_refused(quaid: Quaid) -> None:
    assert quaid("store", "   ").code == 2
    assert set(rows(quaid).values()) == {0}


def test_a_closed_pipe_is_silent(clean_environment: Path) -> None:
    command = f'"{sys.executable}" -m quaidpy --help | head -1'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.startswith("Usage")


@pytest.mark.parametrize("command", ["stats", "export -"])
def test_a_pipe_that_closes_early_is_no_error(quaid: Quaid, clean_environment: Path, command: str) -> None:
    quaid("store", "Ana lives in Porto.")
    line = f'("{sys.executable}" -m quaidpy {command}; echo "code $?" >&2) | true'
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr in {"code 141\n", "code 0\n"}  # 0 when all of it fitted into the pipe


def test_an_interrupted_extraction_goes_on_where_it_stopped(
    quaid: Quaid, clean_environment: Path, tmp_path: Path
) -> None:
    lines = "\n".join(f"Ana: My friend number {number} lives in town {number}." for number in range(1_500))
    (tmp_path / "long.txt").write_text(lines)
    arguments = [sys.executable, "-m", "quaidpy", "extract", str(tmp_path / "long.txt")]
    with subprocess.Popen(
        arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        while not (clean_environment / "memory.sqlite-wal").exists():
            assert running.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    if running.returncode == 0:
        pytest.skip("done before it could be interrupted")
    assert running.returncode == 130
    assert "Traceback" not in told
    assert quaid("extract", str(tmp_path / "long.txt")).code == 0
    assert rows(quaid)["turns"] == 1_500
    assert quaid("doctor").code == 0
