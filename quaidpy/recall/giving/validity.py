"""Which of the words that are given are over, and what is so instead?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from quaidpy.domain.identity import NodeId, TurnId
from quaidpy.domain.language.text import spoken_date, stems_in_order
from quaidpy.domain.memories.attributes import ValueState, tells_value
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.recall.traces import Line
from quaidpy.recall.finding.candidates import assemble
from quaidpy.recall.giving.order import words_covered, words_weight
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import RecallTools, State
from quaidpy.regex import regex

ValueStates = Mapping[NodeId, tuple[ValueState, ...]]
_MOST_STEPS = 3  # from an ended value to what came instead, and so on
_AS_LIKE = 0.8  # of the likeness to the question that the older has
_SOON = 4  # turns
_ASKED = (
    0.4  # share of the words of the question in a turn that the sentence has in which the ended value stands
)
_SENTENCES = regex(r"(?<=[.!?;:,])\s|\n")
_COUNT = regex(r"\d{1,2}")  # alone it may stand for anything: a reader cannot tell which 3 is meant
_HEAD = 5  # best results; what came in the place of theirs is brought along


@dataclass(frozen=True, slots=True)
class Current:
    """Results, what came in the place of an ended value before it, and what each of them states."""

    chosen: Sequence[Scored]
    value_states: ValueStates


def current_first(chosen: Sequence[Scored], state: State, tools: RecallTools) -> Current:
    """What came in the place of an ended value stands before it, the last first, fetched where no lane found it."""
    value_states = dict(value_states_of(chosen, state, tools))
    by_turn = {found.candidate.turn.id: found for found in chosen if found.candidate.turn is not None}
    looked_at = list(chosen[:_HEAD])
    for _ in range(_MOST_STEPS):
        fresh = _fetched(looked_at, by_turn, value_states, state, tools)
        if not fresh:
            break
        tools.asking.foresee(
            partial(value_states_of, fresh, state, tools), partial(_likeness, by_turn, state, tools)
        )
        value_states |= value_states_of(fresh, state, tools)
        looked_at = fresh
    has_newer = any(_stated_in(found, value_states, state) for found in chosen[:_HEAD])
    likeness = _likeness(by_turn, state, tools) if has_newer else {}
    order: dict[NodeId, Scored] = {}
    for place, found in enumerate(chosen):
        for newer in _newest_first(found, by_turn, value_states, state):
            order.setdefault(newer.candidate.key, newer)
        if place < _HEAD:
            for newer in _one_step_on(found, by_turn, value_states, likeness, state):
                order.setdefault(newer.candidate.key, newer)
    return Current(tuple(order.values()), value_states)


def value_states_of(chosen: Sequence[Scored], state: State, tools: RecallTools) -> ValueStates:
    nodes = [node for found in chosen for node in _nodes(found)]
    found = tools.store.value_states(tools.owner, nodes, state.plan.answered_as_of)
    return {node: tuple(_without_unwanted(each, state) for each in told) for node, told in found.items()}


def _without_unwanted(told: ValueState, state: State) -> ValueState:
    """What came instead stays unsaid where whoever told of it is kept out of the session."""
    return replace(told, instead=None) if told.stated_in in state.plan.kept_out else told


def _fetched(
    looked_at: Sequence[Scored],
    by_turn: dict[TurnId, Scored],
    value_states: ValueStates,
    state: State,
    tools: RecallTools,
) -> list[Scored]:
    """What came in the place of these values and is no result yet; now it is known by its turn."""
    wanted = {
        turn: found
        for found in looked_at
        for turn in _stated_in(found, value_states, state)
        if turn not in by_turn
    }
    if not wanted:
        return []
    tools.asking.foresee(partial(tools.store.read_ahead, tools.owner, list(wanted)))
    candidates, _ = assemble(list(wanted), state.plan, tools.store)
    fresh = {
        each.turn.id: replace(wanted[each.turn.id], candidate=each)
        for each in candidates
        if each.turn is not None
    }
    by_turn |= fresh
    return list(fresh.values())


def _newest_first(
    found: Scored, by_turn: Mapping[TurnId, Scored], value_states: ValueStates, state: State
) -> list[Scored]:
    """What came instead of what is asked for, the last first, then the result."""
    chain, seen = [found], {found.candidate.key}
    for older in chain:  # grows as it goes
        stated_in = _stated_in(older, value_states, state)
        asked = _asked_for(older, value_states, state) if stated_in else set()
        for turn in stated_in:
            newer = by_turn.get(turn)
            if newer is None or newer.candidate.key in seen:
                continue
            if turn in asked or _is_soon_after(newer.candidate.turn, older.candidate.turn):
                seen.add(newer.candidate.key)
                chain.append(newer)
    return chain[::-1]


def _one_step_on(
    found: Scored,
    by_turn: Mapping[TurnId, Scored],
    value_states: ValueStates,
    likeness: Mapping[NodeId, float],
    state: State,
) -> list[Scored]:
    """What tells of the end of other values of a turn: behind it, so that no value is given as if it still held."""
    if words_covered(found, state.weights) <= 0:
        return []
    newer = [by_turn[turn] for turn in _stated_in(found, value_states, state) if turn in by_turn]
    least = _AS_LIKE * likeness.get(found.candidate.key, math.inf)
    return [each for each in newer if likeness.get(each.candidate.key, 0.0) >= least]


def _likeness(by_turn: Mapping[TurnId, Scored], state: State, tools: RecallTools) -> dict[NodeId, float]:
    """How near the turns are to the question, by their vectors; of what was fetched as well."""
    if state.vector is None or not by_turn:
        return {}
    asked = np.frombuffer(state.vector, dtype=np.float32)
    vectors = tools.search.vectors(tools.owner, sorted(by_turn))
    return {
        by_turn[TurnId(node)].candidate.key: float(asked @ np.frombuffer(vector, dtype=np.float32))
        for node, vector in vectors.items()
    }


def _asked_for(found: Scored, value_states: ValueStates, state: State) -> set[TurnId]:
    """What tells of the end of a value that stands in a sentence with most of what the turn has of the question."""
    turn = found.candidate.turn
    if turn is None:
        return set()
    told = words_weight(turn.text, state.weights)
    sentences = _SENTENCES.split(turn.text)
    return {
        value_state.stated_in
        for node in _nodes(found)
        for value_state in value_states.get(node, ())
        if value_state.stated_in is not None
        and told > 0
        and any(
            tells_value(sentence, value_state.value)
            and words_weight(sentence, state.weights) >= _ASKED * told
            for sentence in sentences
        )
    }


def _is_soon_after(newer: Turn | None, older: Turn | None) -> bool:
    """Whether it was said a moment later: "13 then"; sections of a document are no moments."""
    if newer is None or older is None or newer.episode != older.episode or newer.role is Role.DOCUMENT:
        return False
    return 0 <= newer.seq - older.seq <= _SOON


def with_what_is_over(line: Line, found: Scored, value_states: ValueStates, state: State) -> Line:
    """The line, saying of each ended value in it until when it was so, and what is so instead."""
    over: dict[str, str] = {}
    for node in _nodes(found):
        for value_state in value_states.get(node, ()):
            is_over = value_state.is_ended(state.plan.answered_as_of.as_of) and not _COUNT.fullmatch(
                value_state.value
            )
            if is_over and tells_value(line.text, value_state.value):
                over.setdefault(_as_one(value_state.value), until_when(value_state))
    return replace(line, over=tuple(over.values())) if over else line


def _as_one(value: str) -> str:
    """One text for the spellings of a value: Tuesday, tuesdays."""
    return " ".join(stems_in_order(value)) or value


def _nodes(found: Scored) -> list[NodeId]:
    turn = [found.candidate.turn.id] if found.candidate.turn is not None else []
    return [*turn, *(memory.id for memory in found.candidate.memories)]


def _stated_in(found: Scored, value_states: ValueStates, state: State) -> list[TurnId]:
    own = set(_nodes(found))
    turns = [
        value_state.stated_in
        for node in _nodes(found)
        for value_state in value_states.get(node, ())
        if value_state.stated_in is not None and value_state.is_ended(state.plan.answered_as_of.as_of)
    ]
    return [turn for turn in dict.fromkeys(turns) if turn not in own]


def until_when(value_state: ValueState) -> str:
    """Of an ended value until when it was so, and what is so instead."""
    assert value_state.until is not None, "an ended value has an end"
    if not value_state.is_end_known:
        return (
            f"formerly {value_state.value}, now {value_state.instead}"
            if value_state.instead
            else f"no longer {value_state.value}"
        )
    then = f", then {value_state.instead}" if value_state.instead else ""
    # Of a name alone a reader cannot tell what of it is over: who has left a firm has not ended the firm.
    whose = f"{value_state.subject} {value_state.what} " if value_state.is_relation and not then else ""
    return f"{whose}{value_state.value} until {spoken_date(value_state.until)}{then}"
