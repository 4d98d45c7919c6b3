"""How far can the words of this question be relied on? Weights that follow the question, not one fixed pair."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.language.text import stem, stems, with_cjk_bigrams
from quaidpy.domain.recall.fusion import Scores, best_of
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.tuning import RecallTuning
from quaidpy.ports.asking import Together, one_by_one
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore

_LOOKED_AT = 5  # best hits of a word lane whose words are compared with the question


def worth_of_words(
    found: Scores, weights: Mapping[str, float], keep: Filter, store: MemoryStore, tuning: RecallTuning
) -> float:
    """What is left of the weight of word lanes, 0-1: the less, the less of what the question's words weigh is found.

    A lane is scaled to its own best hit, so a lane in which every text has nothing but "Ben" would rank by length alone
    with a full vote. `found`: by the lane over these texts alone; lanes over turns and lanes over memories
    are weighed apart, as they are fused. `weights`: of `term_weights`.
    """
    least, every = tuning.words_least, math.fsum(weights.values())
    if least >= 1 or not every:
        return 1.0
    told = _told(best_of(found, _LOOKED_AT), weights, keep, store) / every
    return least + (1 - least) * min(1.0, told / tuning.words_enough)


def term_weights(
    owner: Owner, terms: Iterable[str], search: SearchIndex, together: Together = one_by_one
) -> dict[str, float]:
    """How telling each stem of a question is, 0-1; a word is as common as the corpus that knows it best has it."""
    asked = list(terms)
    in_turns, in_memories = together(
        partial(search.rarity, owner, asked, Corpus.TURNS),
        partial(search.rarity, owner, asked, Corpus.MEMORIES),
    )
    return {stem(term): min(in_turns[term], in_memories[term]) for term in asked}


def _told(nodes: Sequence[NodeId], weights: Mapping[str, float], keep: Filter, store: MemoryStore) -> float:
    """What the question's words weigh that the best of these texts has."""
    texts = store.texts(keep, nodes) if nodes else {}
    spoken = (stems(with_cjk_bigrams(text)) for text in texts.values())
    return max((math.fsum(w for word, w in weights.items() if word in said) for said in spoken), default=0.0)
