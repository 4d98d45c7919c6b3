"""In which order are results given when several conversations each have a part of the answer? Each in turn."""

from collections import defaultdict
from collections.abc import Sequence
from heapq import heappop, heappush

from quaidpy.domain.identity import episode_of
from quaidpy.recall.judging.scoring import Scored


def over_conversations(found: Sequence[Scored], *, kept_share: float) -> list[Scored]:
    """The same results; each counts for `kept_share` less with every one of its conversation that stands before it.

    Within a conversation the order stays, and so it does where everything is of one. What is of no conversation is one
    by itself. Scores are left as they are.
    """
    waiting: dict[str, list[tuple[int, Scored]]] = defaultdict(list)
    for place, each in enumerate(found):
        waiting[_conversation(each)].append((place, each))
    heads: list[tuple[float, int, str, int]] = []
    for conversation, (first, *_) in waiting.items():
        heappush(heads, (-first[1].score, first[0], conversation, 0))
    ordered: list[Scored] = []
    while heads:
        _, _, conversation, done = heappop(heads)
        rest = waiting[conversation]
        ordered.append(rest[done][1])
        if done + 1 < len(rest):
            place, following = rest[done + 1]
            heappush(heads, (-following.score * kept_share ** (done + 1), place, conversation, done + 1))
    return ordered


def _conversation(found: Scored) -> str:
    turn = found.candidate.turn
    return found.candidate.key if turn is None else episode_of(turn.id)
