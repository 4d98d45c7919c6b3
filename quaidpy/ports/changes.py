"""What changed since somebody last looked? One numbered log of changes, whatever engine keeps the rows."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import Protocol, TypeAlias
from zlib import crc32

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus

Key = int | str
"""A row's id, or the number that an index knows it by: each topic has keys of one type."""


class Topic(Enum):
    """What an entry is about, and in brackets what its keys are."""

    ROWS = "rows"
    """People, turns, memories and episodes to read again (ids, and NAMES)."""
    NODES = "nodes"
    """Memories, turns and entities that a graph reads again (ids)."""
    EDGES = "edges"
    """Edges that a graph reads again (ids)."""
    MENTIONS = "mentions"
    """Memories and turns whose mentions a graph reads again (ids)."""
    ERASED = "erased"
    """What was purged (ids): whoever has it in a file makes that file anew."""
    LINKS = "links"
    """Nodes whose links differ (`key_of_node`)."""
    MEMORY_VECTORS = "memory vectors"
    TURN_VECTORS = "turn vectors"
    PASSAGE_VECTORS = "passage vectors"
    MEMORY_WORDS = "memory words"
    TURN_WORDS = "turn words"
    PASSAGE_WORDS = "passage words"
    WINDOW_WORDS = "window words"
    MEMORY_COLUMNS = "memory columns"
    TURN_COLUMNS = "turn columns"
    PASSAGE_COLUMNS = "passage columns"
    """Index rows whose vectors, words, or what filters ask of them, differ (numbers)."""


NAMES = "names"
"""A key of ROWS: a name was given, changed or taken away, which concerns what depends on all of them."""

VECTORS = {
    Corpus.MEMORIES: Topic.MEMORY_VECTORS,
    Corpus.TURNS: Topic.TURN_VECTORS,
    Corpus.PASSAGES: Topic.PASSAGE_VECTORS,
}
WORDS = {
    Corpus.MEMORIES: Topic.MEMORY_WORDS,
    Corpus.TURNS: Topic.TURN_WORDS,
    Corpus.PASSAGES: Topic.PASSAGE_WORDS,
}
COLUMNS = {
    Corpus.MEMORIES: Topic.MEMORY_COLUMNS,
    Corpus.TURNS: Topic.TURN_COLUMNS,
    Corpus.PASSAGES: Topic.PASSAGE_COLUMNS,
}
"""What filters ask of; told of a row whose words stay the same, new and changed words are told of anyway."""

GRAPH = (Topic.NODES, Topic.EDGES, Topic.MENTIONS, Topic.ERASED)
"""What a graph of an owner follows."""

INDEXES = tuple(topic for topic in Topic if topic is not Topic.ROWS and topic not in GRAPH)
"""What indexes that are made anew tell whoever has them in memory."""


Position: TypeAlias = tuple[int, ...]
"""How far a log was followed: the number of its last transaction; of owners who are read together and have logs of
their own, one of each. That of a later view is larger; `BEGINNING` is smaller than all.
"""
BEGINNING: Position = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """`until`: up to where they are told. `keys`: what to read again; None for all."""

    until: Position
    keys: frozenset[Key] | None

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The keys of a topic whose keys are numbers, in order; None for all."""
        return None if self.keys is None else tuple(sorted(key for key in self.keys if isinstance(key, int)))


def key_of_node(node: str) -> int:
    """By which changes of the node's links are told. Should two share one, both are read again."""
    return crc32(node.encode())


class ChangeLog(Protocol):
    """The log as of one read transaction: what it says, and what the rows say beside it, is of one commit.

    Every transaction that changes anything has one number, larger by one than that of the transaction before it, and
    says in its own commit which keys of which topics it changed. A file has one log, a server one of each owner. Old
    entries go; who has followed up to a number before the oldest kept reads all anew, and so does everybody after a
    backup took the place of the rows.
    """

    def logs(self, owner: Owner) -> tuple[Owner, ...]:
        """Whose logs tell what changes for an owner, or for several together: who has the same can be kept together."""
        ...

    def last(self, owner: Owner) -> Position:
        """Of the last transaction that may concern the owner; zeros before the first."""
        ...

    def since(self, owner: Owner, seen: Position, *topics: Topic) -> Changes:
        """What the transactions after `seen` say of these topics."""
        ...


def mark_of(owner: Owner) -> str:
    """16 hex digits of the name, which does not travel itself; who shares them by chance only looks once too often."""
    return blake2b(owner.encode(), digest_size=8, person=b"quaid heard").hexdigest()


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody has written. `marks`: of the owners whose logs have a new entry; None when it may be anybody's."""

    marks: frozenset[str] | None

    def concerns(self, owner: Owner) -> bool:
        return self.marks is None or mark_of(owner) in self.marks


class Listening(Protocol):
    """Somebody is told of changes until it is closed."""

    def close(self) -> None: ...


Listen: TypeAlias = Callable[[Callable[[Heard], None]], Listening]
"""Begins to tell of commits of any process, this one too: soon, from a thread of its own, and of none for certain.

When it begins to hear, and again after it was cut off, it tells of everybody. Raises nothing while the server is away.
"""
