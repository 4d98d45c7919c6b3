"""How far can the words of this question be relied on? Weights that follow the question, not one fixed pair."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from quaidpy.domain.fusion import WeightedLane, ranked
from quaidpy.domain.identity import NodeId
from quaidpy.domain.queries import Filter, LaneName, Shelf
from quaidpy.domain.text import stem, stems, with_cjk_bigrams
from quaidpy.ports import MemoryStore, SearchIndex
from quaidpy.recall.lanes import Findings
from quaidpy.recall.planning import Plan
from quaidpy.recall.state import RecallTools

_LOOKED_AT = 5  # best hits of a word lane whose words are compared with the question
_BY_WORDS = frozenset({LaneName.EPISODE_TEXT.value, LaneName.WINDOW_TEXT.value, LaneName.TEXT.value})


def relied_on(findings: Findings, plan: Plan, tools: RecallTools) -> Findings:
    """The findings, their word lanes weighing less the less of the question's telling words their best hits have.

    A lane is scaled to its own best hit, so a lane in which every text has nothing but "Ben" would rank by length alone
    with a full vote. Lanes over turns and lanes over memories are weighed apart, as they are fused.
    """
    least = tools.tuning.words_least
    if least >= 1 or not plan.terms:
        return findings
    weights = term_weights(plan.terms, tools.search)
    every = math.fsum(weights.values())
    if not every:
        return findings

    def weighed(
        lanes: tuple[WeightedLane, ...], by: LaneName, keep: Filter | None
    ) -> tuple[WeightedLane, ...]:
        found = [lane.scores for lane in lanes if lane.name == by.value]
        told = max((_told(scores, weights, keep, tools.store) for scores in found), default=0.0) / every
        worth = least + (1 - least) * min(1.0, told / tools.tuning.words_enough)
        return tuple(
            replace(lane, weight=lane.weight * worth) if lane.name in _BY_WORDS else lane for lane in lanes
        )

    return replace(
        findings,
        turns=weighed(findings.turns, LaneName.EPISODE_TEXT, plan.keep_turns),
        memories=weighed(findings.memories, LaneName.TEXT, plan.keep),
    )


def term_weights(terms: Iterable[str], search: SearchIndex) -> dict[str, float]:
    """How telling each stem of a question is, 0-1; a word is as common as the shelf that knows it best has it."""
    asked = list(terms)
    in_turns, in_memories = search.rarity(asked, Shelf.TURNS), search.rarity(asked, Shelf.MEMORIES)
    return {stem(term): min(in_turns[term], in_memories[term]) for term in asked}


def _told(
    scores: Mapping[NodeId, float], weights: Mapping[str, float], keep: Filter | None, store: MemoryStore
) -> float:
    """What the question's words weigh that the best of a lane's best hits has."""
    texts = store.texts(keep, ranked(scores)[:_LOOKED_AT]) if keep is not None and scores else {}
    spoken = (stems(with_cjk_bigrams(text)) for text in texts.values())
    return max((math.fsum(w for word, w in weights.items() if word in said) for said in spoken), default=0.0)
