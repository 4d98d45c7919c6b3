"""What may a file do to us? Nothing: pipes, links out, deep and half lines are answered, and the rest is kept."""

import json
import os
from pathlib import Path

import pytest

from quaidpy.errors import UnreadableError
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
