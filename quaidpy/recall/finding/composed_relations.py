"""Which relation holds though nobody states it: a sister's son is a nephew, whoever said each half of it?"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quaidpy.domain.graph.edges import Edge, Link
from quaidpy.domain.graph.relations import RelationMap, RuleStep
from quaidpy.domain.identity import EntityId, MemoryId, NodeId
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.understanding.planning import Plan

_MOST_EDGES = 200  # of one step; past it the name says too little to follow


class Walked(NamedTuple):
    """A way along a whole rule: its links from the entity that is named, and for each the memory that states it."""

    start: EntityId
    end: NodeId
    links: tuple[Link, ...]
    memories: tuple[MemoryId | None, ...]


def walk_rules(
    starts: Iterable[EntityId], wanted: Iterable[str], relations: RelationMap, plan: Plan, store: MemoryStore
) -> list[Walked]:
    """All ways from these entities along the rules of the wanted relations, from either end of each rule.

    Nobody is passed twice. Held to the moment that the question is of.
    """
    origins = sorted(starts)
    rules = {
        way
        for name in wanted
        if (relation := relations.relation(name)) is not None
        for rule in relation.follows
        for way in (rule, _from_its_end(rule))
    }
    return [
        walked for rule in sorted(rules, key=repr) for walked in _along(rule, origins, relations, plan, store)
    ]


def _from_its_end(rule: tuple[RuleStep, ...]) -> tuple[RuleStep, ...]:
    return tuple(step.back for step in reversed(rule))


def _along(
    rule: tuple[RuleStep, ...],
    origins: list[EntityId],
    relations: RelationMap,
    plan: Plan,
    store: MemoryStore,
) -> Iterator[Walked]:
    ways = [Walked(origin, origin, (), ()) for origin in origins]
    for step in rule:
        edges = _edges({way.end for way in ways}, step, plan, store)
        either = relations.is_symmetric(step.relation)
        ways = [
            Walked(way.start, there, (*way.links, _link(edge)), (*way.memories, edge.memory))
            for way in ways
            for edge in edges
            for there in _ends(edge, way.end, step, either=either)
            if there not in _passed(way)
        ]
    yield from ways


def _edges(ends: Iterable[NodeId], step: RuleStep, plan: Plan, store: MemoryStore) -> list[Edge]:
    nodes = [EntityId(end) for end in sorted(ends)]
    if not nodes:
        return []
    found = store.edges_of(
        plan.keep.owner, nodes, relations={step.relation}, moment=plan.keep.moment, limit=_MOST_EDGES + 1
    )
    return [edge for edge in found if edge.memory not in plan.kept_out] if len(found) <= _MOST_EDGES else []


def _ends(edge: Edge, here: NodeId, step: RuleStep, *, either: bool) -> tuple[NodeId, ...]:
    """Where the edge leads from here, as the step walks it."""
    forwards = (edge.target,) if edge.source == here and (either or not step.is_against) else ()
    backwards = (edge.source,) if edge.target == here and (either or step.is_against) else ()
    return (*forwards, *backwards)


def _link(edge: Edge) -> Link:
    return Link(edge.source, edge.relation, edge.target, edge.weight)


def _passed(way: Walked) -> set[NodeId]:
    return {way.start, *(node for link in way.links for node in (link.source, link.target))}
