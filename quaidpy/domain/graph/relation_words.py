"""By which words are relations told: roles of people, verbs that hold, begin or end, things that are had?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from quaidpy.errors import SettingsError

Phrase = tuple[str, ...]
"""Words in lower case, in their order."""

_GENERAL = "general"
_VERBS = ("states", "begins", "ends", "mutual_states", "mutual_begins", "mutual_ends")
_WORDS = ("kinds", "names", "no_names", "groups", "concepts")


class Change(Enum):
    """What a verb says of its relation."""

    HOLDS = auto()
    BEGINS = auto()
    ENDS = auto()


_CHANGES = {"states": Change.HOLDS, "begins": Change.BEGINS, "ends": Change.ENDS}


@dataclass(frozen=True, slots=True)
class Role:
    """What one end of a relation is called; `is_object`: the object is ("my intern"), not the subject ("my boss")."""

    relation: str
    is_object: bool


@dataclass(frozen=True, slots=True)
class Act:
    """A verb with what belongs to it: "move to"; `is_mutual`: told of two at once, without an object."""

    relation: str
    change: Change
    words: Phrase
    is_mutual: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationWording:
    """What else is known of the words of one relation."""

    former: str | None = None
    plans: str | None = None
    kinds: frozenset[Phrase] = frozenset()
    names: frozenset[str] = frozenset()
    has_only_listed: bool = False
    no_names: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    concepts: frozenset[Phrase] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RelationWords:
    """The words of all relations. `general`: words that make a statement less than one, by what they do.

    Compared by identity: each map is loaded once.
    """

    roles: Mapping[Phrase, tuple[Role, ...]] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    told: Mapping[str, RelationWording] = field(default_factory=dict)
    general: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> "RelationWords":
        """From one table a relation, as config/relation_words.toml has them.

        Raises SettingsError naming the relation and key.
        """
        roles: dict[Phrase, list[Role]] = {}
        acts: list[Act] = []
        told: dict[str, RelationWording] = {}
        for relation, entry in table.items():
            if not isinstance(entry, Mapping):
                raise SettingsError(f"words of {relation}: expected a table with its keys, found {entry!r}")
            if relation == _GENERAL:
                continue
            _check_keys(relation, entry)
            for key, is_object in (("roles", False), ("counter_roles", True)):
                for phrase in _phrases(relation, entry, key):
                    roles.setdefault(phrase, []).append(Role(relation, is_object))
            acts += _acts(relation, entry)
            told[relation] = _told(relation, entry)
        return cls(
            roles={phrase: tuple(found) for phrase, found in roles.items()},
            acts=tuple(acts),
            told=told,
            general=_general(table),
        )


def _check_keys(relation: str, entry: Mapping[str, object]) -> None:
    known = {"roles", "counter_roles", "former", "plans", "only_listed", *_VERBS, *_WORDS}
    unknown = sorted(set(entry) - known)
    if unknown:
        raise SettingsError(
            f"words of {relation}: unknown key {unknown[0]!r}; known are {', '.join(sorted(known))}"
        )


def _acts(relation: str, entry: Mapping[str, object]) -> list[Act]:
    return [
        Act(relation, _CHANGES[key.removeprefix("mutual_")], phrase, key.startswith("mutual_"))
        for key in _VERBS
        for phrase in _phrases(relation, entry, key)
    ]


def _told(relation: str, entry: Mapping[str, object]) -> RelationWording:
    return RelationWording(
        former=_name(relation, entry, "former"),
        plans=_name(relation, entry, "plans"),
        kinds=frozenset(_phrases(relation, entry, "kinds")),
        names=frozenset(_words(relation, entry, "names")),
        has_only_listed=entry.get("only_listed") is True,
        no_names=frozenset(_words(relation, entry, "no_names")),
        groups=frozenset(_words(relation, entry, "groups")),
        concepts=frozenset(_phrases(relation, entry, "concepts")),
    )


def _general(table: Mapping[str, object]) -> dict[str, frozenset[str]]:
    entry = table.get(_GENERAL, {})
    if not isinstance(entry, Mapping):
        raise SettingsError(f"words in general: expected a table, found {entry!r}")
    return {key: frozenset(_words(_GENERAL, entry, key)) for key in entry}


def _phrases(relation: str, entry: Mapping[str, object], key: str) -> list[Phrase]:
    return [tuple(words.split()) for words in _words(relation, entry, key)]


def _words(relation: str, entry: Mapping[str, object], key: str) -> list[str]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise SettingsError(f"words of {relation}: {key} must be a list of words, not {value!r}")
    return [item.casefold() for item in value]


def _name(relation: str, entry: Mapping[str, object], key: str) -> str | None:
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise SettingsError(f"words of {relation}: {key} must be the name of a relation, not {value!r}")
    return value
