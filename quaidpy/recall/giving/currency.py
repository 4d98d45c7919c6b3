"""Which of the words that are given are over, and what is so instead?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.attributes import Standing
from quaidpy.domain.identity import NodeId, TurnId
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.text import spoken_date
from quaidpy.domain.traces import Line
from quaidpy.recall.candidates import assemble
from quaidpy.recall.scoring import Scored
from quaidpy.recall.state import RecallTools, State

Standings = Mapping[NodeId, tuple[Standing, ...]]
_HEAD = 5  # best results; what came in the place of theirs is brought along


def standings_of(chosen: Sequence[Scored], state: State, tools: RecallTools) -> Standings:
    """Of the turns and memories behind these results."""
    nodes = [node for found in chosen for node in _nodes(found)]
    return tools.store.standings(tools.owner, nodes, _moment(state))


def current_first(
    chosen: Sequence[Scored], standings: Standings, state: State, tools: RecallTools
) -> list[Scored]:
    """What came in the place of an ended value stands before it, fetched where no lane found it."""
    order: list[Scored] = []
    by_turn = {found.candidate.turn.id: found for found in chosen if found.candidate.turn is not None}
    missing = [
        turn for found in chosen[:_HEAD] for turn in _told_in(found, standings, state) if turn not in by_turn
    ]
    fetched, _ = assemble(list(dict.fromkeys(missing)), state.plan, tools.store) if missing else ([], [])
    fresh = {each.turn.id: each for each in fetched if each.turn is not None}
    placed: set[NodeId] = set()
    for found in chosen:
        for turn in _told_in(found, standings, state):
            newer = by_turn.get(turn) or (replace(found, candidate=fresh[turn]) if turn in fresh else None)
            if newer is not None and newer.candidate.key not in placed:
                placed.add(newer.candidate.key)
                order.append(newer)
        if found.candidate.key not in placed:
            placed.add(found.candidate.key)
            order.append(found)
    return order


def with_what_is_over(line: Line, found: Scored, standings: Standings, state: State) -> Line:
    """The line, saying of each ended value in it until when it was so, and what is so instead."""
    words = line.text.casefold()
    over = dict.fromkeys(
        _over(standing)
        for node in _nodes(found)
        for standing in standings.get(node, ())
        if standing.is_ended(_moment(state).as_of) and standing.value.casefold() in words
    )
    return replace(line, over=tuple(over)) if over else line


def _moment(state: State) -> Moment:
    return state.plan.moment or Moment(as_of=state.plan.now, known_at=state.plan.now)


def _nodes(found: Scored) -> list[NodeId]:
    turn = [found.candidate.turn.id] if found.candidate.turn is not None else []
    return [*turn, *(memory.id for memory in found.candidate.memories)]


def _told_in(found: Scored, standings: Standings, state: State) -> list[TurnId]:
    own = set(_nodes(found))
    turns = [
        standing.told_in
        for node in _nodes(found)
        for standing in standings.get(node, ())
        if standing.told_in is not None and standing.is_ended(_moment(state).as_of)
    ]
    return [turn for turn in dict.fromkeys(turns) if turn not in own]


def _over(standing: Standing) -> str:
    assert standing.until is not None, "an ended value has an end"
    then = f", then {standing.instead}" if standing.instead else ""
    return f"{standing.value} until {spoken_date(standing.until)}{then}"
