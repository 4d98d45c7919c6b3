"""Is one recall served by one index? `quaid reembed` may put another in its place at any moment."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from quaidpy.domain.identity import EpisodeId, NodeId, Owner, TurnId
from quaidpy.domain.language.passage_splitting import PlacedPassage
from quaidpy.domain.recall.queries import Corpus, Filter, Hit
from quaidpy.errors import StorageError, UsageError
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.search import SearchIndex, Surroundings


class IndexChangedError(StorageError):
    """The vectors searched are no longer those that the recall began with; asking again helps."""


class ConsistentSearch:
    """SearchIndex for one recall: vectors of one embedder only, or IndexChangedError. All else is passed on.

    What was asked in the same words before is answered by the same.
    Whether the index changed is looked at after each answer: what was read before a change is of the old index.
    """

    def __init__(self, search: SearchIndex) -> None:
        self._search = search
        self._identity = search.identity()
        self._hits: dict[Hashable, list[Hit]] = {}
        self._vectors: dict[Owner, dict[NodeId, Vector[float] | None]] = {}
        self._rarities: dict[tuple[Owner, Corpus], dict[str, float]] = {}

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        asked = (vector.tobytes(), corpus, keep, limit)
        if asked not in self._hits:
            with self._same_dimension():
                hits = self._search.nearest(vector, corpus, keep, limit=limit)
            self._require_unchanged()
            self._hits[asked] = hits
        return list(self._hits[asked])

    def nearest_to_each(
        self, vectors: "Sequence[Vector[float]]", corpus: Corpus, keep: Filter, *, limit: int, least: float
    ) -> list[list[Hit]]:
        hits = self._search.nearest_to_each(vectors, corpus, keep, limit=limit, least=least)
        self._require_unchanged()
        return hits

    def vectors(self, owner: Owner, nodes: Sequence[NodeId]) -> "dict[NodeId, Vector[float]]":
        known = self._vectors.setdefault(owner, {})
        missing = [node for node in nodes if node not in known]
        if missing:
            found = self._search.vectors(owner, missing)
            self._require_unchanged()
            known.update({node: found.get(node) for node in missing})
        here = ((node, known[node]) for node in nodes)
        return {node: vector for node, vector in here if vector is not None}

    def surroundings(
        self, vector: "Vector[float]", owner: Owner, turns: Sequence[TurnId]
    ) -> Surroundings | None:
        with self._same_dimension():
            found = self._search.surroundings(vector, owner, turns)
        self._require_unchanged()
        return found

    def passages(
        self, vector: "Vector[float] | None", owner: Owner, turns: Sequence[TurnId]
    ) -> dict[TurnId, tuple[PlacedPassage, ...]]:
        with self._same_dimension():
            found = self._search.passages(vector, owner, turns)
        self._require_unchanged()
        return found

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        return self._search.turns_with_passages(owner, episodes)

    def identity(self) -> EmbedderIdentity | None:
        return self._identity

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        asked = (query, corpus, keep, limit)
        if asked not in self._hits:
            self._hits[asked] = self._search.text(query, corpus, keep, limit=limit)
        return list(self._hits[asked])

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        return self._search.windows(query, keep, limit=limit)

    def rarity(self, owner: Owner, words: Sequence[str], corpus: Corpus) -> dict[str, float]:
        # Association and evidence ask for the same words.
        known = self._rarities.setdefault((owner, corpus), {})
        missing = [word for word in words if word not in known]
        if missing:
            known |= self._search.rarity(owner, missing, corpus)
        return {word: known[word] for word in words}

    def known_vectors(
        self, owner: Owner, identity: EmbedderIdentity, texts: Sequence[str]
    ) -> "dict[str, Vector[float]]":
        return self._search.known_vectors(owner, identity, texts)

    def texts_without_vector(
        self, owner: Owner, *, limit: int, identity: EmbedderIdentity | None = None
    ) -> list[str]:
        return self._search.texts_without_vector(owner, limit=limit, identity=identity)

    def adopt(self, identity: EmbedderIdentity) -> None:
        self._search.adopt(identity)

    def follow(self, owner: Owner) -> None:
        self._search.follow(owner)

    def read_in(self, owner: Owner) -> None:
        self._search.read_in(owner)

    def rebuild(self) -> None:
        self._search.rebuild()

    @contextmanager
    def _same_dimension(self) -> Iterator[None]:
        try:
            yield
        except UsageError:
            self._require_unchanged()  # a vector of the old dimension fits the new index no more
            raise

    def _require_unchanged(self) -> None:
        if self._search.identity() != self._identity:
            raise IndexChangedError("the embedding model was changed while searching; ask again")
