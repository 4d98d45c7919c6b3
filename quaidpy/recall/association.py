"""What is a step from text to entity to text worth, for this question?"""

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from quaidpy.domain.beam import Visited
from quaidpy.domain.edges import MENTIONS, Link, Neighbourhood
from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_entity, is_turn
from quaidpy.domain.tuning import GraphTuning

SUBJECT = 0.99  # weight from which on a mention says: this is what the text is about


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many texts mention an entity, and how many are about it."""

    mentioning: int
    about: int


def crowds(around: Neighbourhood, fanout: int) -> dict[NodeId, Crowd]:
    """Of each entity met. Turns are counted; memories only where no turn mentions it, they repeat their turns.

    Of an entity with more links than the walk was given, all count as mentioning it and as about it: too well known.
    """
    mentions: dict[NodeId, list[Link]] = {}
    for link in around.links:
        if link.relation == MENTIONS:
            mentions.setdefault(link.target, []).append(link)
    degrees = dict(around.degrees)
    found: dict[NodeId, Crowd] = {}
    for entity, links in mentions.items():
        about = [link for link in links if link.weight >= SUBJECT]
        all_of_them = degrees[entity] if degrees.get(entity, 0) > fanout else 0
        found[entity] = Crowd(
            mentioning=max(all_of_them, _count(links)),
            about=max(all_of_them if len(about) == len(links) else 0, _count(about)),
        )
    return found


def _count(links: Sequence[Link]) -> int:
    turns = sum(is_turn(link.source) for link in links)
    return turns or len(links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text as steps see it. `spoken`: stems in order. `own`: stems of the names of what it is about.

    `answered`: stems of the question that it has.
    """

    spoken: tuple[str, ...]
    own: frozenset[str]
    answered: AbstractSet[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Association:
    """The worth of steps, all 0-1. `passages`: seeds and what may be reached; what is not in it is not reached.

    `behind`: turns that a memory came from; from none of them a way leads to what was remembered of it.
    `asked`: stems of the question and how telling each is, 0-1. `named`: entities that it names; they lead to the
    passages about them and nowhere else, the lanes looked for them already. `meant`: entities it means by a relation
    ("Ana's sister"); `told`: stems of the question that said so.

    From a text to an entity: more when the words around its mention are asked for ("directed by" by "which director").
    From an entity to the passage about it: less the more texts mention it, and the more are about it. A memory whose
    subject it is tells one thing of many, and must answer something as any text that shares the entity.
    From an entity to what mentions it too: the rarer it is, and the more of what the question asks, and the text the
    walk came from leaves open, is answered there; where it leaves little open, that is worth little. From an entity
    that the question means, however well known: the more of the rest of the question is answered.
    """

    asked: Mapping[str, float]
    passages: Mapping[NodeId, Passage]
    behind: Mapping[MemoryId, Sequence[TurnId]]
    names: Mapping[NodeId, Sequence[tuple[str, ...]]]
    crowds: Mapping[NodeId, Crowd]
    named: frozenset[NodeId]
    meant: frozenset[NodeId]
    told: frozenset[str]
    tuning: GraphTuning

    def worth(self, parent: Visited, link: Link, to: NodeId) -> float:
        if link.relation != MENTIONS:
            return 0.0
        if is_entity(to):
            return 0.0 if to in self.named else self._of_mention(self.passages[parent.node], to)
        if to not in self.passages or parent.seed in self.behind.get(MemoryId(to), ()):
            return 0.0
        crowd = self.crowds[parent.node]
        about = self._of_being_about(crowd) if link.weight >= SUBJECT and is_turn(to) else 0.0
        if parent.node in self.named:
            return about
        if parent.node in self.meant:
            return max(about, self._of_answering(self.told, to))
        return max(about, self._of_sharing(parent.seed, to, crowd))

    def _of_mention(self, passage: Passage, entity: NodeId) -> float:
        share = self.tuning.context_share
        near = nearness(self.names.get(entity, ()), passage.spoken, self.tuning.context_words)
        left = self.asked.keys() - passage.own
        return 1 - share + share * self._share({word: near.get(word, 0.0) for word in left})

    def _of_being_about(self, crowd: Crowd) -> float:
        others = max(1, crowd.mentioning - crowd.about)
        return self.tuning.subject_worth / math.sqrt(crowd.about * (1 + math.log(others)))

    def _of_sharing(self, seed: NodeId, to: NodeId, crowd: Crowd) -> float:
        if crowd.mentioning > self.tuning.most_sharing:
            return 0.0
        return self._of_answering(self.passages[seed].answered, to) / math.sqrt(crowd.mentioning)

    def _of_answering(self, known: AbstractSet[str], to: NodeId) -> float:
        """How much of the question is in a text, of what is not known without it; of a little left, a little."""
        said = self.passages[to].answered
        left = self.asked.keys() - known
        answered = math.fsum(self.asked[word] for word in left & said)
        least = self.tuning.open_share * math.fsum(self.asked.values())
        whole = max(least, math.fsum(self.asked[word] for word in left))
        return answered / whole if whole else 0.0

    def _share(self, answered: Mapping[str, float]) -> float:
        """How much of these words of the question is answered, the telling ones counting more."""
        whole = math.fsum(self.asked[word] for word in answered)
        return math.fsum(self.asked[word] * part for word, part in answered.items()) / whole if whole else 0.0


def nearness(names: Iterable[tuple[str, ...]], spoken: Sequence[str], reach: int) -> dict[str, float]:
    """How near each stem stands to one of the names, 1 beside it to 0 past `reach` words; the names' own left out."""
    near: dict[str, float] = {}
    for name in names:
        for start in range(len(spoken) - len(name) + 1 if name else 0):
            end = start + len(name)
            if tuple(spoken[start:end]) != name:
                continue
            sides = (reversed(spoken[max(0, start - reach) : start]), spoken[end : end + reach])
            for distance, word in (pair for side in sides for pair in enumerate(side)):
                if word not in name:
                    near[word] = max(near.get(word, 0.0), 1 - distance / reach)
    return near
