"""With what is learning done? Rows, files of the user, and which of those there are."""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.domain.tuning import LearningTuning
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.ports.learning import LearningRecords, UserFiles
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.storage import MemoryStore


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnTools:
    """What learning needs from the outside, for one owner.

    `keeps_journal`: whether snippets and journals are written at all; `edits_files`: whether identity files may be
    changed. The two gates of the settings, `janitor.journal` and `janitor.workspace`. `looks_like_attack`: whether a
    sentence is shaped to turn its reader against its user.
    """

    store: MemoryStore
    records: LearningRecords
    files: UserFiles
    clock: Clock
    ids: IdSource
    identity: tuple[IdentityFile, ...]
    tuning: LearningTuning
    keeps_journal: bool
    edits_files: bool
    looks_like_attack: Callable[[str], bool]

    def file_called(self, name: str) -> IdentityFile | None:
        """By its name, with or without `.md`, whatever its case."""
        wanted = name.casefold()
        return next((each for each in self.identity if wanted in _names(each)), None)


def _names(file: IdentityFile) -> set[str]:
    return {file.name.casefold(), file.path.stem.casefold()}
