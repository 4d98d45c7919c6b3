"""Which memories state a relation that the question asks for, of somebody whom it names; and whom does it lead to?"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from quaidpy.domain.graph.edges import Edge, Link
from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, is_entity
from quaidpy.domain.language.text import stem, stems, words
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports.asking import Foresee, not_foreseen
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.composed_relations import walk_rules
from quaidpy.recall.understanding.planning import Plan

_STEPS = 2  # "Ana's sister lives …": to the sister, then to her home
_IMPLIED = 0.5  # of the question that its intent's relations explain, when no word of it asks for one
_OF_SOME = 0.5  # of what relations explain, where they pass by only some of whom and what the question names
_MOST_EDGES = 200  # of one step; past it the name says too little to follow


@dataclass(frozen=True, slots=True)
class Chain:
    """Relations followed from an entity that the question names: its links in order, and where they lead."""

    start: EntityId
    end: NodeId
    links: tuple[Link, ...] = ()

    @property
    def nodes(self) -> tuple[NodeId, ...]:
        """From the named entity to the end; a link may be walked against its direction."""
        passed: list[NodeId] = [self.start]
        for link in self.links:
            passed.append(link.target if link.source == passed[-1] else link.source)
        return tuple(passed)

    @property
    def relations(self) -> frozenset[str]:
        return frozenset(link.relation for link in self.links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Memories that state a fitting relation, and how the question leads to each.

    `scores`: 0-1. `explained` 0-1: how much of the question those relations are; a long question is more than one word
    they matched. `is_of_all`: the ways pass by everybody and everything that the question names. `kin`: entities that
    the question means without naming them ("Ana's sister"); `asked`: stems of the question that ask for a relation.
    """

    scores: Mapping[NodeId, float] = field(default_factory=dict)
    chains: Mapping[NodeId, Chain] = field(default_factory=dict)
    kin: Mapping[EntityId, Chain] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    explained: float = 0.0
    is_of_all: bool = False

    @property
    def is_whole(self) -> bool:
        """The question asks for nothing else, and of nobody else."""
        return bool(self.scores) and self.explained >= 1 and self.is_of_all


def find_stated(
    plan: Plan,
    store: MemoryStore,
    relations: RelationMap,
    tuning: RecallTuning,
    foresee: Foresee = not_foreseen,
) -> Stated:
    """Follow the relations whose keywords the question uses, from each entity it names and from who asks.

    Each once on a chain. With one relation asked for, the edges at the named entity answer; with two ("my sister",
    "live") those at the end of the chain too. What follows most of the question's relations scores 1, what follows
    fewer a share of it. Where no edge is of the relation asked for, it is followed along the rules by which it holds
    unstated.
    """
    asked = asked_relations(plan, relations)
    wanted = frozenset(name for names in asked.values() for name in names) or _implied(plan)
    chains: dict[NodeId, Chain] = {}
    kin: dict[EntityId, Chain] = {}
    starts = [entity.id for entity in (*plan.entities, *plan.asker)]
    frontier = {entity: Chain(entity, entity) for entity in starts}
    for _ in range(_STEPS if wanted else 0):
        reached: dict[EntityId, Chain] = {}
        for chain, memory in _steps(frontier, wanted, plan, store):
            if memory is not None and len(chain.links) > _length(chains.get(memory)):
                chains[memory] = chain
            if is_entity(chain.end) and chain.end not in frontier:
                reached.setdefault(EntityId(chain.end), chain)
        frontier = reached
        foresee(
            partial(_edges, frontier, wanted, plan, store),
            partial(store.entities, plan.keep.owner, sorted(frontier)),
        )
        kin = {**reached, **kin}
    if asked and not chains:
        chains, kin = _by_rules(starts, plan, wanted, store, relations)
    most = max((len(chain.links) for chain in chains.values()), default=1)
    explained = _explained(plan, asked) if asked else _IMPLIED if wanted else 0.0
    is_of_all = _pass_by_all(chains.values(), plan, asked)
    return Stated(
        scores={node: len(chain.links) / most for node, chain in chains.items()},
        chains=chains,
        kin=_kin(kin, plan, relations, tuning),
        asked=frozenset(stem(term) for term in asked),
        explained=explained if is_of_all else _OF_SOME * explained,
        is_of_all=is_of_all,
    )


def _pass_by_all(chains: Iterable[Chain], plan: Plan, asked: Iterable[str]) -> bool:
    """Whether what the question names is on the chains; what only shares a name or a word with that needs no own."""
    met = {node for chain in chains for node in chain.nodes}
    told = {stem(term) for term in asked}
    told |= {word for entity in plan.entities if entity.id in met for word in _stems_of(entity)}
    return all(entity.id in met or told.issuperset(stems(entity.name)) for entity in plan.entities)


def _by_rules(
    starts: Iterable[EntityId], plan: Plan, wanted: frozenset[str], store: MemoryStore, relations: RelationMap
) -> tuple[dict[NodeId, Chain], dict[EntityId, Chain]]:
    """What states each half of a relation that nobody states whole, and whom it leads to."""
    chains: dict[NodeId, Chain] = {}
    kin: dict[EntityId, Chain] = {}
    for way in walk_rules(starts, wanted, relations, plan, store):
        kin.setdefault(EntityId(way.end), Chain(way.start, way.end, way.links))
        for length, memory in enumerate(way.memories, start=1):
            if memory is not None and length > _length(chains.get(memory)):
                passed = Chain(way.start, way.end, way.links[:length])
                chains[memory] = Chain(way.start, passed.nodes[-1], passed.links)
    return chains, kin


def asked_relations(plan: Plan, relations: RelationMap) -> dict[str, frozenset[str]]:
    """For each word of the question that is a relation's keyword, in any ending, the relations it asks for.

    The brother of "brother-in-law" asks for no brother.
    """
    compounds = relations.asked_by_compounds(words(plan.text))
    asked = {term: compounds.get(term) or relations.asked_by(term) for term in plan.terms}
    return {term: names for term, names in asked.items() if names}


def _implied(plan: Plan) -> frozenset[str]:
    """Nothing but a name and a question word, as in "where is Ana?": what is asked for is the intent's relations."""
    only_names = name_stems(plan).issuperset(stem(term) for term in plan.terms)
    return frozenset(plan.intent.relations) if only_names else frozenset()


def selectivity(chain: Chain, relations: RelationMap) -> float:
    """How much the chain narrows a search, 0-1: few sisters, many acquaintances."""
    known = (relations.relation(link.relation) for link in chain.links)
    return math.prod(relation.selectivity for relation in known if relation is not None)


def _steps(
    frontier: Mapping[EntityId, Chain], wanted: frozenset[str], plan: Plan, store: MemoryStore
) -> Iterator[tuple[Chain, MemoryId | None]]:
    """Each chain made longer by every fitting edge at its end, with the memory that states the edge."""
    for edge in _edges(frontier, wanted, plan, store):
        link = Link(edge.source, edge.relation, edge.target, edge.weight)
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            chain = frontier.get(EntityId(here))
            if chain is not None and edge.relation not in chain.relations:
                yield Chain(chain.start, there, (*chain.links, link)), edge.memory


def _edges(
    frontier: Iterable[EntityId], wanted: frozenset[str], plan: Plan, store: MemoryStore
) -> list[Edge]:
    entities = list(frontier)
    if not entities:
        return []
    found = store.edges_of(
        plan.keep.owner, entities, relations=wanted, moment=plan.keep.moment, limit=_MOST_EDGES + 1
    )
    return [edge for edge in found if edge.memory not in plan.kept_out] if len(found) <= _MOST_EDGES else []


def _length(chain: Chain | None) -> int:
    return len(chain.links) if chain else 0


def _kin(
    reached: Mapping[EntityId, Chain], plan: Plan, relations: RelationMap, tuning: RecallTuning
) -> dict[EntityId, Chain]:
    """Those that a description can mean: few, and by relations that have few targets."""
    named = {entity.id for entity in (*plan.entities, *plan.asker)}
    kin = {
        entity: chain
        for entity, chain in reached.items()
        if entity not in named and selectivity(chain, relations) >= tuning.least_selective
    }
    return kin if len(kin) <= tuning.most_meant else {}


def _explained(plan: Plan, asked: Iterable[str]) -> float:
    """The share of the question's words, names apart, that its relations account for."""
    names = name_stems(plan)
    others = [term for term in plan.terms if stem(term) not in names]
    return min(1.0, sum(term in set(asked) for term in others) / max(1, len(others)))


def name_stems(plan: Plan) -> frozenset[str]:
    """Stems of all words by which the question's entities are called."""
    return frozenset(word for entity in plan.entities for word in _stems_of(entity))


def _stems_of(entity: Entity) -> Iterator[str]:
    return (word for name in (entity.name, *entity.aliases) for word in stems(name))
