"""Which memories state a relation that the question asks for, of somebody whom it names?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.edges import Edge
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, is_entity
from quaidpy.domain.relations import RelationMap
from quaidpy.domain.text import words
from quaidpy.ports import MemoryStore
from quaidpy.recall.planning import Plan

_STEPS = 2  # "Ana's sister lives …": to the sister, then to her home
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST_STEM = 3
_MOST_EDGES = 200  # of one step; past it the name says too little to follow


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Memories that state a fitting relation, score 0-1, and the nodes that lead to each.

    `explained` 0-1: how much of the question those relations are; a long question is more than one word they matched.
    """

    scores: Mapping[NodeId, float]
    paths: Mapping[NodeId, tuple[NodeId, ...]]
    explained: float


def find_stated(plan: Plan, store: MemoryStore, relations: RelationMap) -> Stated:
    """Follow, from each entity the question names, the relations whose keywords it uses; each once on a path.

    With one relation asked for, the edges at the named entity answer; with two ("my sister", "live") those at the end
    of the chain too. What follows most of the question's relations scores 1, what follows fewer a share of it.
    """
    asked = asked_relations(plan.terms, relations)
    wanted = frozenset(name for names in asked.values() for name in names)
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
    return Stated(
        scores={node: count / most for node, count in scores.items()},
        paths=paths,
        explained=_explained(plan, asked),
    )


def asked_relations(terms: Iterable[str], relations: RelationMap) -> dict[str, frozenset[str]]:
    """For each word of the question that is a relation's keyword, in any ending, the relations it asks for."""
    by_stem: dict[str, set[str]] = {}
    for relation in relations.relations:
        for keyword in relation.keywords:
            by_stem.setdefault(_stem(keyword), set()).add(relation.name)
    return {term: frozenset(by_stem[_stem(term)]) for term in terms if _stem(term) in by_stem}


def _stem(word: str) -> str:
    """live, lives, lived, living are one; party and part are not."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word.removesuffix(ending)
            break
    return word.rstrip("e")


def _explained(plan: Plan, asked: Iterable[str]) -> float:
    """The share of the question's words, names apart, that its relations account for."""
    names = {
        word for entity in plan.entities for name in (entity.name, *entity.aliases) for word in words(name)
    }
    others = [term for term in plan.terms if term.removesuffix("'s") not in names]
    return min(1.0, sum(term in set(asked) for term in others) / max(1, len(others)))


def _edges(
    plan: Plan, entities: Sequence[EntityId], wanted: frozenset[str], store: MemoryStore
) -> list[Edge]:
    if not entities:
        return []
    found = store.edges_of(
        plan.keep.owner, entities, relations=wanted, moment=plan.keep.moment, limit=_MOST_EDGES + 1
    )
    return found if len(found) <= _MOST_EDGES else []
