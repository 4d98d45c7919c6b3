"""Which kinds of notice are told, at which level, and when is it quiet? With the section [notices]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from quaidpy.domain.ranges import Range, ReadBy


class NoticeKind(StrEnum):
    QUESTIONS = "questions"  # wait for a person
    TROUBLE = "trouble"  # a night failed: its backup, the disk, a task
    NIGHT = "night"  # done
    REPLACED = "replaced"  # what was recalled on the same day
    TAKEN_IN = "taken-in"
    RECALLED = "recalled"  # somebody was given something
    DOCUMENTS = "documents"  # of a project changed, and were read again
    SUBSCRIBED = "subscribed"  # somebody asked to be told
    TEST = "test"  # somebody tries whether they are told


class Channel(StrEnum):
    """Where a person is told. The first two wait until somebody is there; the others are told at once."""

    TERMINAL = "terminal"
    HOOK = "hook"
    DESKTOP = "desktop"
    FILE = "file"
    WEBHOOK = "webhook"


class Level(StrEnum):
    QUIET = "quiet"
    NORMAL = "normal"
    VERBOSE = "verbose"
    DEBUG = "debug"


_ORDER = tuple(Level)
FIRST_TOLD: Mapping[NoticeKind, Level] = MappingProxyType(
    {
        NoticeKind.SUBSCRIBED: Level.QUIET,
        NoticeKind.TEST: Level.QUIET,
        NoticeKind.QUESTIONS: Level.NORMAL,
        NoticeKind.TROUBLE: Level.NORMAL,
        NoticeKind.REPLACED: Level.NORMAL,
        NoticeKind.NIGHT: Level.VERBOSE,
        NoticeKind.DOCUMENTS: Level.VERBOSE,
        NoticeKind.TAKEN_IN: Level.DEBUG,
        NoticeKind.RECALLED: Level.DEBUG,
    }
)
"""The calmest level at which a kind is told."""


def level_called(text: str) -> Level:
    """Raises ValueError."""
    if text not in set(Level):
        raise ValueError(f"{text!r} is no level; use {', '.join(Level)}")
    return Level(text)


def channel_called(text: str) -> Channel:
    """Raises ValueError."""
    if text not in set(Channel):
        raise ValueError(f"{text!r} is no channel; use {', '.join(Channel)}")
    return Channel(text)


def override_of(text: str) -> tuple[NoticeKind, Level]:
    """`night=verbose`. Raises ValueError."""
    kind, _, wanted = text.partition("=")
    if kind not in set(NoticeKind):
        raise ValueError(f"{kind!r} is no kind of notice; use {', '.join(NoticeKind)}, as in night=verbose")
    return NoticeKind(kind), level_called(wanted)


def overridden(overrides: Sequence[str], kind: NoticeKind, level: Level) -> list[str]:
    """The overrides with that of this kind."""
    others = [each for each in overrides if override_of(each)[0] is not kind]
    return [*others, f"{kind}={level}"]


def levels_of(level: str, overrides: Sequence[str]) -> dict[NoticeKind, Level]:
    """The level in force for each kind. Raises ValueError."""
    return dict.fromkeys(NoticeKind, level_called(level)) | dict(map(override_of, overrides))


def is_told(kind: NoticeKind, level: Level) -> bool:
    return _ORDER.index(level) >= _ORDER.index(FIRST_TOLD[kind])


def is_quiet(now: time, begins: time, ends: time) -> bool:
    """Whether `now` lies in [begins, ends), which may go over midnight. Equal times: never."""
    if begins <= ends:
        return begins <= now < ends
    return now >= begins or now < ends


def clock_time(text: str) -> time:
    """`22:00`. Raises ValueError."""
    try:
        found = time.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is no time of day; write it as 22:00") from error
    if found.tzinfo is not None:
        raise ValueError(f"{text!r} has a time zone; it is of the local clock, as 22:00")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticesTuning:
    """[notices]"""

    level: Annotated[str, ReadBy(level_called)]
    channels: Annotated[tuple[str, ...], ReadBy(channel_called)]
    file: str
    webhook: str
    allowed_hosts: tuple[str, ...]
    overrides: Annotated[tuple[str, ...], ReadBy(override_of)]
    most_a_day: Annotated[int, Range(0, 10_000)]
    most_waiting: Annotated[int, Range(1, 100_000)]
    quiet_from: Annotated[str, ReadBy(clock_time)]
    quiet_until: Annotated[str, ReadBy(clock_time)]
