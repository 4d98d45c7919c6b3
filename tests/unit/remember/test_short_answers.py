"""What a question and its short answer state together, and what is chosen of what was offered."""

import pytest

from quaidpy.domain.memories.drafts import Extraction
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.exchanges.answers import answered
from tests.unit.remember.hearing import heard


def talk(*said: tuple[str | None, str]) -> Extraction:
    """A speaker of None is the user, "assistant" the assistant."""
    return heard(*((Role.ASSISTANT if who == "assistant" else who, text) for who, text in said))


@pytest.mark.parametrize(
    ("asked", "answer", "kept"),
    [
        ("when's the regatta?", "9 may", "The regatta is on 9 May 2026."),
        ("who feeds the hens", "olaf. he did it last year", "Olaf feeds the hens."),
        ("and the lease runs how long", "Until 31 October 2028.", "The lease runs until 31 October 2028."),
        ("where is the fuse box?", "behind the pantry door", "The fuse box is behind the pantry door."),
        ("how much is the berth?", "310 a year", "The berth costs 310 a year."),
        ("who brings the tent?", "me", "Vera brings the tent."),
    ],
)
def test_a_short_answer_between_people_is_a_whole_statement(asked: str, answer: str, kept: str) -> None:
    assert kept in [draft.text for draft in talk(("Hugo", asked), ("Vera", answer)).drafts]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("Is Olaf still your coach?", "Since Monday."), ("Is Signe in Malmö?", "Until June.")],
)
def test_a_day_is_no_value_of_whom_something_else_is_asked(asked: str, answer: str) -> None:
    assert not talk(("Hugo", asked), ("Vera", answer)).drafts


@pytest.mark.parametrize(
    ("asked", "answer", "kept"),
    [
        (
            "Changed. Who is Signe, should I know her?",
            "our tester, on loan from Malmö",
            "Signe is the user's tester",
        ),
        ("Is Bartosz the one who signs invoices?", "owns the yard so yes, my boss", "Bartosz owns the yard"),
        (
            "Redis or Memcached?",
            "redis, we need persistence",
            "The user chose redis, the user needs persistence.",
        ),
    ],
)
def test_a_user_s_answer_to_an_assistant_is_a_whole_statement(asked: str, answer: str, kept: str) -> None:
    drafts = talk((None, "rename the port"), ("assistant", asked), (None, answer)).drafts
    assert any(draft.text.startswith(kept) for draft in drafts)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("when's the regatta?", "no idea, ask hugo?"),
        ("who feeds the hens?", "nobody"),
        ("where is the fuse box?", "good question"),
        ("how much is the berth?", "too much"),
        ("is it the people or the culture?", "it's the culture"),
    ],
)
def test_an_answer_that_tells_nothing_makes_no_statement(asked: str, answer: str) -> None:
    assert not talk(("Hugo", asked), ("Vera", answer)).drafts


def test_what_it_means_in_a_question_is_what_was_asked_about_before() -> None:
    drafts = talk(
        (None, "what do i cook for our housewarming"),
        ("assistant", "Lovely! When is it, and who comes?"),
        (None, "5th July. no fish"),
    ).drafts
    assert [draft.text for draft in drafts] == ["The user's housewarming is on 5 July 2026. No fish."]


def test_one_of_the_ways_offered_is_a_decision_about_what_was_asked() -> None:
    offered = "Three ways:\n1. **Caddy**: small\n2. **Traefik**: knows containers\n3. nginx by hand"
    (draft,) = talk(
        (None, "reverse proxy. what are the options"), ("assistant", offered), (None, "caddy.")
    ).drafts
    assert (draft.kind, draft.text) == (Kind.DECISION, "The user chose caddy for reverse proxy.")


def test_a_number_chooses_the_item_it_counts() -> None:
    offered = "Options:\n1. keep the queue in memory\n2. move the queue into a table"
    (draft,) = talk((None, "what now"), ("assistant", offered), (None, "option 2")).drafts
    assert draft.text == "The user chose this: move the queue into a table."


@pytest.mark.parametrize("answer", ["thanks", "ok do it", "perfect", "yes please"])
def test_a_courtesy_chooses_nothing(answer: str) -> None:
    offered = "Options: thanks to WAL you can do it in place, or copy. Yes, both are perfect, please choose."
    assert not talk((None, "how"), ("assistant", offered), (None, answer)).drafts


def test_nothing_is_made_of_an_answer_of_another_kind() -> None:
    assert answered("when's the regatta?", "in the harbour") is None
    assert (
        answered("where is the fuse box?", "on tuesday") is not None
    )  # "on" may begin a place: the words decide
