"""Which passages of the long turns behind a result hold what is asked for?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.episodes import Turn
from quaidpy.domain.passages import Passage, Span, split_into_passages
from quaidpy.domain.text import stems, with_cjk_bigrams
from quaidpy.domain.traces import Result
from quaidpy.recall.reliance import term_weights
from quaidpy.recall.state import RecallTools, State

_BY_WORDS = 0.5  # share of words in what a passage scores; the rest is its meaning


def with_passages(results: Sequence[Result], state: State, tools: RecallTools) -> list[Result]:
    """The results, each with the passages of its long evidence turns, best first; ties in order of the text."""
    long = {
        turn.id: (turn, spans)
        for result in results
        for turn in result.evidence
        if len(spans := split_into_passages(turn.text)) > 1
    }
    if not long:
        return list(results)
    weights = term_weights(state.plan.terms, tools.search)
    cosines = (
        tools.search.passage_cosines(state.vector, tools.owner, list(long))
        if state.vector is not None
        else {}
    )
    by_turn = {
        identity: _ranked(turn, spans, weights, cosines.get(identity, ()))
        for identity, (turn, spans) in long.items()
    }
    return [
        replace(result, passages=tuple(p for turn in result.evidence for p in by_turn.get(turn.id, ())))
        for result in results
    ]


def _ranked(
    turn: Turn, spans: Sequence[Span], weights: Mapping[str, float], cosines: Sequence[float]
) -> list[Passage]:
    """`cosines`: of each span; by words alone where they are not known."""
    scores = _scaled([_told(turn.text[span.start : span.end], weights) for span in spans])
    if len(cosines) == len(spans):
        both = zip(scores, _scaled(cosines), strict=True)
        scores = _scaled([_BY_WORDS * told + (1 - _BY_WORDS) * near for told, near in both])
    found = [
        Passage(turn=turn.id, start=span.start, end=span.end, score=score)
        for span, score in zip(spans, scores, strict=True)
    ]
    return sorted(found, key=lambda passage: (-passage.score, passage.start))


def _told(text: str, weights: Mapping[str, float]) -> float:
    spoken = stems(with_cjk_bigrams(text))
    return math.fsum(weight for word, weight in weights.items() if word in spoken)


def _scaled(values: Sequence[float]) -> list[float]:
    """From 0 for nothing to 1 for the best; all 0 where the best is nothing."""
    highest = max(values, default=0.0)
    return [max(0.0, value) / highest if highest > 0 else 0.0 for value in values]
