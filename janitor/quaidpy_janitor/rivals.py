"""Which relations that have one object at a time have several?"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import EntityId, NodeId, is_entity
from quaidpy.domain.memories.memory import Source, is_undated
from quaidpy_janitor.closing import start_of
from quaidpy_janitor.task import Night


def rivals(night: Night) -> list[list[Edge]]:
    """Open edges of one subject and one exclusive relation with several objects, earliest first.

    Without those of undated documents: they are of several bearers of a name as often as of one who has changed.
    """
    groups = [list(edges.values()) for _, edges in sorted(_open_edges(night).items())]
    groups = [edges for edges in groups if len(_objects(edges)) > 1]
    ids = sorted({edge.memory for edges in groups for edge in edges if edge.memory})
    undated = {memory.id for memory in night.tools.store.memories(night.owner, ids) if is_undated(memory)}
    told = [[edge for edge in edges if edge.memory not in undated] for edges in groups]
    return [
        sorted(edges, key=lambda edge: (start_of(edge), edge.id))
        for edges in told
        if len(_objects(edges)) > 1
    ]


def _objects(edges: Sequence[Edge]) -> set[frozenset[NodeId]]:
    """Told apart by both ends: all have one in common."""
    return {frozenset((edge.source, edge.target)) for edge in edges}


def _open_edges(night: Night) -> Mapping[tuple[NodeId, str], dict[str, Edge]]:
    """By subject and exclusive relation; of a symmetric one both ends are subjects."""
    relations = night.tools.relations
    exclusive = {
        name
        for each in relations.relations
        if each.is_exclusive
        for name in (each.name, *each.synonyms, *each.inverses)
    }
    open_edges: dict[tuple[NodeId, str], dict[str, Edge]] = defaultdict(dict)
    for edge in night.tools.survey.edges_called(night.owner, sorted(exclusive)):
        is_open = edge.lifetime.retracted_at is None and edge.lifetime.valid_to is None
        if is_open and relations.is_exclusive(edge.relation):
            ends = (edge.source, edge.target) if relations.is_symmetric(edge.relation) else (edge.source,)
            for end in ends:
                if is_entity(end):
                    open_edges[end, edge.relation][edge.id] = edge
    return open_edges


def sources_of(edges: Sequence[Edge], night: Night) -> Mapping[str, Source]:
    """Who answers for each edge, by its id; for one that was drawn by hand the user."""
    ids = sorted({edge.memory for edge in edges if edge.memory})
    known = {memory.id: memory.source for memory in night.tools.store.memories(night.owner, ids)}
    return {edge.id: known.get(edge.memory, Source.USER) if edge.memory else Source.USER for edge in edges}


def names_of(edges: Sequence[Edge], night: Night) -> Mapping[str, tuple[str, str, str]]:
    """Each edge as a person reads it."""
    ids = sorted({EntityId(end) for edge in edges for end in (edge.source, edge.target)})
    names = {entity.id: entity.name for entity in night.tools.store.entities(night.owner, ids)}
    return {
        edge.id: (
            names.get(EntityId(edge.source), edge.source),
            edge.relation.replace("_", " "),
            names.get(EntityId(edge.target), edge.target),
        )
        for edge in edges
    }
