"""What does a subject have at a time: a phone, a dose, a port, a date, a boss? And does it still hold?"""

from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.identity import AttributeId, EntityId, MemoryId, Owner, TurnId
from quaidpy.domain.memories.memory import Source
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.regex import regex

_FIGURES = regex(r"\d+(?:[.,:]\d+)*")


def tells_value(line: str, value: str) -> bool:
    """Whether a line has the value as it was said, or all of its figures: statements spell dates and prices anew."""
    told, said = statement_alone(line).casefold(), value.casefold()
    figures = _FIGURES.findall(said)
    return said in told or (bool(figures) and set(figures) <= set(_FIGURES.findall(told)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One value of a subject's attribute, with its lifetime and the words that state it.

    `name`: the attribute, snake_case: listed in config/attributes.toml or the kind of the value. `qualifier`: which of
    the subject's, in content words ("hip operation", "oven 2"); empty for the subject's own. `value`: as it was said;
    empty where somebody said that there is none any more. `turn`: whose words state the value; `memory`: made of them,
    if any was. `replaced_by`: what was said instead, a value or that there is none.
    """

    id: AttributeId
    owner: Owner
    subject: EntityId
    name: str
    value: str
    lifetime: Lifetime
    qualifier: str = ""
    confidence: float = 0.7
    source: Source = Source.USER
    turn: TurnId | None = None
    memory: MemoryId | None = None
    replaced_by: AttributeId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueState:
    """Whether one thing that a memory or turn states still holds.

    `what`: the attribute with its qualifier, or the relation. `since`/`until`: of the value in the world. `instead`:
    the value or name that came in its place, None when it ended without another, or has not ended. `stated_in`: the
    turn that told of it. `is_relation`: the value is another entity, to which the subject stands so. `is_end_known`:
    False where no words told a day, and `until` is when it was read.
    """

    subject: str
    what: str
    value: str
    since: datetime | None
    until: datetime | None
    instead: str | None
    stated_in: TurnId | None = None
    is_relation: bool = False
    is_end_known: bool = True

    def is_ended(self, at: datetime) -> bool:
        return self.until is not None and self.until <= at
