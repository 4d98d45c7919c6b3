"""How do two that the question names hang together? The shortest way between them, and who said so."""

from itertools import pairwise

from quaidpy.domain.graph.edges import MENTIONS, Connection, Edge, Link
from quaidpy.domain.identity import EntityId, NodeId, is_entity
from quaidpy.ports.graph import GraphIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.relations_lane import Chain, Stated
from quaidpy.recall.understanding.connections import asks_for_connection
from quaidpy.recall.understanding.planning import Plan

_MOST_STEPS = 4  # past it everybody hangs together with everybody
_TWO = 2


def find_connection(plan: Plan, store: MemoryStore, graph: GraphIndex) -> tuple[Stated, Connection] | None:
    """What is said on the way from one to the other, as the whole answer; None when that is not asked, or unknown.

    Of now only: the graph finds no ways as of another moment.
    """
    if len(plan.entities) != _TWO or plan.moment is not None or not asks_for_connection(plan.text):
        return None
    one, other = (entity.id for entity in plan.entities)
    found = graph.path(plan.keep.owner, one, other, max_steps=_MOST_STEPS)
    links: list[Link] = []
    chains: dict[NodeId, Chain] = {}
    for here, there in pairwise(found.nodes):
        link, said = _step(here, there, plan, store)
        links.append(link)
        if said is not None:
            chains.setdefault(said, Chain(one, there, tuple(links)))
    if not chains:
        return None
    return Stated(scores=dict.fromkeys(chains, 1.0), chains=chains, explained=1.0, is_of_all=True), found


def _step(here: NodeId, there: NodeId, plan: Plan, store: MemoryStore) -> tuple[Link, NodeId | None]:
    """A step of the way, and the memory or turn that says it."""
    edge = _edge(here, there, plan, store) if is_entity(here) and is_entity(there) else None
    if edge is not None:
        return Link(edge.source, edge.relation, edge.target, edge.weight), edge.memory
    text, entity = (there, here) if is_entity(here) else (here, there)
    return Link(text, MENTIONS, entity, 1.0), None if is_entity(text) else text


def _edge(here: NodeId, there: NodeId, plan: Plan, store: MemoryStore) -> Edge | None:
    """The heaviest that joins two now, ties by id; one that a memory states before one that a person drew."""
    known = store.edges_of(plan.keep.owner, [EntityId(here)], moment=plan.keep.moment)
    joining = [
        edge
        for edge in known
        if {edge.source, edge.target} == {here, there} and edge.memory not in plan.kept_out
    ]
    return min(joining, key=lambda edge: (edge.memory is None, -edge.weight, edge.id), default=None)
