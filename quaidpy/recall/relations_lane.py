"""Which memories state a relation that the question asks for, of somebody whom it names?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.edges import Edge
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, is_entity
from quaidpy.domain.relations import RelationMap
from quaidpy.ports import MemoryStore
from quaidpy.recall.evidence import shares_stem
from quaidpy.recall.planning import Plan

_STEPS = 2  # "Ana's sister lives …": to the sister, then to her home
_MOST_EDGES = 200  # of one step; past it the name says too little to follow


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Memories that state a fitting relation, score 0-1, and the nodes that lead to each."""

    scores: Mapping[NodeId, float]
    paths: Mapping[NodeId, tuple[NodeId, ...]]


def find_stated(plan: Plan, store: MemoryStore, relations: RelationMap) -> Stated:
    """Follow, from each entity the question names, the relations whose keywords it uses; each once on a path.

    With one relation asked for, the edges at the named entity answer; with two ("my sister", "live") those at the end
    of the chain too. What follows most of the question's relations scores 1, what follows fewer a share of it.
    """
    wanted = asked_relations(plan.terms, relations)
    scores: dict[NodeId, int] = {}
    paths: dict[NodeId, tuple[NodeId, ...]] = {}
    frontier: dict[EntityId, tuple[NodeId, ...]] = {entity.id: (entity.id,) for entity in plan.entities}
    used: dict[EntityId, frozenset[str]] = dict.fromkeys(frontier, frozenset())
    for _ in range(_STEPS if wanted else 0):
        reached: dict[EntityId, tuple[NodeId, ...]] = {}
        reached_by: dict[EntityId, frozenset[str]] = {}
        for edge in _edges(plan, list(frontier), wanted, store):
            for start, end in ((edge.source, edge.target), (edge.target, edge.source)):
                here = EntityId(start)
                if here not in frontier or edge.relation in used[here]:
                    continue
                path = (*frontier[here], end)
                relations_used = used[here] | {edge.relation}
                if edge.memory is not None and len(relations_used) > scores.get(edge.memory, 0):
                    scores[MemoryId(edge.memory)], paths[MemoryId(edge.memory)] = len(relations_used), path
                if is_entity(end) and end not in frontier:
                    reached.setdefault(EntityId(end), path)
                    reached_by.setdefault(EntityId(end), relations_used)
        frontier, used = reached, reached_by
    most = max(scores.values(), default=1)
    return Stated(scores={node: count / most for node, count in scores.items()}, paths=paths)


def asked_relations(terms: Iterable[str], relations: RelationMap) -> frozenset[str]:
    """Relations with a keyword, or a synonym, among the words of the question, in any ending."""
    words = set(terms)
    return frozenset(
        relation.name
        for relation in relations.relations
        if any(shares_stem(keyword, word) for keyword in relation.keywords for word in words)
    )


def _edges(
    plan: Plan, entities: Sequence[EntityId], wanted: frozenset[str], store: MemoryStore
) -> list[Edge]:
    if not entities:
        return []
    found = store.edges_of(plan.keep.owner, entities, moment=plan.keep.moment)
    fitting = [edge for edge in found if edge.relation in wanted]
    return fitting if len(fitting) <= _MOST_EDGES else []
