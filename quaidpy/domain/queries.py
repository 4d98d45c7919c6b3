"""What is asked of memory, and in which bounds?"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.memories import Kind


class Shelf(StrEnum):
    """Which indexed texts a lane looks through."""

    MEMORIES = "memories"
    TURNS = "turns"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Who may see what, applied before ranking. Empty tuples do not restrict; one of several tags or kinds is enough.

    `since`/`until`: when it was said, half-open (of a turn without date: when its episode began, else was recorded).
    Kinds and tags do not restrict turns. `moment`: only memories that hold at it (ignored for turns,
    except that a turn must have been recorded by `known_at`); None admits history, but never archived or retired ones.
    """

    owner: Owner
    scopes: tuple[str, ...] = ("private", "shared")
    project: str | None = None
    session: str | None = None
    kinds: tuple[Kind, ...] = ()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One find of one lane; `score` is the lane's own: BM25 (positive) or cosine (-1 to 1), larger is better."""

    node: NodeId
    score: float
