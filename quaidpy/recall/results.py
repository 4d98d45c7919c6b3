"""How do scored candidates become results, each with the words behind it?"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from quaidpy.domain.episodes import Turn
from quaidpy.domain.fusion import WeightedLane, ranked
from quaidpy.domain.identity import MemoryId, NodeId, TurnId
from quaidpy.domain.memories import Memory, UsageChange
from quaidpy.domain.queries import Filter
from quaidpy.domain.strength import retrieval_difficulty, strength_gain
from quaidpy.domain.traces import LaneTrace, Result, ResultTrace
from quaidpy.recall.companions import also_told, context_of, turns_around, turns_seen
from quaidpy.recall.passages import with_passages
from quaidpy.recall.relations_lane import Stated
from quaidpy.recall.scoring import Scored
from quaidpy.recall.state import RecallTools, State

_HEAD = 10  # hits of each lane that the trace keeps


def results_of(state: State, tools: RecallTools) -> list[tuple[Scored, Result]]:
    """The best candidates as results, at most the limit; a memory that two turns brought counts once."""
    looked_at = state.scored[: 2 * state.query.limit]
    cosines = _cosines(looked_at, state, tools)
    spoken = _spoken_for(looked_at, cosines, state)
    turns = {turn.id: turn for found in looked_at if (turn := found.candidate.turn) is not None}
    turns |= _evidence_turns(spoken.values(), turns, state.plan.keep.place, tools)
    given: list[tuple[Scored, Result]] = []
    seen: set[str] = set()
    for found in state.scored:
        memory = spoken.get(found.candidate.key)
        result = _result(found, memory, turns, state.stated)
        if result.node in seen:
            continue
        seen.add(result.node)
        given.append((found, result))
        if len(given) == state.query.limit:
            break
    whole = _with_companions(given, cosines, state, tools)
    results = with_passages([result for _, result in whole], state, tools)
    return [(found, result) for (found, _), result in zip(whole, results, strict=True)]


def effects_of(
    given: Sequence[tuple[Scored, Result]], state: State, *, inhibition: float
) -> tuple[UsageChange, ...]:
    """What being recalled does to each memory: harder finds are strengthened more; looking up words does nothing.

    Memories that scored high and were graded as beside the point lose `inhibition` of strength.
    """
    if state.query.words_only:
        return ()
    recalled = tuple(
        UsageChange(
            memory=result.memory.id,
            strength_gain=strength_gain(
                retrieval_difficulty(
                    similarity=state.cosines.get(found.candidate.key, 0.0),
                    in_second_pass=found.in_second_pass,
                    hops=found.hops,
                )
            ),
            recalled_at=state.plan.now,
        )
        for found, result in given
        if result.memory is not None
    )
    weakened = (MemoryId(node) for node in sorted(state.inhibited))
    return (*recalled, *(UsageChange(memory=memory, strength_gain=-inhibition) for memory in weakened))


def rankings(state: State) -> list[tuple[WeightedLane, list[NodeId]]]:
    """Each lane and its nodes, best first."""
    return [(lane, ranked(lane.scores)) for lane in state.findings.all]


def lane_traces(lanes: Sequence[tuple[WeightedLane, list[NodeId]]]) -> tuple[LaneTrace, ...]:
    return tuple(
        LaneTrace(
            lane.name,
            lane.weight,
            len(nodes),
            tuple((node, round(lane.scores[node], 4)) for node in nodes[:_HEAD]),
        )
        for lane, nodes in lanes
    )


def result_traces(
    given: Sequence[tuple[Scored, Result]], lanes: Sequence[tuple[WeightedLane, list[NodeId]]]
) -> tuple[ResultTrace, ...]:
    """Each result, by the id it was given under, with its place and raw score in every lane that met it."""
    if not given:
        return ()
    places = [(lane, {node: i for i, node in enumerate(nodes, 1)}) for lane, nodes in lanes]
    return tuple(_result_trace(result.node, found, places) for found, result in given)


def _result_trace(
    node: NodeId, found: Scored, places: Sequence[tuple[WeightedLane, dict[NodeId, int]]]
) -> ResultTrace:
    keys = (found.candidate.key, *(memory.id for memory in found.candidate.memories))
    met = tuple(
        (lane.name, place[key], round(lane.scores[key], 4))
        for lane, place in places
        for key in keys
        if key in place
    )
    parts = tuple((name, round(value, 4)) for name, value in found.parts)
    return ResultTrace(node, round(found.score, 4), parts, met, found.path)


def _with_companions(
    given: Sequence[tuple[Scored, Result]], cosines: Mapping[NodeId, float], state: State, tools: RecallTools
) -> list[tuple[Scored, Result]]:
    keep = state.plan.keep_turns or state.plan.keep.place
    anchors = [found.candidate.turn for found, _ in given if found.candidate.turn is not None]
    around = turns_around(anchors, keep, tools.store)
    whole = []
    for found, result in given:
        anchor, memory = found.candidate.turn, result.memory
        context = context_of(anchor, around) if anchor is not None else ()
        also = (
            also_told(memory, found.candidate.memories, cosines, state.listed) if memory is not None else ()
        )
        whole.append((found, replace(result, context=context, also=also)))
    return whole


def _cosines(scored: Sequence[Scored], state: State, tools: RecallTools) -> dict[NodeId, float]:
    """Those of the lanes, and of memories among which one must be chosen."""
    cosines = dict(state.cosines)
    several = (found.candidate.memories for found in scored if len(found.candidate.memories) > 1)
    memories = sorted({memory.id for made in several for memory in made})
    if state.vector is not None and memories:
        query = np.frombuffer(state.vector, dtype=np.float32)
        for node, vector in tools.search.vectors(tools.owner, memories).items():
            cosines[node] = float(query @ np.frombuffer(vector, dtype=np.float32))
    return cosines


def _spoken_for(scored: Sequence[Scored], cosines: Mapping[NodeId, float], state: State) -> dict[str, Memory]:
    """For each candidate, of the memories made from its turn the nearest to the question; of a kind asked for first."""
    kinds = state.plan.listed.kinds if state.plan.listed else ()
    stated = state.findings.stated.scores
    return {
        found.candidate.key: max(
            found.candidate.memories,
            key=lambda m: (
                m.kind in kinds,
                m.id in state.listed,
                stated.get(m.id, 0.0),
                cosines.get(m.id, 0.0),
                m.confidence,
                m.id,
            ),
        )
        for found in scored
        if found.candidate.memories
    }


def _evidence_turns(
    memories: Iterable[Memory], known: Collection[TurnId], place: Filter, tools: RecallTools
) -> dict[TurnId, Turn]:
    """Those that may be seen: a memory may be confirmed by what was said elsewhere, to others."""
    behind = (evidence.turn for memory in memories for evidence in memory.evidence)
    wanted = dict.fromkeys(turn for turn in behind if turn not in known)
    return turns_seen(wanted, place, tools.store) if wanted else {}


def _result(
    found: Scored,
    memory: Memory | None,
    turns: dict[TurnId, Turn],
    stated: Stated,
) -> Result:
    anchor = found.candidate.turn
    if memory is None:
        assert anchor is not None, "a candidate is a turn, a memory, or both"
        return Result(
            node=anchor.id,
            score=found.score,
            text=anchor.text,
            memory=None,
            evidence=(anchor,),
            said_at=anchor.at,
            path=found.path,
        )
    chain = stated.chains.get(memory.id)
    others = [turns[e.turn] for e in memory.evidence if e.turn in turns and turns[e.turn] != anchor]
    evidence = dict.fromkeys([*([anchor] if anchor else []), *others])
    return Result(
        node=MemoryId(memory.id),
        score=found.score,
        text=memory.text,
        memory=memory,
        evidence=tuple(evidence),
        said_at=memory.stated_at,
        path=found.path or (chain.nodes if chain else ()),
    )
