"""What must the world of agents' hosts be able to do for us? Beside ports: nothing but their readers needs these."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from quaidpy.domain.sources.sessions import Conversation, HostFile


@dataclass(frozen=True, slots=True)
class TranscriptPlace:
    """A folder that is there or may come, and which files in it are transcripts. Patterns are relative to it."""

    host: str
    folder: Path
    patterns: tuple[str, ...]


class HostFiles(Protocol):
    """Files of other programs, only looked at. Raises UnreadableError for one that cannot be read or unpacked."""

    def contents(self, path: Path) -> Iterator[HostFile | Conversation]:
        """What is in the file: itself, the texts of an archive, or the conversations of a known database.

        A database that is none of a known host's raises UnreadableError.
        """
        ...


class Inbox(Protocol):
    """Notes of hooks that wait to be taken in, oldest first. A note is there whole or not at all."""

    def put(self, note: Mapping[str, object]) -> str:
        """Keeps the note; returns its name."""
        ...

    def waiting(self) -> list[str]: ...

    def read(self, name: str) -> Mapping[str, object] | None:
        """None when another has taken it meanwhile; empty when it is no note."""
        ...

    def take_away(self, names: list[str]) -> None: ...

    def set_aside(self, name: str, reason: str) -> None:
        """Keeps a note that nothing can be made of, out of the way."""
        ...

    def drained_by_us(self) -> AbstractContextManager[bool]:
        """Whether nobody else is at it, who then stays away until the block is left."""
        ...
