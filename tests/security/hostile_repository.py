"""Which programs can a repository name? One that names them all; each would leave a mark with its name."""

import os
import subprocess
from pathlib import Path

_HOOKS = (
    "post-index-change",
    "post-checkout",
    "reference-transaction",
    "pre-commit",
    "fsmonitor-watchman",
    "pre-auto-gc",
)
_CODE = 'MOST = 10\n\n\ndef listed():\n    return "--colour"\n'
_DOCUMENT = "# Use\n\nRun `tool --colour`. `listed()` in [src/tool.py](src/tool.py) does it.\n"


class HostileRepository:
    """A repository as an unpacked archive could bring it: `.git` and all."""

    def __init__(self, folder: Path, marks: Path) -> None:
        self.folder = folder
        self.marks = marks
        marks.mkdir()
        folder.mkdir()
        self.program = marks.parent / "program.sh"
        self.program.write_text(
            '#!/bin/sh\ntouch "$0.marks/$1"\ncase "$1" in *clean|*smudge) cat ;; textconv*) cat "$2" ;; esac\n'
        )
        self.program.chmod(0o755)
        (marks.parent / "program.sh.marks").symlink_to(marks)
        self.git("init", "-q")
        self._write(
            {"README.md": _DOCUMENT, "src/tool.py": _CODE, "notes.rst": "Notes\n=====\n", "run.log": "ran\n"}
        )
        self._commit("Begin", day=1)
        self._write(
            {"src/tool.py": _CODE.replace("--colour", "--paint"), "notes.rst": "Notes\n=====\n\nMore.\n"}
        )
        self._commit("Paint", day=2)
        self._sign_the_last_commit()
        self._add_a_submodule()
        self._configure(folder)
        self._set_hooks(folder / ".git")
        # What is touched must be read to be compared: that is when filters run.
        for name in ("README.md", "src/tool.py", "notes.rst", "run.log", "sub/inner.py"):
            os.utime(folder / name, (1, 1))
        self.forget()

    def run(self) -> set[str]:
        """The names of the programs that were run since it was made."""
        return {mark.name for mark in self.marks.iterdir()}

    def forget(self) -> None:
        for mark in self.marks.iterdir():
            mark.unlink()

    def git(self, *arguments: str, folder: Path | None = None, stdin: str = "") -> str:
        quiet = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
        done = subprocess.run(
            ["git", *quiet, "-C", str(folder or self.folder), *arguments],
            input=stdin, capture_output=True, text=True, check=False,
            env={**os.environ, "GIT_AUTHOR_DATE": self._at, "GIT_COMMITTER_DATE": self._at},
        )  # fmt: skip
        return done.stdout.strip()

    def lose_a_file_of_the_first_commit(self) -> str:
        """As in a clone that fetches lazily; returns that commit."""
        first = self.git("rev-list", "--max-parents=0", "HEAD")
        lost = self.git("rev-parse", f"{first}:src/tool.py")
        (self.folder / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
        with (self.folder / ".git" / "config").open("a") as file:
            file.write(
                "[extensions]\n\tpartialClone = far\n[core]\n\trepositoryFormatVersion = 1\n"
                '[remote "far"]\n\tpromisor = true\n\tpartialCloneFilter = blob:none\n'
                f"\turl = ext::{self.program} fetching\n[protocol]\n\tallow = always\n"
            )
        return first

    _at = "2026-01-01T12:00:00+0000"

    def _write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def _commit(self, subject: str, *, day: int) -> None:
        self._at = f"2026-01-{day:02d}T12:00:00+0000"
        self.git("add", "-A")
        self.git("commit", "-qm", subject)

    def _sign_the_last_commit(self) -> None:
        head, _, message = self.git("cat-file", "commit", "HEAD").partition("\n\n")
        signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
        signed = self.git(
            "hash-object", "-t", "commit", "-w", "--stdin", stdin=f"{head}\n{signature}\n\n{message}\n"
        )
        self.git("update-ref", "HEAD", signed)

    def _add_a_submodule(self) -> None:
        inner = self.folder.parent / "inner"
        inner.mkdir()
        self.git("init", "-q", folder=inner)
        (inner / "inner.py").write_text("x = 1\n")
        self.git("add", "-A", folder=inner)
        self.git("commit", "-qm", "Inner", folder=inner)
        self.git("submodule", "add", "-q", str(inner), "sub")
        with (self.folder / ".gitmodules").open("a") as file:
            file.write("\tignore = none\n")
        self.git("add", "-A")
        self._at = "2026-01-03T12:00:00+0000"
        self.git("commit", "-qm", "Sub")
        theirs = self.folder / ".git" / "modules" / "sub"
        (theirs / "info").mkdir(exist_ok=True)
        (theirs / "info" / "attributes").write_text("* filter=inner\n")
        with (theirs / "config").open("a") as file:
            file.write(f'[filter "inner"]\n\tclean = {self.program} sub-clean\n[core]\n')
            file.write(f"\tfsmonitor = {self.program} sub-fsmonitor\n")
        self._set_hooks(theirs, prefix="sub-")

    def _configure(self, folder: Path) -> None:
        (folder / ".gitattributes").write_text(
            "*.md filter=plain diff=conv\n*.py filter=plain diff=drawn\n*.rst filter=far\n*.log filter=long\n"
        )
        (folder / ".git" / "info" / "attributes").write_text("LICENSE filter=plain\n")
        (folder / ".git" / "more").write_text(
            f'[filter "far"]\n\tclean = {self.program} included-clean\n\tsmudge = {self.program} included-smudge\n'
        )
        with (folder / ".git" / "config").open("a") as file:
            file.write(self._settings())

    def _named(self, name: str) -> Path:
        """For settings that take a path and no arguments."""
        path = self.marks.parent / f"{name}.sh"
        path.write_text(f"#!/bin/sh\nexec {self.program} {name}\n")
        path.chmod(0o755)
        return path

    def _settings(self) -> str:
        p = self.program
        return f"""
[include]
	path = more
[filter "plain"]
	clean = {p} clean
	smudge = {p} smudge
[filter "long"]
	process = {p} process
	clean = {p} clean-beside-process
[diff]
	external = {p} external-diff
[diff "conv"]
	textconv = {p} textconv
	cachetextconv = true
[diff "drawn"]
	command = {p} diff-command
	textconv = {p} textconv-of-code
[gpg]
	program = {self._named("gpg")}
[gpg "x509"]
	program = {self._named("gpg-x509")}
[gpg "ssh"]
	program = {self._named("gpg-ssh")}
[log]
	showSignature = true
[core]
	fsmonitor = {p} fsmonitor
	untrackedCache = true
	pager = {p} pager
	editor = {p} editor
	sshCommand = {p} ssh
	askPass = {p} askpass
	gitProxy = {p} proxy
	alternateRefsCommand = {p} alternates
[pager]
	log = {p} pager-log
	diff = {p} pager-diff
	config = {p} pager-config
[credential]
	helper = {p} credential
[interactive]
	diffFilter = {p} interactive
[uploadpack]
	packObjectsHook = {p} pack
[alias]
	rev-parse = !{p} alias
	show-files = !{p} alias-files
[status]
	submoduleSummary = true
[submodule]
	recurse = true
[diff]
	submodule = diff
	ignoreSubmodules = none
"""

    def _set_hooks(self, git_folder: Path, *, prefix: str = "") -> None:
        hooks = git_folder / "hooks"
        hooks.mkdir(exist_ok=True)
        for name in _HOOKS:
            (hooks / name).write_text(f"#!/bin/sh\n{self.program} {prefix}hook-{name} </dev/null\n")
            (hooks / name).chmod(0o755)
