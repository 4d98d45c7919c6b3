"""A repository is read, and none of the programs that it names is run, whatever its settings and attributes say."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from quaidpy.domain.documents.revisions import NoHistory, RepositoryState
from quaidpy.system.git_history import GitHistory
from quaidpy.system.git_repository import GitError
from tests.journeys.conftest import Quaid
from tests.security.hostile_repository import HostileRepository

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the marks are left by shell scripts")


@pytest.fixture
def hostile(tmp_path: Path) -> HostileRepository:
    return HostileRepository(tmp_path / "tool", tmp_path / "marks")


def history() -> GitHistory:
    return GitHistory(lambda root: root)


def test_git_as_it_is_would_run_them(hostile: HostileRepository) -> None:
    """Without this the tests below would prove nothing."""
    code = ["HEAD~2", "--", "src"]
    for command in (
        ["diff", "HEAD"],
        ["status"],
        ["diff", *code],
        ["diff", "--no-ext-diff", *code],
        ["log", "-2"],
    ):
        hostile.git(*command)
    assert hostile.run() >= {
        "clean", "process", "included-clean", "textconv-of-code", "diff-command", "gpg", "fsmonitor",
        "sub-fsmonitor",
    }  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        ("docs", "stale"),
        ("docs", "check"),
        ("docs", "update"),
        ("projects", "find", "tool"),
        ("janitor", "run"),
    ],
    ids=" ".join,
)
def test_looking_at_a_repository_runs_nothing_of_it(
    command: tuple[str, ...], hostile: HostileRepository, quaid: Quaid
) -> None:
    assert quaid("projects", "register", str(hostile.folder)).code == 0
    ran = quaid(*command)
    assert hostile.run() == set(), ran


def test_what_is_told_of_a_hostile_repository_is_true(hostile: HostileRepository) -> None:
    root, first = str(hostile.folder), hostile.git("rev-list", "--max-parents=0", "HEAD")
    state = history().state(root)
    assert isinstance(state, RepositoryState)
    assert state.dirty == frozenset()
    assert [each.subject for each in history().commits(root, limit=9)] == ["Sub", "Paint", "Begin"]
    changed = {each.path: each for each in history().changes(root, first)}
    assert changed["src/tool.py"].removed == ('return "--colour"',)
    assert history().text_at(root, first, "src/tool.py") != (hostile.folder / "src" / "tool.py").read_text()
    assert history().names_there(root, ["--paint", "--colour"], without=["README.md"]) == {"--paint"}
    assert hostile.run() == set()


def test_what_is_missing_is_not_fetched(hostile: HostileRepository) -> None:
    first = hostile.lose_a_file_of_the_first_commit()
    hostile.git("log", "-p", "--no-ext-diff", "--no-textconv")
    assert "fetching" in hostile.run()
    hostile.forget()
    root = str(hostile.folder)
    assert history().text_at(root, first, "src/tool.py") is None
    with pytest.raises(GitError):
        history().changes(root, first)
    assert hostile.run() == set()


def test_a_repository_of_somebody_else_is_refused_unless_the_user_trusts_it(
    hostile: HostileRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By git's own rule (safe.directory); a shim makes the folder look like somebody else's."""
    real = shutil.which("git")
    shims = tmp_path / "shims"
    shims.mkdir()
    (shims / "git").write_text(f'#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec {real} "$@"\n')
    (shims / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    refused = history().state(str(hostile.folder))
    assert isinstance(refused, NoHistory)
    assert "dubious ownership" in refused.reason
    (tmp_path / ".gitconfig").write_text(f"[safe]\n\tdirectory = {hostile.folder}\n")
    assert isinstance(history().state(str(hostile.folder)), RepositoryState)
    assert hostile.run() == set()


def test_a_program_called_git_in_the_current_folder_is_not_taken(
    hostile: HostileRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(hostile.program, hostile.folder / "git")
    monkeypatch.chdir(hostile.folder)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    assert isinstance(history().state(str(hostile.folder)), RepositoryState)
    assert hostile.run() == set()


def test_the_users_own_list_of_ignored_files_still_counts(
    hostile: HostileRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine").write_text("*.secret.md\n")
    (tmp_path / ".gitconfig").write_text("[core]\n\texcludesFile = ~/mine\n")
    (hostile.folder / "plans.secret.md").write_text("x\n")
    (hostile.folder / "new.md").write_text("x\n")
    found = history().files(str(hostile.folder))
    assert "new.md" in found
    assert "plans.secret.md" not in found


def test_work_trees_and_other_hashes_are_read_as_well(tmp_path: Path) -> None:
    made = HostileRepository(tmp_path / "tool", tmp_path / "marks")
    made.git("worktree", "add", "-q", "--detach", str(tmp_path / "second"), "HEAD~2")
    (tmp_path / "sha").mkdir()
    made.git("init", "-q", "--object-format=sha256", folder=tmp_path / "sha")
    (tmp_path / "sha" / "a.md").write_text("x\n")
    made.git("add", "-A", folder=tmp_path / "sha")
    made.git("commit", "-qm", "One", folder=tmp_path / "sha")
    made.forget()
    assert [each.subject for each in history().commits(str(tmp_path / "second"), limit=9)] == ["Begin"]
    assert [len(each.revision) for each in history().commits(str(tmp_path / "sha"), limit=9)] == [64]
    assert made.run() == set()
