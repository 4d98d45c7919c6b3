"""A sentence that asks, orders or points elsewhere may hold a clause that tells something."""

import pytest

from quaidpy.domain.identity import turn_id
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.exchanges.replies import replied
from quaidpy.remember.exchanges.restated import Restated, restated
from quaidpy.remember.finding.clauses_alone import clauses_alone, is_page
from quaidpy.remember.finding.definite import is_arranging
from tests.unit.remember.hearing import EPISODE, heard


def statement_to_assistant(*said: str) -> list[str]:
    """What is kept of what a user tells an assistant that says nothing of its own."""
    turns = [(role, text) for one in said for role, text in ((Role.USER, one), (Role.ASSISTANT, "Sure."))]
    return [draft.text for draft in heard(*turns).drafts]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        # behind a question, and before one
        ("can you draft the flyer, we close at noon on Fridays", "The user closes at noon on Fridays."),
        (
            "I've booked the ferry for 3 June, is that too early?",
            "The user has booked the ferry for 3 June 2026.",
        ),
        (
            "I'm not sure about the tent, but I sold the old one to Piet in May, what do you think?",
            None,  # "the old one" is told of nowhere else
        ),
        # what only comments on it is left away
        (
            "the spare tokens expire after 40 days, people forget that",
            "The spare tokens expire after 40 days.",
        ),
        ("the lathe needs the 40 mm belt, that's what slipped again", "The lathe needs the 40 mm belt."),
        # an order with the person whom it names
        ("send the keys to Bettina, she's the caretaker", "Bettina is the caretaker."),
    ],
)
def test_the_clause_that_tells_something_is_kept(said: str, kept: str | None) -> None:
    found = statement_to_assistant(said)
    assert (kept in found) if kept else not found


@pytest.mark.parametrize(
    "said",
    [
        "if the permit comes, we move the shed to the north side, is that ok?",
        "maybe we sell the boat, Olaf wants it",
        "Greta says the pump runs at night, is it normal",
        "write a story: the captain has two dogs and a parrot",
        "the fair is on 3 May, but it's cancelled as they told us",
    ],
)
def test_what_conditions_supposes_or_turns_a_clause_is_never_cut_from_it(said: str) -> None:
    told = (
        "the user moves the shed",
        "olaf wants",
        "the pump runs",
        "the captain has",
        "the fair is on 3 may",
    )
    alone = [text.lower().rstrip(".") for text in statement_to_assistant(said)]
    assert not [text for text in alone if text.startswith(told) and "cancelled" not in text]


def test_how_somebody_stands_to_what_they_ask_is_no_clause() -> None:
    found = list(clauses_alone("I'm kind of stuck with the accounts, can you help me sort them"))
    assert found == []


def test_two_who_do_something_together_are_not_parted() -> None:
    assert "Rosa plant the hedge" not in list(clauses_alone("is it ok, Ben and Rosa plant the hedge"))


def test_nothing_is_cut_out_of_a_quotation() -> None:
    letter = 'shorten this: "Dear Ida, we raise the fee, I keep the roof in order"'
    assert [text for text in clauses_alone(letter) if "I keep" in text] == []


def test_of_a_page_no_clause_is_cut() -> None:
    assert is_page("## Outline\nThe hive has two queens")
    assert is_page("some words\n- **Claim**: bees dance")
    assert not is_page("the hive has two queens now")


@pytest.mark.parametrize(
    ("said", "is_it"),
    [
        ("I can do Tuesdays from May, not before", True),
        ("we will be 31, not 28", True),
        ("we're closed on 6 June", True),
        ("I can't wait for Sunday", False),
        ("I'll always remember that trip last year", False),
        ("I can bring you the book on Monday", False),
    ],
)
def test_a_courtesy_that_gives_a_day_or_a_number_arranges_something(said: str, is_it: bool) -> None:
    assert is_arranging(said) is is_it


@pytest.mark.parametrize(
    ("reply", "said", "meant"),
    [
        (
            "Noted: Ilja is the cook and Petra in the office pays the bills.",
            "the cook is ilja, and the woman in the office, petra, thats who pays the bills",
            Restated("Ilja is the cook and Petra in the office pays the bills", is_order=False),
        ),
        (
            "Understood. I ask Bodo before any change in the north field.",
            "before you change anything in the north field ask Bodo",
            Restated("ask Bodo before any change in the north field", is_order=True),
        ),
        # its own deeds, and what the user had not said
        ("Got it. I've opened a ticket for the north field.", "the north field is wet", None),
        ("Noted: the fee rises to 40 euros in July.", "the fee rises in july", None),
        # a reply that only says back, and one that goes on, asks or advises
        (
            "Good. Glazing at six bar, firing on Thursday.",
            "glazing 6 bar then and firing moves to thursday",
            Restated("Glazing at six bar, firing on Thursday", is_order=False),
        ),
        ("Firing on Thursday at six bar. Shall I order the glaze?", "firing thursday, 6 bar", None),
        ("Six bar should be fine for a firing on Thursday.", "firing thursday, 6 bar", None),
        # a longer one that begins with it, and what it takes on for good
        (
            "So the firing is on Thursday at six bar. I would open the kiln on Saturday. Shall I order the glaze?",
            "firing thursday, 6 bar",
            Restated("The firing is on Thursday at six bar", is_order=False),
        ),
        (
            "You had it. It is high. The clay is wet. I will use 1240 for all firings from now on. Shall I order more?",
            "1240 always, ok?",
            Restated("use 1240 for all firings from now on", is_order=True),
        ),
        ("I will check all 3 files for every error.", "can you check the 3 files", None),
        # an order with nothing but how it is done
        (
            "Only changed racks from now on.",
            "dont list every rack, changed racks only from now on",
            Restated("only changed racks from now on", is_order=True),
        ),
        (
            "Only Bodo knows the north field.",
            "only bodo knows the north field",
            Restated("Only Bodo knows the north field", is_order=False),
        ),
        (
            "Then it is decided: the kiln goes to Ruben, and the wheel stays.",
            "ruben agrees, the wheel can stay",
            Restated("The kiln goes to Ruben, and the wheel stays", is_order=False),
        ),
    ],
)
def test_what_an_assistant_says_back_is_the_users(reply: str, said: str, meant: Restated | None) -> None:
    assert restated(reply, said, [], before="shall the kiln go to Ruben?") == ([meant] if meant else [])


def test_a_longer_reply_to_a_whole_turn_says_nothing_back() -> None:
    reply = "The firing is on Thursday at six bar. " + "Let the kiln cool down slowly after it. " * 6
    said = "firing thursday, 6 bar"
    assert restated(reply, said, []) != []
    assert (
        restated(
            reply, f"{said}, and the kiln has been mended by the man from the town where the clay is from", []
        )
        == []
    )


def test_a_figure_that_is_said_back_may_have_been_told_a_while_ago() -> None:
    reply, said = "Studio rent is 310 euros from May.", "so the studio rent from may on then"
    assert restated(reply, said, []) == []
    assert restated(reply, said, [], before="rent is 310 euros now")


def test_what_is_kept_already_is_not_kept_again_for_being_said_back() -> None:
    said = "the cook is Ilja, he starts on 4 May"
    assert (
        restated(
            "Noted: the cook is Ilja, he starts on 4 May.",
            said,
            ["The cook is Ilja, he starts on 4 May 2026."],
        )
        == []
    )


def test_a_statement_said_back_has_the_users_turn_as_its_source() -> None:
    found = heard(
        (
            Role.USER,
            "their cook is called Ilja, he's ok, it's the office woman, Petra, thats who gets the bills",
        ),
        (Role.ASSISTANT, "Noted: Ilja is the cook and Petra in the office gets the bills."),
    )
    told = [draft for draft in found.drafts if "Petra" in draft.text]
    assert [draft.evidence[0].turn for draft in told] == [turn_id(EPISODE, 0)]


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("and the shed code?", "changed on Monday, it's 7714", "The shed code is 7714, changed on Monday"),
        ("the vet?", "that's Dr Moss", "The vet is Dr Moss"),
        ("When is the fair?", "it's on 12 May now, in the hall", "The fair is on 12 May now, in the hall"),
        ("What is the fee", "1,250", "The fee is 1,250"),
        ("and you?", "it's Friday", None),
        ("the soup?", "it's so good", None),
    ],
)
def test_the_value_of_what_a_question_only_names(question: str, answer: str, statement: str | None) -> None:
    assert replied(answer, question) == statement


def test_she_is_the_only_person_whom_the_turn_has_named() -> None:
    found = statement_to_assistant(
        "We took Ximena! Painter, comes on 4 May. She's allergic to latex, so no balloons in the flat"
    )
    assert any(text.startswith("Ximena is allergic to latex") for text in found)
