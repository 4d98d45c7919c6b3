"""How long is a turn, in passages? The longer one is, the more of what it says is beside any one point."""

from collections.abc import Iterable

from quaidpy.domain.identity import NodeId, Owner, TurnId, is_turn
from quaidpy.ports import SearchIndex


def passages_in(nodes: Iterable[NodeId], owner: Owner, search: SearchIndex) -> dict[NodeId, int]:
    """Of the turns among them that were cut, into how many passages; what was not cut is one."""
    turns = [TurnId(node) for node in dict.fromkeys(nodes) if is_turn(node)]
    return (
        {turn: len(placed) for turn, placed in search.passages(None, owner, turns).items()} if turns else {}
    )
