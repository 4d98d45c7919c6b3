"""Under which one name, and in which direction, is a relation kept?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import RelationWords
from quaidpy.domain.language.text import stem, words
from quaidpy.errors import SettingsError
from quaidpy.regex import regex

Name = TypeVar("Name", bound=str)

UNNAMED = "related_to"
"""What a relation without any letter is called."""

_CAMEL = regex(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_WORD = regex(r"[\W_]+")
_KEYS = {
    "inverses", "synonyms", "keywords", "subjects", "objects", "symmetric", "exclusive", "selectivity", "follows",
}  # fmt: skip
_AGAINST = "^"
"""Before a relation of a rule: walked from its object to its subject."""


@dataclass(frozen=True, slots=True)
class RuleStep:
    """One relation of a rule, walked from subject to object or, `is_against`, from object to subject."""

    relation: str
    is_against: bool

    @property
    def back(self) -> "RuleStep":
        return RuleStep(self.relation, not self.is_against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One canonical relation.

    `inverses` mean the same with the ends flipped, `synonyms` with the ends as they are. `is_exclusive`: a subject has
    one object at a time. `subjects`/`objects`: entity types that fit, empty is any. `selectivity` 0-1: how much a step
    along it narrows a search. `keywords`: words of a question that ask for it. `follows`: rules, each the relations
    that lead from subject to object where this one holds, though nobody states it: a sibling's child is a nephew.
    """

    name: str
    inverses: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    is_symmetric: bool = False
    is_exclusive: bool = False
    subjects: tuple[EntityType, ...] = ()
    objects: tuple[EntityType, ...] = ()
    selectivity: float = 0.5
    keywords: tuple[str, ...] = ()
    follows: tuple[tuple[RuleStep, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CanonicalEdge(Generic[Name]):
    """A triple as it is kept; `is_known` is False when the map has no such relation and it was only snake-cased."""

    source: Name
    relation: str
    target: Name
    is_known: bool


class RelationMap:
    """All canonical relations, and every other phrasing that leads to one of them."""

    def __init__(self, relations: Mapping[str, Relation], words: RelationWords | None = None) -> None:
        """`words`: by which they are told. Raises SettingsError when one phrasing leads to two places."""
        self._relations = dict(relations)
        self.words = words or RelationWords()
        self._phrasings: dict[str, tuple[str, bool]] = {}
        for relation in self._relations.values():
            self._add(relation.name, relation.name, is_flipped=False)
            for name in relation.synonyms:
                self._add(name, relation.name, is_flipped=False)
            for name in relation.inverses:
                self._add(name, relation.name, is_flipped=True)
        for relation in self._relations.values():
            self._require_known_steps(relation)

    @classmethod
    def from_table(cls, table: Mapping[str, object], words: RelationWords | None = None) -> "RelationMap":
        """From one table a relation, as config/relations.toml has them.

        Raises SettingsError naming the relation and key.
        """
        return cls({name: _relation(name, entry) for name, entry in table.items()}, words)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """By name."""
        return tuple(self._relations[name] for name in sorted(self._relations))

    def asked_by(self, word: str) -> frozenset[str]:
        """The relations that a word of a question asks for, in any ending."""
        return self._by_stem.get(stem(word), frozenset())

    def asked_by_compounds(self, spoken: Sequence[str]) -> dict[str, frozenset[str]]:
        """For each word of a compound such as "brother-in-law", hyphens or not, the relations the compound asks for."""
        return {
            word: names
            for parts, names in self._compounds
            for start in range(len(spoken) - len(parts) + 1)
            if list(spoken[start : start + len(parts)]) == parts
            for word in parts
        }

    @cached_property
    def _compounds(self) -> list[tuple[list[str], frozenset[str]]]:
        keywords = {keyword for relation in self.relations for keyword in relation.keywords if "-" in keyword}
        return [(words(keyword), self.asked_by(keyword)) for keyword in sorted(keywords)]

    @cached_property
    def _by_stem(self) -> dict[str, frozenset[str]]:
        names: dict[str, set[str]] = {}
        for relation in self.relations:
            for keyword in relation.keywords:
                names.setdefault(stem(keyword), set()).add(relation.name)
        return {word: frozenset(asked) for word, asked in names.items()}

    def relation(self, name: str) -> Relation | None:
        """The canonical relation that a phrasing leads to."""
        known = self._phrasings.get(snake_cased(name))
        return self._relations[known[0]] if known else None

    def is_symmetric(self, relation: str) -> bool:
        known = self.relation(relation)
        return known is not None and known.is_symmetric

    def is_exclusive(self, relation: str) -> bool:
        known = self.relation(relation)
        return known is not None and known.is_exclusive

    def is_undated_role(self, relation: str) -> bool:
        """Whether people merely are it to each other: a sister told of in May did not become one in May."""
        return relation in self._role_names and not self.is_exclusive(relation)

    @cached_property
    def _role_names(self) -> frozenset[str]:
        return frozenset(role.relation for roles in self.words.roles.values() for role in roles)

    def canonical_edge(self, relation: str, source: Name, target: Name) -> CanonicalEdge[Name]:
        """The triple under its canonical name and direction.

        Idempotent; a relation and its inverse with swapped ends meet; symmetric ones are ordered by name, ignoring
        case. Unknown relations keep their ends and are snake-cased.
        """
        phrasing = snake_cased(relation)
        known = self._phrasings.get(phrasing)
        if known is None:
            return CanonicalEdge(source, phrasing, target, is_known=False)
        name, is_flipped = known
        if is_flipped:
            source, target = target, source
        if self._relations[name].is_symmetric and _order(target) < _order(source):
            source, target = target, source
        return CanonicalEdge(source, name, target, is_known=True)

    def _require_known_steps(self, relation: Relation) -> None:
        unknown = [
            step.relation
            for rule in relation.follows
            for step in rule
            if step.relation not in self._relations
        ]
        if unknown:
            raise SettingsError(
                f"relation {relation.name} follows from {unknown[0]!r}, which is no canonical relation"
            )

    def _add(self, phrasing: str, relation: str, *, is_flipped: bool) -> None:
        if phrasing != snake_cased(phrasing):
            raise SettingsError(
                f"relation {relation}: {phrasing!r} must be snake_case; write {snake_cased(phrasing)!r}"
            )
        meaning = (relation, is_flipped)
        if self._phrasings.setdefault(phrasing, meaning) != meaning:
            other = self._phrasings[phrasing][0]
            raise SettingsError(
                f"relation phrasing {phrasing!r} stands under {other} and {relation}; keep one"
            )


def snake_cased(text: str) -> str:
    """Lower-case words joined by underscores: "worksAt", "works at" and "Works-At" are one. Never empty."""
    spaced = _CAMEL.sub("_", text.strip())
    return _NOT_WORD.sub("_", spaced).strip("_").lower() or UNNAMED


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name


def _relation(name: str, entry: object) -> Relation:
    if not isinstance(entry, Mapping):
        raise SettingsError(f"relation {name}: expected a table [{name}] with its keys, found {entry!r}")
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise SettingsError(
            f"relation {name}: unknown key {unknown[0]!r}; known are {', '.join(sorted(_KEYS))}"
        )
    is_symmetric = _flag(name, entry, "symmetric")
    inverses, synonyms = _names(name, entry, "inverses"), _names(name, entry, "synonyms")
    if is_symmetric and inverses:
        raise SettingsError(f"relation {name} is symmetric, so {inverses[0]!r} belongs to its synonyms")
    return Relation(
        name=name,
        inverses=inverses,
        synonyms=synonyms,
        is_symmetric=is_symmetric,
        is_exclusive=_flag(name, entry, "exclusive"),
        subjects=_types(name, entry, "subjects"),
        objects=_types(name, entry, "objects"),
        selectivity=_share(name, entry.get("selectivity", 0.5)),
        keywords=_names(name, entry, "keywords"),
        follows=tuple(_rule(rule) for rule in _names(name, entry, "follows")),
    )


def _rule(written: str) -> tuple[RuleStep, ...]:
    """Of "^parent_of sibling_of": from a child to its parent, then to that parent's siblings."""
    return tuple(RuleStep(step.removeprefix(_AGAINST), step.startswith(_AGAINST)) for step in written.split())


def _names(relation: str, entry: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise SettingsError(f"relation {relation}: {key} must be a list of words, not {value!r}")
    return tuple(value)


def _types(relation: str, entry: Mapping[str, object], key: str) -> tuple[EntityType, ...]:
    names = _names(relation, entry, key)
    known = {kind.value for kind in EntityType}
    wrong = [name for name in names if name not in known]
    if wrong:
        raise SettingsError(
            f"relation {relation}: {key} has {wrong[0]!r}; entity types are {', '.join(sorted(known))}"
        )
    return tuple(EntityType(name) for name in names)


def _flag(relation: str, entry: Mapping[str, object], key: str) -> bool:
    value = entry.get(key, False)
    if not isinstance(value, bool):
        raise SettingsError(f"relation {relation}: {key} must be true or false, not {value!r}")
    return value


def _share(relation: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise SettingsError(f"relation {relation}: selectivity must be from 0 to 1, not {value!r}")
    return float(value)
