"""Which passages of the long turns behind a result hold what is asked for?"""

import math
from collections.abc import Iterable, Sequence

from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.passage_splitting import Passage, PlacedPassage, Span
from quaidpy.domain.language.text import stems, with_cjk_bigrams
from quaidpy.domain.memories.episodes import Turn
from quaidpy.recall.finding.lengths import passages_in
from quaidpy.recall.state import RecallTools, State


def passages_of(turns: Iterable[Turn], state: State, tools: RecallTools) -> dict[TurnId, tuple[Passage, ...]]:
    """Of each turn that is longer than an embedder reads all passages, best first; ties in order of the text."""
    by_id = {turn.id: turn for turn in turns}
    cut = passages_in(by_id, tools.owner, tools.search)
    placed = (
        tools.search.passages(state.vector, tools.owner, [turn for turn in by_id if turn in cut])
        if cut
        else {}
    )
    return {turn: _ranked(by_id[turn], pieces, state) for turn, pieces in placed.items()}


def spans_of(passages: Sequence[Passage]) -> list[tuple[int, int]]:
    return [(passage.start, passage.end) for passage in passages]


def _ranked(turn: Turn, pieces: Sequence[PlacedPassage], state: State) -> tuple[Passage, ...]:
    """By meaning, where all vectors are known; else by words."""
    cosines = [piece.cosine for piece in pieces if piece.cosine is not None]
    by_meaning = len(cosines) == len(pieces)
    scores = _scaled(cosines if by_meaning else [_told(turn.text, piece.span, state) for piece in pieces])
    found = [
        Passage(turn=turn.id, start=piece.span.start, end=piece.span.end, score=score)
        for piece, score in zip(pieces, scores, strict=True)
    ]
    return tuple(sorted(found, key=lambda passage: (-passage.score, passage.start)))


def _told(text: str, span: Span, state: State) -> float:
    spoken = stems(with_cjk_bigrams(text[span.start : span.end]))
    return math.fsum(weight for word, weight in state.weights.items() if word in spoken)


def _scaled(values: Sequence[float]) -> list[float]:
    """From 0 for nothing to 1 for the best; all 0 where the best is nothing."""
    highest = max(values, default=0.0)
    return [max(0.0, value) / highest if highest > 0 else 0.0 for value in values]
