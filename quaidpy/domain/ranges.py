"""What may a configured value be? Said beside the field, checked when settings are read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Range:
    """Closed interval that a configured number must lie in."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Shape:
    """What each text of a configured list must match whole, and how that is written for a person."""

    pattern: str
    shown: str


@dataclass(frozen=True, slots=True)
class ReadBy:
    """What a configured text, or each text of a list, must be read by; it raises ValueError saying what is allowed."""

    read: Callable[[str], object]


Share = Annotated[float, Range(0, 1)]
