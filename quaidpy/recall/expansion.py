"""What hangs together with the best candidates? A walk over the graph, and the turns around them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from quaidpy.domain.beam import Bearings, Visited, walk
from quaidpy.domain.identity import NodeId, is_entity
from quaidpy.domain.traces import Rejected
from quaidpy.recall.candidates import Candidate, assemble
from quaidpy.recall.scoring import Scored, score
from quaidpy.recall.state import RecallTools, State

_SEEDS = 5  # best candidates that the walk starts from


def expand_by_graph(state: State, tools: RecallTools) -> State:
    """BEAM from the entities that the question names and the best candidates; what it reaches joins the ranking."""
    seeds = _seeds(state)
    if not seeds:
        return replace(state, note="nothing to start from")
    graph = tools.graph_tuning
    around = tools.graph.around(
        tools.owner,
        sorted(seeds),
        depth=graph.beam_depth,
        fanout=tools.tuning.graph_fanout,
        moment=state.plan.moment,
    )
    nodes = [node for node, _ in around.degrees if not is_entity(node)]
    cosines = {**_cosines(state, nodes, tools), **state.cosines}
    bearings = Bearings(
        node_scores=cosines,
        alignment=dict.fromkeys(state.plan.intent.relations, 1.0),
        selectivity={relation.name: relation.selectivity for relation in tools.relations.relations},
    )
    visited = [v for v in walk(seeds, around, bearings=bearings, tuning=graph) if not is_entity(v.node)]
    fresh, rejected = _new_candidates(visited, state, tools)
    reached = {visit.node: visit for visit in visited}
    added = [_scored(candidate, reached, state, tools) for candidate in fresh]
    return replace(
        state,
        scored=_merged(state.scored, added),
        rejected=(*state.rejected, *rejected),
        cosines=cosines,
        engine=around.engine,
        note=f"{len(seeds)} seeds, {len(around.links)} links, {len(added)} new by {around.engine}",
    )


def _seeds(state: State) -> dict[NodeId, float]:
    seeds: dict[NodeId, float] = {entity.id: 1.0 for entity in state.plan.entities}
    for found in state.scored[:_SEEDS]:
        seeds[found.candidate.key] = found.score
        seeds.update((memory.id, found.score) for memory in found.candidate.memories)
    return seeds


def _cosines(state: State, nodes: Sequence[NodeId], tools: RecallTools) -> dict[NodeId, float]:
    if state.vector is None:
        return {}
    query = np.frombuffer(state.vector, dtype=np.float32)
    vectors = tools.search.vectors(tools.owner, nodes)
    return {node: max(0.0, float(query @ np.frombuffer(v, dtype=np.float32))) for node, v in vectors.items()}


def _new_candidates(
    visited: Sequence[Visited], state: State, tools: RecallTools
) -> tuple[list[Candidate], list[Rejected]]:
    known = {found.candidate.key for found in state.scored}
    known |= {memory.id for found in state.scored for memory in found.candidate.memories}
    keys = [visit.node for visit in visited if visit.node not in known]
    return assemble(keys, tools.owner, state.plan.keep, tools.store)


def _scored(
    candidate: Candidate, reached: Mapping[NodeId, Visited], state: State, tools: RecallTools
) -> Scored:
    visit = reached[candidate.key]
    plain = score(
        candidate,
        tools.tuning.graph_share * visit.score,
        level=state.level,
        plan=state.plan,
        usages={},
        tuning=tools.tuning,
    )
    path = (visit.seed, *(node for link in visit.path for node in (link.source, link.target)))
    return replace(plain, hops=len(visit.path), path=tuple(dict.fromkeys(path)))


def _merged(first: Sequence[Scored], second: Sequence[Scored]) -> tuple[Scored, ...]:
    return tuple(sorted((*first, *second), key=lambda found: (-found.score, found.candidate.key)))
