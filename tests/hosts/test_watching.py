"""Transcripts are followed through growth, rewriting, truncation, rotation and deletion; each turn comes in once."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.sources.read_schedule import Fingerprint, ReadSchedule
from quaidpy.domain.tuning import WatchTuning
from quaidpy.hosts.transcript_places import place_of_folder, transcript_places
from quaidpy.interfaces.watching import Watch
from quaidpy.system.watched_files import files_in, read_state, write_state
from tests.hosts import write_samples as samples
from tests.journeys.conftest import Quaid

TUNING = WatchTuning(settle_s=3, longest_wait_s=60, poll_s=60, first_days=30)


def shape(size: int, inode: int = 1) -> Fingerprint:
    return Fingerprint(size, size, inode)


def test_a_file_is_read_once_it_rests() -> None:
    following = ReadSchedule(TUNING)
    assert following.due({"a": shape(1)}, now=0) == []
    assert following.due({"a": shape(2)}, now=2) == []
    assert following.due({"a": shape(2)}, now=4) == []
    assert following.due({"a": shape(2)}, now=5) == ["a"]
    following.taken_in("a", shape(2))
    assert following.due({"a": shape(2)}, now=9) == []
    assert not following.is_waiting


def test_a_file_that_never_rests_is_read_all_the_same() -> None:
    following = ReadSchedule(TUNING)
    due = [following.due({"a": shape(second)}, now=second) for second in range(61)]
    assert due[:60] == [[]] * 60
    assert due[60] == ["a"]


def test_what_came_while_a_file_was_read_is_a_change() -> None:
    following = ReadSchedule(TUNING)
    following.taken_in("a", shape(1))
    assert following.due({"a": shape(2)}, now=0) == []
    assert following.due({"a": shape(2)}, now=3) == ["a"]


def test_a_file_put_in_the_place_of_another_is_a_change_even_of_equal_size() -> None:
    following = ReadSchedule(TUNING, {"a": shape(1, inode=1)})
    following.due({"a": shape(1, inode=2)}, now=0)
    assert following.due({"a": shape(1, inode=2)}, now=3) == ["a"]


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(0, 3)), max_size=12))
def test_whatever_happens_every_file_left_in_peace_is_read_in_the_end_and_only_once(
    states: list[dict[str, int]],
) -> None:
    following, now = ReadSchedule(TUNING), 0.0
    found: dict[str, Fingerprint] = {}
    for state in states:
        now += 1
        found = {path: shape(size) for path, size in state.items()}
        for path in following.due(found, now=now):
            following.taken_in(path, found[path])
    now += 3
    following.due(found, now=now)
    for path in following.due(found, now=now + 3):
        following.taken_in(path, found[path])
    assert following.read == found
    assert following.due(found, now=now + 100) == []


def test_the_usual_places_follow_the_variables_that_move_hosts(tmp_path: Path) -> None:
    moved = transcript_places(tmp_path, platform="linux", environment={"CLAUDE_CONFIG_DIR": "/else"})
    assert {str(place.folder) for place in moved if place.host == "claude-code"} == {"/else/projects"}
    mac = transcript_places(tmp_path, platform="darwin", environment={})
    assert any("Application Support" in str(place.folder) for place in mac)


def test_a_damaged_note_of_what_was_read_is_as_none(tmp_path: Path) -> None:
    write_state(tmp_path, {"a": shape(1)})
    assert read_state(tmp_path) == {"a": shape(1)}
    (tmp_path / "watch.json").write_text('{"a": [1')
    assert read_state(tmp_path) is None


# Through the command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "transcripts"
    made.mkdir()
    return made


ReviewMark = Callable[[], int]


@pytest.fixture
def look(quaid: Quaid, folder: Path) -> ReviewMark:
    """One round of watching; how many turns are known then."""
    watch = Watch(
        home=folder.parent,
        places=[place_of_folder(folder)],
        tuning=TUNING,
        take_in=lambda path: quaid("extract", str(path)) and None,
        stop=threading.Event(),
    )

    def once() -> int:
        watch.run_once()
        return int(quaid("stats", "--json").json["counts"]["turns"])

    return once


def test_a_transcript_is_followed_whatever_becomes_of_it(look: ReviewMark, folder: Path) -> None:
    path, rows = folder / "a.jsonl", samples.openclaw()
    path.write_bytes(samples.lines(rows[:2]))
    assert look() == 1
    path.write_bytes(samples.lines(rows))  # grown
    assert look() == 3
    path.write_bytes(samples.lines(rows[:2]))  # truncated
    assert look() == 3
    path.write_bytes(samples.lines([rows[0], rows[-1]]))  # written anew
    assert look() == 3
    path.rename(folder / "a.old.jsonl")  # rotated
    assert look() == 3
    (folder / "a.old.jsonl").unlink()
    assert look() == 3


def test_a_file_that_cannot_be_read_does_not_stop_the_others(quaid: Quaid, folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"\x00\x01\x02")
    (folder / "b.txt").write_text("Ana: I live in Porto.")
    once = ("watch", "--once", "--only", "--folder", str(folder), "--json")
    assert quaid(*once).json == {"files": 2}
    assert quaid("stats", "--json").json["counts"]["turns"] == 1
    assert quaid(*once).json == {"files": 0}


def test_old_transcripts_are_left_alone_when_watching_begins(tmp_path: Path, folder: Path) -> None:
    (folder / "old.md").write_text("Ana: I live in Porto.")
    taken: list[Path] = []
    stop = threading.Event()
    tuning = WatchTuning(settle_s=0, longest_wait_s=0, poll_s=1, first_days=0)
    watch = Watch(
        home=tmp_path / "home",
        places=[place_of_folder(folder)],
        tuning=tuning,
        take_in=taken.append,
        stop=stop,
    )
    assert watch.run_once() == 0
    (folder / "new.md").write_text("Ben: I live in Leeds.")
    assert watch.run_once() == 1
    assert [path.name for path in taken] == ["new.md"]


def test_a_change_wakes_the_watcher_and_a_stop_ends_it(tmp_path: Path, folder: Path) -> None:
    taken, stop = threading.Event(), threading.Event()
    tuning = WatchTuning(settle_s=0, longest_wait_s=0, poll_s=30, first_days=0)
    watch = Watch(
        home=tmp_path / "home", places=[place_of_folder(folder)], tuning=tuning, take_in=lambda _: taken.set(), stop=stop
    )  # fmt: skip
    thread = threading.Thread(target=watch.run)
    thread.start()
    for number in range(100):
        (folder / f"{number}.md").write_text("Ana: I live in Porto.")
        if taken.wait(0.2):
            break
    stop.set()
    thread.join(timeout=30)
    assert taken.is_set()
    assert not thread.is_alive()


def test_a_unit_is_written_shown_and_taken_away(
    quaid: Quaid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    shown = quaid("watch", "install", "--dry-run", "--json").json
    assert not Path(shown["file"]).exists()
    assert "watch" in shown["text"]
    quaid("watch", "install")
    assert Path(shown["file"]).read_text() == shown["text"]
    assert quaid("watch", "uninstall", "--json").json["removed"]
    assert not Path(shown["file"]).exists()


def test_files_of_a_folder_are_found_by_their_endings(folder: Path) -> None:
    for name in ("a.md", "b.png", "c.jsonl"):
        (folder / name).write_text("x")
    assert sorted(Path(path).name for path in files_in([place_of_folder(folder)])) == ["a.md", "c.jsonl"]
