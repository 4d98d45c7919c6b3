"""Is the block right for the prompt, and do the memories say what they should? By regular expressions, no model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from quaidpy.bench.life.lives import NOTHING, Asked, Fact, Never
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.regex import regex

_YEAR = r"(?:19|20)\d\d"
_SAYS_OVER = regex(
    r"\b(?:until|was|were|used to|before|formerly|replaced|no longer|ended|previously|till)\b"
    rf"|\b{_YEAR}(?:-\d\d-\d\d)?\s*(?:[–—→]|\bto\b)\s*(?:\d{{1,2}} )?(?:[A-Z][a-z]+ )?{_YEAR}",
    re.IGNORECASE,
)
"""A line that says itself that its value is over: by a word of the past, or by a span of dates with an end."""

_NAMES_ITS_END = regex(r"\b(?:until|till|through)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a question got. `hits`: places of the lines that answer it, from 0. `fresh`: None where no value changed."""

    asked: Asked
    block: str
    lines: tuple[str, ...]
    hits: tuple[int, ...]
    fresh: bool | None

    @property
    def is_right(self) -> bool:
        """Answered; or silent, where nothing is to be said."""
        return bool(self.hits) if self.asked.kind != NOTHING else not self.block.strip()

    @property
    def is_first(self) -> bool:
        return self.hits[:1] == (0,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """`by`: the memory that says it, None when none does."""

    fact: Fact
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """`by`: the memories that say what none may."""

    never: Never
    by: tuple[str, ...]


def judged(asked: Asked, block: str) -> Judged:
    """The lines of a block are those that begin with a dash."""
    lines = tuple(line for line in block.splitlines() if line.startswith("- "))
    hits = tuple(i for i, line in enumerate(lines) if asked.hit and asked.hit.search(line))
    fresh = None if asked.stale is None else bool(hits) and not _is_stale(asked.stale, lines[: hits[0]])
    return Judged(asked=asked, block=block, lines=lines, hits=hits, fresh=fresh)


def _is_stale(stale: re.Pattern[str], lines: Sequence[str]) -> bool:
    """Some line states the old value, and not that it is over."""
    return any(stale.search(line) and not _SAYS_OVER.search(line) for line in lines)


def kept(fact: Fact, memories: Sequence[Memory], *, now: datetime) -> Kept:
    """Said by a memory that holds, or by one whose own words name the end that it had: such a one is whole."""
    known = (each for each in unsuperseded(memories) if not _is_over(each, now) or _names_its_end(each))
    texts = (_one_line(each.text) for each in known)
    return Kept(fact=fact, by=next((text for text in texts if fact.match.search(text)), None))


def broken(never: Never, memories: Sequence[Memory], *, now: datetime) -> Broken:
    wrong = (
        _one_line(each.text)
        for each in unsuperseded(memories)
        if not _is_over(each, now) and (never.after is None or each.stated_at.isoformat() >= never.after)
    )
    return Broken(never=never, by=tuple(text for text in wrong if never.match.search(text)))


def unsuperseded(memories: Sequence[Memory]) -> list[Memory]:
    """Neither replaced nor withdrawn."""
    return [
        each
        for each in memories
        if each.status in LIVE_STATUSES and each.superseded_by is None and each.lifetime.retracted_at is None
    ]


def _is_over(memory: Memory, now: datetime) -> bool:
    end = memory.lifetime.valid_to
    return end is not None and end <= now


def _names_its_end(memory: Memory) -> bool:
    """By its year and month (or the month before: the end is exclusive), or by a word such as until."""
    end = memory.lifetime.valid_to
    assert end is not None, "it is over"
    months = {spoken_date(day).split()[1] for day in (end, end.replace(day=1) - timedelta(days=1))}
    is_dated = str(end.year) in memory.text and any(
        month in memory.text for month in (*months, f"{end:%Y-%m}")
    )
    return is_dated or bool(_NAMES_ITS_END.search(memory.text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
