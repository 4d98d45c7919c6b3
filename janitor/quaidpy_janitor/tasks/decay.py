"""Which memories fade because nobody needs them, and which matter more or less than their tier says?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.decay import Ageing, deserved_tier, faded_confidence
from quaidpy.domain.memories.memory import Memory, Tier, Usage
from quaidpy.domain.nights import DecayInputs
from quaidpy_janitor.outdated import stale_among
from quaidpy_janitor.protecting import unprotected
from quaidpy_janitor.reading import pages_of
from quaidpy_janitor.task import Change, Night, Rows

_SHOWN = 40  # lines of a change that a person may want to read
_DIGITS = 4


def plan_decay(night: Night) -> Iterator[Change]:
    """A change a page of memories: their confidence falls as the curve says, once the drop is worth a row."""
    usages = _usages(night, lambda each: _faded(each, each.usage, night) is not None)
    for page in pages_of(night, list(usages)):
        pairs = [
            (memory, replace(memory, confidence=confidence, faded_at=night.now))
            for memory in unprotected(page, night)
            if (confidence := _faded(memory, usages[memory.id], night)) is not None
        ]
        if pairs:
            told = _counted(pairs, "unused memory fades", "unused memories fade")
            yield _change("decay", told, pairs, "confidence")


def _faded(memory: Ageing, usage: Usage, night: Night) -> float | None:
    """Its confidence now, if it has fallen enough to be written down."""
    tuning = night.tuning.decay
    confidence = round(faded_confidence(memory, usage, night.now, tuning), _DIGITS)
    is_crossing = confidence < tuning.review_below <= memory.confidence
    return confidence if memory.confidence - confidence >= tuning.least_drop or is_crossing else None


def plan_tiers(night: Night) -> Iterator[Change]:
    """A change a page of memories that belong to another tier by now; none with a value that is over becomes core."""
    usages = _usages(night, lambda each: _tier(each, each.usage, night) is not each.tier)
    for page in pages_of(night, list(usages)):
        deserved = [(memory, _tier(memory, usages[memory.id], night)) for memory in page]
        rising = [memory for memory, tier in deserved if tier is Tier.CORE and not memory.pinned]
        stale = stale_among(rising, night)
        deserved = [(memory, tier) for memory, tier in deserved if memory.id not in stale]
        pairs = [(memory, replace(memory, tier=tier)) for memory, tier in deserved if tier is not memory.tier]
        if pairs:
            told = _counted(pairs, "memory changes its tier", "memories change their tier")
            yield _change("tier", told, pairs, "tier")


def _tier(memory: Ageing, usage: Usage, night: Night) -> Tier:
    return deserved_tier(memory, usage, night.now, night.tuning.decay)


def _usages(night: Night, is_moving: Callable[[DecayInputs], bool]) -> dict[MemoryId, Usage]:
    """Of the memories that a look at their vitals finds moving; the whole rows are read of these alone."""
    return {each.id: each.usage for each in night.tools.survey.decay_inputs(night.owner) if is_moving(each)}


def _counted(pairs: Sequence[object], one: str, many: str) -> str:
    return f"{len(pairs)} {one if len(pairs) == 1 else many}"


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
