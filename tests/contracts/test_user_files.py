"""Files of the user: read to the byte, changed whole or not at all."""

from pathlib import Path

import pytest

from quaidpy.errors import ReadOnlyError, UnreadableError
from quaidpy.system.user_files import TextFiles


@pytest.fixture
def files(tmp_path: Path) -> TextFiles:
    return TextFiles(tmp_path / "home")


@pytest.mark.parametrize(
    "data", [b"", b"one", b"a\r\nb\r\n", b"\xef\xbb\xbfmark\n", "née\u2028\n".encode(), b"a\rb\n\r"]
)
def test_every_byte_comes_and_goes_as_it_is(files: TextFiles, tmp_path: Path, data: bytes) -> None:
    path, other = tmp_path / "one.md", tmp_path / "other.md"
    path.write_bytes(data)
    text = files.read(str(path))
    assert files.replace(str(other), text, expected=None)
    assert other.read_bytes() == data


@pytest.mark.parametrize("data", [b"\xff\xfe\x00a", b"a\0b"])
def test_what_is_no_text_is_refused(files: TextFiles, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "one.md"
    path.write_bytes(data)
    with pytest.raises(UnreadableError, match=r"one\.md"):
        files.read(str(path))


def test_there_is_nothing_where_there_is_no_file(files: TextFiles, tmp_path: Path) -> None:
    assert files.read(str(tmp_path / "none.md")) is None


def test_a_file_that_says_something_else_by_now_stays(files: TextFiles, tmp_path: Path) -> None:
    path = tmp_path / "one.md"
    path.write_text("mine")
    assert not files.replace(str(path), "theirs", expected="older")
    assert not files.replace(str(path), None, expected="older")
    assert path.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["one.md"]


def test_a_link_stays_a_link_and_permissions_stay(files: TextFiles, tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    assert files.replace(str(link), "new", expected="old")
    assert link.is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_file_can_be_taken_away_and_made_with_its_folders(files: TextFiles, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "one.md"
    assert files.replace(str(path), "words", expected=None)
    assert files.replace(str(path), None, expected="words")
    assert not path.exists()


def test_what_may_not_be_written_is_said_and_not_hidden(files: TextFiles, tmp_path: Path) -> None:
    path = tmp_path / "one.md"
    path.write_text("words")
    assert files.is_writable(str(path))
    path.chmod(0o444)
    assert not files.is_writable(str(path))
    assert files.is_writable(str(tmp_path / "new" / "two.md"))
    with pytest.raises(ReadOnlyError, match="below"):
        files.replace(str(path / "below.md"), "words", expected=None)


def test_names_come_in_order(files: TextFiles, tmp_path: Path) -> None:
    for name in ("USER-2026-02.md", "USER-2026-01.md", "SOUL-2026-01.md", "USER-notes.txt"):
        (tmp_path / name).touch()
    assert files.names_in(str(tmp_path), beginning="USER-", ending=".md") == [
        "USER-2026-01.md",
        "USER-2026-02.md",
    ]
    assert files.names_in(str(tmp_path / "none"), beginning="", ending="") == []
