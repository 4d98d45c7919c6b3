"""Does a turn tell anything?"""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.giving.informativeness import asks_of_asking, why_uninformative
from quaidpy.recall.judging.scoring import Scored
from tests.samples import turn


def found(seq: int, text: str, role: Role = Role.USER) -> Scored:
    said = turn(seq, text, role=role)
    candidate = Candidate(key=said.id, turn=said, memories=(), is_outdated=False)
    return Scored(candidate=candidate, score=0.5, parts=())


def why(text: str, question: str = "Where is the boat?") -> str | None:
    one = found(0, text)
    return why_uninformative([one], question).get(one.candidate.key)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Which harbour is that?", "only asks"),
        ("Do you like sailing in the rain?", "only asks"),
        ("/compact", "only a command"),
        ("Thank you so much!", "only a courtesy"),
        ("# Boat book 2026, Lier", "only a heading or a salutation"),
        ("#rudder\npasted from a chat, May 2026", "only a heading or a salutation"),
        ("Dear Mrs Vandermeer,", "only a heading or a salutation"),
        ("# Boat book\nThe mast lies at the old pier.", None),
        ("Shall we sail to Skye on Sunday at nine?", None),
        ("I am looking for a second oar, maybe a used one?", None),
        ("We could leave from the old pier, right?", None),
        ("It lies at the old pier. Can you see it?", None),
    ],
)
def test_what_only_asks_thanks_or_commands_tells_nothing(text: str, reason: str | None) -> None:
    assert why(text) == reason


@pytest.mark.parametrize(
    "question",
    [
        "What did Mia propose for the regatta?",
        "Did he ask her to crew before the storm?",
        "What does the skipper want to know about the mast?",
        "Whose invitation came first?",
    ],
)
def test_a_question_of_asking_is_answered_by_a_question(question: str) -> None:
    assert asks_of_asking(question)
    assert why("Wanna crew for me?", question) is None
    assert why("Thanks a lot!", question) == "only a courtesy"


def test_the_title_of_a_copied_chat_is_only_a_heading() -> None:
    title, told = (
        'Rowing chat export - group "Oars" (Mia, Sam)',
        "Chat export: it is done, in the blue folder.",
    )
    given = [
        found(0, title, Role.DOCUMENT),
        found(1, title),
        found(2, f"{told}\nOn Sunday.", Role.DOCUMENT),
        found(3, "The transcript of the hearing comes on Friday", Role.DOCUMENT),
    ]
    assert why_uninformative(given, "Where is the boat?") == {
        given[0].candidate.key: "only a heading or a salutation"
    }


def test_other_questions_are_not_of_asking() -> None:
    assert not asks_of_asking("Where is the task list of the basket weavers?")
    assert not asks_of_asking("How much is the permit?")


def test_an_assistant_who_says_the_same_again_repeats() -> None:
    told = found(0, "The mast is stored behind the bakery in Oban.")
    again = found(1, "So the mast is stored behind the bakery in Oban.", Role.ASSISTANT)
    more = found(2, "A mast of spruce should be varnished every spring.", Role.ASSISTANT)
    assert why_uninformative([told, again, more], "Where is the mast?") == {
        again.candidate.key: "repeats what was said right before or after it"
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Great choice!", "only a reaction"),
        ("Congratulations on the new boat!", "only a reaction"),
        ("Good that the insurance pays for the mast, the sails and the two winches.", None),
        ("Nice, then it is Oban.", None),
    ],
)
def test_an_assistant_who_only_reacts_tells_nothing(text: str, reason: str | None) -> None:
    one = found(0, text, Role.ASSISTANT)
    assert why_uninformative([one], "Where is the boat?").get(one.candidate.key) == reason


def test_work_is_not_helped_by_other_work_that_was_wanted_once() -> None:
    then = "Write a short poem about our new oars."
    assert why(then, "write a poem about the mast") == "only wants other work done"
    assert why(then, "What do I have that is new?") is None
    assert why("Write to the yard, they open at 9.", "write to the yard about the mast") is None
