"""Which files say who the agent, its user and their world are, and what lies beside each of them?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.learning import About
from quaidpy.domain.tuning import LearningTuning
from quaidpy.errors import SettingsError

_FOLDER = "identity"
PURPOSES = {
    About.SELF: "the agent itself: its character, its ways, how it is to treat its user",
    About.USER: "the user: who they are, how they work, what they like",
    About.WORLD: "the world around both: projects, decisions, facts to have at hand",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityFile:
    """A file of the user that agents read, with what waits for it beside it."""

    path: Path
    about: About

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def purpose(self) -> str:
        return PURPOSES[self.about]

    @property
    def snippets(self) -> Path:
        return self.path.with_name(f"{self.path.stem}.snippets.md")

    @property
    def journal(self) -> Path:
        return self.path.parent / "journal" / f"{self.path.stem}.journal.md"

    def archive(self, month: str) -> Path:
        """`month`: as 2026-02."""
        return self.path.parent / "journal" / "archive" / f"{self.path.stem}-{month}.md"

    def notes(self) -> Path:
        """Where parts go for which the file has no room."""
        return self.path.parent / "journal" / "archive" / f"{self.path.stem}-notes.md"


def identity_files(tuning: LearningTuning, home: Path, owner: Owner) -> tuple[IdentityFile, ...]:
    """The files of this owner, in the order of the settings. Raises SettingsError for an entry that is none.

    The folder that is set is one person's: what others say never gets near it.
    """
    own = home / _FOLDER
    folder = Path(tuning.folder).expanduser() if tuning.folder else own
    if owner != tuning.owner:
        folder = own / "owners" / quote(owner, safe="")
    files = tuple(_file(entry, folder, is_own=owner == tuning.owner) for entry in tuning.files)
    for place, each in enumerate(files):
        if any(other.name == each.name for other in files[:place]):
            raise SettingsError(
                f"learning.files has {each.name} twice; their snippets could not be told apart"
            )
    return files


def _file(entry: str, folder: Path, *, is_own: bool) -> IdentityFile:
    name, _, about = entry.rpartition("=")
    if not name.strip() or about.strip() not in set(About):
        raise SettingsError(f"learning.files has {entry!r}; an entry is NAME=self, NAME=user or NAME=world")
    given = Path(name.strip()).expanduser()
    path = folder / given if is_own else folder / given.name
    return IdentityFile(path=path.absolute(), about=About(about.strip()))


def file_about(files: Sequence[IdentityFile], about: About) -> IdentityFile | None:
    """The first that is about this."""
    return next((each for each in files if each.about is about), None)
