"""Does a question ask for a list, or for something in particular?"""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.memory import Kind
from quaidpy.recall.understanding.asked_list import AskedList, asked_list
from quaidpy.recall.understanding.asked_time import asked_time
from quaidpy.recall.understanding.planning import content_words

NOW = datetime(2026, 7, 15, 10, tzinfo=UTC)


def listed(question: str, *names: str) -> AskedList | None:
    return asked_list(question, content_words(question), names, asked_time(question, now=NOW), now=NOW)


@pytest.mark.parametrize(
    "question",
    [
        "What did we talk about yesterday?",
        "What happened on 2026-03-05?",
        "What did Ben tell me in March?",
        "What was the main topic of the conversation on 2026-04-28 at 5 PM?",
        "What have I told you recently?",
        "What was the last thing I mentioned?",
    ],
)
def test_of_what_was_said_then(question: str) -> None:
    assert listed(question, "ben") == AskedList()


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What did we decide?", Kind.DECISION),
        ("List all decisions made", Kind.DECISION),
        ("What are Ben's preferences?", Kind.PREFERENCE),
        ("What do I still have to do?", Kind.TODO),
        ("what have I still to do", Kind.TODO),
        ("Show my open tasks", Kind.TODO),
        ("what is still open for me to do", Kind.TODO),
        ("whats still outstanding", Kind.TODO),
        ("what never got ticked off", Kind.TODO),
        ("What do I have to do today?", Kind.TODO),
    ],
)
def test_of_a_kind(question: str, kind: Kind) -> None:
    assert listed(question, "ben", "ben's") == AskedList((kind,))


def test_what_happened_in_a_time_may_be_told_at_another() -> None:
    for question in (
        "What did I do last week?",
        "What did we decide in June?",
        "What was the reminder on Monday?",
    ):
        found = listed(question)
        assert found is not None
        assert not found.is_exact


@pytest.mark.parametrize("question", ["What did we decide last week?", "What was decided yesterday?"])
def test_what_was_decided_lately_was_said_lately(question: str) -> None:
    assert listed(question) == AskedList((Kind.DECISION,))


@pytest.mark.parametrize(
    "question", ["Tell me about Ben", "What do you know about Ben?", "Ben: what do I know of him?"]
)
def test_of_all_that_is_known_of_somebody_who_may_be_spoken_of_elsewhere_too(question: str) -> None:
    assert listed(question, "ben") == AskedList(is_exact=False)


@pytest.mark.parametrize(
    "question",
    [
        "Tell me about Oslo and the weather there",
        "What do you know?",
        "What did we decide about the trip?",
        "What did Ana cook yesterday?",
        "Where was Ben on 12 July 2026?",
        "What's new?",
        "Any news?",
        "What is the latest?",
        "Who is Ana?",
        "Thanks a lot, see you tomorrow!",
        "Let's make a decision",
        "I agreed",
        "See you on Monday",
        "Remind me to buy milk",
    ],
)
def test_whatever_asks_for_more_is_no_list(question: str) -> None:
    assert listed(question, "ana", "ben") is None


@pytest.mark.parametrize(
    ("question", "is_exact"),
    [
        ("what's still on my list?", True),
        ("open jobs for Ben", False),
        ("which chores are still outstanding?", True),
        ("which things do I still have to buy before the regatta", False),
        ("what is left to do in the greenhouse?", False),
        ("any overdue tasks for the fair?", False),
    ],
)
def test_what_is_left_of_what_was_to_be_done_may_be_asked_for_of_something(
    question: str, is_exact: bool
) -> None:
    assert listed(question, "ben") == AskedList((Kind.TODO,), is_exact=is_exact)


@pytest.mark.parametrize(
    "question",
    [
        "do I still need to bring the passport?",
        "put milk on my list",
        "what do we need to do when the boiler leaks?",
    ],
)
def test_whether_something_is_to_be_done_is_no_list(question: str) -> None:
    assert listed(question) is None
