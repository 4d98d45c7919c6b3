"""Of whom does a text speak, when a question asks about somebody?"""

from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.episodes import Role
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.subjects import Others, is_about_another, weigh_others, who_is_asked_about
from quaidpy.recall.understanding.planning import Plan
from tests.samples import memory, turn
from tests.unit.recall.asking import Asking

WEIGHTS = {"instrument": 1.0, "practis": 1.0, "dail": 1.0, "ana": 1.0}


@pytest.fixture
def question(tmp_path: Path) -> Plan:
    return Asking(tmp_path)("Which instrument does Ana practise daily?")


def said(
    number: int, speaker: str | None, text: str, *, role: Role = Role.USER, remembered: str = ""
) -> Candidate:
    spoken = turn(number, text, speaker=speaker, role=role)
    made = (memory("m_1", remembered),) if remembered else ()
    return Candidate(key=spoken.id, turn=spoken, memories=made, is_outdated=False)


def others(question: Plan, *candidates: Candidate, relevances: dict[str, float] | None = None) -> Others:
    asked = who_is_asked_about(question, candidates)
    return weigh_others(asked, candidates, WEIGHTS, {MemoryId(k): v for k, v in (relevances or {}).items()})


WALK = said(9, "Ana", "I went for a walk.")


def test_somebody_else_leads_with_what_they_say_of_themselves(question: Plan) -> None:
    found = others(question, said(0, "Ben", "Hi! I practise my instrument daily."), WALK)
    assert found.lead > 0.5
    assert found.leader == "Ben"


@pytest.mark.parametrize(
    "text",
    [
        "Do I practise my instrument daily?",
        "I never practise my instrument daily.",
        "You practise your instrument daily, I know.",
        "I heard Ana practise her instrument daily.",
        "Practise an instrument daily.",
    ],
)
def test_who_asks_denies_addresses_or_speaks_of_her_does_not_lead(question: Plan, text: str) -> None:
    assert others(question, said(0, "Ben", text), WALK).lead <= 0


def test_calling_her_by_name_is_not_speaking_of_her(question: Plan) -> None:
    assert others(question, said(0, "Ben", "I practise my instrument daily, Ana!"), WALK).lead > 0.5


def test_a_word_of_every_life_leads_nobody(tmp_path: Path) -> None:
    plan, weights = Asking(tmp_path)("Where does Ana live these days?"), {"liv": 1.0, "day": 0.2, "ana": 1.0}
    best = [said(0, "Ben", "I live in Faro these days."), said(1, "Ana", "We are getting a place in Porto.")]
    assert weigh_others(who_is_asked_about(plan, best), best, weights, {}) == Others()


def test_who_says_it_too_is_not_led(question: Plan) -> None:
    ana = said(1, "Ana", "Mine is an instrument that one has to practise. Daily?")
    assert others(question, said(0, "Ben", "I practise my instrument daily."), ana).lead < 0.2


def test_what_several_say_is_a_topic_and_tells_nothing(question: Plan) -> None:
    several = [said(i, name, "I practise my instrument daily.") for i, name in enumerate(("Ben", "Mike"))]
    assert others(question, *several, WALK).lead == 0


def test_among_many_somebody_has_the_words(question: Plan) -> None:
    ben = said(0, "Ben", "I practise my instrument daily.")
    crowd = [said(i, name, "I see.") for i, name in enumerate(("Mike", "Zoe", "Tom"), start=1)]
    assert others(question, ben, WALK, *crowd).lead == pytest.approx(others(question, ben, WALK).lead / 2)


def test_what_a_machine_or_nobody_says_is_nobody_elses_story(question: Plan) -> None:
    machine = said(0, "The assistant", "I practise my instrument daily.", role=Role.ASSISTANT)
    unknown = said(1, None, "I practise my instrument daily.")
    assert others(question, machine, unknown, WALK) == Others()


def test_how_far_behind_others_stand_is_told_by_relevance(question: Plan) -> None:
    ben = said(0, "Ben", "I practise my instrument daily.")
    found = others(question, ben, WALK, relevances={ben.key: 0.5, WALK.key: 0.9})
    assert found.behind == pytest.approx(0.4)


def test_a_question_that_names_no_speaker_is_about_nobody(tmp_path: Path) -> None:
    plan = Asking(tmp_path)("Which instrument is practised daily?")
    assert who_is_asked_about(plan, [WALK]) is None


def test_a_name_in_one_word_is_meant_by_its_parts_beside_somebody_known(tmp_path: Path) -> None:
    plan = Asking(tmp_path)("What did Li Hua ask Ana?")
    asked = who_is_asked_about(plan, [WALK, said(0, "LiHua", "Are you there?"), said(1, "Hua", "Hm.")])
    assert asked is not None
    assert asked.speakers == {"ana", "lihua", "hua"}


def test_what_others_tell_of_themselves_is_about_another(question: Plan) -> None:
    asked = who_is_asked_about(question, [WALK])
    assert asked is not None
    assert is_about_another(asked, said(0, "Ben", "Sounds good. I play the oboe."))
    assert not is_about_another(asked, said(0, "Ben", "I play the oboe. And you?"))
    assert not is_about_another(asked, said(0, "Ben", "The oboe sounds good."))
    assert not is_about_another(asked, said(0, "Ben", "I met her.", remembered="Ben met Ana."))
    assert not is_about_another(asked, WALK)
