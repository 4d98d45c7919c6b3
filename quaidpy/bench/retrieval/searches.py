"""What does recall find when one way of searching finds nothing?"""

from collections.abc import Collection, Iterable, Sequence
from enum import Enum, auto

from quaidpy.domain.identity import EpisodeId, NodeId, Owner, TurnId
from quaidpy.domain.language.passage_splitting import PlacedPassage
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.search import SearchIndex, Surroundings


class Search(Enum):
    """Ways of searching that can be left out."""

    TEXT = auto()
    WINDOWS = auto()
    NEAREST = auto()
    MEMORIES = auto()


class SearchWithout:
    """A SearchIndex that finds nothing in some ways, at no cost; all else is the real one's."""

    def __init__(self, search: SearchIndex, missing: Collection[Search]) -> None:
        self._search = search
        self._missing = frozenset(missing)

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        return [] if self._lacks(Search.TEXT, corpus) else self._search.text(query, corpus, keep, limit=limit)

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        return [] if Search.WINDOWS in self._missing else self._search.windows(query, keep, limit=limit)

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        return (
            []
            if self._lacks(Search.NEAREST, corpus)
            else self._search.nearest(vector, corpus, keep, limit=limit)
        )

    def rarity(self, owner: Owner, words: Sequence[str], corpus: Corpus) -> dict[str, float]:
        return self._search.rarity(owner, words, corpus)

    def vectors(self, owner: Owner, nodes: Sequence[NodeId]) -> "dict[NodeId, Vector[float]]":
        return self._search.vectors(owner, nodes)

    def surroundings(
        self, vector: "Vector[float]", owner: Owner, turns: Sequence[TurnId]
    ) -> Surroundings | None:
        return self._search.surroundings(vector, owner, turns)

    def passages(
        self, vector: "Vector[float] | None", owner: Owner, turns: Sequence[TurnId]
    ) -> dict[TurnId, tuple[PlacedPassage, ...]]:
        return self._search.passages(vector, owner, turns)

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        return self._search.turns_with_passages(owner, episodes)

    def nearest_to_each(
        self, vectors: "Sequence[Vector[float]]", corpus: Corpus, keep: Filter, *, limit: int, least: float
    ) -> list[list[Hit]]:
        return self._search.nearest_to_each(vectors, corpus, keep, limit=limit, least=least)

    def known_vectors(
        self, owner: Owner, identity: EmbedderIdentity, texts: Sequence[str]
    ) -> "dict[str, Vector[float]]":
        return self._search.known_vectors(owner, identity, texts)

    def texts_without_vector(
        self, owner: Owner, *, limit: int, identity: EmbedderIdentity | None = None
    ) -> list[str]:
        return self._search.texts_without_vector(owner, limit=limit, identity=identity)

    def identity(self) -> EmbedderIdentity | None:
        return self._search.identity()

    def adopt(self, identity: EmbedderIdentity) -> None:
        self._search.adopt(identity)

    def follow(self, owner: Owner) -> None:
        self._search.follow(owner)

    def read_in(self, owner: Owner) -> None:
        self._search.read_in(owner)

    def rebuild(self) -> None:
        self._search.rebuild()

    def _lacks(self, way: Search, corpus: Corpus) -> bool:
        return way in self._missing or (corpus is Corpus.MEMORIES and Search.MEMORIES in self._missing)
