"""Who and what do memories speak of?"""

from dataclasses import dataclass
from enum import StrEnum

from quaidpy.domain.identity import EntityId, NodeId, Owner


class EntityType(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    PROJECT = "project"
    ANIMAL = "animal"
    EVENT = "event"
    CONCEPT = "concept"
    THING = "thing"


ALIVE = frozenset({EntityType.PERSON, EntityType.ANIMAL})
"""Types of whom is somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Somebody or something; `aliases` are other names, without `name` itself."""

    id: EntityId
    owner: Owner
    type: EntityType
    name: str
    aliases: tuple[str, ...] = ()
    summary: str | None = None
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class KnownName:
    """One name or alias, as it is written, and whose it is."""

    name: str
    entity: EntityId
    type: EntityType


@dataclass(frozen=True, slots=True)
class Mention:
    """A memory or turn speaks of an entity; `weight` 0-1, 1 = it is about it."""

    node: NodeId
    entity: EntityId
    weight: float = 0.5
