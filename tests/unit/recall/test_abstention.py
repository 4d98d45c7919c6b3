"""When is there enough to speak?"""

from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.domain.recall.calibration import WORDS_ONLY, Calibrations, Evidence
from quaidpy.errors import SettingsError
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.finding.lane_weights import term_weights
from quaidpy.recall.judging.abstention import gather_evidence, why_abstained
from quaidpy.recall.judging.subjects import weigh_others, who_is_asked_about
from quaidpy.recall.understanding.planning import Plan
from quaidpy.settings import load_calibrations, load_settings
from tests.fakes import DictSearch
from tests.unit.recall.asking import Asking, said

TUNING = load_settings(environment={}).tuning.recall
MINI_LM = "all-MiniLM-L6-v2-int8"


@pytest.fixture
def plan(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def evidence_of(question: Plan, *candidates: Candidate, cosine: float = 0.4) -> Evidence:
    asked = who_is_asked_about(question, candidates)
    search = DictSearch()
    weights = term_weights(question.keep.owner, question.terms, search)
    others = weigh_others(asked, candidates, weights, {})
    return gather_evidence(question, candidates, {candidates[0].key: cosine}, search, weights, others)


def test_the_best_text_decides_and_what_nobody_says_is_named(plan: Asking) -> None:
    evidence = evidence_of(
        plan("Where did Ana buy the green kayak?"),
        said(0, "Ana", "I bought a kayak."),
        said(1, "Ben", "Nice weather."),
    )
    assert evidence.covered == pytest.approx(0.5)
    assert evidence.missing == ("buy", "green")
    assert evidence.knows_somebody


def test_what_others_did_themselves_is_no_answer_about_somebody_else(plan: Asking) -> None:
    question = plan("Which instrument does Ana practise daily?")
    swapped = evidence_of(
        question,
        said(0, "Ben", "I practise my instrument daily, the oboe."),
        said(1, "Ana", "I went for a walk."),
        cosine=0.9,
    )
    why = why_abstained(question, swapped, load_calibrations().of_words, TUNING)
    assert why is not None
    assert "Ben says of themselves" in why
    assert "by or of Ana" in why


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("Ana", "I practise my instrument daily, the oboe."),
        ("Ben", "You practise your instrument daily!"),
        ("Ben", "Ana does practise her instrument daily."),
    ],
)
def test_what_somebody_says_or_is_told_or_others_say_of_her_by_name_is_about_her(
    plan: Asking, speaker: str, text: str
) -> None:
    question = plan("Which instrument does Ana practise daily?")
    evidence = evidence_of(
        question,
        said(0, speaker, text),
        said(1, "Ana", "I went for a walk."),
        said(2, "Ben", "I practise nothing."),
    )
    assert evidence.others_lead <= TUNING.others_lead


def test_a_question_that_is_but_a_known_name_is_always_answered(plan: Asking) -> None:
    question = plan("Who is Mike?")
    evidence = evidence_of(question, said(0, "Ana", "Mike was there."), cosine=0.1)
    assert evidence.is_name
    assert why_abstained(question, evidence, load_calibrations().of_words, TUNING) is None


@pytest.mark.parametrize(
    ("of_its_own_words", "by_its_name"),
    [
        ("where do we log in", "what is our login name"),
        ("where are the spare keys", "what is the spare code"),
        ("who has the ladder now", "how do i clean a ladder now"),
    ],
)
def test_a_value_asked_for_by_its_name_and_what_anybody_knows_take_more(
    plan: Asking, of_its_own_words: str, by_its_name: str
) -> None:
    calibration = load_calibrations().of_words
    weak = Evidence(weighed=0.4, told=0.4)
    assert TUNING.abstain_below_unnamed < calibration.certainty(weak) < TUNING.abstain_below_plain

    assert why_abstained(plan(of_its_own_words), weak, calibration, TUNING) is None
    assert why_abstained(plan(by_its_name), weak, calibration, TUNING) is not None


@pytest.mark.parametrize(
    ("question", "cosine", "is_given"),
    [
        ("what did my kiln cost me in the end", 0.4, True),
        ("what did my kiln cost me in the end", 0.3, False),
        ("until when is glazing possible", 0.36, True),
        ("until when is glazing possible", 0.2, False),
        ("how long do you glaze a bowl", 0.36, False),
        ("what's a good glaze for bowls", 0.36, False),
        ("explain glazing in simple words", 0.5, False),
        ("what's the best way to glaze a bowl", 0.4, False),
        ("how long must a potter fire a bowl", 0.4, False),
        ("is the sea warmer in june than in may", 0.4, False),
        ("wie lange brennt der Ofen heute noch", 0.4, False),
    ],
)
def test_what_is_near_in_meaning_needs_no_word_of_a_question_about_this_life(
    plan: Asking, question: str, cosine: float, is_given: bool
) -> None:
    calibration = load_calibrations().of(MINI_LM)
    assert calibration is not None
    near = Evidence(cosine=cosine, told_of_named=1.0, told_of_any=1.0)
    assert (why_abstained(plan(question), near, calibration, TUNING) is None) is is_given


@pytest.mark.parametrize(
    ("question", "is_of_the_world"),
    [
        ("who won the regatta in 1998", True),
        ("what did we pay for the regatta in 1998", False),
        ("who won the regatta last week", False),
        ("as of 1998-03-04, who had won the regatta", False),
    ],
)
def test_a_year_long_ago_that_nobody_spoke_of_is_the_worlds(
    plan: Asking, question: str, is_of_the_world: bool
) -> None:
    told = evidence_of(plan(question), said(0, "Ana", "Ben won the regatta, we paid for it."), cosine=0.9)
    why = why_abstained(plan(question), told, load_calibrations().of_words, TUNING)
    assert (why is not None and "1998" in why) is is_of_the_world


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("what is KILNTEMPMAX set to", True),
        ("where does fire_kiln stop", True),
        ("what is in glaze.toml", True),
        ("WHAT IS KILNTEMPMAX", False),
        ("what is the kiln set to", False),
    ],
)
def test_what_has_one_name_in_a_program_is_answered_where_that_stands(
    plan: Asking, question: str, is_told: bool
) -> None:
    asked = plan(question)
    evidence = evidence_of(
        asked, said(0, "Ana", "KILNTEMPMAX, fire_kiln and glaze.toml: did that, 1240"), cosine=0.1
    )
    calibration = load_calibrations().of(MINI_LM)
    assert calibration is not None
    assert evidence.has_code is is_told
    assert (
        why_abstained(asked, replace(evidence, covered=0.5, unheard_of=()), calibration, TUNING) is None
    ) is is_told


def test_a_possessive_may_lack_its_apostrophe(plan: Asking) -> None:
    assert [each.name for each in plan("when is bens recital").entities] == ["Ben"]
    assert plan("when is bens recital").text == "when is ben's recital"
    assert plan("who mikes the stage").entities == ()
    assert plan("two bens at one table").entities == ()


def test_small_talk_asks_for_nothing(plan: Asking) -> None:
    question = plan("Thanks, great!")
    evidence = evidence_of(question, said(0, "Ana", "Thanks, great!"), cosine=1.0)
    assert why_abstained(question, evidence, load_calibrations().of_words, TUNING) is not None


def test_more_of_any_evidence_never_makes_less_certain() -> None:
    for calibration in load_calibrations().by_embedder.values():
        weak = Evidence(cosine=0.2, weighed=0.1, told=0.3)
        stronger = [
            replace(weak, cosine=0.8),
            replace(weak, weighed=0.9),
            replace(weak, told=4.0),
            replace(weak, knows_somebody=True),
        ]
        least = calibration.certainty(weak)
        assert all(least <= calibration.certainty(more) < 1 for more in stronger)


def test_an_embedder_that_nobody_calibrated_has_no_thresholds_of_another() -> None:
    calibrations = load_calibrations()
    assert calibrations.of(MINI_LM) is not None
    assert calibrations.of("another model") is None
    assert calibrations.of(None) == calibrations.of_words


def test_a_calibration_that_lacks_a_coefficient_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="told"):
        Calibrations.from_table({WORDS_ONLY: {"bias": 1.0}})


def test_words_that_nobody_uses_may_have_been_said_in_others(plan: Asking) -> None:
    question = plan("What was Ana's loan for?")
    calibration = load_calibrations().of(MINI_LM)
    evidence = Evidence(cosine=0.62, knows_somebody=True, told_of_named=0.0, told_of_any=0.0)
    assert calibration is not None
    assert why_abstained(question, evidence, calibration, TUNING) is None
    assert why_abstained(question, replace(evidence, told_of_any=1.0), calibration, TUNING) is not None
    assert why_abstained(question, replace(evidence, cosine=0.4), calibration, TUNING) is not None


def test_a_number_of_a_thing_is_no_year(plan: Asking) -> None:
    evidence = Evidence(cosine=0.6, covered=0.5, weighed=0.5, told=2.0, missing=("1502",))
    calibration = load_calibrations().of_words
    assert why_abstained(plan("who looked at ticket 1502"), evidence, calibration, TUNING) != (
        "nobody and nothing called 1502 was ever spoken of"
    )
    assert why_abstained(plan("who reigned in 1502"), evidence, calibration, TUNING) == (
        "nobody and nothing called 1502 was ever spoken of"
    )
