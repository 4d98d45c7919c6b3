"""What must be possible with identity files, and with what was learnt for them? Beside ports: few need these."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.file_edits import EditState, FileEdit, FileEditId
from quaidpy.domain.memories.learning import Form, Learning


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWrite:
    """A file that must still follow its edit: forward, or with `is_back` back to what it was. Oldest first by `seq`."""

    seq: int
    edit: FileEdit
    is_back: bool


class LearningRecords(Protocol):
    """What was learnt, and the edits of files. Never shows another owner's."""

    def learnings(
        self,
        owner: Owner,
        *,
        file: str | None = None,
        form: Form | None = None,
        is_waiting: bool = False,
        limit: int = 1000,
    ) -> list[Learning]:
        """Newest first; `is_waiting`: only those not yet written beside their file."""
        ...

    def learnings_written_by(self, owner: Owner, edit: FileEditId) -> list[Learning]:
        """By id."""
        ...

    def file_edits(
        self, owner: Owner, *, change: str | None = None, state: EditState | None = None
    ) -> list[FileEdit]:
        """By change, then place."""
        ...

    def waiting_writes(self, owner: Owner) -> list[FileWrite]:
        """Oldest first: what committed edits and undos have not yet brought to the disk."""
        ...

    def forget_writes(self, owner: Owner, seqs: Sequence[int]) -> None: ...


class UserFiles(Protocol):
    """Text files of the user, read and written to the byte: ends of lines, a byte order mark, all as they are."""

    def read(self, path: str) -> str | None:
        """None where there is no file. Raises UnreadableError for one that is no UTF-8 text or may not be read."""
        ...

    def is_writable(self, path: str) -> bool:
        """Whether the user lets this file be written; for one that is not there, whether it can be made.

        `replace` does not ask this: taking something back is what the user wants.
        """
        ...

    def replace(self, path: str, text: str | None, *, expected: str | None) -> bool:
        """Put the text in the file's place, whole or not at all; None takes the file away.

        False, and nothing done, when the file does not hold what is `expected` any more. A link stays a link,
        permissions stay. Raises ReadOnlyError.
        """
        ...

    def names_in(self, folder: str, *, beginning: str, ending: str) -> list[str]:
        """Of the files in this folder whose names begin and end so, in order; none where there is no folder."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """No other process of ours changes a file meanwhile. Raises BusyError when one does so for too long."""
        ...
