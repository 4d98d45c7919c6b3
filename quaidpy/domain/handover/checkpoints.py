"""Where did somebody stop? The task, what was decided, what is open, which files, what was said last.

What the caller says is kept in its words. What is filled from memory is kept as ids alone: words that are edited read
as they do now, words that are erased are in no checkpoint.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.errors import UsageError

LAST = "last"
"""Stands for the name of the checkpoint that was saved last."""
_LONGEST_LINE = 2_000
_MOST_LINES = 50
_LISTS = ("decisions", "todos", "files", "turns")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the caller says of a checkpoint; what it does not say (None) is filled from memory."""

    task: str | None = None
    decisions: tuple[str, ...] | None = None
    todos: tuple[str, ...] | None = None
    files: tuple[str, ...] | None = None
    turns: tuple[str, ...] | None = None

    def to_json(self) -> dict[str, object]:
        found = {name: getattr(self, name) for name in ("task", *_LISTS)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items() if v is not None}

    @classmethod
    def from_json(cls, given: Mapping[str, object]) -> "Said":
        """Raises UsageError for a field that is not known, or holds what it cannot."""
        unknown = sorted(set(given) - {"task", *_LISTS})
        if unknown:
            raise UsageError(f"a checkpoint has no {', '.join(unknown)}; it has task, {', '.join(_LISTS)}")
        task = given.get("task")
        if task is not None and not isinstance(task, str):
            raise UsageError("the task of a checkpoint is one text")
        return cls(
            task=_line("task", task) if task else None, **{name: _lines(name, given) for name in _LISTS}
        )


def _lines(name: str, given: Mapping[str, object]) -> tuple[str, ...] | None:
    found = given.get(name)
    if found is None:
        return None
    if (
        not isinstance(found, Sequence)
        or isinstance(found, str)
        or not all(isinstance(e, str) for e in found)
    ):
        raise UsageError(f"{name} of a checkpoint is a list of texts")
    if len(found) > _MOST_LINES:
        raise UsageError(
            f"a checkpoint holds up to {_MOST_LINES} {name}, not {len(found)}; keep what matters"
        )
    return tuple(_line(name, each) for each in found if each.strip())


def _line(name: str, text: str) -> str:
    if len(text) > _LONGEST_LINE:
        raise UsageError(
            f"{name} of a checkpoint: {len(text):,} characters in one text, {_LONGEST_LINE:,} are the most; "
            "say it in short, and `quaid extract` the long form"
        )
    return " ".join(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What memory filled in, by id. `episode`: the conversation, as far as its first `turns` turns.

    `edited`: paths that tools wrote in its session, the last one last.
    """

    decisions: tuple[MemoryId, ...] = ()
    todos: tuple[MemoryId, ...] = ()
    episode: EpisodeId | None = None
    turns: int = 0
    edited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One version under a name; versions count from 1. `newest`: the watermark, the memory that was taken in last."""

    owner: Owner
    agent: AgentName
    name: str
    saved_at: datetime
    said: Said
    filled: Filled
    version: int = 0
    session: str | None = None
    project: str | None = None
    newest: MemoryId | None = None

    def says_what(self, other: "Checkpoint") -> bool:
        """Whether a new version of it would say nothing new."""
        return replace(self, version=0, saved_at=other.saved_at) == replace(other, version=0)
