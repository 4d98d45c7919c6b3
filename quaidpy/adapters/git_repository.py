"""What does git know about a folder? The program is asked, read-only; nothing of a repository is run."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from quaidpy.errors import StorageError

_TIMEOUT_S = 60.0
# A repository's own settings could start programs (fsmonitor, external diffs, hooks) or wait for a password.
_SAFE = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
    "-c",
    "diff.autoRefreshIndex=false",
    "--no-pager",
)
_SURROUNDINGS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}


class GitError(StorageError):
    """Git is not there, or refused; the message is git's own."""


def run_git(folder: Path, arguments: Sequence[str], *, most_bytes: int | None = None) -> bytes:
    """What git prints. Raises GitError.

    `most_bytes`: what is beyond is cut off and git ended, for output nobody can use whole.
    """
    command = ["git", "-C", str(folder), *_SAFE, *arguments]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        with subprocess.Popen(  # noqa: S603 - a fixed program, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings | _SURROUNDINGS,
        ) as git:
            if most_bytes is None:
                out, err = git.communicate(timeout=_TIMEOUT_S)
            else:
                return _beginning(git, most_bytes)
    except FileNotFoundError as missing:
        raise GitError("git is not installed; install it to see what changed in projects") from missing
    except subprocess.TimeoutExpired as late:
        git.kill()
        raise GitError(f"`git {arguments[0]}` took longer than {_TIMEOUT_S:g} s in {folder}") from late
    if git.returncode:
        told = err.decode(errors="replace").strip().splitlines()
        raise GitError(told[0] if told else f"`git {arguments[0]}` failed in {folder}")
    return out


def _beginning(git: "subprocess.Popen[bytes]", most_bytes: int) -> bytes:
    assert git.stdout is not None, "opened with a pipe"
    out = git.stdout.read(most_bytes)
    git.kill()
    return out
