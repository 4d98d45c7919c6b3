"""How do two nodes relate?"""

from dataclasses import dataclass
from typing import NamedTuple

from quaidpy.domain.identity import EdgeId, MemoryId, NodeId, Owner
from quaidpy.domain.time.lifetimes import Lifetime

MENTIONS = "mentions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A normalized, directed relation with provenance and validity.

    The same triple may hold, end and hold again: it is unique per interval, not for ever.
    """

    id: EdgeId
    owner: Owner
    source: NodeId
    relation: str
    target: NodeId
    lifetime: Lifetime
    weight: float = 0.8
    confidence: float = 0.7
    memory: MemoryId | None = None


class Link(NamedTuple):
    """One traversable step as a walk sees it: an edge or a mention, in the direction it is stored.

    A tuple: a walk makes hundreds, and a dataclass takes three times as long to make and to compare.
    """

    source: NodeId
    relation: str
    target: NodeId
    weight: float


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies around some seeds: links, and how connected each entity is (capped; for damping hubs)."""

    links: tuple[Link, ...]
    degrees: tuple[tuple[NodeId, int], ...]
    engine: str


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges, and which engine gave them."""

    edges: tuple[Edge, ...]
    engine: str


@dataclass(frozen=True, slots=True)
class Connection:
    """How two nodes hang together: the nodes from one to the other, both included; empty when they do not."""

    nodes: tuple[NodeId, ...]
    engine: str
