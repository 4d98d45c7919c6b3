"""Does what was asked stand with what was answered? A summary is made of both."""

from dataclasses import replace

from quaidpy.domain.episodes import Role, Turn
from quaidpy.domain.fusion import best_of
from quaidpy.domain.identity import NodeId, TurnId, is_turn, turns_beside
from quaidpy.recall.state import RecallTools, State
from quaidpy.recall.voices import asks_for_summary


def join_exchanges(state: State, tools: RecallTools) -> State:
    """For a summary a user's turn and the assistant's answer to it are as relevant as both are on average.

    A user names what it is about, the assistant what came of it: each has words that the other lacks.
    """
    if not asks_for_summary(state.plan.text) or state.plan.keep_turns is None:
        return replace(state, note="no summary is asked for")
    best = [TurnId(node) for node in best_of(state.fused, tools.tuning.candidates) if is_turn(node)]
    beside = (near for turn in best for near in turns_beside(turn) if near is not None)
    turns = {turn.id: turn for turn in tools.store.turns(tools.owner, list(dict.fromkeys([*best, *beside])))}
    joint: dict[NodeId, float] = {}
    for turn in best:
        other = _other(turns[turn], turns) if turn in turns else None
        if other is not None:
            mean = (state.fused[turn] + state.fused.get(other.id, 0.0)) / 2
            joint[turn] = joint[other.id] = mean
    return replace(state, fused={**state.fused, **joint}, note=f"{len(joint) // 2} exchanges")


def _other(turn: Turn, turns: dict[TurnId, Turn]) -> Turn | None:
    """The answer to what a user said, or what an assistant answered to."""
    before, after = turns_beside(turn.id)
    near = after if turn.role is Role.USER else before
    other = turns.get(near) if near is not None else None
    return other if other is not None and {turn.role, other.role} == {Role.USER, Role.ASSISTANT} else None
