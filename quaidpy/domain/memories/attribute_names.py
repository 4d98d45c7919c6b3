"""What is the attribute called whose value this is?"""

from collections.abc import Mapping
from dataclasses import dataclass

from quaidpy.domain.language.text import stem
from quaidpy.domain.memories.value_kinds import (
    CODE,
    DATE,
    HOURS,
    MONEY,
    MONTH,
    NUMBER,
    PHRASE,
    TIME,
    WEEKDAYS,
)
from quaidpy.errors import SettingsError

_BY_KIND = {
    DATE: "date", MONTH: "date", WEEKDAYS: "day", TIME: "time", HOURS: "hours", MONEY: "price", CODE: "command",
    PHRASE: "choice", NUMBER: "number",
}  # fmt: skip
_OPEN = "amount"
_KEYS = {"synonyms", "exclusive", "kinds"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedAttribute:
    """One attribute of config/attributes.toml.

    `synonyms`: words that name it. `is_exclusive`: a subject has one value at a time. `kinds`: of values that fit,
    empty is any.
    """

    name: str
    synonyms: tuple[str, ...] = ()
    is_exclusive: bool = True
    kinds: tuple[str, ...] = ()


class AttributeNames:
    """The listed attributes, and how values of others are called."""

    def __init__(self, listed: Mapping[str, ListedAttribute]) -> None:
        """Raises SettingsError when one word names two attributes."""
        self.listed = dict(listed)
        self._by_stem: dict[str, str] = {}
        for each in self.listed.values():
            for word in (each.name.replace("_", " "), *each.synonyms):
                if self._by_stem.setdefault(stem(word), each.name) != each.name:
                    raise SettingsError(
                        f"attribute {each.name}: {word!r} names {self._by_stem[stem(word)]} already; keep one"
                    )

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "AttributeNames":
        """From one table an attribute. Raises SettingsError naming the attribute and key."""
        return cls({name: _listed(name, entry) for name, entry in table.items()})

    def named(self, word: str) -> ListedAttribute | None:
        """The listed attribute that a word or phrase names."""
        name = self._by_stem.get(stem(word.casefold()))
        return self.listed[name] if name else None

    def name_of(self, kind: str, topic: frozenset[str]) -> str:
        """The listed attribute that the topic names and the kind fits, else by the kind of the value."""
        for word in sorted(topic):
            name = self._by_stem.get(word)
            if name and (not self.listed[name].kinds or kind in self.listed[name].kinds):
                return name
        return _BY_KIND.get(kind, _OPEN)


def _listed(name: str, entry: object) -> ListedAttribute:
    if not isinstance(entry, Mapping):
        raise SettingsError(f"attribute {name}: expected a table [{name}] with its keys, found {entry!r}")
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise SettingsError(
            f"attribute {name}: unknown key {unknown[0]!r}; known are {', '.join(sorted(_KEYS))}"
        )
    is_exclusive = entry.get("exclusive", True)
    if not isinstance(is_exclusive, bool):
        raise SettingsError(f"attribute {name}: exclusive must be true or false, not {is_exclusive!r}")
    return ListedAttribute(
        name=name,
        synonyms=_words(name, entry, "synonyms"),
        is_exclusive=is_exclusive,
        kinds=_words(name, entry, "kinds"),
    )


def _words(name: str, entry: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise SettingsError(f"attribute {name}: {key} must be a list of words, not {value!r}")
    return tuple(value)
