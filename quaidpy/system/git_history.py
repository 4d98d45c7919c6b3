"""What happened to the files of a project? Asked of git, and read from what it prints."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path

from quaidpy.domain.documents.revisions import Commit, FileChange, NoHistory, RepositoryState
from quaidpy.domain.time.instants import EARLIEST, admitted_seconds
from quaidpy.regex import regex
from quaidpy.system.git_repository import GitError, is_on_branch, repository_of, run_git

_COMMIT = "%x01%H%x00%ct%x00%s%x00"
# What changed inside of a submodule would be asked of a git that works by the submodule's own settings.
_DIFF = ("diff", "--relative", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty")
_MOST_DIFF_BYTES = 20_000_000
_NAMES_AT_ONCE = 200
# What only tests still speak of, the project does not have any more.
_TESTS = [
    f":(exclude,glob){pattern}" for pattern in ("**/test/**", "**/tests/**", "**/test_*", "**/*_test.*")
]
_REVISION = regex(r"[0-9a-f]{7,64}\Z")


class GitHistory:
    """See ports.documents.History. `here`: where a portable root is on this machine."""

    def __init__(self, here: Callable[[str], str]) -> None:
        self._here = here

    def state(self, root: str) -> RepositoryState | NoHistory:
        folder = self._folder(root)
        if not folder.is_dir():
            return NoHistory(reason=f"the folder {folder} is not there")
        try:
            repository = repository_of(folder)
        except GitError as err:
            is_none = "not a git repository" in str(err)
            return NoHistory(reason=f"{folder} is no git repository" if is_none else str(err))
        notes = []
        if repository.is_shallow:
            notes.append("a shallow clone: what happened before its first commit is not known")
        try:
            (head,) = self._lines(root, "rev-parse", "--verify", "HEAD^{commit}")
        except GitError:
            return RepositoryState(head=None, notes=(*notes, "nothing is committed yet"))
        if not is_on_branch(folder):
            notes.append(f"HEAD is detached at {head[:9]}; what other branches did is not looked at")
        changed = self._git(root, *_DIFF, "--name-only", "-z", "HEAD", "--", ".")
        dirty = frozenset(path for path in changed.decode(errors="replace").split("\0") if path)
        return RepositoryState(head=head, notes=tuple(notes), dirty=dirty)

    def commits(self, root: str, *, limit: int) -> list[Commit]:
        out = self._git(
            root, "log", f"--format={_COMMIT}", "--name-status", "-z", "-M", "--no-merges", "--no-ext-diff",
            "--relative", f"--max-count={limit}", "--", ".",
        )  # fmt: skip
        return [_commit(text) for text in out.decode(errors="replace").split("\x01") if text.strip("\0\n")]

    def since(self, root: str, revision: str) -> frozenset[str]:
        return frozenset(self._lines(root, "rev-list", "HEAD", f"^{_named(revision)}"))

    def changes(self, root: str, revision: str) -> list[FileChange]:
        out = run_git(
            self._folder(root),
            [*_DIFF, "-U0", "-w", "--ignore-blank-lines", "-M", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
             _named(revision), "--", "."],
            most_bytes=_MOST_DIFF_BYTES,
        )  # fmt: skip
        read = {each.path: each for each in _files_of(out.decode(errors="replace"))}
        # Names alone are few bytes: what the bounded diff did not reach, or left out as only space, is known by these.
        names = self._git(root, *_DIFF, "--name-status", "-z", "-M", _named(revision), "--", ".")
        is_cut = len(out) >= _MOST_DIFF_BYTES
        return sorted(
            (
                read.get(each.path, each)
                if not is_cut or each.path in read
                else replace(each, is_unread=True)
                for each in _named_of(names)
            ),
            key=lambda each: each.path,
        )

    def text_at(self, root: str, revision: str, path: str) -> str | None:
        try:
            data = self._git(root, "show", f"{_named(revision)}:./{path}")
            return None if b"\0" in data else data.decode("utf-8")
        except (GitError, UnicodeDecodeError):
            return None

    def files(self, root: str) -> list[str]:
        out = self._git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        return sorted({path for path in out.decode(errors="replace").split("\0") if path})

    def names_there(self, root: str, names: Collection[str], *, without: Collection[str]) -> frozenset[str]:
        # A flag goes on at a hyphen, where a word ends for git: --limit is not in --limit-all.
        flags = {name: f"{name}[[:alnum:]_-]*" for name in names if name.startswith("-")}
        plain = [name for name in names if name not in flags]
        return self._found(root, plain, ["-F", "-w"], without) | (
            self._found(root, list(flags.values()), ["-E"], without) & frozenset(flags)
        )

    def _found(
        self, root: str, patterns: Collection[str], how: Collection[str], without: Collection[str]
    ) -> frozenset[str]:
        """What the patterns matched, in text files outside `without`."""
        found: set[str] = set()
        outside = [*_TESTS, *(f":(exclude,literal){path}" for path in sorted(without))]
        ordered = sorted(patterns)
        for start in range(0, len(ordered), _NAMES_AT_ONCE):
            some = ordered[start : start + _NAMES_AT_ONCE]
            wanted = [part for name in some for part in ("-e", name)]
            try:
                out = self._git(
                    root, "grep", "-I", "-h", "-o", *how, "--untracked", *wanted, "--", ".", *outside
                )
            except GitError:
                continue  # exit code 1: no line has any of them
            found.update(out.decode(errors="replace").splitlines())
        return frozenset(found)

    def _folder(self, root: str) -> Path:
        return Path(self._here(root))

    def _git(self, root: str, *arguments: str) -> bytes:
        return run_git(self._folder(root), arguments)

    def _lines(self, root: str, *arguments: str) -> list[str]:
        return self._git(root, *arguments).decode(errors="replace").split()


def _named(revision: str) -> str:
    """A revision that is a hash; anything else could be an option. Raises GitError."""
    if not _REVISION.match(revision):
        raise GitError(f"{revision!r} is no revision")
    return revision


def _commit(text: str) -> Commit:
    revision, at, rest = text.split("\0", 2)
    subject, _, listed = rest.partition("\0")
    paths, renamed = [], []
    fields = iter(listed.lstrip("\n").split("\0"))
    for status in fields:
        if not status.strip():
            continue
        path = next(fields)
        if status.strip()[0] in "RC":
            new = next(fields)
            renamed += [(path, new)] if status.strip()[0] == "R" else []
            paths += [new] if status.strip() == "R100" or status.strip()[0] == "C" else [path, new]
            continue
        paths.append(path)
    return Commit(
        revision=revision,
        at=admitted_seconds(int(at)) or EARLIEST,
        subject=subject,
        paths=tuple(paths),
        renamed=tuple(renamed),
    )


def _named_of(out: bytes) -> Iterator[FileChange]:
    fields = iter(out.decode(errors="replace").split("\0"))
    for status in fields:
        if not status:
            return
        path = next(fields)
        if status[0] == "R":
            yield FileChange(path=next(fields), old_path=path)
        elif status[0] == "C":
            yield FileChange(path=next(fields), is_new=True)
        else:
            yield FileChange(path=path, is_gone=status == "D", is_new=status == "A")


def _files_of(diff: str) -> Iterator[FileChange]:
    for part in re.split(r"^diff --git ", diff, flags=re.MULTILINE)[1:]:
        head, hunks, _ = part.partition("\n@@ ")
        lines = part[len(head) :].split("\n") if hunks else []
        old, new = _path(head, "--- a/"), _path(head, "+++ b/")
        renamed = re.search(r"^rename from (.*)\nrename to (.*)$", head, flags=re.MULTILINE)
        if renamed:
            old, new = renamed.group(1), renamed.group(2)
        path = new or old
        if path is None:
            continue  # a file that is no text, or changed in space or mode only: its name tells
        yield FileChange(
            path=path,
            old_path=old if renamed else None,
            is_gone=new is None,
            is_new=old is None,
            removed=tuple(line[1:].strip() for line in lines if line.startswith("-") and line[1:].strip()),
            added=tuple(line[1:].strip() for line in lines if line.startswith("+") and line[1:].strip()),
        )


def _path(head: str, mark: str) -> str | None:
    found = re.search(rf"^{re.escape(mark)}(.*?)\t?$", head, flags=re.MULTILINE)
    return found.group(1) if found else None
