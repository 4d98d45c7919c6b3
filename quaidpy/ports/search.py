"""What must find nodes, by words and by meaning?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from quaidpy.domain.identity import (
    EpisodeId,
    NodeId,
    Owner,
    TurnId,
)
from quaidpy.domain.language.passage_splitting import PlacedPassage
from quaidpy.domain.recall.queries import Corpus, Filter, Hit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from quaidpy.ports.embedding import EmbedderIdentity, Vector


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How the vectors of turns, and of those said right before and after them, lie to a question's and to each other.

    `to_question`: a row of three products a turn, its own, before, after, with the question's at length 1.
    `to_each_other`: the nine products of the three with the three. 0 for a neighbour not there or without a vector.
    """

    turns: Sequence[TurnId]
    to_question: "NDArray[np.float32]"
    to_each_other: "NDArray[np.float32]"


class SearchIndex(Protocol):
    """Finds nodes by words and by meaning. Derived from the rows, in the same commit; only ids that pass the filter."""

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        """By BM25, best first, ties by id. Any text is a query. Of passages `limit` count, a turn once, by its best."""

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        """Turns, by BM25 over each together with the turns before and after it; else like `text`."""

    def rarity(self, owner: Owner, words: Sequence[str], corpus: Corpus) -> dict[str, float]:
        """How telling each word is, 0-1 on a log scale: 1 when none of the texts (at least `FEWEST_TEXTS`) has it.

        Of the texts of all owners of a home, or of the owner's alone on a server.
        """

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        """By exact cosine, best first, ties by id. All of the best are found among tens of thousands of vectors.

        Past that an index may look closely at a choice only, which must hold 99.9 % of them. Passages as in `text`.
        """

    def nearest_to_each(
        self, vectors: "Sequence[Vector[float]]", corpus: Corpus, keep: Filter, *, limit: int, least: float
    ) -> list[list[Hit]]:
        """`nearest` to each of the vectors, in order, only hits with a cosine of at least `least`; one pass for all."""

    def vectors(self, owner: Owner, nodes: Sequence[NodeId]) -> "dict[NodeId, Vector[float]]":
        """Stored vectors; nodes without one are left out."""

    def surroundings(
        self, vector: "Vector[float]", owner: Owner, turns: Sequence[TurnId]
    ) -> Surroundings | None:
        """Of those of the distinct turns that have a vector, in the order asked; None before any vector was put."""

    def passages(
        self, vector: "Vector[float] | None", owner: Owner, turns: Sequence[TurnId]
    ) -> dict[TurnId, tuple[PlacedPassage, ...]]:
        """Of those of the turns that were cut, in order of the text, which they cover."""

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        """Of the turns of these episodes that were cut, into how many passages each.

        Episodes may be named twice, and need not be looked through where no turn was cut.
        """

    def known_vectors(
        self, owner: Owner, identity: EmbedderIdentity, texts: Sequence[str]
    ) -> "dict[str, Vector[float]]":
        """Embeddings already kept for exactly these texts; on a server, for texts of the owner."""

    def texts_without_vector(
        self, owner: Owner, *, limit: int, identity: EmbedderIdentity | None = None
    ) -> list[str]:
        """Index texts that still need an embedding by this embedder (None: the one in use), oldest first."""

    def identity(self) -> EmbedderIdentity | None:
        """Of the vectors that `nearest` searches: the first ever put, or the one adopted since; None before."""

    def adopt(self, identity: EmbedderIdentity) -> None:
        """Search by this embedder's vectors from now on, and forget all others, in one step.

        Put its vectors first: they wait beside the ones in use, and a node without one is no longer found.
        """

    def follow(self, owner: Owner) -> None:
        """Bring what is in memory of the owner up to date, and nothing else into it. Changes no answer."""

    def read_in(self, owner: Owner) -> None:
        """Hold in memory what searches of the owner need; takes seconds, for idle moments. Changes no answer."""

    def rebuild(self) -> None:
        """Make text and vector index anew from the rows and the kept embeddings."""
