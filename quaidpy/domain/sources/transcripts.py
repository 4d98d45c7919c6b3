"""What does a source say, before it is an episode?"""

from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.memories.episodes import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTurn:
    """What one speaker said, as the source has it; `line` counts from 1, `at` is None when the source has no date.

    `session`: which of several sessions in one source it belongs to, where the source says so.
    """

    text: str
    speaker: str | None = None
    role: Role = Role.USER
    at: datetime | None = None
    line: int = 1
    session: str | None = None


@dataclass(frozen=True, slots=True)
class DamagedLine:
    """A line that could not be read and was skipped. `is_unfinished`: the last one, which may still be written."""

    line: int
    reason: str
    is_unfinished: bool = False


def half_a_line(number: int) -> DamagedLine:
    return DamagedLine(
        number,
        "the file ends within this line; all before it is taken in, and this once it is whole",
        is_unfinished=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What lies behind a cursor of a source. `consumed_bytes`: where the next reading goes on.

    `session`: the host's name of it, when all of the source is one session whatever its gaps.
    `folder`: where the host worked.
    """

    format: str
    title: str | None = None
    session: str | None = None
    project: str | None = None
    folder: str | None = None
    turns: tuple[RawTurn, ...] = ()
    damaged: tuple[DamagedLine, ...] = ()
    consumed_bytes: int = 0


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line without its end; `start` and `end` are byte offsets, `end` behind the newline if it has one."""

    number: int
    start: int
    end: int
    text: str
    is_complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """A whole decoded source.

    `from_byte`: where news begins (0: everything is new); `written_at`: the stamp of its file.
    """

    name: str
    lines: tuple[SourceLine, ...]
    from_byte: int = 0
    written_at: datetime | None = None

    @property
    def size(self) -> int:
        return self.lines[-1].end if self.lines else 0
