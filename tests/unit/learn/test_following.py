"""A file follows its edit, whatever stops it halfway; what its user did in between comes first."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.errors import ConflictError
from quaidpy.interfaces.cli.main import main
from quaidpy.learn.file_writing import write_waiting
from quaidpy.memory import Memory
from quaidpy.system.user_files import TextFiles
from tests.faults.learning_process import OWNER, fold, newest_run, opened, talk

USER = b"# Me\r\n\r\n- I paint.\r\n"


class StoppedError(Exception):
    """The process ends here."""


class StoppingFiles(TextFiles):
    """Ends the process at one of its writes, before or after the file is there."""

    def __init__(self, home: Path, *, left: int, is_after: bool) -> None:
        super().__init__(home)
        self._left, self._is_after = left, is_after

    def replace(self, path: str, text: str | None, *, expected: str | None) -> bool:
        self._left -= 1
        if self._left == 0 and not self._is_after:
            raise StoppedError
        done = super().replace(path, text, expected=expected)
        if self._left == 0:
            raise StoppedError
        return done


class EditedFiles(TextFiles):
    """Somebody saves the file in the very moment between looking and writing."""

    def __init__(self, home: Path, name: str) -> None:
        super().__init__(home)
        self._name = name

    def replace(self, path: str, text: str | None, *, expected: str | None) -> bool:
        if Path(path).name == self._name:
            self._name = ""
            Path(path).write_text("saved meanwhile\n")
        return super().replace(path, text, expected=expected)


@contextmanager
def with_files(home: Path, files: TextFiles) -> Iterator[Memory]:
    with opened(home) as memory:
        yield Memory(replace(memory.parts, learning=replace(memory.parts.learning, files=files)))


def state(home: Path) -> dict[str, bytes]:
    folder = home / "identity"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    folder = tmp_path / "identity"
    folder.mkdir()
    (folder / "USER.md").write_bytes(USER)
    return folder


def do(what: str, memory: Memory, home: Path) -> None:
    if what == "extract":
        memory.extract(talk(1))
    elif what == "fold":
        fold(memory, home)
    else:
        memory.undo(str(newest_run(memory)))


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("write", [1, 2])
@pytest.mark.parametrize("what", ["extract", "fold", "undo"])
def test_what_was_stopped_halfway_is_finished_and_can_be_undone(
    tmp_path: Path, identity: Path, what: str, write: int, is_after: bool
) -> None:
    assert identity.exists()
    with opened(tmp_path) as memory:
        if what != "extract":
            memory.extract(talk(1))
        if what == "undo":
            fold(memory, tmp_path)
    with (
        with_files(tmp_path, StoppingFiles(tmp_path, left=write, is_after=is_after)) as memory,
        pytest.raises(StoppedError),
    ):
        do(what, memory, tmp_path)
    with opened(tmp_path) as memory:
        assert write_waiting(OWNER, memory.parts.learning).missed == ()
        assert "USER.snippets.md" in state(tmp_path) or what == "fold"
        while run := newest_run(memory):
            memory.undo(run)
    assert state(tmp_path) == {"USER.md": USER}


def test_a_file_saved_in_the_moment_of_writing_stays_and_what_was_learnt_waits(tmp_path: Path) -> None:
    with with_files(tmp_path, EditedFiles(tmp_path, "USER.snippets.md")) as memory:
        memory.extract(talk(1))
    text = (tmp_path / "identity" / "USER.snippets.md").read_text()
    assert text.startswith("saved meanwhile\n")
    assert text.endswith("- The user prefers tea of sort 1.\n")


def test_a_fold_never_loses_a_bullet_to_a_file_saved_meanwhile(tmp_path: Path, identity: Path) -> None:
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
    before = (identity / "USER.snippets.md").read_bytes()
    with with_files(tmp_path, EditedFiles(tmp_path, "USER.md")) as memory:
        fold(memory, tmp_path)
    assert (identity / "USER.md").read_text() == "saved meanwhile\n"
    assert b"tea of sort 1" in before


@pytest.mark.parametrize("kind", ["linked", "read-only", "gone"])
def test_undo_restores_the_bytes_of_any_kind_of_file(tmp_path: Path, identity: Path, kind: str) -> None:
    file, real = identity / "USER.md", tmp_path / "elsewhere.md"
    if kind == "linked":
        file.rename(real)
        file.symlink_to(real)
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
        fold(memory, tmp_path)
        assert file.read_bytes() != USER
        if kind == "read-only":
            file.chmod(0o444)
        if kind == "gone":
            file.unlink()
        memory.undo(str(newest_run(memory)))
    assert file.read_bytes() == USER
    assert file.is_symlink() == (kind == "linked")
    assert (file.stat().st_mode & 0o777 == 0o444) == (kind == "read-only")


def test_a_read_only_file_is_never_planned_for(tmp_path: Path, identity: Path) -> None:
    (identity / "USER.md").chmod(0o444)
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
        fold(memory, tmp_path)
    assert (identity / "USER.md").read_bytes() == USER
    assert (identity / "USER.snippets.md").exists()


def test_an_undo_that_meets_a_change_of_the_user_changes_nothing_at_all(
    tmp_path: Path, identity: Path
) -> None:
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
        fold(memory, tmp_path)
        (identity / "USER.md").write_text("all mine\n")
        before, run = state(tmp_path), str(newest_run(memory))
        with pytest.raises(ConflictError, match=r"USER\.md has changed since"):
            memory.undo(run)
        assert state(tmp_path) == before
        assert newest_run(memory) == run


def test_what_was_undone_can_be_done_again(tmp_path: Path, identity: Path) -> None:
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
        fold(memory, tmp_path)
        after = state(tmp_path)
        undone = memory.undo(str(newest_run(memory)))
        assert (identity / "USER.md").read_bytes() == USER
        memory.undo(undone)
        assert state(tmp_path) == after


def test_the_doctor_sees_and_writes_what_was_left(
    tmp_path: Path, identity: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert identity.exists()
    with (
        with_files(tmp_path, StoppingFiles(tmp_path, left=1, is_after=False)) as memory,
        pytest.raises(StoppedError),
    ):
        memory.extract(talk(1))
    home = ["--home", str(tmp_path)]
    main(["doctor", *home])
    assert "2 edits not written yet: SOUL.snippets.md, USER.snippets.md" in " ".join(
        capsys.readouterr().out.split()
    )
    main(["doctor", "--fix", *home])
    assert "not written yet" not in capsys.readouterr().out
    assert (identity / "USER.snippets.md").exists()


def test_undoing_an_import_leaves_the_files_that_its_edits_speak_of(tmp_path: Path, identity: Path) -> None:
    with opened(tmp_path) as memory:
        memory.extract(talk(1))
        fold(memory, tmp_path)
        rows = [json.loads(line) for line in memory.export()]
    after = state(tmp_path)
    with opened(tmp_path / "other") as other:
        other.store("Bees are busy.")
        other.import_rows(rows)
        other.undo(next(each.id for each in other.changes(limit=9) if each.cause.verb == "import"))
    assert state(tmp_path) == after
    assert identity.exists()
