"""Which documents are in a folder of the user's, and what do they say? Read-only, but for making a new project."""

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from pathspec import GitIgnoreSpec

from quaidpy.domain.documents.chunks import Fingerprint
from quaidpy.domain.tuning import DocumentsTuning
from quaidpy.errors import NotFoundError, ReadOnlyError, UnreadableError
from quaidpy.ports.documents import Listing
from quaidpy.system.git_repository import GitError, run_git

_GENERATED = frozenset({
    ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".nox", ".mypy_cache", ".ruff_cache",
    ".pytest_cache", "site-packages", "target", "dist", "build", ".next", ".cache",
})  # fmt: skip
_SECRET = GitIgnoreSpec.from_lines([
    ".env*", "*.pem", "*.key", "*.p12", "*.pfx", "*.kdbx", "*.keystore", "*.jks", "id_rsa*", "id_dsa*", "id_ecdsa*",
    "id_ed25519*", ".netrc", ".npmrc", ".pypirc", ".htpasswd", "credentials", "credentials.*", "secrets.txt",
    "passwords.*", "keys.toml",
])  # fmt: skip
"""Never read, whatever the settings say."""


class LocalFolders:
    """See ports.documents.ProjectFolders. `own`: the user's folder, what `~` means."""

    def __init__(self, tuning: DocumentsTuning, *, own: Path | None = None) -> None:
        self._tuning = tuning
        self._own = (own or Path.home()).resolve()
        self._suffixes = frozenset(suffix.lower() for suffix in tuning.suffixes)
        self._names = frozenset(name.lower() for name in tuning.names)

    def portable(self, path: str) -> str:
        there = Path(path).expanduser().resolve()
        if there == self._own:
            return "~"
        return (
            f"~/{there.relative_to(self._own).as_posix()}"
            if there.is_relative_to(self._own)
            else there.as_posix()
        )

    def here(self, root: str) -> str:
        head, _, rest = root.partition("/")
        return str(self._own / rest) if head == "~" else root

    def is_folder(self, root: str) -> bool:
        return Path(self.here(root)).is_dir()

    def exists(self, root: str, path: str) -> bool:
        return os.path.lexists(Path(self.here(root)) / path)

    def make(self, root: str, files: Mapping[str, str]) -> None:
        folder = Path(self.here(root))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                if not (folder / name).exists():
                    (folder / name).write_text(text, encoding="utf-8")
        except OSError as err:
            raise ReadOnlyError(
                f"{folder} cannot be made or written ({err.strerror}); name another folder"
            ) from err

    def listing(self, root: str, *, without: Collection[str] = ()) -> Listing:
        folder = Path(self.here(root))
        if not folder.is_dir():
            raise NotFoundError(
                f"the folder {folder} is not there; bring it back, or `quaid projects unregister` its project"
            )
        notes: list[str] = []
        others = [Path(self.here(other)) for other in without]
        unwanted = GitIgnoreSpec.from_lines(self._tuning.ignore)
        files: dict[str, Fingerprint] = {}
        left_out: list[tuple[str, str]] = []
        for path in sorted(self._candidates(folder, notes)):
            if unwanted.match_file(path) or any((folder / path).is_relative_to(other) for other in others):
                continue
            found = self._fingerprint(folder / path)
            if isinstance(found, str):
                left_out.append((path, found))
            elif found is not None:
                files[path] = found
            if len(files) >= self._tuning.most_files:
                notes.append(
                    f"only the first {self._tuning.most_files:,} documents are read (documents.most_files)"
                )
                break
        return Listing(files=files, left_out=tuple(left_out), notes=tuple(notes))

    def read(self, root: str, path: str) -> bytes:
        try:
            data = (Path(self.here(root)) / path).read_bytes()
        except OSError as err:
            raise UnreadableError(f"{path} cannot be read ({err.strerror})") from err
        if b"\0" in data:
            raise UnreadableError(f"{path} is no text")
        return data

    def markers(
        self, folder: str, names: Collection[str], *, depth: int
    ) -> Iterator[tuple[str, frozenset[str]]]:
        yield from _marked(Path(self.here(folder)), frozenset(names), depth)

    def _candidates(self, folder: Path, notes: list[str]) -> Iterable[str]:
        """Paths that may be documents by their name: what git would track, else what no .gitignore names."""
        try:
            out = run_git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--stage"])
        except GitError as err:
            if (folder / ".git").exists():
                notes.append(f"read without git: {err}")
            return [path for path in _walked(folder) if self._is_document(path)]
        paths = set()
        for entry in out.decode(errors="surrogateescape").split("\0"):
            about, tab, path = entry.partition("\t")
            if tab and about.startswith("160000"):
                notes.append(
                    f"{path} is a submodule and is not looked into; register it as a project of its own"
                )
            elif entry and self._is_document(path or about):
                paths.add(path or about)
        return paths

    def _is_document(self, path: str) -> bool:
        name = path.rpartition("/")[2].lower()
        is_one = os.path.splitext(name)[1] in self._suffixes or name in self._names  # noqa: PTH122 - of a name
        return is_one and not _SECRET.match_file(path)

    def _fingerprint(self, path: Path) -> Fingerprint | str | None:
        """Why it is left out, or None when it has gone."""
        try:
            found = path.lstat()
        except OSError:
            return None
        if stat.S_ISLNK(found.st_mode):
            return "a link; what it points to is read where it lies"
        if not stat.S_ISREG(found.st_mode):
            return "no ordinary file"
        if found.st_size > self._tuning.most_kilobytes * 1024:
            return f"larger than {self._tuning.most_kilobytes:,} kB (documents.most_kilobytes)"
        return Fingerprint(size=found.st_size, mtime_ns=found.st_mtime_ns)


def _walked(folder: Path) -> Iterator[str]:
    """Files below a folder by path within it, without those that a .gitignore on the way names."""
    waiting: list[tuple[str, tuple[tuple[str, GitIgnoreSpec], ...]]] = [("", ())]
    while waiting:
        at, rules = waiting.pop()
        try:
            entries = sorted(os.scandir(folder / at), key=lambda entry: entry.name)
        except OSError:
            continue
        ignoring = next((entry for entry in entries if entry.name == ".gitignore"), None)
        if ignoring is not None:
            lines = Path(ignoring.path).read_text(encoding="utf-8", errors="replace").splitlines()
            rules = (*rules, (at, GitIgnoreSpec.from_lines(lines)))
        for entry in entries:
            path = f"{at}{entry.name}"
            is_folder = entry.is_dir(follow_symlinks=False)
            named = f"{path}/" if is_folder else path
            if any(spec.match_file(named.removeprefix(base)) for base, spec in rules):
                continue
            if not is_folder:
                yield path
            elif entry.name not in _GENERATED and not entry.name.startswith("."):
                waiting.append((named, rules))


def _marked(folder: Path, names: frozenset[str], depth: int) -> Iterator[tuple[str, frozenset[str]]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    found = names & {entry.name for entry in entries}
    if found:
        yield folder.as_posix(), found
    if depth <= 0 or ".git" in found:
        return
    for entry in entries:
        if (
            entry.is_dir(follow_symlinks=False)
            and entry.name not in _GENERATED
            and not entry.name.startswith(".")
        ):
            yield from _marked(Path(entry.path), names, depth - 1)
