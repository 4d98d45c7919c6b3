"""Laws of fusion, strength and the context block."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import MemoryId, NodeId
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.strength import (
    STRENGTH_CAP,
    moved_outcome,
    retrieval_difficulty,
    storage_strength,
    strength_gain,
)
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START, escaped, without_memory_blocks
from quaidpy.domain.recall.fusion import RECIPES, WeightedLane, places_of, ranked, select_diverse
from quaidpy.recall.understanding.cleaning import clean_question

pytestmark = pytest.mark.property

KEYS = st.sampled_from([MemoryId(f"m_{i}") for i in range(12)])
SHARES = st.floats(0, 1)
SCORES = st.dictionaries(KEYS, st.floats(-1, 30, allow_nan=False), max_size=12)
LANES = st.lists(
    st.builds(WeightedLane, name=st.just("lane"), weight=st.floats(0.1, 2), scores=SCORES, floor=st.sampled_from([None, 0.0])),
    max_size=5,
)  # fmt: skip
RECIPE = st.sampled_from(sorted(RECIPES))


@given(RECIPE, LANES)
def test_fusion_keeps_exactly_the_keys_of_its_lanes_and_stays_between_0_and_1(
    recipe: str, lanes: list[WeightedLane]
) -> None:
    fused = RECIPES[recipe](lanes)
    assert set(fused) == {key for lane in lanes for key in lane.scores}
    assert all(0 <= score <= 1 + 1e-9 for score in fused.values())


@given(RECIPE, LANES, st.randoms(use_true_random=False))
def test_fusion_ignores_the_order_of_lanes_to_the_last_bit(
    recipe: str, lanes: list[WeightedLane], chance: random.Random
) -> None:
    shuffled = list(lanes)
    chance.shuffle(shuffled)
    assert RECIPES[recipe](shuffled) == RECIPES[recipe](lanes)


@given(RECIPE, SCORES)
def test_one_lane_alone_keeps_its_own_order(recipe: str, scores: dict[NodeId, float]) -> None:
    fused = RECIPES[recipe]([WeightedLane("lane", 1.0, scores)])
    order = ranked(scores)
    assert all(fused[a] >= fused[b] for a, b in pairwise(order))


@given(st.dictionaries(KEYS, st.sampled_from([0.0, 0.2, 0.5]) | SHARES), st.sets(KEYS))
def test_places_are_those_of_the_whole_ranking(scores: dict[NodeId, float], wanted: set[NodeId]) -> None:
    whole = {key: place for place, key in enumerate(ranked(scores), start=1)}
    assert places_of(wanted, scores) == {key: whole[key] for key in wanted if key in whole}


@given(st.dictionaries(KEYS, SHARES, min_size=1), st.integers(1, 12), SHARES)
def test_diverse_selection_picks_each_once_and_starts_with_the_best(
    relevance: dict[NodeId, float], count: int, balance: float
) -> None:
    picked = select_diverse(relevance, lambda a, b: float(a == b), count=count, balance=balance)
    assert len(picked) == len(set(picked)) == min(count, len(relevance))
    assert set(picked) <= set(relevance)


@given(st.dictionaries(KEYS, SHARES, min_size=1))
def test_without_weight_on_novelty_selection_is_the_ranking(relevance: dict[NodeId, float]) -> None:
    picked = select_diverse(relevance, lambda _a, _b: 1.0, count=len(relevance), balance=1.0)
    assert picked == ranked(relevance)


@given(st.floats(-1, 1), st.integers(0, 5))
def test_every_recall_strengthens_and_a_harder_one_more(similarity: float, hops: int) -> None:
    difficulty = retrieval_difficulty(similarity=similarity, hops=hops)
    assert 0 <= difficulty <= 1
    assert strength_gain(difficulty) > 0
    harder = retrieval_difficulty(similarity=similarity, hops=hops + 1)
    assert strength_gain(harder) >= strength_gain(difficulty)


@given(st.floats(0, 0.7), st.lists(st.floats(0, 400), min_size=2, max_size=12))
def test_spaced_recalls_strengthen_more_than_as_many_at_once(difficulty: float, rests: list[float]) -> None:
    spaced = _strengthened(difficulty, rests)
    massed = _strengthened(difficulty, [0.0 for _ in rests])
    assert massed <= spaced <= 2 * massed
    assert (spaced > massed) == any(rest > 1e-9 for rest in rests) or spaced == pytest.approx(massed)
    longer = [strength_gain(difficulty, rests_days=(rest,)) for rest in sorted(rests)]
    assert longer == sorted(longer)


def _strengthened(difficulty: float, rests: list[float]) -> float:
    """By a recall, and one more after each rest."""
    return math.fsum(strength_gain(difficulty, rests_days=rests[:count]) for count in range(len(rests) + 1))


@given(st.floats(0, 0.7), st.lists(st.floats(0.1, 400), min_size=2, max_size=12, unique=True))
def test_expanding_rests_strengthen_more_than_even_ones_and_those_no_less_than_shrinking(
    difficulty: float, rests: list[float]
) -> None:
    last = max(rests)
    expanding = strength_gain(difficulty, rests_days=sorted(rests))
    even = strength_gain(difficulty, rests_days=[last for _ in rests])
    shrinking = strength_gain(
        difficulty, rests_days=[*sorted((last + rest for rest in rests), reverse=True), last]
    )
    assert expanding > even >= shrinking > strength_gain(difficulty)


@given(st.floats(-5, 50), st.integers(0, 1000))
def test_strength_stays_in_its_range(recalled: float, confirmations: int) -> None:
    assert 0 <= storage_strength(recalled, confirmations=confirmations) <= STRENGTH_CAP


@given(SHARES, SHARES)
def test_feedback_moves_the_outcome_towards_it_and_never_past_it(outcome: float, useful: float) -> None:
    moved = moved_outcome(outcome, useful)
    low, high = sorted((outcome, useful))
    assert low - 1e-12 <= moved <= high + 1e-12
    assert math.isclose(moved - outcome, 0.25 * (useful - outcome), abs_tol=1e-12)


@given(st.text())
def test_no_text_can_end_or_begin_a_block(text: str) -> None:
    line = escaped(text)
    assert BLOCK_END not in line
    assert BLOCK_START not in line
    assert "\n" not in line


@given(st.text(), st.text())
def test_a_memory_block_is_taken_out_whole(before: str, inside: str) -> None:
    block = f"{BLOCK_START}\n{escaped(inside)}\n{BLOCK_END}"
    assert without_memory_blocks(f"{escaped(before)}{block}") == f"{escaped(before)} "


@given(st.text(), st.text())
def test_tokens_of_two_texts_are_at_most_those_of_their_sum(one: str, other: str) -> None:
    assert count_tokens(f"{one} {other}") <= count_tokens(one) + count_tokens(other)


@given(st.text(min_size=1))
def test_any_text_is_a_question(text: str) -> None:
    assert isinstance(clean_question(text), str)
