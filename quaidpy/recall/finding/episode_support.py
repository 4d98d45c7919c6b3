"""How much does the rest of its episode speak for a turn? What a question is about is seldom said in one turn only."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import truediv

from quaidpy.domain.identity import NodeId

_PARTS = (
    1,
    2,
    3,
)  # best turns of an episode that count: whole, half, a third; so that length alone wins nothing


def with_episode_support(turn_scores: Mapping[NodeId, float], share: float) -> dict[NodeId, float]:
    """The scores, of which `share` is now how well the episode's best turns answer, against the best episode.

    The share is less the fewer episodes were met: of few, each supports something. Keeps its keys and stays within 0-1;
    a share of 0 changes nothing, nor does any share the order of documents of one turn. Without it the words that
    answer LoCoMo's questions are given two points less often, on memories of five episodes two first places more.
    """
    episodes = [turn.rpartition(".")[0] for turn in turn_scores]
    found = defaultdict[str, list[float]](list)
    for episode, score in zip(episodes, turn_scores.values(), strict=True):
        found[episode].append(score)
    support = {
        episode: _witnessed(scores) if len(scores) > 1 else scores[0] for episode, scores in found.items()
    }
    highest = max(support.values(), default=0.0)
    if highest <= 0:
        return dict(turn_scores)
    worth = share * (1 - 1 / math.sqrt(len(found)))
    own = 1 - worth
    lent = {episode: worth * value / highest for episode, value in support.items()}
    return {
        turn: own * score + lent[episode]
        for episode, (turn, score) in zip(episodes, turn_scores.items(), strict=True)
    }


def _witnessed(scores: Sequence[float]) -> float:
    return math.fsum(map(truediv, sorted(scores, reverse=True), _PARTS))
