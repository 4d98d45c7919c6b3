"""What is asked of memory, and in which bounds?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from quaidpy.domain.identity import NodeId, Owner, owners_of
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.time.lifetimes import Moment

FEWEST_TEXTS = 1000
"""Texts that a corpus is taken to have at least, when it is asked how rare a word is."""


_NEVER_ADMITTED = (Status.ARCHIVED, Status.RETIRED)  # no set: it would ask each member for its hash


class Corpus(StrEnum):
    """Which indexed texts a lane looks through.

    Passages are of turns that are longer than an embedder reads: all but the first, which their turn's own vector
    reads. A hit on a passage is its turn.
    """

    MEMORIES = "memories"
    TURNS = "turns"
    PASSAGES = "passages"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Who may see what, applied before ranking. Empty tuples do not restrict; one of several tags or kinds is enough.

    `since`/`until`: when it was said, half-open (of a turn without date: when its episode began, else was recorded).
    Kinds and tags do not restrict turns. `moment`: only memories that hold at it (ignored for turns,
    except that a turn must have been recorded by `known_at`); None admits history, but never archived or retired ones.
    `kept_out`: memories and turns that are not wanted where it is asked; not looked at before ranking.
    """

    owner: Owner
    project: str | None = None
    session: str | None = None
    kinds: tuple[Kind, ...] = ()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    moment: Moment | None = None
    kept_out: frozenset[NodeId] = frozenset()

    @property
    def place(self) -> "Filter":
        """Only who may see it: where a turn was said, whenever that was."""
        return Filter(owner=self.owner, project=self.project, session=self.session, kept_out=self.kept_out)

    @property
    def owners(self) -> tuple[Owner, ...]:
        """All whose rows are admitted."""
        return owners_of(self.owner)

    def admits_memory(self, memory: Memory) -> bool:
        return (
            self._admits_place(memory.owner, memory.project, memory.session)
            and memory.status not in _NEVER_ADMITTED
            and memory.id not in self.kept_out
            and (not self.kinds or memory.kind in self.kinds)
            and (not self.tags or not set(self.tags).isdisjoint(memory.tags))
            and self._admits_time(memory.stated_at)
            and (self.moment is None or memory.lifetime.holds(self.moment))
        )

    def admits_episode(self, episode: Episode) -> bool:
        """Whether its turns may be seen, whenever they were said."""
        return self._admits_place(episode.owner, episode.project, episode.session)

    def admits_turn(self, turn: Turn, episode: Episode) -> bool:
        is_here = turn.owner == episode.owner and self.admits_episode(episode)
        return is_here and turn.id not in self.kept_out and self.admits_time_of(turn, episode)

    def admits_time_of(self, turn: Turn, episode: Episode) -> bool:
        """Whether it was said and known in time, wherever that was."""
        return self._admits_time(turn.at or episode.started_at or episode.recorded_at) and (
            self.moment is None or (turn.recorded_at or episode.recorded_at) <= self.moment.known_at
        )

    def _admits_place(self, owner: Owner, project: str | None, session: str | None) -> bool:
        return owner in self.owners and self.project in {None, project} and self.session in {None, session}

    def _admits_time(self, said_at: datetime) -> bool:
        return (self.since is None or self.since <= said_at) and (self.until is None or said_at < self.until)


class Hit(NamedTuple):
    """One find of one lane; `score` is the lane's own: BM25 (positive) or cosine (-1 to 1), larger is better.

    A tuple, because a recall makes hundreds: half the time of a dataclass, and a lane of them is a dict at once.
    """

    node: NodeId
    score: float


def each_once(hits: Sequence[Hit]) -> list[Hit]:
    """Of several hits on one node the first, which is its best."""
    if len(dict(hits)) == len(hits):
        return list(hits)
    found: dict[NodeId, Hit] = {}
    for hit in hits:
        found.setdefault(hit.node, hit)
    return list(found.values())


class LaneName(StrEnum):
    """One way of finding candidates (SPEC §1); windows look at a turn together with its neighbours."""

    TEXT = "text"
    VECTOR = "vector"
    EPISODE_TEXT = "episode text"
    EPISODE_VECTOR = "episode vector"
    WINDOW_TEXT = "window text"
    WINDOW_VECTOR = "window vector"
    GRAPH = "graph"


class Aim(StrEnum):
    """`ANSWER` is silent when nothing is relevant; `RANK` always gives the best there is, for a person or a bench."""

    ANSWER = "answer"
    RANK = "rank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question to memory and the bounds of its answer.

    `limit` results at most; `budget_tokens` for the context block. `as_of`: what was true then; `known_at`: what we
    knew then; None is now. `since`/`until`: when it was said. `asker`: who "I" and "my" mean. `contexts`: of the
    asking session, see `session_contexts`. `words_only`: the text lane alone, no model. `strict`: raise DegradedError
    instead of skipping a stage.
    """

    text: str
    limit: int = 40
    budget_tokens: int = 2000
    aim: Aim = Aim.ANSWER
    project: str | None = None
    session: str | None = None
    kinds: tuple[Kind, ...] = ()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    asker: str | None = None
    contexts: tuple[str, ...] = ()
    words_only: bool = False
    strict: bool = False
