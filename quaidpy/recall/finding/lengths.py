"""How long is a turn, in passages? The longer one is, the more of what it says is beside any one point."""

from collections.abc import Iterable

from quaidpy.domain.identity import NodeId, Owner, TurnId, episode_of, is_turn
from quaidpy.ports.search import SearchIndex


def passages_in(nodes: Iterable[NodeId], owner: Owner, search: SearchIndex) -> dict[NodeId, int]:
    """Of the turns among them that were cut, into how many passages; what was not cut is one."""
    turns = [TurnId(node) for node in nodes if is_turn(node)]
    cut = search.turns_with_passages(owner, map(episode_of, turns))
    return {turn: cut[turn] for turn in turns if turn in cut}
