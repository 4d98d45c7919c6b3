"""How long is a turn, in passages? The longer one is, the more of what it says is beside any one point."""

from collections.abc import Collection, Iterable, Sequence

from quaidpy.domain.identity import NodeId, Owner, TurnId, episode_of, is_turn
from quaidpy.ports.search import SearchIndex


def passages_in(nodes: Iterable[NodeId], owner: Owner, search: SearchIndex) -> dict[NodeId, int]:
    """Of the turns among them that were cut, into how many passages; what was not cut is one."""
    turns = [TurnId(node) for node in nodes if is_turn(node)]
    cut = search.turns_with_passages(owner, map(episode_of, turns))
    return {turn: cut[turn] for turn in turns if turn in cut}


def within_places(ranked: Sequence[NodeId], long: Collection[NodeId], *, places: int) -> list[NodeId]:
    """The head of a ranking, of which what is long takes half a place each.

    Between pages of an assistant the short remarks that a page repeats stand behind it, and would not be looked at.
    """
    left = float(places)
    head: list[NodeId] = []
    for node in ranked:
        left -= 0.5 if node in long else 1.0
        if left < 0:
            break
        head.append(node)
    return head
