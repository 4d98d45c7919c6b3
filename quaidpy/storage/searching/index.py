"""Which nodes hold these words, or mean something near this vector?"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Generic, Protocol

from quaidpy.domain.identity import (
    EpisodeId,
    NodeId,
    Owner,
    TurnId,
    adjacent_turns,
    episode_of,
    is_memory,
    is_turn,
)
from quaidpy.domain.language.passage_splitting import PlacedPassage, Span
from quaidpy.domain.memories.index_texts import (
    index_text_of_memory,
    index_text_of_passage,
    index_text_of_turn,
)
from quaidpy.domain.recall.queries import FEWEST_TEXTS, Corpus, Filter, Hit, each_once
from quaidpy.domain.tuning import SearchTuning
from quaidpy.errors import UsageError
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.search import Surroundings
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.cached.sources import OwnedCorpus, TermRows, TextIndex
from quaidpy.storage.cached.text_index import TextIndexCache, WordsInView
from quaidpy.storage.cached.vectors import CorpusCache
from quaidpy.storage.feeding.columns import SqlFilterColumnRows
from quaidpy.storage.feeding.vectors import SqlVectorRows
from quaidpy.storage.indexing.passages import Near, placed_passages, turns_with_passages
from quaidpy.storage.indexing.session import IndexedBy, IndexedBy_contra, IndexSession
from quaidpy.storage.indexing.vectors import (
    INDEX,
    TEXT,
    drop_other_identities,
    identity_in_use,
    place_vectors,
    use_identity,
)
from quaidpy.storage.searching.admission import Admission
from quaidpy.storage.searching.neighbours import NeighbourSearch, nearest_in_memory
from quaidpy.storage.searching.node_vectors import (
    surroundings_in_memory,
    surroundings_of,
    vectors_by_node,
)
from quaidpy.storage.searching.similarity import near_each, read_vectors
from quaidpy.storage.searching.text_query import Counting, Match, text_match
from quaidpy.storage.searching.text_search import WordSearch, best_in_memory
from quaidpy.storage.sql.engine import SqlDatabase, SqlSession, once_each
from quaidpy.storage.sql.rows import identity_text, memory_of, text_hash, turn_of, vector_of

_WINDOWS: TextIndex = "window_text"
_MANY_VECTORS = 6  # from here on one pass over all rows is cheaper than a search for each


class EngineSearch(Protocol[IndexedBy_contra]):
    """How an engine finds what is not in memory."""

    def term_rows(self, session: IndexedBy_contra, owner: Owner) -> TermRows:
        """What is read into memory for searches of an owner."""
        ...

    def counted(
        self, session: SqlSession, owner: Owner, terms: Sequence[str], corpus: Corpus
    ) -> Mapping[str, int]:
        """In how many rows each term stands, of all owners of a file; of a phrase such as don't, its rarest part."""
        ...

    def size(self, session: SqlSession, owner: Owner, corpus: Corpus) -> int:
        """How many rows are counted."""
        ...

    def best_by_words(self, search: WordSearch, match: Match, limit: int) -> list[Hit]:
        """Best first, ties by id."""
        ...

    def nearest(self, search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
        """By exact cosine, best first, ties by id."""
        ...

    def placed_for(self, session: IndexedBy_contra) -> Sequence[Owner]:
        """Those whose vectors are placed one owner after the other; in a file all are at once."""
        ...

    def rebuild(self, session: IndexedBy_contra) -> None:
        """Make all that is derived anew, inside a write transaction."""
        ...


@dataclass(frozen=True, slots=True)
class _Words:
    """A text index, what a word counts in each of its columns, and the corpus whose nodes its rows are."""

    index: TextIndex
    weights: Sequence[float]
    corpus: Corpus


class SqlSearch(Generic[IndexedBy]):
    """See ports.SearchIndex."""

    def __init__(
        self, database: SqlDatabase[IndexedBy], engine: EngineSearch[IndexedBy], tuning: SearchTuning
    ) -> None:
        self._database = database
        self._engine = engine
        self._tuning = tuning
        self._in_memory = CorpusCache(tuning)
        self._columns = ColumnCache(tuning)
        self._texts = TextIndexCache(tuning, self._columns)

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        hits = self._by_words(query, _Words(TEXT[corpus], self._weights(corpus), corpus), keep, limit)
        return _each_node_once(hits, corpus)

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        return self._by_words(query, _Words(_WINDOWS, [1.0], Corpus.TURNS), keep, limit)

    def rarity(self, owner: Owner, words: Sequence[str], corpus: Corpus) -> dict[str, float]:
        with self._counting(owner, corpus) as counting:
            every = math.log(1 + max(counting.size(corpus), FEWEST_TEXTS))
            counted = counting.frequencies(words, corpus)
            return {word: max(0.0, 1 - math.log(1 + counted[word]) / every) for word in words}

    @contextmanager
    def _counting(self, owner: Owner, corpus: Corpus) -> Iterator[Counting]:
        with (
            self._database.reading() as session,
            self._held(session, owner, TEXT[corpus]) as held,
        ):
            engine = self._engine
            yield Counting(
                partial(engine.counted, session, owner),
                partial(engine.size, session, owner),
                self._tuning,
                held,
            )

    def _held(
        self, session: IndexedBy, owner: Owner, index: TextIndex
    ) -> AbstractContextManager[WordsInView | None]:
        return self._texts.held(self._engine.term_rows(session, owner), index)

    def _by_words(self, query: str, words: "_Words", keep: Filter, limit: int) -> list[Hit]:
        with self._database.reading() as session, self._counting(keep.owner, words.corpus) as counting:
            match = text_match(counting, query, words.corpus)
            if match is None:
                return []
            with (
                self._held(session, keep.owner, words.index) as held,
                self._columns.held(SqlFilterColumnRows(session), keep.owner, words.corpus) as columns,
            ):
                admission = Admission(session, words.corpus, keep, columns)
                search = WordSearch(session, words.index, words.weights, admission)
                found = None if held is None else best_in_memory(search, held, match, limit)
                return self._engine.best_by_words(search, match, limit) if found is None else found

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        with self._database.reading() as session:
            identity = identity_in_use(session)
            if identity is None or limit <= 0:
                return []
            _require_dimension(vector, identity)
            owned = OwnedCorpus(keep.owner, corpus, identity)
            with self._in_memory.searched(SqlVectorRows(session), owned) as held:
                if held is None:
                    search = NeighbourSearch(
                        session, identity, Admission(session, corpus, keep, embedded=True)
                    )
                    return _each_node_once(self._engine.nearest(search, vector, limit), corpus)
                with self._columns.held(
                    SqlFilterColumnRows(session), keep.owner, corpus, read_in=True
                ) as columns:
                    admission = Admission(session, corpus, keep, columns, embedded=True)
                    search = NeighbourSearch(session, identity, admission)
                    hits = nearest_in_memory(search, held.vectors, vector, limit)
                    return _each_node_once(hits, corpus)

    def nearest_to_each(
        self, vectors: "Sequence[Vector[float]]", corpus: Corpus, keep: Filter, *, limit: int, least: float
    ) -> list[list[Hit]]:
        if len(vectors) < _MANY_VECTORS:
            each = [self.nearest(vector, corpus, keep, limit=limit) for vector in vectors]
            return [[hit for hit in hits if hit.score >= least] for hits in each]
        with self._database.reading() as session:
            identity = identity_in_use(session)
            if identity is None or limit <= 0:
                return [[] for _ in vectors]
            for vector in vectors:
                _require_dimension(vector, identity)
            return near_each(
                read_vectors(session, corpus, Admission(session, corpus, keep).condition),
                vectors,
                limit=limit,
                least=least,
            )

    def vectors(self, owner: Owner, nodes: Sequence[NodeId]) -> "dict[NodeId, Vector[float]]":
        found: dict[NodeId, Vector[float]] = {}
        with self._database.reading() as session:
            identity = identity_in_use(session)
            if identity is None:
                return {}
            for corpus, own in (
                (Corpus.TURNS, [node for node in nodes if is_turn(node)]),
                (Corpus.MEMORIES, [node for node in nodes if is_memory(node)]),
            ):
                if own:
                    owned = OwnedCorpus(owner, corpus, identity)
                    with self._in_memory.if_here(SqlVectorRows(session), owned) as held:
                        found |= vectors_by_node(session, owned, own, held)
        return {node: found[node] for node in nodes if node in found}

    def surroundings(
        self, vector: "Vector[float]", owner: Owner, turns: Sequence[TurnId]
    ) -> Surroundings | None:
        with self._database.reading() as session:
            identity = identity_in_use(session)
            if identity is None:
                return None
            _require_dimension(vector, identity)
            owned = OwnedCorpus(owner, Corpus.TURNS, identity)
            with self._in_memory.if_here(SqlVectorRows(session), owned) as held:
                found = None if held is None else surroundings_in_memory(vector, turns, held)
                if found is not None:
                    return found
            around = dict.fromkeys([*turns, *(near for turn in turns for near in adjacent_turns(turn))])
            vectors = vectors_by_node(session, owned, list(around), None)
            return surroundings_of(vector, turns, vectors)

    def passages(
        self, vector: "Vector[float] | None", owner: Owner, turns: Sequence[TurnId]
    ) -> dict[TurnId, tuple[PlacedPassage, ...]]:
        with self._database.reading() as session:
            identity = identity_in_use(session)
            if vector is not None and identity is not None:
                _require_dimension(vector, identity)
                return placed_passages(session, owner, turns, near=Near(identity_text(identity), vector))
            return placed_passages(session, owner, turns, near=None)

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        with (
            self._database.reading() as session,
            self._columns.held(SqlFilterColumnRows(session), owner, Corpus.PASSAGES) as columns,
        ):
            if columns is not None:
                return columns.turns_with_passages(owner, episodes)
            return _turns_with_passages(session, owner, episodes)

    def known_vectors(
        self, owner: Owner, identity: EmbedderIdentity, texts: Sequence[str]
    ) -> "dict[str, Vector[float]]":
        by_hash = {text_hash(text): text for text in texts}
        with self._database.reading() as session:
            rows = session.values(
                "SELECT v.text_hash, v.embedding FROM unnest_bytes(:hashes) AS wanted(hash) CROSS JOIN vectors v"
                " WHERE of_owner(v) AND v.identity = :identity AND v.text_hash = wanted.hash",
                {"owner": owner, "identity": identity_text(identity), "hashes": list(by_hash)},
            )
            return {by_hash[hashed]: vector_of(blob) for hashed, blob in rows}

    def texts_without_vector(
        self, owner: Owner, *, limit: int, identity: EmbedderIdentity | None = None
    ) -> list[str]:
        with self._database.reading() as session:
            found = [
                (node.partition("_")[2], text)
                for corpus in Corpus
                for node, text in _texts_without(session, owner, corpus, limit, identity)
            ]
        return list(dict.fromkeys(text for _, text in sorted(found)))[:limit]

    def identity(self) -> EmbedderIdentity | None:
        with self._database.reading() as session:
            return identity_in_use(session)

    def adopt(self, identity: EmbedderIdentity) -> None:
        with self._database.writing() as session:
            owners = self._engine.placed_for(session)
            use_identity(session, identity, owners)
            for owner, corpus in product(owners, Corpus):
                place_vectors(session, owner, corpus)
            drop_other_identities(session)

    def follow(self, owner: Owner) -> None:
        with self._database.reading() as session:
            identity = identity_in_use(session)
            terms = self._engine.term_rows(session, owner)
            self._database.together(
                *(partial(self._follow_columns, session, owner, corpus) for corpus in Corpus),
                *(
                    partial(self._follow_vectors, session, OwnedCorpus(owner, corpus, identity))
                    for corpus in Corpus
                    if identity is not None
                ),
                *(partial(self._texts.follow, terms, index) for index in (*TEXT.values(), _WINDOWS)),
            )

    def _follow_columns(self, session: IndexedBy, owner: Owner, corpus: Corpus) -> None:
        with self._columns.held(SqlFilterColumnRows(session), owner, corpus):
            pass  # it is as of this view now

    def _follow_vectors(self, session: IndexedBy, owned: OwnedCorpus) -> None:
        with self._in_memory.if_here(SqlVectorRows(session), owned):
            pass  # see above

    def read_in(self, owner: Owner) -> None:
        for corpus in Corpus:
            with self._database.snapshot() as session:
                self._columns.read_in(SqlFilterColumnRows(session), owner, corpus)
        self._texts.read_in(partial(self._spoken, owner))

    @contextmanager
    def _spoken(self, owner: Owner) -> Iterator[TermRows]:
        with self._database.snapshot() as session:
            yield self._engine.term_rows(session, owner)

    def rebuild(self) -> None:
        with self._database.writing() as session:
            self._engine.rebuild(session)

    def _weights(self, corpus: Corpus) -> Sequence[float]:
        if corpus is not Corpus.MEMORIES:
            return [1.0]
        return [1.0, self._tuning.name_weight, self._tuning.keyword_weight]


def _turns_with_passages(
    session: IndexSession, owner: Owner, episodes: Iterable[EpisodeId]
) -> dict[TurnId, int]:
    """Of each episode once, in a view that is asked of the same ones again and again."""

    def read(missing: Sequence[EpisodeId]) -> dict[EpisodeId, dict[TurnId, int]]:
        found: dict[EpisodeId, dict[TurnId, int]] = {episode: {} for episode in missing}
        for turn, count in turns_with_passages(session, owner, missing).items():
            found[episode_of(turn)][turn] = count
        return found

    if session.whole is None:
        return turns_with_passages(session, owner, episodes)
    cut = once_each(session, ("passages", owner), list(dict.fromkeys(episodes)), read)
    return {turn: count for each in cut.values() for turn, count in each.items()}


def _each_node_once(hits: list[Hit], corpus: Corpus) -> list[Hit]:
    """Only passages share a node: their turn."""
    return each_once(hits) if corpus is Corpus.PASSAGES else hits


def _require_dimension(vector: "Vector[float]", identity: EmbedderIdentity) -> None:
    if len(vector) != identity.dimension:
        raise UsageError(
            f"the query has {len(vector)} dimensions, the index {identity.dimension} ({identity.name}); "
            "the embedding model was changed: run `quaid reembed`"
        )


def _texts_without(
    session: SqlSession, owner: Owner, corpus: Corpus, limit: int, identity: EmbedderIdentity | None
) -> list[tuple[str, str]]:
    """Ids and index texts, by id."""
    in_use = identity_in_use(session)
    missing = "i.has_vector = 0"
    if identity is not None and identity != in_use:
        missing = (
            "NOT EXISTS (SELECT 1 FROM vectors v"
            " WHERE same_owner(v, i) AND v.identity = :identity AND v.text_hash = i.text_hash)"
        )
    table = "memories" if corpus is Corpus.MEMORIES else "turns"
    where = ', i.start AS starts, i."end" AS ends' if corpus is Corpus.PASSAGES else ""
    rows = session.rows(
        f"SELECT c.*{where} FROM {INDEX[corpus]} i JOIN {table} c ON c.owner = i.owner AND c.id = i.id"
        f" WHERE i.owner = :owner AND {missing} ORDER BY i.id LIMIT :limit",
        {"owner": owner, "limit": limit, "identity": identity and identity_text(identity)},
    )
    if corpus is Corpus.MEMORIES:
        return [(row["id"], index_text_of_memory(memory_of(owner, row, ()))) for row in rows]
    if corpus is Corpus.PASSAGES:
        return [
            (row["id"], index_text_of_passage(turn_of(owner, row), Span(row["starts"], row["ends"])))
            for row in rows
        ]
    return [(row["id"], index_text_of_turn(turn_of(owner, row))) for row in rows]
