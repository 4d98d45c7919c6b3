"""Which of the best of a small memory comes first?"""

from dataclasses import replace
from datetime import timedelta
from math import fsum, isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.recall.calibration import AnswerCalibration, AnswerSigns, AnswerWeights
from quaidpy.domain.recall.fusion import WeightedLane
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.finding.lanes import Findings
from quaidpy.recall.giving.answer_signs import by_signs, letters_met, smallness
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.state import State
from tests.samples import DAY, turn
from tests.unit.recall.asking import Asking

NOTHING = AnswerWeights(
    score=1,
    cosine=0,
    newness=0,
    adds=0,
    words_around=0,
    meaning_around=0,
    form=0,
    kept_to=0,
    of_assistant=0,
    learned=0,
)
QUESTION = "What do I pay the sitter?"


def in_small(weights: AnswerWeights) -> AnswerCalibration:
    """These in a small memory, the ranking's score alone in a large one."""
    return AnswerCalibration(small=weights, large=NOTHING)


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def found(number: int, text: str, score: float) -> Scored:
    spoken = turn(10 * number, text, at=DAY + timedelta(days=number))
    candidate = Candidate(key=spoken.id, turn=spoken, memories=(), is_outdated=False)
    return Scored(candidate=candidate, score=score, parts=(("relevance", score),))


OLD = found(0, "Fifteen for the sitter, cash.", 0.8)
NEW = found(9, "She wants twenty an hour from August, and we said yes.", 0.6)


def state_of(
    asking: Asking, question: str, *scored: Scored, met: int = 60, **lanes: dict[Scored, float]
) -> State:
    plan = asking(question)
    state = State(query=plan.query, plan=plan, fused=dict.fromkeys(map(str, range(met)), 0.5))  # type: ignore[arg-type]
    named = tuple(
        WeightedLane(
            name.replace("_", " "), 1.0, {each.candidate.key: value for each, value in scores.items()}
        )  # type: ignore[misc]
        for name, scores in lanes.items()
    )
    return replace(state, findings=Findings(turns=named))


def texts(state: State, weights: AnswerWeights, *scored: Scored) -> list[str]:
    ordered = by_signs(scored, state, in_small(weights), {}, small=1)
    assert all(isclose(each.score, fsum(value for _, value in each.parts)) for each in ordered)
    assert max(each.score for each in ordered) == pytest.approx(max(each.score for each in scored))
    return [each.candidate.turn.text for each in ordered if each.candidate.turn]


def test_what_is_near_in_meaning_comes_before_what_shares_a_word(asking: Asking) -> None:
    state = state_of(asking, QUESTION, OLD, NEW)
    near = replace(state, cosines={OLD.candidate.key: 0.2, NEW.candidate.key: 0.5})
    assert texts(near, replace(NOTHING, cosine=2), OLD, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]


def test_newness_counts_where_it_is_asked_how_things_stand(asking: Asking) -> None:
    newer = replace(NOTHING, newness=1)
    now = state_of(asking, QUESTION, OLD, NEW)
    before = state_of(asking, "What did I pay the sitter before?", OLD, NEW)
    assert texts(now, newer, OLD, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]
    assert texts(before, newer, OLD, NEW)[0] == OLD.candidate.turn.text  # type: ignore[union-attr]


def test_what_tells_more_than_the_question_comes_before_its_echo(asking: Asking) -> None:
    echo = found(1, "Pay the sitter.", 0.8)
    state = state_of(asking, QUESTION, echo, NEW)
    assert texts(state, replace(NOTHING, adds=0.3), echo, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]


def test_a_value_of_the_form_that_is_asked_for_counts(asking: Asking) -> None:
    aside, day = found(1, "The recital was lovely.", 0.7), found(2, "It is on 12 May at six.", 0.6)
    state = state_of(asking, "When is the recital?", aside, day)
    assert texts(state, replace(NOTHING, form=1), aside, day)[0].startswith("It is on 12 May")


def test_what_fits_its_surroundings_counts(asking: Asking) -> None:
    state = state_of(asking, QUESTION, OLD, NEW, window_vector={OLD: 0.1, NEW: 0.4})
    assert texts(state, replace(NOTHING, meaning_around=1), OLD, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]


def test_words_of_an_assistant_count_for_less_unless_they_are_asked_for(asking: Asking) -> None:
    guess = found(1, "A sitter usually takes eighteen an hour.", 0.8)
    guess = replace(
        guess, candidate=replace(guess.candidate, turn=replace(guess.candidate.turn, role=Role.ASSISTANT))
    )  # type: ignore[type-var]
    wary = replace(NOTHING, of_assistant=-2)
    assert texts(state_of(asking, QUESTION), wary, guess, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]
    asked = "What did you say that a sitter takes?"
    assert texts(state_of(asking, asked), wary, guess, NEW)[0] == guess.candidate.turn.text  # type: ignore[union-attr]


def test_what_was_learned_of_answers_counts(asking: Asking) -> None:
    state = state_of(asking, QUESTION, OLD, NEW)
    learned = in_small(replace(NOTHING, learned=1))
    ordered = by_signs([OLD, NEW], state, learned, {NEW.candidate.key: 0.9}, small=1)
    assert ordered[0].candidate == NEW.candidate


def test_in_a_large_memory_signs_count_for_as_much_as_they_tell_there(asking: Asking) -> None:
    state = state_of(asking, QUESTION, OLD, NEW, met=4_000)
    small = smallness(letters_met([OLD, NEW], state))
    assert small == 0
    ordered = by_signs([OLD, NEW], state, in_small(replace(NOTHING, newness=5)), {}, small=small)
    assert [each.candidate for each in ordered] == [OLD.candidate, NEW.candidate]
    telling = AnswerCalibration(small=NOTHING, large=replace(NOTHING, newness=5))
    ordered = by_signs([OLD, NEW], state, telling, {}, small=small)
    assert [each.candidate for each in ordered] == [NEW.candidate, OLD.candidate]


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_smallness_falls_with_the_letters_that_are_met(one: float, other: float) -> None:
    few, many = sorted((one, other))
    assert 0 <= smallness(many) <= smallness(few) <= 1


@given(st.floats(-3, 0), st.floats(0, 1))
def test_without_weights_the_likelihood_is_that_of_the_score(ln_share: float, small: float) -> None:
    signs = AnswerSigns(cosine=0.5, newness=1, adds=2, words_around=1, meaning_around=1, form=1, kept_to=1)
    assert in_small(NOTHING).of(signs, ln_share, small) == pytest.approx(ln_share)
