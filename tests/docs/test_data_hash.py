"""A hash of data says which data was measured: by names and bytes, wherever it lies."""

from pathlib import Path

import pytest

from tools.hash_data import hash_of


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


FILES = {"meta.json": b"{}", "dev/docs.jsonl": b"one\ntwo\n"}


def test_equal_files_hash_alike_wherever_they_lie_and_whenever_they_were_written(tmp_path: Path) -> None:
    one = written(tmp_path / "here", FILES)
    other = written(tmp_path / "there" / "deeper", dict(reversed(FILES.items())))
    assert hash_of(one) == hash_of(other)


@pytest.mark.parametrize(
    "changed",
    [
        FILES | {"dev/docs.jsonl": b"one\ntwo\n\n"},
        FILES | {"dev/queries.jsonl": b""},
        {"meta.json": b"{}", "test/docs.jsonl": b"one\ntwo\n"},
    ],
)
def test_another_byte_file_or_name_is_another_hash(changed: dict[str, bytes], tmp_path: Path) -> None:
    assert hash_of(written(tmp_path / "one", FILES)) != hash_of(written(tmp_path / "other", changed))
