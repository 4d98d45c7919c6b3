"""What is asked of a language model, what does it answer, and what did that cost?"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum

Schema = Mapping[str, object]
"""A JSON schema; quaidpy.domain.models.schemas says which part of the standard is understood."""


NOT_A_TALK = "[work for a program of quaid: this is no conversation, and nothing of it is remembered]"
"""Begins every prompt that a program is given, so that what it keeps of it is not taken for somebody's words."""


class Tier(StrEnum):
    """`deep` reads and judges, off the read path; `fast` answers while somebody waits."""

    DEEP = "deep"
    FAST = "fast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call: `system` is stable from call to call (providers cache it), `user` carries the data.

    `prompt` names the prompt file and its version, as `id@hash`; it is stored with what the answer changes.
    """

    system: str
    user: str
    max_tokens: int
    schema: Schema | None = None
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """Tokens and money of some calls.

    `estimated`: how many of the calls had tokens that we had to count ourselves; `unpriced`: a price nobody told.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float = 0.0
    estimated: int = 0
    unpriced: int = 0

    def plus(self, other: "Spending") -> "Spending":
        names = (each.name for each in fields(self))
        return Spending(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def minus(self, earlier: "Spending") -> "Spending":
        """What came since: the earlier must be a part of this one."""
        names = (each.name for each in fields(self))
        return Spending(**{name: getattr(self, name) - getattr(earlier, name) for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a piece of work cost at one model.

    `doing`: `extract`, `recall`, or the name of a janitor task. `run`: of an extraction or a night; a recall's id.
    `at`: when it was last added to.
    """

    run: str
    doing: str
    model: str
    at: datetime
    spending: Spending


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back, as text, from which model. `is_cut`: it ran into `max_tokens`."""

    text: str
    model: str
    spending: Spending
    is_cut: bool = False
