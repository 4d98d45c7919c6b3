"""Whom does a question call by a short name? Mel is Melanie and Liz is Elizabeth, when only one person can be meant."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from quaidpy.domain.graph.entities import Entity, EntityType
from quaidpy.domain.identity import Owner
from quaidpy.ports.storage import MemoryStore
from quaidpy.shipped.names import is_everyday_word

RelatedNames: TypeAlias = Callable[[str], frozenset[str]]
"""Given names, lower case, that one is short for or that are short for it."""

_SHORTEST = 3  # letters; a name shorter than that begins too many others
_LEFT_OUT = 2  # letters at least that a cut name leaves out: Ann is not short for Anna


def nothing_related(name: str) -> frozenset[str]:
    """The table of who knows no names."""
    del name
    return frozenset()


def called_in_short(
    names: Iterable[str], known: Sequence[Entity], owner: Owner, store: MemoryStore, related: RelatedNames
) -> dict[str, Entity]:
    """For each single name that no known person bears, the one person whose first name it is short for.

    A word of every day cuts no name short: "Met" in a title is no Methodius.
    """
    full_names = {
        name.casefold()
        for entity in known
        if entity.type is EntityType.PERSON
        for name in (entity.name, *entity.aliases)
    }
    short = [name for name in names if _may_be_short(name) and name.casefold() not in full_names]
    people = {name: _only_one(name, owner, store, related) for name in short}
    return {name: person for name, person in people.items() if person is not None}


def called_by_nobody(
    names: Iterable[str], known: Iterable[Entity], owner: Owner, store: MemoryStore
) -> list[str]:
    """The names that no known entity bears, nor one that begins alike: it may be the same, misspelt."""
    full_names = {
        word.casefold()
        for entity in known
        for name in (entity.name, *entity.aliases)
        for word in name.split()
    }
    foreign = [name for name in names if _may_be_short(name) and name.casefold() not in full_names]
    return [name for name in foreign if not store.names_beginning(owner, [name[:_SHORTEST]])]


def beginnings_of(single: Iterable[str], foreign: Iterable[str], related: RelatedNames) -> list[list[str]]:
    """What `called_in_short` and `called_by_nobody` look for, of names that nobody bears."""
    short = [_beginnings(name, related(name)) for name in single if _may_be_short(name)]
    return [*short, *([name[:_SHORTEST]] for name in foreign if _may_be_short(name))]


def _beginnings(name: str, long: Iterable[str]) -> list[str]:
    return [name, *sorted(long)]


def _may_be_short(name: str) -> bool:
    return len(name) >= _SHORTEST and name.isalpha() and name[0].isupper()


def _only_one(name: str, owner: Owner, store: MemoryStore, related: RelatedNames) -> Entity | None:
    long = related(name)
    begun = store.names_beginning(owner, _beginnings(name, long))
    fitting = {
        each.entity
        for each in begun
        if each.type is EntityType.PERSON and _fits(name, each.name.split(maxsplit=1)[0].casefold(), long)
    }
    return store.entities(owner, sorted(fitting))[0] if len(fitting) == 1 else None


def _fits(short: str, first: str, long: frozenset[str]) -> bool:
    if first.isalpha() and first.startswith(short.casefold()):
        is_cut = len(first) - len(short) >= _LEFT_OUT
        return is_cut and (first in long or not is_everyday_word(short.casefold()))
    return first in long
