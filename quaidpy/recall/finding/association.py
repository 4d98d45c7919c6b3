"""What is a step from text to entity to text worth, for this question?"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from quaidpy.domain.graph.beam import Step, Visited
from quaidpy.domain.graph.edges import MENTIONS, Link, Neighbourhood
from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_entity, is_turn
from quaidpy.domain.tuning import GraphTuning

SUBJECT = 0.99  # weight from which on a mention says: this is what the text is about


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many texts mention an entity, and how many are about it."""

    mentioning: int
    about: int


def crowd_of(mentions: Sequence[Link], degree: int, *, fanout: int) -> Crowd:
    """Of an entity, by its mentions. Turns are counted; memories, which repeat their turns, only where there are none.

    Of an entity with more links (`degree`) than the walk was given, all count as mentioning it and as about it: too
    well known.
    """
    about = [link for link in mentions if link.weight >= SUBJECT]
    all_of_them = degree if degree > fanout else 0
    # A count is never above the number of links: of a hub nobody need count.
    mentioning = all_of_them if all_of_them >= len(mentions) else max(all_of_them, _count(mentions))
    return Crowd(mentioning, mentioning if len(about) == len(mentions) else _count(about))


def _steps_by_node(links: Iterable[Link]) -> dict[NodeId, list[Step]]:
    steps = defaultdict[NodeId, list[Step]](list)
    for link in links:
        source, _, target, _ = link
        steps[source].append((target, link))
        steps[target].append((source, link))
    return steps


def _count(links: Sequence[Link]) -> int:
    turns = sum(is_turn(link.source) for link in links)
    return turns or len(links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where a walk may come, as far as links alone tell.

    `steps`: those that `Association.worth` may give something. `crowds`: of each entity that steps start from.
    `texts`: what steps lead to. `subjects`: of each text that steps start from what it is about.
    """

    steps: dict[NodeId, list[Step]] = field(default_factory=dict)
    crowds: dict[NodeId, Crowd] = field(default_factory=dict)
    texts: set[NodeId] = field(default_factory=set)
    subjects: dict[NodeId, list[NodeId]] = field(default_factory=dict)

    @property
    def entities(self) -> set[NodeId]:
        """Whose names tell what steps are worth."""
        led_to = {to for node in self.subjects for to, _ in self.steps[node]}
        return led_to.union(*self.subjects.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """How steps are told apart by links alone; see `Association` for `named` and `meant`."""

    fanout: int
    named: AbstractSet[NodeId]
    meant: AbstractSet[NodeId]
    tuning: GraphTuning

    def reach(self, seeds: Iterable[NodeId], around: Neighbourhood) -> Reach:
        steps_by_node = _steps_by_node(link for link in around.links if link.relation == MENTIONS)
        degrees = dict(around.degrees)
        found = Reach()
        frontier = set(seeds)
        for _ in range(self.tuning.beam_depth):
            beyond: set[NodeId] = set()
            for node in frontier:
                known = steps_by_node.get(node, [])
                if is_entity(node):
                    steps = self._from_entity(node, known, degrees.get(node, 0), found)
                else:
                    steps = [step for step in known if step[0] not in self.named]
                    found.subjects[node] = [to for to, link in known if link.weight >= SUBJECT]
                found.steps[node] = steps
                beyond.update(to for to, _ in steps)
            found.texts.update(node for node in beyond if not is_entity(node))
            frontier = beyond - found.steps.keys()
        return found

    def _from_entity(self, node: NodeId, known: Sequence[Step], degree: int, found: Reach) -> list[Step]:
        crowd = crowd_of([link for _, link in known], degree, fanout=self.fanout)
        found.crowds[node] = crowd
        shares = node not in self.named and crowd.mentioning <= self.tuning.most_sharing
        if shares or node in self.meant:
            return list(known)
        return [(to, link) for to, link in known if link.weight >= SUBJECT and is_turn(to)]


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

    `made_from`: memories that came from a seed that is a turn; no way leads from it to what was remembered of it.
    `asked`: stems of the question and how telling each is, 0-1; `least`: what counts as a little of it. `named`:
    entities that it names; they lead to the passages about them and nowhere else, the lanes looked for them already.
    `meant`: entities it means by a relation ("Ana's sister"); `told`: stems of the question that said so.

    From a text to an entity: more when the words around its mention are asked for ("directed by" by "which director").
    From an entity to the passage about it: less the more texts mention it, and the more are about it. A memory whose
    subject it is tells one thing of many, and must answer something as any text that shares the entity.
    From an entity to what mentions it too: the rarer it is, and the more of what the question asks, and the text the
    walk came from leaves open, is answered there; where it leaves little open, that is worth little. From an entity
    that the question means, however well known: the more of the rest of the question is answered.
    """

    asked: Mapping[str, float]
    least: float
    passages: Mapping[NodeId, Passage]
    made_from: Mapping[TurnId, Sequence[MemoryId]]
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
        if to not in self.passages or to in self.made_from.get(TurnId(parent.seed), ()):
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
        whole = max(self.least, math.fsum(self.asked[word] for word in left))
        return answered / whole if whole else 0.0

    def _share(self, answered: Mapping[str, float]) -> float:
        """How much of these words of the question is answered, the telling ones counting more."""
        whole = math.fsum(self.asked[word] for word in answered)
        return math.fsum(self.asked[word] * part for word, part in answered.items()) / whole if whole else 0.0


def nearness(names: Iterable[tuple[str, ...]], spoken: Sequence[str], reach: int) -> dict[str, float]:
    """How near each stem stands to one of the names, 1 beside it to 0 past `reach` words; the names' own left out."""
    near: dict[str, float] = {}
    for name in names:
        for start in _places(name, spoken):
            end = start + len(name)
            sides = (reversed(spoken[max(0, start - reach) : start]), spoken[end : end + reach])
            for distance, word in (pair for side in sides for pair in enumerate(side)):
                if word not in name:
                    near[word] = max(near.get(word, 0.0), 1 - distance / reach)
    return near


def _places(name: tuple[str, ...], spoken: Sequence[str]) -> Iterator[int]:
    """Where the name begins."""
    at = -1
    for _ in range(spoken.count(name[0]) if name else 0):
        at = spoken.index(name[0], at + 1)
        if tuple(spoken[at : at + len(name)]) == name:
            yield at
