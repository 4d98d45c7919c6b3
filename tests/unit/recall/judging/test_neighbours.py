"""How much do the turns beside a turn speak for it?"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import NodeId
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.neighbours import with_neighbours
from quaidpy.recall.judging.scoring import Scored
from tests.samples import turn

SCORES = st.dictionaries(st.integers(0, 20), st.integers(1, 1000), max_size=12)
SHARES = st.floats(0, 0.9)


def found(seq: int, score: float) -> Scored:
    spoken = turn(seq, "The ferry was late.", "ep_ferry")
    return Scored(
        candidate=Candidate(key=spoken.id, turn=spoken, memories=(), is_outdated=False),
        score=score,
        parts=(("relevance", score),),
    )


def order(scored: list[Scored]) -> list[NodeId]:
    return [each.candidate.key for each in sorted(scored, key=lambda each: -each.score)]


def test_of_two_equal_turns_the_one_beside_a_better_one_stands_first() -> None:
    best, beside, alone = found(3, 0.9), found(4, 0.5), found(9, 0.5)
    after = with_neighbours([best, alone, beside], (), share=0.1)
    assert order(after) == [best.candidate.key, beside.candidate.key, alone.candidate.key]


def test_a_page_neither_lends_to_the_remark_beside_it_nor_borrows_from_it() -> None:
    page, beside, alone = found(3, 0.9), found(4, 0.5), found(9, 0.5)
    scored = [page, beside, alone]
    assert with_neighbours(scored, {page.candidate.key}, share=0.1)[1].score == pytest.approx(
        with_neighbours(scored, {page.candidate.key}, share=0.1)[2].score
    )
    remark, essay, other = found(3, 0.9), found(4, 0.5), found(9, 0.5)
    after = with_neighbours([remark, essay, other], {essay.candidate.key}, share=0.1)
    assert after[1].score == pytest.approx(after[2].score)


@given(SCORES, SHARES)
def test_the_best_score_stays_none_falls_and_the_parts_sum_to_each(
    drawn: dict[int, int], share: float
) -> None:
    scored = [found(seq, points / 1000) for seq, points in drawn.items()]
    after = with_neighbours(scored, (), share=share)
    assert max((each.score for each in after), default=0) == max((each.score for each in scored), default=0)
    assert all(then.score >= before.score for before, then in zip(scored, after, strict=True))
    assert all(math.isclose(math.fsum(v for _, v in each.parts), each.score, abs_tol=1e-9) for each in after)


@given(SCORES, SHARES)
def test_turns_that_stand_alone_keep_their_scores(drawn: dict[int, int], share: float) -> None:
    scored = [found(2 * seq, points / 1000) for seq, points in drawn.items()]
    assert with_neighbours(scored, (), share=share) == scored
