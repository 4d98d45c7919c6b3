"""The outside world, small and obedient: fakes of the ports."""

import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from quaidpy.domain.graph.edges import MENTIONS, Connection, Edge, Edges, Link, Neighbourhood
from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.graph.paths import shortest_path
from quaidpy.domain.identity import EpisodeId, NodeId, Owner, TurnId, adjacent_turns, episode_of, is_entity
from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.passage_splitting import PlacedPassage, Span, split_into_passages
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import with_cjk_bigrams, words
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.index_texts import index_text_of_memory, index_text_of_turn, index_texts_of_turn
from quaidpy.domain.memories.memory import Memory, Status
from quaidpy.domain.recall.queries import FEWEST_TEXTS, Corpus, Filter, Hit, each_once
from quaidpy.domain.time.lifetimes import Lifetime, Moment
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.search import Surroundings
from quaidpy.storage.searching.node_vectors import surroundings_of


class FakeClock:
    """A clock that moves one second a look, or to where a test sets it."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.current = start

    def now(self) -> datetime:
        self.current += timedelta(seconds=1)
        return self.current


class CountedIds:
    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count:026d}"


class HashingEmbedder:
    """Deterministic: texts that share words are near each other. For tests only; it knows no meaning."""

    identity = EmbedderIdentity(name="hashing-test", dimension=64, probe="hashing")

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> "Vector[float]":
        sums = [1e-3] * self.identity.dimension
        for word in words(text):
            digest = blake2b(word.encode(), digest_size=4).digest()
            sums[int.from_bytes(digest[:3], "big") % self.identity.dimension] += 1 if digest[3] % 2 else -1
        length = math.sqrt(math.fsum(x * x for x in sums))
        return array("f", [x / length for x in sums])


@dataclass(frozen=True, slots=True)
class _Half:
    """A link as one of its ends sees it."""

    other: NodeId
    link: Link
    is_forward: bool
    key: str
    lifetime: Lifetime | None

    def holds(self, moment: Moment) -> bool:
        return self.lifetime is None or self.lifetime.holds(moment)

    def rank(self) -> tuple[float, str, str, bool, str]:
        return (-self.link.weight, self.other, self.link.relation, not self.is_forward, self.key)


class DictGraph:
    """WholeGraph over a dictionary: what the engines must agree with."""

    engine = "fake"

    def __init__(self, clock: "FakeClock", *, degree_cap: int = 256) -> None:
        self._clock = clock
        self._degree_cap = degree_cap
        self._halves: dict[tuple[Owner, NodeId], list[_Half]] = {}
        self._edges: dict[tuple[Owner, str], Edge] = {}

    def take(self, owner: Owner, edges: Iterable[Edge], mentions: Iterable[Mention]) -> None:
        for edge in edges:
            self._edges[owner, edge.id] = edge
            self._put(
                owner, Link(edge.source, edge.relation, edge.target, edge.weight), edge.id, edge.lifetime
            )
        for mention in mentions:
            self._put(owner, Link(mention.node, MENTIONS, mention.entity, mention.weight), "", None)

    def _put(self, owner: Owner, link: Link, key: str, lifetime: Lifetime | None) -> None:
        for node, other, is_forward in ((link.source, link.target, True), (link.target, link.source, False)):
            self._halves.setdefault((owner, node), []).append(_Half(other, link, is_forward, key, lifetime))

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        at = moment or self._now()
        frontier, seen, links = set(seeds), set(seeds), dict[tuple[NodeId, str, NodeId], Link]()
        for _ in range(depth):
            taken = [half for node in frontier for half in self._heaviest(owner, node, fanout, at)]
            for link in (half.link for half in taken):
                key = (link.source, link.relation, link.target)
                links[key] = max(link, links.get(key, link), key=lambda each: each.weight)
            frontier = {half.other for half in taken} - seen
            seen |= frontier
        touched = sorted(
            {end for link in links.values() for end in (link.source, link.target) if is_entity(end)}
        )
        return Neighbourhood(
            links=tuple(links[key] for key in sorted(links)),
            degrees=tuple((node, min(len(self._halves[owner, node]), self._degree_cap)) for node in touched),
            engine=self.engine,
        )

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        at = self._now()

        def neighbours(nodes: Sequence[NodeId]) -> dict[NodeId, list[NodeId]]:
            halves = {node: self._halves.get((owner, node), ()) for node in nodes}
            return {node: [half.other for half in some if half.holds(at)] for node, some in halves.items()}

        found = shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)
        return Connection(tuple(found), self.engine)

    def relations(self, owner: Owner) -> Neighbourhood:
        at, links = self._now(), dict[tuple[NodeId, str, NodeId], Link]()
        for (whose, _), halves in self._halves.items():
            for half in halves:
                if whose == owner and half.holds(at) and half.link.relation != MENTIONS:
                    key = (half.link.source, half.link.relation, half.link.target)
                    links[key] = max(half.link, links.get(key, half.link), key=lambda each: each.weight)
        return Neighbourhood(tuple(links[key] for key in sorted(links)), (), self.engine)

    def edges(self, owner: Owner) -> Edges:
        mine = (edge for (whose, _), edge in self._edges.items() if whose == owner)
        return Edges(tuple(sorted(mine, key=lambda edge: edge.id)), self.engine)

    def read_in(self, owner: Owner) -> None:
        """All of it is in memory."""

    def close(self) -> None:
        self._halves.clear()

    def _heaviest(self, owner: Owner, node: NodeId, fanout: int, at: Moment) -> list[_Half]:
        holding = [half for half in self._halves.get((owner, node), ()) if half.holds(at)]
        return sorted(holding, key=_Half.rank)[:fanout]

    def _now(self) -> Moment:
        now = self._clock.now()
        return Moment(as_of=now, known_at=now)


@dataclass(frozen=True, slots=True)
class _InCorpus:
    """An indexed text and the question whether a filter admits its node."""

    node: NodeId
    owner: Owner
    text: str
    is_admitted: Callable[[Filter], bool]


class DictSearch:
    """SearchIndex over lists; counts shared words where the real one ranks by BM25."""

    def __init__(self) -> None:
        self._corpora: dict[Corpus, dict[tuple[Owner, NodeId], _InCorpus]] = {corpus: {} for corpus in Corpus}
        self._kept: dict[EmbedderIdentity, dict[str, Vector[float]]] = {}
        self._in_use: EmbedderIdentity | None = None
        self._spans: dict[TurnId, tuple[Span, ...]] = {}

    def take_memories(self, memories: Iterable[Memory]) -> None:
        for memory in memories:
            text, key = index_text_of_memory(memory), (memory.owner, memory.id)
            self._corpora[Corpus.MEMORIES].pop(key, None)
            if memory.status not in {Status.ARCHIVED, Status.RETIRED}:
                item = _InCorpus(
                    memory.id, memory.owner, text, lambda keep, memory=memory: keep.admits_memory(memory)
                )
                self._corpora[Corpus.MEMORIES][key] = item

    def take_turns(self, episode: Episode, turns: Iterable[Turn]) -> None:
        for turn in turns:
            item = _InCorpus(
                turn.id,
                turn.owner,
                index_text_of_turn(turn),
                lambda keep, turn=turn: keep.admits_turn(turn, episode),
            )
            self._corpora[Corpus.TURNS][turn.owner, turn.id] = item
            self._spans[turn.id] = split_into_passages(turn.text)
            self._corpora[Corpus.PASSAGES] = {
                key: kept for key, kept in self._corpora[Corpus.PASSAGES].items() if kept.node != turn.id
            }
            for place, text in enumerate(index_texts_of_turn(turn)[1:], start=1):
                self._corpora[Corpus.PASSAGES][turn.owner, TurnId(f"{turn.id}.{place}")] = replace(
                    item, text=text
                )

    def take_vectors(self, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]") -> None:
        self._in_use = self._in_use or identity
        self._kept.setdefault(identity, {}).update(vectors)

    def text(self, query: str, corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        wanted = set(words(with_cjk_bigrams(query)))
        wanted = wanted - stop_words_of(query) or wanted
        counted = [
            (item.node, len(wanted & set(words(with_cjk_bigrams(item.text)))))
            for item in self._admitted(corpus, keep)
        ]
        return each_once(_best([Hit(node, float(count)) for node, count in counted if count], limit))

    def rarity(self, owner: Owner, words_: Sequence[str], corpus: Corpus) -> dict[str, float]:
        texts = [set(words(item.text)) for item in self._corpora[corpus].values()]
        every = math.log(1 + max(len(texts), FEWEST_TEXTS))
        return {word: 1 - math.log(1 + sum(word in text for text in texts)) / every for word in words_}

    def windows(self, query: str, keep: Filter, *, limit: int) -> list[Hit]:
        texts = {item.node: item.text for item in self._admitted(Corpus.TURNS, keep)}
        wide = {
            node: " ".join([text, *(texts.get(near, "") for near in adjacent_turns(TurnId(node)))])
            for node, text in texts.items()
        }
        wanted = set(words(query)) - STOP_WORDS
        counted = {node: len(wanted & set(words(text))) for node, text in wide.items()}
        return _best([Hit(node, float(count)) for node, count in counted.items() if count], limit)

    def nearest(self, vector: "Vector[float]", corpus: Corpus, keep: Filter, *, limit: int) -> list[Hit]:
        kept = self._vectors_in_use()
        near = [item for item in self._admitted(corpus, keep) if item.text in kept]
        return each_once(_best([Hit(item.node, _dot(vector, kept[item.text])) for item in near], limit))

    def nearest_to_each(
        self, vectors: "Sequence[Vector[float]]", corpus: Corpus, keep: Filter, *, limit: int, least: float
    ) -> list[list[Hit]]:
        each = [self.nearest(vector, corpus, keep, limit=limit) for vector in vectors]
        return [[hit for hit in hits if hit.score >= least] for hits in each]

    def vectors(self, owner: Owner, nodes: Sequence[NodeId]) -> "dict[NodeId, Vector[float]]":
        texts = {
            item.node: item.text
            for corpus in (Corpus.MEMORIES, Corpus.TURNS)
            for item in self._corpora[corpus].values()
            if item.owner == owner
        }
        kept = self._vectors_in_use()
        return {node: kept[texts[node]] for node in nodes if node in texts and texts[node] in kept}

    def surroundings(
        self, vector: "Vector[float]", owner: Owner, turns: Sequence[TurnId]
    ) -> Surroundings | None:
        if self._in_use is None:
            return None
        around = [*turns, *(near for turn in turns for near in adjacent_turns(turn))]
        return surroundings_of(vector, turns, self.vectors(owner, around))

    def passages(
        self, vector: "Vector[float] | None", owner: Owner, turns: Sequence[TurnId]
    ) -> dict[TurnId, tuple[PlacedPassage, ...]]:
        kept = self._vectors_in_use()
        found: dict[TurnId, tuple[PlacedPassage, ...]] = {}
        for turn in turns:
            texts = [item.text for _, item in self._parts(owner, turn)]
            spans = self._spans.get(turn, ())
            if len(spans) > 1 and texts:
                near = [None if vector is None or t not in kept else _dot(vector, kept[t]) for t in texts]
                found[turn] = tuple(map(PlacedPassage, spans, near))
        return found

    def turns_with_passages(self, owner: Owner, episodes: Iterable[EpisodeId]) -> dict[TurnId, int]:
        turns = [item.node for item in self._corpora[Corpus.TURNS].values() if item.owner == owner]
        named = set(episodes)
        asked = [TurnId(turn) for turn in turns if episode_of(TurnId(turn)) in named]
        return {turn: len(pieces) for turn, pieces in self.passages(None, owner, asked).items()}

    def _parts(self, owner: Owner, turn: TurnId) -> list[tuple[tuple[Owner, NodeId], _InCorpus]]:
        """The turn and its further passages, in order."""
        return [
            (key, item)
            for corpus in (Corpus.TURNS, Corpus.PASSAGES)
            for key, item in self._corpora[corpus].items()
            if key[0] == owner and item.node == turn
        ]

    def known_vectors(
        self, owner: Owner, identity: EmbedderIdentity, texts: Sequence[str]
    ) -> "dict[str, Vector[float]]":
        kept = self._kept.get(identity, {})
        return {text: kept[text] for text in texts if text in kept}

    def texts_without_vector(
        self, owner: Owner, *, limit: int, identity: EmbedderIdentity | None = None
    ) -> list[str]:
        kept = self._kept.get(identity or self._in_use, {}) if identity or self._in_use else {}
        items = [item for corpus in self._corpora.values() for item in corpus.values() if item.owner == owner]
        items.sort(key=lambda item: item.node.partition("_")[2])
        return list(dict.fromkeys(item.text for item in items if item.text not in kept))[:limit]

    def identity(self) -> EmbedderIdentity | None:
        return self._in_use

    def adopt(self, identity: EmbedderIdentity) -> None:
        self._in_use = identity
        self._kept = {identity: self._kept.get(identity, {})}

    def follow(self, owner: Owner) -> None:
        """All is in memory here, and up to date."""

    def read_in(self, owner: Owner) -> None:
        """All is in memory here."""

    def rebuild(self) -> None:
        """Nothing is derived here."""

    def _vectors_in_use(self) -> "dict[str, Vector[float]]":
        return self._kept.get(self._in_use, {}) if self._in_use else {}

    def _admitted(self, corpus: Corpus, keep: Filter) -> list[_InCorpus]:
        return [item for item in self._corpora[corpus].values() if item.is_admitted(keep)]


def _best(hits: list[Hit], limit: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.node))[:limit]


def _dot(one: "Vector[float]", other: "Vector[float]") -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
