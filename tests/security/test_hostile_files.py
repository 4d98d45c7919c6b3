"""What may a file do to us? Nothing: pipes, links out, deep and half lines are answered, and the rest is kept."""

import json
import os
from pathlib import Path

import pytest

from quaidpy.errors import UnreadableError
from quaidpy.home.inbox import InboxFiles
from tests.journeys.conftest import Quaid

ROW = json.dumps(
    {"role": "user", "content": "My sister Julia lives in Oslo.", "timestamp": "2025-03-01T10:00:00Z"}
)
DEEP = "[" * 50_000 + "]" * 50_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path, quaid: Quaid) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        done = quaid("extract", str(path))
        assert done.code == UnreadableError.exit_code
        assert "pipe or a device" in done.out + done.err
        assert "quaid extract -" not in done.out + done.err  # that would read it to an end which never comes


def test_a_folder_is_not_left_by_its_links(tmp_path: Path, quaid: Quaid) -> None:
    folder, outside = tmp_path / "chats", tmp_path / "private"
    folder.mkdir()
    outside.mkdir()
    (outside / "secret.jsonl").write_text(f"{ROW}\n")
    (folder / "own.jsonl").write_text(f"{ROW}\n".replace("Julia", "Marta"))
    (folder / "link.jsonl").symlink_to(outside / "secret.jsonl")
    (folder / "links").symlink_to(outside, target_is_directory=True)
    done = quaid("extract", str(folder), "--json")
    assert done.code == 0, done.err
    assert len(done.json["sources"]) == 1


def test_json_of_fifty_thousand_levels_is_a_damaged_line_and_the_rest_is_kept(
    tmp_path: Path, quaid: Quaid
) -> None:
    chat = tmp_path / "chat.jsonl"
    chat.write_text(f'{ROW}\n{{"role": "user", "content": {DEEP}}}\n{ROW.replace("Julia", "Marta")}\n')
    done = quaid("extract", str(chat), "--json")
    assert done.code == UnreadableError.exit_code
    source = done.json["sources"][0]
    assert source["turns"] == 2
    assert [line["line"] for line in source["damaged"]] == [2]


def test_half_a_line_is_named_and_all_before_it_is_kept(tmp_path: Path, quaid: Quaid) -> None:
    chat = tmp_path / "chat.jsonl"
    chat.write_text(f'{ROW}\n{ROW.replace("Julia", "Marta")}\n{{"role": "user", "cont')
    done = quaid("extract", str(chat), "--json")
    source = done.json["sources"][0]
    assert source["turns"] == 2
    assert [(line["line"], "ends within" in line["reason"]) for line in source["damaged"]] == [(3, True)]
    assert done.code == UnreadableError.exit_code


HOST_ROW = {"type": "user", "sessionId": "s1", "uuid": "u1", "timestamp": "2025-03-01T10:00:00Z"}


def host_lines(*texts: str) -> str:
    rows = ({**HOST_ROW, "message": {"role": "user", "content": text}} for text in texts)
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.mark.parametrize(
    "whole", [f"{ROW}\n{ROW.replace('Julia', 'Marta')}\n", host_lines("I live in Oslo.", "I own a dog.")]
)
def test_half_a_line_of_a_live_transcript_is_no_damage_and_comes_in_once_it_is_whole(
    whole: str, tmp_path: Path, quaid: Quaid
) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    chat = folder / "chat.jsonl"
    for data, code, turns in ((whole[:-20], UnreadableError.exit_code, 1), (whole, 0, 1)):
        chat.write_text(data)
        live = quaid("extract", str(chat), "--live", "--json")
        assert (live.code, live.json["sources"][0]["turns"]) == (0, turns)
        assert live.json["sources"][0]["damaged"] == []
        done = quaid("extract", str(chat), "--json")
        assert done.code == code
        assert [line["line"] for line in done.json["sources"][0]["damaged"]] == ([2] if code else [])


def test_watching_and_hooks_stay_quiet_about_half_a_line(
    tmp_path: Path, quaid: Quaid, clean_environment: Path
) -> None:
    folder = tmp_path / "live"
    folder.mkdir()
    (folder / "chat.jsonl").write_text(host_lines("I live in Oslo.", "I own a dog.")[:-20])
    watched = quaid("watch", "--once", "--only", "--folder", str(folder))
    assert watched.code == 0, watched.err
    assert "ends within" not in watched.out + watched.err
    assert not (clean_environment / "hooks.log").exists()
    InboxFiles(clean_environment).put(
        {"host": "other", "session": "s2", "event": "Stop", "transcript": str(folder / "chat.jsonl")}
    )
    taken = quaid("extract", "--inbox", "--json")
    assert taken.code == 0, taken.err
    assert taken.json["notes"] == 1
    assert [source["damaged"] for source in taken.json["sources"]] == [[]]
