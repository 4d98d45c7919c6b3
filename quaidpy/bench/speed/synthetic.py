"""What does a memory of any size look like? Power laws in words, topics and links, the same for the same seed.

Words follow Zipf: stop words at the head, some three hundred real words behind them, invented ones in the long tail. An
entity's share of the mentions falls with its rank. What is said about one topic has vectors around one centre, which is
a real embedding of the topic's words: questions, embedded for real, lie near what they ask for.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain, islice
from typing import Self

import numpy as np
from numpy.typing import NDArray

from quaidpy.bench.speed.synthetic_words import FIRST_NAMES, NOUNS, QUESTIONS, VERBS, invented
from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, EntityType, Mention
from quaidpy.domain.identity import EdgeId, EntityId, EpisodeId, MemoryId, Owner, turn_id
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.index_texts import index_text_of_memory, index_texts_of_turn
from quaidpy.domain.memories.memory import Evidence, Kind, Memory, Status
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.ports.embedding import Embedder, Vector

Floats = NDArray[np.float32]

_FIRST_DAY = datetime(2015, 1, 1, tzinfo=UTC)
_TURN_EVERY = timedelta(minutes=4)
_TURNS_A_SESSION = 25
_MOST_TOPICS, _MEMORIES_A_TOPIC, _TOPIC_WORDS = 240, 40, 8
_VOCABULARY = 60_000
_NEARNESS = 0.7  # cosine of a text to the centre of its topic; two texts of a topic have about its square
_WORDS_OF_A_MEMORY, _WORDS_OF_A_TURN = 10, 20
_LINKED_SHARE = 0.4  # of the memories state a relation
_RELATIONS = (
    "knows",
    "works_at",
    "lives_in",
    "prefers",
    "owns",
    "friend_of",
    "visited",
    "part_of",
    "member_of",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One session's worth of rows; entities stand in the first chapter that speaks of them."""

    episode: Episode
    turns: tuple[Turn, ...]
    memories: tuple[Memory, ...]
    entities: tuple[Entity, ...]
    mentions: tuple[Mention, ...]
    edges: tuple[Edge, ...]
    vectors: "dict[str, Vector[float]]"


class SyntheticLife:
    """`size` memories, one from each of `size` turns, and questions about them.

    Entities: size to the power of 0.75, so that they grow slower than what is said of them.
    """

    def __init__(self, owner: Owner, embedder: Embedder, *, size: int, seed: int = 1) -> None:
        self.owner = owner
        self.size = size
        self._random = np.random.default_rng(seed)
        self._words = [*sorted(STOP_WORDS)[::2], *NOUNS]
        self._words += [invented(number) for number in range(_VOCABULARY - len(self._words))]
        self._word_draw = _power_law(_VOCABULARY, exponent=1.07)
        self._entity_draw = _entities_of(size)
        topics = min(_MOST_TOPICS, 2 + size // _MEMORIES_A_TOPIC)
        self._topic_draw = _power_law(topics, exponent=0.6)
        self._topics = [
            self._random.choice(NOUNS, _TOPIC_WORDS, replace=False).tolist() for _ in range(topics)
        ]
        self._embedder = embedder
        self._known: set[int] = set()

    def of(self, owner: Owner, *, size: int) -> Self:
        """Another owner's life of the same words and topics, as costly to make as its memories alone."""
        assert self._centres is not None, "shared with the copy"
        other = copy(self)
        other.become(owner, size)
        return other

    def become(self, owner: Owner, size: int) -> None:
        """Somebody who has said nothing yet."""
        self.owner, self.size = owner, size
        self._entity_draw = _entities_of(size)
        self._random = np.random.default_rng([*owner.encode()])
        self._known = set()

    def chapters(self) -> Iterator[Chapter]:
        """All rows, in the order they were said. To be read once."""
        for first in range(0, self.size, _TURNS_A_SESSION):
            yield self._chapter(first, min(_TURNS_A_SESSION, self.size - first))

    @cached_property
    def _centres(self) -> Floats:
        """Of the topics; only a life that is told needs them, not one that is asked about."""
        vectors = self._embedder.embed([f"About the {', the '.join(words)}." for words in self._topics])
        return np.stack([np.frombuffer(vector, dtype=np.float32) for vector in vectors])

    def questions(self, count: int) -> list[str]:
        """Questions in plain English about topics and people that the memory knows; no two alike."""
        random = np.random.default_rng(self.size)
        return list(islice(_distinct(lambda: self._question(random)), count))

    def statements(self, count: int, *, seed: int) -> list[str]:
        """Sentences that could be remembered next, in plain English."""
        random = np.random.default_rng(seed)
        return list(islice(_distinct(lambda: self._statement(random)), count))

    def _question(self, random: np.random.Generator) -> str:
        one, other = random.choice(self._topics[_drawn(random, self._topic_draw)], 2, replace=False)
        name, friend = (self._name(_drawn(random, self._entity_draw)) for _ in range(2))
        form: str = QUESTIONS[int(random.integers(len(QUESTIONS)))]
        return form.format(name=name, friend=friend, one=one, other=other)

    def _statement(self, random: np.random.Generator) -> str:
        one, other = random.choice(self._topics[_drawn(random, self._topic_draw)], 2, replace=False)
        name, verb = self._name(_drawn(random, self._entity_draw)), VERBS[int(random.integers(len(VERBS)))]
        return f"{name} {verb} the {one} and the {other} on day {int(random.integers(10_000))}."

    def _chapter(self, first: int, count: int) -> Chapter:
        episode = self._episode(first)
        speakers = self._draw(self._entity_draw, 2)
        topics = self._draw(self._topic_draw, count)
        others = self._draw(self._entity_draw, count)
        turns = tuple(self._turn(episode, first + i, i, speakers[i % 2], topics[i]) for i in range(count))
        memories = tuple(
            self._memory(turn, first + i, speakers[i % 2], others[i], topics[i])
            for i, turn in enumerate(turns)
        )
        texts = [*chain.from_iterable(map(index_texts_of_turn, turns)), *map(index_text_of_memory, memories)]
        return Chapter(
            episode=episode,
            turns=turns,
            memories=memories,
            entities=tuple(self._introduced([*speakers, *others])),
            mentions=tuple(self._mentions(turns, memories, speakers, others)),
            edges=tuple(self._edges(memories, speakers, others)),
            vectors=dict(zip(texts, self._vectors([*topics, *topics]), strict=True)),
        )

    def _episode(self, first: int) -> Episode:
        number = first // _TURNS_A_SESSION
        return Episode(
            id=EpisodeId(f"ep_{number:026d}"),
            owner=self.owner,
            source_key=f"synthetic/{number}",
            format="log",
            digest=f"{number:064x}",
            cursor=0,
            extracted_turns=_TURNS_A_SESSION,
            recorded_at=_said_at(first),
            started_at=_said_at(first),
            session=f"synthetic/{number}",
        )

    def _turn(self, episode: Episode, number: int, seq: int, speaker: int, topic: int) -> Turn:
        return Turn(
            id=turn_id(episode.id, seq),
            episode=episode.id,
            owner=self.owner,
            seq=seq,
            text=self._text(topic, _WORDS_OF_A_TURN) + ".",
            speaker=self._name(speaker),
            role=Role.USER,
            at=_said_at(number),
        )

    def _memory(self, turn: Turn, number: int, speaker: int, other: int, topic: int) -> Memory:
        verb = VERBS[number % len(VERBS)]
        text = (
            f"{self._name(speaker)} {verb} {self._text(topic, _WORDS_OF_A_MEMORY)} with {self._name(other)}."
        )
        return Memory(
            id=MemoryId(f"m_{number:026d}"),
            owner=self.owner,
            kind=Kind.FACT,
            text=text,
            content_hash=content_hash(text),
            lifetime=Lifetime(recorded_at=_said_at(number)),
            stated_at=_said_at(number),
            status=Status.ACTIVE,
            keywords=tuple(self._topics[topic][:2]),
            session=f"synthetic/{number // _TURNS_A_SESSION}",
            speaker=self._name(speaker),
            evidence=(Evidence(turn.id, 0, len(turn.text)),),
        )

    def _text(self, topic: int, length: int) -> str:
        """A third of the words are the topic's, the others anything."""
        own = self._random.choice(self._topics[topic], length // 3, replace=False).tolist()
        any_words = [self._words[word] for word in self._draw(self._word_draw, length - len(own))]
        return " ".join([*any_words[::2], *own, *any_words[1::2]])

    def _introduced(self, met: Sequence[int]) -> Iterator[Entity]:
        for number in dict.fromkeys(met):
            if number not in self._known:
                self._known.add(number)
                name = self._name(number)
                yield Entity(id=_entity_id(number), owner=self.owner, type=EntityType.PERSON, name=name)

    def _mentions(
        self,
        turns: Sequence[Turn],
        memories: Sequence[Memory],
        speakers: Sequence[int],
        others: Sequence[int],
    ) -> Iterator[Mention]:
        for i, (turn, memory, other) in enumerate(zip(turns, memories, others, strict=True)):
            subject = speakers[i % 2]
            yield Mention(turn.id, _entity_id(other), 0.4)
            yield Mention(memory.id, _entity_id(subject), 1.0)
            if other != subject:
                yield Mention(memory.id, _entity_id(other), 0.4)

    def _edges(
        self, memories: Sequence[Memory], speakers: Sequence[int], others: Sequence[int]
    ) -> Iterator[Edge]:
        relations = self._random.integers(len(_RELATIONS), size=len(memories))
        is_linked = self._random.random(len(memories)) < _LINKED_SHARE
        for i, memory in enumerate(memories):
            source, target = _entity_id(speakers[i % 2]), _entity_id(others[i])
            if is_linked[i] and source != target:
                yield Edge(
                    id=EdgeId("r_" + memory.id.removeprefix("m_")),
                    owner=self.owner,
                    source=source,
                    relation=_RELATIONS[relations[i]],
                    target=target,
                    lifetime=memory.lifetime,
                    memory=memory.id,
                )

    def _vectors(self, topics: Sequence[int]) -> "list[Vector[float]]":
        """Unit vectors at the chosen nearness to their topic's centre."""
        centres = self._centres[topics]
        noise = self._random.standard_normal(centres.shape, dtype=np.float32)
        noise -= np.sum(noise * centres, axis=1, keepdims=True) * centres
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        placed = _NEARNESS * centres + np.sqrt(np.float32(1 - _NEARNESS**2)) * noise
        placed /= np.linalg.norm(placed, axis=1, keepdims=True)
        return [array("f", row.tobytes()) for row in placed.astype(np.float32)]

    def _name(self, number: int) -> str:
        """The best connected have a first name alone."""
        family, first = divmod(number, len(FIRST_NAMES))
        return FIRST_NAMES[first] + (f" {invented(family).capitalize()}" if family else "")

    def _draw(self, law: NDArray[np.float64], count: int) -> list[int]:
        drawn: list[int] = np.searchsorted(law, self._random.random(count)).tolist()
        return drawn


def _entities_of(size: int) -> NDArray[np.float64]:
    return _power_law(max(len(FIRST_NAMES), int(size**0.75)), exponent=0.9)


def _power_law(count: int, *, exponent: float) -> NDArray[np.float64]:
    """Cumulative shares of ranks 1 to `count`, each proportional to rank to the power of -exponent."""
    cumulated: NDArray[np.float64] = np.cumsum(np.arange(1, count + 1, dtype=np.float64) ** -exponent)
    shares: NDArray[np.float64] = cumulated / cumulated[-1]
    return shares


def _drawn(random: np.random.Generator, law: NDArray[np.float64]) -> int:
    return int(np.searchsorted(law, random.random()))


def _distinct(make: Callable[[], str]) -> Iterator[str]:
    seen: set[str] = set()
    while True:
        made = make()
        if made not in seen:
            seen.add(made)
            yield made


def _said_at(number: int) -> datetime:
    return _FIRST_DAY + number * _TURN_EVERY


def _entity_id(number: int) -> EntityId:
    return EntityId(f"e_{number:026d}")
