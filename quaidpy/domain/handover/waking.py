"""What is a new session given, in one block? Notes for it, where it stopped, what waits, what holds always.

Each part has its share of the budget; what one leaves goes on to the next. Nothing stands in it twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.language.text import normalized, spoken_date, weekday
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START, PREFACE, escaped

_FRAME = (BLOCK_START, PREFACE, BLOCK_END)


class Part(StrEnum):
    """In the order in which they stand in the block."""

    HANDOFF = "handoff"
    CHECKPOINT = "checkpoint"
    WAITING = "waiting"
    SIGNAL = "signal"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeLine:
    """One line of the block; `text` is what it says without its marks."""

    id: str
    part: Part
    kind: str
    text: str
    line: str


def wake_line(identity: str, part: Part, text: str, *marks: str) -> WakeLine:
    said = escaped(text)
    line = f"- ({', '.join(map(escaped, marks))}) {said}"
    return WakeLine(id=identity, part=part, kind=marks[0], text=said, line=line)


def moment_text(at: datetime) -> str:
    """To the minute: sessions of one day follow one another."""
    return f"{weekday(at)} {spoken_date(at)} {at:%H:%M} UTC"


def fitting(lines: Iterable[WakeLine], *, budget_tokens: int, shares: Mapping[Part, float]) -> list[WakeLine]:
    """Those that the block has room for, in its order: first each part within its share, then whatever still fits.

    The first line of a part that has a share may take more than that, as long as it fits at all: a note is given whole.
    """
    each = _each_once(lines)
    costs = {item.id: count_tokens(item.line) + 1 for item in each}
    room = budget_tokens - sum(count_tokens(line) + 1 for line in _FRAME)
    left = {part: int(room * share) for part, share in shares.items()}
    chosen: set[str] = set()
    begun: set[Part] = set()
    for is_again in (False, True):
        for item in each:
            cost = costs[item.id]
            in_share = is_again or item.part not in left or cost <= left[item.part]
            if item.id in chosen or cost > room or not (in_share or item.part not in begun):
                continue
            room -= cost
            if item.part in left:
                left[item.part] -= cost
            begun.add(item.part)
            chosen.add(item.id)
    return [item for item in each if item.id in chosen]


def _each_once(lines: Iterable[WakeLine]) -> list[WakeLine]:
    """By id and by what is said; what comes first in the block stays."""
    order = list(Part)
    seen: set[str] = set()
    kept: list[WakeLine] = []
    for item in sorted(lines, key=lambda item: order.index(item.part)):
        names = {item.id, f"text:{normalized(item.text)}"}
        if seen.isdisjoint(names):
            kept.append(item)
            seen |= names
    return kept


def block_of(lines: Sequence[WakeLine]) -> str:
    """Empty where there is nothing to say."""
    return "\n".join([*_FRAME[:2], *(item.line for item in lines), _FRAME[2]]) if lines else ""
