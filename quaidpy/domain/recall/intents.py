"""What kind of thing does a question ask for?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from quaidpy.errors import SettingsError


class Intent(StrEnum):
    WHO = "WHO"
    WHEN = "WHEN"
    WHERE = "WHERE"
    WHAT = "WHAT"
    PREFERENCE = "PREFERENCE"
    RELATION = "RELATION"
    WHY = "WHY"
    PROJECT = "PROJECT"
    GENERAL = "GENERAL"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentPattern:
    """How one intent is recognised and what it favours.

    `vector_weight`: share of the vector lane in the recipe `rrf`, the text lane has the rest. `kind_boosts`: factor by
    memory kind. `relations`: what a question asks for that is nothing but names.
    """

    intent: Intent
    pattern: re.Pattern[str]
    vector_weight: float
    kind_boosts: Mapping[str, float]
    relations: tuple[str, ...]


class IntentPatterns:
    """The intents of config/intents.toml, in order: the first that matches wins, GENERAL matches always."""

    def __init__(self, patterns: tuple[IntentPattern, ...]) -> None:
        self._patterns = patterns

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "IntentPatterns":
        """From the parsed TOML. Raises SettingsError naming the intent that is wrong."""
        return cls(tuple(_pattern(name, entry) for name, entry in table.items()))

    def match(self, question: str) -> IntentPattern:
        return next(pattern for pattern in self._patterns if pattern.pattern.search(question))


def _pattern(name: str, entry: object) -> IntentPattern:
    try:
        assert isinstance(entry, dict)
        return IntentPattern(
            intent=Intent(name),
            pattern=re.compile("|".join(entry["patterns"]), re.IGNORECASE),
            vector_weight=float(entry["vector_weight"]),
            kind_boosts=dict(entry.get("kind_boosts", {})),
            relations=tuple(entry.get("relations", ())),
        )
    except (KeyError, ValueError, TypeError, AssertionError, re.error) as err:
        raise SettingsError(f"config/intents.toml: the intent {name} is wrong: {err!r}") from err
