"""How do scored candidates become results, each with the words behind it?"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from quaidpy.domain.identity import MemoryId, NodeId, TurnId, adjacent_turns
from quaidpy.domain.language.passage_splitting import Passage
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Memory, UsageChange
from quaidpy.domain.memories.strength import rests_between, retrieval_difficulty, strength_gain
from quaidpy.domain.recall.fusion import WeightedLane, best_of, places_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.recall.traces import LaneTrace, Line, Result, ResultTrace
from quaidpy.recall.giving.expected_answer import expected_answer
from quaidpy.recall.giving.follow_ups import FOLLOWED, ids_behind, with_follow_ups
from quaidpy.recall.giving.forms import ExpectedAnswer, line_of
from quaidpy.recall.giving.later_changes import ask_ahead
from quaidpy.recall.giving.past_wording import past_wording
from quaidpy.recall.giving.surrounding_turns import also_stated, context_of, turns_around, turns_seen
from quaidpy.recall.giving.trust import with_origins
from quaidpy.recall.giving.validity import current_first, value_states_of, with_what_is_over
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.refining.passage_scoring import passages_of, spans_of
from quaidpy.recall.state import RecallTools, State

_HEAD = 10  # hits of each lane that the trace keeps
_FIRST = 8  # results whose long turns are quoted at length
_BRIEF = 60  # tokens of the passages of long turns behind those


def results_of(state: State, tools: RecallTools) -> list[tuple[Scored, Result]]:
    """The best candidates as results, at most the limit; a memory that two turns brought counts once."""
    looked_at = past_wording(state.scored[: 2 * state.query.limit], state, tools)
    tools.asking.foresee(partial(_ask_ahead, looked_at, state, tools), costly=True)
    cosines = _cosines(looked_at, state, tools)
    spoken = _spoken_for(looked_at, cosines, state)
    turns = {turn.id: turn for found in looked_at if (turn := found.candidate.turn) is not None}
    turns |= _evidence_turns(spoken.values(), turns, state.plan.keep.place, tools)
    chosen: list[Scored] = []
    seen: set[NodeId] = set()
    for found in looked_at:
        memory = spoken.get(found.candidate.key)
        node = memory.id if memory is not None else found.candidate.key
        if node not in seen:
            seen.add(node)
            chosen.append(found)
    chosen = chosen[: state.query.limit]
    current = current_first(chosen, state, tools)
    chosen = list(current.chosen[: state.query.limit])
    keep = state.plan.keep_turns or state.plan.keep.place
    anchors = [found.candidate.turn for found in chosen if found.candidate.turn is not None]
    passages = passages_of(turns.values(), state, tools)
    wanted = replace(expected_answer(state), near={turn: spans_of(found) for turn, found in passages.items()})
    beside = _Beside(turns, turns_around(anchors, keep, tools.store), cosines, wanted, passages)
    briefly = replace(beside, wanted=replace(wanted, most_tokens=_BRIEF))
    given = [
        (found, _in_line(result, with_what_is_over(result.line, found, current.value_states, state)))
        for place, found in enumerate(chosen)
        for by in (beside if place < _FIRST else briefly,)
        for result in (_result(found, spoken.get(found.candidate.key), by, state),)
    ]
    return with_origins(with_follow_ups(given, state, tools), tools)


def _ask_ahead(looked_at: Sequence[Scored], state: State, tools: RecallTools) -> None:
    """What is asked of the best, and of what was said around them."""
    memories = [memory for found in looked_at for memory in found.candidate.memories]
    turns = [turn for found in looked_at if (turn := found.candidate.turn) is not None]
    around = [near for turn in turns[: state.query.limit] for near in adjacent_turns(turn.id)]
    behind = [near for turn in turns[:FOLLOWED] for near in ids_behind(turn)]
    sources = [evidence.turn for memory in memories for evidence in memory.evidence]
    tools.asking.together(
        partial(tools.store.read_ahead, tools.owner, list(dict.fromkeys([*sources, *around, *behind]))),
        partial(_cosines, looked_at, state, tools),
        partial(value_states_of, looked_at, state, tools),
        partial(tools.store.recall_times, tools.owner, [memory.id for memory in memories]),
        partial(ask_ahead, turns[:FOLLOWED], tools),
        partial(tools.search.vectors, tools.owner, [*(turn.id for turn in turns), *behind]),
    )


def _in_line(result: Result, line: Line) -> Result:
    return result if line is result.line else replace(result, line=line)


def effects_of(
    given: Sequence[tuple[Scored, Result]], state: State, tools: RecallTools
) -> tuple[UsageChange, ...]:
    """What being recalled does to each memory: harder finds and spaced ones strengthen more, words looked up nothing.

    Memories that scored high and were graded as beside the point lose the strength of `inhibition`, and gain nothing by
    being shown all the same.
    """
    if state.query.words_only:
        return ()
    times = tools.store.recall_times(tools.owner, [result.memory.id for _, result in given if result.memory])
    recalled = tuple(
        UsageChange(
            memory=result.memory.id,
            strength_gain=strength_gain(
                retrieval_difficulty(similarity=state.cosines.get(found.candidate.key, 0.0), hops=found.hops),
                rests_days=rests_between(times.get(result.memory.id, ()), state.plan.now),
            ),
            recalled_at=state.plan.now,
        )
        for found, result in given
        if result.memory is not None and result.memory.id not in state.inhibited
    )
    weakened = (MemoryId(node) for node in sorted(state.inhibited))
    return (
        *recalled,
        *(UsageChange(memory=memory, strength_gain=-tools.tuning.inhibition) for memory in weakened),
    )


def lane_traces(lanes: Iterable[WeightedLane]) -> tuple[LaneTrace, ...]:
    return tuple(
        LaneTrace(
            lane.name,
            lane.weight,
            len(lane.scores),
            tuple((node, round(lane.scores[node], 4)) for node in best_of(lane.scores, _HEAD)),
        )
        for lane in lanes
    )


def result_traces(
    given: Sequence[tuple[Scored, Result]], lanes: Iterable[WeightedLane]
) -> tuple[ResultTrace, ...]:
    """Each result, by the id it was given under, with its place and raw score in every lane that met it."""
    if not given:
        return ()
    wanted = {key for found, _ in given for key in found.candidate.nodes}
    places = [(lane, places_of(wanted, lane.scores)) for lane in lanes]
    return tuple(_result_trace(result, found, places) for found, result in given)


def _result_trace(
    result: Result, found: Scored, places: Sequence[tuple[WeightedLane, dict[NodeId, int]]]
) -> ResultTrace:
    met = tuple(
        (lane.name, place[key], round(lane.scores[key], 4))
        for lane, place in places
        for key in found.candidate.nodes
        if key in place
    )
    parts = tuple((name, round(value, 4)) for name, value in found.parts)
    form = f"{result.line.form.value}: {result.line.reason}"
    nodes = (*found.candidate.nodes, *(turn.id for turn, _ in result.line.later))
    return ResultTrace(result.node, round(found.score, 4), parts, met, found.path, form, nodes=nodes)


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


@dataclass(frozen=True, slots=True)
class _Beside:
    """What results are completed with: turns behind memories, turns around turns, how near each memory is."""

    turns: Mapping[TurnId, Turn]
    around: Mapping[TurnId, Turn]
    cosines: Mapping[NodeId, float]
    wanted: ExpectedAnswer
    passages: Mapping[TurnId, Sequence[Passage]]


def _result(found: Scored, memory: Memory | None, beside: _Beside, state: State) -> Result:
    anchor = found.candidate.turn
    context = context_of(anchor, beside.around) if anchor is not None else ()
    if memory is None:
        assert anchor is not None, "a candidate is a turn, a memory, or both"
        return Result(
            node=anchor.id,
            score=found.score,
            text=anchor.text,
            line=line_of(None, (), anchor, context, beside.wanted),
            memory=None,
            evidence=(anchor,),
            passages=tuple(beside.passages.get(anchor.id, ())),
            said_at=anchor.at,
            path=found.path,
            context=context,
        )
    chain = state.stated.chains.get(memory.id)
    others = [beside.turns[e.turn] for e in memory.evidence if e.turn in beside.turns]
    evidence = tuple(dict.fromkeys([*([anchor] if anchor else []), *others]))
    also = also_stated(memory, found.candidate.memories, beside.cosines, state.listed)
    return Result(
        node=MemoryId(memory.id),
        score=found.score,
        text=memory.text,
        line=line_of(memory, also, evidence[0] if evidence else None, context, beside.wanted),
        memory=memory,
        evidence=evidence,
        passages=tuple(p for turn in evidence for p in beside.passages.get(turn.id, ())),
        said_at=memory.stated_at,
        path=found.path or (chain.nodes if chain else ()),
        context=context,
        also=also,
    )
