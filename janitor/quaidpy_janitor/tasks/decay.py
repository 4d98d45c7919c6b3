"""Which memories fade because nobody needs them, and which matter more or less than their tier says?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.decay import deserved_tier, faded_confidence
from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories import Memory, Usage
from quaidpy_janitor.reading import live_pages
from quaidpy_janitor.task import Change, Night, Rows

_SHOWN = 40  # lines of a change that a person may want to read
_DIGITS = 4


def plan_decay(night: Night) -> Iterator[Change]:
    """A change a page of memories: their confidence falls as the curve says, once the drop is worth a row."""
    tuning = night.tuning.decay
    for page in live_pages(night):
        usages = night.tools.store.usages(night.owner, [memory.id for memory in page])
        fading: list[tuple[Memory, Memory]] = []
        for memory in page:
            confidence = round(faded_confidence(memory, usages[memory.id], night.now, tuning), _DIGITS)
            drop = memory.confidence - confidence
            is_crossing = confidence < tuning.review_below <= memory.confidence
            if drop >= tuning.least_drop or is_crossing:
                fading.append((memory, replace(memory, confidence=confidence, faded_at=night.now)))
        if fading:
            yield _change("decay", f"{len(fading)} unused memories fade", fading, "confidence")


def plan_tiers(night: Night) -> Iterator[Change]:
    """A change a page of memories that belong to another tier by now."""
    for page in live_pages(night):
        usages = night.tools.store.usages(night.owner, [memory.id for memory in page])
        moving = [pair for memory in page if (pair := _moved(memory, usages, night)) is not None]
        if moving:
            yield _change("tier", f"{len(moving)} memories change their tier", moving, "tier")


def _moved(memory: Memory, usages: dict[MemoryId, Usage], night: Night) -> tuple[Memory, Memory] | None:
    tier = deserved_tier(memory, usages[memory.id], night.now, night.tuning.decay)
    return None if tier is memory.tier else (memory, replace(memory, tier=tier))


def _change(verb: str, summary: str, pairs: Sequence[tuple[Memory, Memory]], column: str) -> Change:
    lines = [
        f"~ {new.text}  {column} {_told(old, column)} → {_told(new, column)}" for old, new in pairs[:_SHOWN]
    ]
    return Change(
        verb=verb,
        summary=summary,
        lines=tuple(lines),
        rows=Rows(
            memories=tuple(new for _, new in pairs),
            planned_on=tuple(old for old, _ in pairs),
            is_loose=True,
        ),
    )


def _told(memory: Memory, column: str) -> str:
    return f"{memory.confidence:.2f}" if column == "confidence" else memory.tier.value
