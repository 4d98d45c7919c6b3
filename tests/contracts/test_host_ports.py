"""What HostFiles and Inbox promise, sentence by sentence."""

from pathlib import Path

import pytest

from quaidpy.domain.sources.sessions import Conversation, HostFile
from quaidpy.errors import UnreadableError
from quaidpy.home.inbox import InboxFiles
from quaidpy.ports.hosts import HostFiles, Inbox
from quaidpy.system.host_files import ForeignFiles
from tests.hosts import write_samples as samples


@pytest.fixture
def files() -> HostFiles:
    return ForeignFiles()


@pytest.fixture
def inbox(tmp_path: Path) -> Inbox:
    return InboxFiles(tmp_path / "home")


def test_a_plain_file_is_itself(files: HostFiles, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Ana rows.")
    assert list(files.contents(tmp_path / "a.md")) == [HostFile("a.md", b"Ana rows.")]


def test_a_known_database_gives_its_conversations_and_stays_as_it_was(
    files: HostFiles, tmp_path: Path
) -> None:
    samples.cursor_database(tmp_path / "state.vscdb")
    before = (tmp_path / "state.vscdb").read_bytes()
    assert [type(each) for each in files.contents(tmp_path / "state.vscdb")] == [Conversation]
    assert (tmp_path / "state.vscdb").read_bytes() == before


@pytest.mark.parametrize("name", ["missing", "folder"])
def test_what_cannot_be_read_says_so(files: HostFiles, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnreadableError, match=name):
        list(files.contents(tmp_path / name))


def test_notes_wait_oldest_first_until_they_are_taken_away(inbox: Inbox) -> None:
    names = [inbox.put({"n": number}) for number in range(3)]
    assert inbox.waiting() == names
    assert [(inbox.read(name) or {})["n"] for name in names] == [0, 1, 2]
    inbox.take_away(names[:2])
    assert inbox.waiting() == names[2:]
    assert inbox.read(names[0]) is None


def test_a_note_that_is_none_is_empty(inbox: Inbox, tmp_path: Path) -> None:
    inbox.put({})
    (tmp_path / "home" / "inbox" / "1.json").write_text("[")
    assert inbox.read("1.json") == {}


def test_a_note_still_being_written_does_not_wait(inbox: Inbox, tmp_path: Path) -> None:
    name = inbox.put({})
    (tmp_path / "home" / "inbox" / f".{name}9").write_text("{")
    assert inbox.waiting() == [name]


def test_a_note_set_aside_is_kept_with_its_reason(inbox: Inbox, tmp_path: Path) -> None:
    name = inbox.put({"n": 1})
    inbox.set_aside(name, "no reason")
    assert inbox.waiting() == []
    aside = tmp_path / "home" / "inbox" / "unreadable"
    assert sorted(path.name for path in aside.iterdir()) == [name, f"{name}.reason"]


def test_only_one_drains_at_a_time(inbox: Inbox) -> None:
    with inbox.drained_by_us() as is_ours, inbox.drained_by_us() as is_others:
        assert (is_ours, is_others) == (True, False)
    with inbox.drained_by_us() as is_ours:
        assert is_ours
