"""What does git know about a folder? The program is asked, and nothing that a repository brings is run or believed.

A repository can name programs in its settings: filters, text converters, external diffs, signature checkers, file
monitors, hooks, pagers, helpers for passwords, ssh and lazy fetching. To switch them off one by one would miss the next
kind. So git works in a folder of ours, with settings of ours, over the repository's objects and a copy of its index.
Only where these lie is asked in the repository itself, by commands that look up paths and settings and start nothing.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from quaidpy.errors import StorageError
from quaidpy.regex import regex

_TIMEOUT_S = 60.0
_SURROUNDINGS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # what older versions obey, which know no switch for lazy fetching
    "LC_ALL": "C",
}
# How files on this disk compare with what is committed; the only settings that are carried over, if they are plain.
_COMPARING = "filemode|ignorecase|precomposeunicode|symlinks|autocrlf|eol|trustctime|checkstat"
_ASKED = rf"^(core\.({_COMPARING}|excludesfile)|extensions\.objectformat)$"
_PLAIN = regex(r"(?:true|false|yes|no|on|off|[01]|input|lf|crlf|native|default|minimal)\Z", re.IGNORECASE)
_OURS = ("-c", "core.quotePath=false", "--no-pager")
_OBJECT_FORMATS = frozenset({"sha1", "sha256"})


class GitError(StorageError):
    """Git is not there, or refused; the message is git's own."""


@dataclass(frozen=True, slots=True)
class Repository:
    """Where a repository lies. `head`: the commit that HEAD names, None before the first.

    `own`: what belongs to this work tree alone, as its index; `common`: what all work trees of it share.
    """

    own: Path
    common: Path
    top: Path
    head: str | None
    is_shallow: bool


def run_git(folder: Path, arguments: Sequence[str], *, most_bytes: int | None = None) -> bytes:
    """What git prints. Raises GitError.

    `most_bytes`: what is beyond is cut off and git ended, for output nobody can use whole.
    """
    with _beside(folder, repository_of(folder)) as (surroundings, settings):
        command = [*settings, *_OURS, *arguments]
        return _run(folder, command, surroundings, most_bytes=most_bytes)


def repository_of(folder: Path) -> Repository:
    """The repository that a folder lies in. Raises GitError, also where git does not trust it (safe.directory)."""
    asked = ("--is-inside-work-tree", "--is-shallow-repository", "--absolute-git-dir", "--git-common-dir")
    out = _run(
        folder, ["rev-parse", *asked, "--show-cdup", "--verify", "-q", "HEAD"], _SURROUNDINGS, may_say_no=True
    )
    lines = os.fsdecode(out).split("\n")[:-1]
    if lines[:1] == ["false"]:
        raise GitError(f"{folder} is inside a .git folder, not beside one")
    if len(lines) not in {5, 6}:
        raise GitError(f"git does not tell where the repository of {folder} lies")
    here = folder.resolve()
    return Repository(
        own=Path(lines[2]),
        common=here / lines[3],
        top=(here / lines[4]).resolve(),
        head=lines[5] if len(lines) == 6 else None,
        is_shallow=lines[1] == "true",
    )


def is_on_branch(folder: Path) -> bool:
    """Whether HEAD names a branch, and not a commit."""
    return bool(_run(folder, ["symbolic-ref", "-q", "HEAD"], _SURROUNDINGS, may_say_no=True).strip())


@contextmanager
def _beside(folder: Path, repository: Repository) -> Iterator[tuple[Mapping[str, str], list[str]]]:
    """The surroundings and options with which git works in a folder of ours, which is there inside of this."""
    known = _settings(folder)
    try:
        with TemporaryDirectory(prefix="quaid-git-") as name:
            ours = Path(name)
            _furnish(ours, repository, object_format=known.get("extensions.objectformat", "sha1"))
            surroundings = _SURROUNDINGS | {
                "GIT_DIR": name,
                "GIT_WORK_TREE": str(repository.top),
                "GIT_OBJECT_DIRECTORY": str(repository.common / "objects"),
                # The user's own settings name programs as well, as those of large files, and attributes pick them.
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "HOME": name,
                "XDG_CONFIG_HOME": name,
            }
            carried = {key: value for key, value in known.items() if key.startswith("core.")}
            yield surroundings, [part for key in sorted(carried) for part in ("-c", f"{key}={carried[key]}")]
    except OSError as err:
        raise GitError(f"the repository of {folder} cannot be looked at: {err}") from err


def _settings(folder: Path) -> dict[str, str]:
    """Those that may be carried over, and the user's own list of files to ignore."""
    command = ["config", "--show-scope", "--null", "--get-regexp", _ASKED]
    fields = os.fsdecode(_run(folder, command, _SURROUNDINGS, may_say_no=True)).split("\0")
    usual = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "git" / "ignore"
    found = {"core.excludesfile": str(usual)}
    for scope, entry in zip(fields[::2], fields[1::2], strict=False):
        key, _, value = entry.partition("\n")
        if key == "core.excludesfile":
            if scope in {"system", "global"}:
                found[key] = str(Path.home() / value[2:]) if value.startswith("~/") else value
        elif key == "extensions.objectformat":
            found[key] = value if value in _OBJECT_FORMATS else "sha1"
        elif _PLAIN.match(value):
            found[key] = value
    return found


def _furnish(ours: Path, repository: Repository, *, object_format: str) -> None:
    """A git folder with nothing in it but what reading needs."""
    (ours / "refs").mkdir()
    (ours / "info").mkdir()
    (ours / "HEAD").write_text(f"{repository.head or 'ref: refs/heads/none'}\n", encoding="ascii")
    is_plain = object_format == "sha1"
    extensions = "" if is_plain else f"[extensions]\n\tobjectFormat = {object_format}\n"
    (ours / "config").write_text(
        f"[core]\n\trepositoryFormatVersion = {0 if is_plain else 1}\n\tbare = false\n{extensions}",
        encoding="ascii",
    )
    parts = [repository.own / "index", *repository.own.glob("sharedindex.*"), repository.common / "shallow"]
    for source, target in [
        *((part, ours / part.name) for part in parts),
        (repository.common / "info" / "exclude", ours / "info" / "exclude"),
    ]:
        if source.is_file():  # neither a pipe, which would never end
            shutil.copy2(source, target)  # with its time, by which git knows what may have changed since


def _run(
    folder: Path,
    arguments: Sequence[str],
    surroundings: Mapping[str, str],
    *,
    most_bytes: int | None = None,
    may_say_no: bool = False,
) -> bytes:
    """What git prints. `may_say_no`: the exit code 1 is an answer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = [_program(), "-C", str(folder), *arguments]
    with subprocess.Popen(  # noqa: S603 - a fixed program, no shell
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**kept, **surroundings},
    ) as git:
        try:
            if most_bytes is not None:
                return _beginning(git, most_bytes)
            out, err = git.communicate(timeout=_TIMEOUT_S)
        except subprocess.TimeoutExpired as late:
            git.kill()
            raise GitError(
                f"`git {_verb(arguments)}` took longer than {_TIMEOUT_S:g} s in {folder}"
            ) from late
    if git.returncode and not (may_say_no and git.returncode == 1):
        told = err.decode(errors="replace").strip().splitlines()
        raise GitError(told[0] if told else f"`git {_verb(arguments)}` failed in {folder}")
    return out


def _program() -> str:
    """Where git is; never in the current folder, where Windows would look first, and which may be a stranger's."""
    name = "git.exe" if sys.platform == "win32" else "git"
    for place in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = Path(place) / name
        if path.is_absolute() and path.is_file() and os.access(path, os.X_OK):
            return str(path)
    raise GitError("git is not installed; install it to see what changed in projects")


def _verb(arguments: Sequence[str]) -> str:
    options = iter(arguments)
    for argument in options:
        if argument == "-c":
            next(options, None)
        elif not argument.startswith("-"):
            return argument
    return ""


def _beginning(git: "subprocess.Popen[bytes]", most_bytes: int) -> bytes:
    assert git.stdout is not None, "opened with a pipe"
    end = Timer(_TIMEOUT_S, git.kill)
    end.start()
    try:
        return git.stdout.read(most_bytes)
    finally:
        end.cancel()
        git.kill()
