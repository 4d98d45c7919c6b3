"""How fast is forgotten what is not used, and what never?"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from quaidpy.domain.ranges import Range, Share

KindName: TypeAlias = Literal[
    "fact",
    "preference",
    "belief",
    "decision",
    "event",
    "experience",
    "lesson",
    "procedure",
    "case",
    "todo",
    "profile",
]
"""What a kind of memory is called in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayTuning:
    """[decay]"""

    curve: Literal["ebbinghaus", "weibull", "classes"]
    half_life_days: Annotated[float, Range(1, 36_500)]
    grace_days: Annotated[float, Range(0, 3_650)]
    strength_bonus: Annotated[float, Range(0, 10)]
    recall_bonus: Annotated[float, Range(0, 10)]
    profile_factor: Annotated[float, Range(0.01, 100)]
    lesson_factor: Annotated[float, Range(0.01, 100)]
    procedure_factor: Annotated[float, Range(0.01, 100)]
    preference_factor: Annotated[float, Range(0.01, 100)]
    event_factor: Annotated[float, Range(0.01, 100)]
    todo_factor: Annotated[float, Range(0.01, 100)]
    core_shape: Annotated[float, Range(0.1, 5)]
    working_shape: Annotated[float, Range(0.1, 5)]
    peripheral_shape: Annotated[float, Range(0.1, 5)]
    core_floor: Share
    working_floor: Share
    peripheral_floor: Share
    least_drop: Annotated[float, Range(0.001, 1)]
    review_below: Share
    extend_days: Annotated[float, Range(1, 3_650)]
    tier_half_life_days: Annotated[float, Range(1, 36_500)]
    core_recalls: Annotated[int, Range(1, 100_000)]
    core_importance: Annotated[float, Range(0, 2)]
    core_recalls_with_importance: Annotated[int, Range(1, 100_000)]
    core_importance_with_recalls: Annotated[float, Range(0, 2)]
    working_recalls: Annotated[int, Range(1, 100_000)]
    working_priority: Share
    peripheral_priority: Share
    peripheral_days: Annotated[float, Range(1, 36_500)]
    core_kinds: tuple[KindName, ...]
    permanent_kinds: tuple[KindName, ...]
    permanent_half_life_days: Annotated[float, Range(1, 36_500)]
    temporary_half_life_days: Annotated[float, Range(1, 36_500)]
    todo_half_life_days: Annotated[float, Range(1, 36_500)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettingTuning:
    """[forgetting]"""

    protect: tuple[str, ...]
