"""What must an engine tell those who keep its rows in memory?

Each source is the view of one read transaction: its rows and its change log are of one commit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner, TurnId
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import ChangeLog
from quaidpy.ports.embedding import EmbedderIdentity
from quaidpy.storage.memory.link_arrays import LinkArrays
from quaidpy.storage.memory.row_numbers import RowNumbers
from quaidpy.storage.memory.text_index import TermOccurrences, Totals
from quaidpy.storage.memory.vocabulary import Vocabulary

TextIndex: TypeAlias = Literal["memory_text", "turn_text", "window_text", "passage_text"]
LinkRow: TypeAlias = tuple[Any, ...]
"""Node, other, relation, whether it is forward, weight, and the five times."""
VectorRow: TypeAlias = tuple[int, NodeId, bytes]
"""Number, node, and the vector as float32."""
FilterColumnRow: TypeAlias = tuple[Any, ...]
"""Number, id, owner, project, session, kind, tags, and the times of the corpus in the order of TIMES."""

TIMES: Mapping[Corpus, tuple[str, ...]] = {
    Corpus.TURNS: ("said_at", "recorded_at"),
    Corpus.PASSAGES: ("said_at", "recorded_at"),
    Corpus.MEMORIES: ("said_at", "recorded_at", "valid_from", "valid_to", "retracted_at", "closed_at"),
}


@dataclass(frozen=True, slots=True)
class OwnedCorpus:
    """The rows of one owner on one corpus, by one embedder."""

    owner: Owner
    corpus: Corpus
    identity: EmbedderIdentity


@dataclass(frozen=True, slots=True)
class LinksAround:
    """Of nodes and of what they lead to: the heaviest links of each, as `LinkRows.heaviest` gives them, and degrees."""

    links: Sequence[LinkRow]
    degrees: Mapping[NodeId, int]


class LinkRows(ChangeLog, Protocol):
    """The links of nodes."""

    def around(
        self, owner: Owner, nodes: Sequence[NodeId], *, hops: int, most: int, cap: int
    ) -> LinksAround | None:
        """Links of all that a walk of so many hops meets before its last, and degrees of all entities that it meets.

        None where reading them hop by hop takes no longer.
        """
        ...

    def heaviest(self, owner: Owner, nodes: Sequence[NodeId], *, most: int) -> Iterable[LinkRow]:
        """Of each node its heaviest links, at most so many; node by node, the heaviest first."""
        ...

    def degrees(self, owner: Owner, nodes: Sequence[NodeId], *, cap: int) -> dict[NodeId, int]:
        """How many links each has, of any time; counted no further than `cap`."""
        ...

    def megabytes_needed(self, owner: Owner) -> float:
        """For all links of an owner."""
        ...

    def all_links(self, owner: Owner) -> LinkArrays: ...


class VectorRows(ChangeLog, Protocol):
    """The vectors of a corpus by number."""

    @property
    def view(self) -> int | None:
        """The number of the view, where all that one recall searches is searched in one; else None."""
        ...

    def count(self, corpus: OwnedCorpus) -> int: ...
    def all_vectors(self, corpus: OwnedCorpus) -> Iterator[VectorRow]:
        """By number."""
        ...

    def vectors_of(self, corpus: OwnedCorpus, numbers: Sequence[int]) -> list[VectorRow]:
        """Of those that have one, by number."""
        ...


class FilterColumnRows(ChangeLog, Protocol):
    """What filters ask of the rows of an index."""

    def count_filter_columns(self, owner: Owner, corpus: Corpus) -> int:
        """Of the owner, and of all whom the same log tells of; so with the others."""
        ...

    def all_filter_columns(self, owner: Owner, corpus: Corpus) -> Iterator[FilterColumnRow]:
        """The last number first."""
        ...

    def filter_columns(
        self, owner: Owner, corpus: Corpus, numbers: Sequence[int]
    ) -> list[FilterColumnRow]: ...


class Known(Protocol):
    """What is known of words and rows that were read: their numbers in memory."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def numbers(self) -> RowNumbers | None:
        """None where rows have the numbers that they have in the engine."""
        ...


class TermRows(ChangeLog, Protocol):
    """The words of a text index, cut as the engine cuts them."""

    @property
    def whose(self) -> Owner:
        """Whose words are counted together: EVERYBODY in a file."""
        ...

    def row_numbers(self) -> RowNumbers | None:
        """For rows that are read into memory; None where theirs are small enough, as those of a file are."""
        ...

    def totals(self, index: TextIndex) -> Totals: ...
    def tokens(self, text: str) -> list[str]: ...
    def all_terms(self, index: TextIndex, known: Known) -> Iterator[TermOccurrences]:
        """Of all rows, some at a time."""
        ...

    def terms_in(self, index: TextIndex, numbers: Sequence[int], known: Known) -> TermOccurrences: ...


@dataclass(frozen=True, slots=True)
class NewestIds:
    """The last ids of each kind, the newest first."""

    memories: Sequence[str]
    turns: Sequence[str]
    episodes: Sequence[str]
    entities: Sequence[str]


@dataclass(frozen=True, slots=True)
class RowsBehind:
    """Turns with the memories made of them, memories with the turns they came from, and the episodes of those turns."""

    turns: Sequence[Turn]
    memories: Sequence[Memory]
    episodes: Sequence[Episode]
    made_from: Mapping[TurnId, list[MemoryId]]


class KeptRows(ChangeLog, Protocol):
    """What a store in memory asks of besides `ports.MemoryStore`."""

    def names_in_use(self, owner: Owner) -> dict[str, list[EntityId]]:
        """Of each name and alias, folded, the entities that bear it."""
        ...

    def newest_ids(self, owner: Owner, *, limit: int) -> NewestIds: ...
    def behind(self, owner: Owner, memories: Sequence[MemoryId], turns: Sequence[TurnId]) -> RowsBehind:
        """Of these and of the turns that the memories came from all turns, and of those turns all memories."""
        ...
