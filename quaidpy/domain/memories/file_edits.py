"""What was changed in a file of the user, so that it can be shown, made, and taken back to the byte?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff
from enum import StrEnum
from hashlib import sha256
from typing import NewType

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Row, RowChange, Value

FileEditId = NewType("FileEditId", str)  # fe_…
FILE_EDIT_PREFIX = "fe_"


class EditState(StrEnum):
    """`MISSED`: the file had changed in the moment it was to be written, so nothing was."""

    PROPOSED = "proposed"
    MADE = "made"
    MISSED = "missed"


def text_hash(text: str | None) -> str | None:
    """SHA-256 of the text as UTF-8; None for a file that is not there."""
    return None if text is None else sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEdit:
    """One file before and after, as the one stretch in which they differ.

    `change`: edits that belong together share it, `place` orders them. `position`: characters before the stretch.
    `before` and `after`: hashes of the whole text, None where there is no file. `original`: the whole text before, kept
    of the user's own files, so that one that was deleted can come back.
    """

    id: FileEditId
    owner: Owner
    change: str
    place: int
    path: str
    position: int
    removed: str
    inserted: str
    before: str | None
    after: str | None
    state: EditState
    original: str | None = None

    def applied_to(self, text: str | None) -> str | None:
        """The text after it. The text must be the one it was made for: `text_hash(text) == edit.before`."""
        return self._exchanged(text, self.removed, self.inserted, self.after)

    def taken_back_from(self, text: str | None) -> str | None:
        """The text before it; of `text_hash(text) == edit.after`."""
        return self._exchanged(text, self.inserted, self.removed, self.before)

    def _exchanged(self, text: str | None, out: str, into: str, result: str | None) -> str | None:
        if result is None:
            return None
        whole = text or ""
        return whole[: self.position] + into + whole[self.position + len(out) :]

    def made(self) -> "FileEdit":
        return replace(self, state=EditState.MADE)

    def missed(self) -> "FileEdit":
        return replace(self, state=EditState.MISSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEdit:
    """A file as it was read, and as it should read. `is_original_kept`: for the user's own files."""

    path: str
    before: str | None
    after: str | None
    is_original_kept: bool = False

    def as_edit(
        self, identity: FileEditId, owner: Owner, *, change: str, place: int, state: EditState
    ) -> FileEdit:
        before, after = self.before or "", self.after or ""
        start = _common_beginning(before, after)
        end = _common_end(before[start:], after[start:])
        return FileEdit(
            id=identity,
            owner=owner,
            change=change,
            place=place,
            path=self.path,
            position=start,
            removed=before[start : len(before) - end],
            inserted=after[start : len(after) - end],
            before=text_hash(self.before),
            after=text_hash(self.after),
            state=state,
            original=self.before if self.is_original_kept else None,
        )


def edit_of_row(owner: Owner, row: Mapping[str, Value]) -> FileEdit:
    """From a whole row, as operations keep it."""
    return FileEdit(
        id=FileEditId(str(row["id"])),
        owner=owner,
        change=str(row["change"]),
        place=int(str(row["place"])),
        path=str(row["path"]),
        position=int(str(row["position"])),
        removed=str(row["removed"]),
        inserted=str(row["inserted"]),
        before=_optional(row["before"]),
        after=_optional(row["after"]),
        state=EditState(str(row["state"])),
        original=_optional(row["original"]),
    )


def is_for_the_file(change: RowChange) -> bool:
    """Whether this change of an edit's row is one of its file: made, or made no longer. A missed one never was."""
    states = {_state(change.before), _state(change.after)}
    return EditState.MADE in states and EditState.MISSED not in states and len(states) > 1


def _state(row: Row | None) -> str | None:
    return str(dict(row)["state"]) if row and "state" in dict(row) else None


def _optional(value: Value) -> str | None:
    return None if value is None else str(value)


def diff_lines(before: str | None, after: str | None, *, context: int = 1) -> list[str]:
    """What changes, line by line: each begins with `-`, `+`, a space for a line that stays, or `~` before a place."""
    old, new = (before or "").splitlines(), (after or "").splitlines()
    found = []
    for number, line in enumerate(unified_diff(old, new, lineterm="", n=context)):
        if number < 2:
            continue  # the names of the files
        if not line.startswith("@@"):
            found.append(f"{line[0]} {line[1:]}")
        elif old and new:
            found.append(f"~ line {_line_of(line)}")
    return found


def _line_of(header: str) -> str:
    return header.partition("+")[2].partition(" ")[0].partition(",")[0]


def _common_beginning(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def _common_end(one: str, other: str) -> int:
    return _common_beginning(one[::-1], other[::-1])
