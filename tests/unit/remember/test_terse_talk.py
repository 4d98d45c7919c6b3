"""Do statements made of short, hasty talk stand on their own?"""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.choices import chosen
from quaidpy.remember.words.self_contained import fault_of

from .hearing import SAID, heard


def told(*said: str) -> list[str]:
    """What is kept of what one user says to an assistant, turn by turn."""
    turns = [(role, text) for text in said for role, text in ((Role.USER, text), (Role.ASSISTANT, "Fine."))]
    return [draft.text for draft in heard(*turns).drafts]


@pytest.mark.parametrize(
    "said",
    [
        "Petra sends four more",
        "the one at the pier has no lights",
        "all six get replaced",
        "I said nine hundred",
        "so ours is on 4 May",
        "got from Oona, for free",
        "could move to Thursday again",
        "around mid April with Oona, on a Thursday",
        "no, that he'll be late is clear",
        "broken gate thing",
        "rehearsal day 3",
        "never on a friday",
        "no its ok I was only asking",
        "4 cakes pls without nuts that kids also eat",
    ],
)
def test_what_its_neighbours_tell_makes_no_statement(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("never, I bake my bread without eggs", "The user bakes their bread without eggs."),
        ("no he'll be late, Ilmar works until 8", None),
        ("first lesson for Ina next week on thursday", "First lesson for Ina on Thursday 19 March 2026."),
        ("we met the notary on thursday last week", "The user met the notary on Thursday 5 March 2026."),
        ("deadline: 15 September for the form", "Deadline: 15 September 2026 for the form."),
        ("Kelm owes me for february still", "Kelm owes the user for February 2026 still."),
        ("sorted by name, that's how I want all reports", "The user wants all reports: sorted by name."),
        ("rule of this kitchen, so that nobody argues: no metal spoons", "Rule of the kitchen: no metal spoons."),
        ("booked. table for six at Nino, 4 June", "The user booked table for six at Nino, on 4 June 2026."),
        ("did the tax thing this weekend, 2 days of my life", "The user did the tax thing on the weekend of 7 March 2026, 2 days of their life."),
        ("we're closed on mondays so", "The user is closed on mondays."),
        (
            "general rule then, show me a sketch first, then you paint",
            "The user wants you to show the user a sketch first, then you paint.",
        ),
        ("and labels in latin please not dutch", "The user wants labels in latin not dutch."),
        (
            'put "oil the hinge" into the winter checklist, we need it for the shed',
            "The user has on their list for the winter: oil the hinge.",
        ),
        ("no semicolons", "The user wants no semicolons."),
        ("so lesson, label every jar before it goes down, i knew that", "The user's lesson: label every jar before it goes down."),
        (
            "lesson from this spring, I say it so you keep it: never buy the brown glue",
            "The user's lesson: never buy the brown glue.",
        ),
        ("lesson: weigh flour before you pack, not after", "The user's lesson: weigh flour before you pack, not after."),
        (
            "list for the boat, while I think of it: rope, two fenders, ask Ragna about diesel",
            "The user has on their list for the boat: rope, two fenders, ask Ragna about diesel.",
        ),
    ],
)  # fmt: skip
def test_what_is_said_in_haste_reads_as_it_was_meant(said: str, kept: str | None) -> None:
    found = told(said)
    assert kept in found if kept else not any("Nobody" in one or one.startswith("No ") for one in found)


def test_a_list_of_the_assistants_that_tells_what_is_open_is_no_choice() -> None:
    offered = "Still open:\n\n1. rope\n2. fenders\n3. Ragna's diesel, due in May"
    assert chosen("3", offered, None) is None
    assert (
        chosen("3", offered.replace("Still open", "Options"), None)
        == "I chose this: Ragna's diesel, due in May"
    )


def test_what_an_assistant_sums_up_of_short_words_is_kept_as_the_users() -> None:
    found = heard(
        (Role.USER, "9010 for those then, the house has 9000"),
        (Role.ASSISTANT, "Good. The house network has 9000, the sensors 9010."),
    )
    assert "The house network has 9000, the sensors 9010." in [draft.text for draft in found.drafts]


def test_a_mother_in_law_is_no_mother() -> None:
    found = told("my mother in law is 81 and lives alone. she has a cane and a blue card")
    assert "The user's mother-in-law has a cane and a blue card." in found


def test_who_signs_a_drafted_letter_is_nobodys_she() -> None:
    found = heard(
        (Role.USER, "write to the girl who rents the boat"),
        (Role.ASSISTANT, '"Dear Miss Tamm, the boat is ready. Kind regards, Ragna Kask"'),
        (Role.USER, "she is 21 years old and has no licence"),
    )
    assert not any(draft.text.startswith("Ragna") for draft in found.drafts)


def test_where_somebody_is_from_is_nobodys_she() -> None:
    found = heard(
        ("Ilmar", "sold the van. 4.1 thousand, man from Tartuvere, paid cash"),
        ("Oona", "ok"),
        ("Ilmar", "she had 380 000 km on her, we look for something younger"),
    )
    assert not any(draft.text.startswith("Tartuvere") for draft in found.drafts)


@pytest.mark.parametrize(
    "said", ["the plot is full of holes in the second half", "I skip the quests and only read the lore"]
)
def test_a_part_of_a_work_needs_its_work(said: str) -> None:
    assert fault_of(said) is not None
    assert fault_of(f"{said} of Stalker") is None or fault_of(f"In Stalker, {said}") is None


@pytest.mark.parametrize(
    ("said", "is_it"),
    [
        ("I have seen some clips, but I wonder what it costs", False),
        ("I have seen the trailer, but I wonder what it costs", True),
        ("I'm going to experiment with it twice a week", False),
        ("I write articles, and it calms me down", True),
        ("I'm curious how they'll do the merger", False),
        ("parking there is four euros a day", False),
        ("in the attic there is a box of letters", True),
    ],
)
def test_a_word_that_points_back_needs_something_of_its_number(said: str, is_it: bool) -> None:
    assert is_understood_alone(said) is is_it


def test_a_month_with_a_measure_behind_it_is_no_day() -> None:
    assert resolve_dates("waste in January 18 percent", SAID).text == "waste in January 18 percent"
    assert resolve_dates("target for March 12 kg", SAID).text.endswith("12 kg")
    assert resolve_dates("it ends one month earlier than paid for", SAID).text.endswith(
        "one month earlier than paid for"
    )


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("the concert is on Saturday the 24th", "the concert is on Saturday 24 October 2026"),
        ("1 June was considered for the move", "1 June 2026 was considered for the move"),
        ("in november are no bees", "in November 2026 are no bees"),
    ],
)
def test_a_day_is_the_one_that_its_words_leave(said: str, read: str) -> None:
    assert resolve_dates(said, datetime(2026, 9, 14, tzinfo=UTC) if "24th" in said else SAID).text == read


def test_an_order_behind_its_reason_is_kept_alone() -> None:
    found = told(
        "ah and test drive deposit, a guy left 300 and never came back with the van!! so from now on 500 for any van"
    )
    assert found == ["From now on the user wants 500 for any van."]


def test_what_is_quoted_stays_as_it_was_said() -> None:
    (text,) = told('I want "file too big", not "we are sorry", in all error texts')
    assert '"we are sorry"' in text


def test_a_sentence_over_two_wrapped_lines_is_one() -> None:
    (draft,) = heard(
        ("Ilmar", "the whole crew was late again. we just signed the\ncontract with the Kelm yard")
    ).drafts
    assert draft.text.endswith("Ilmar just signed the contract with the Kelm yard.")


def test_among_people_a_plain_measure_is_told() -> None:
    found = heard(("Oona", "cold room 2 went to 9.5 degrees"), ("Ilmar", "Saturday works for me"))
    assert [draft.text for draft in found.drafts] == ["Cold room 2 went to 9.5 degrees."]


def test_a_day_behind_a_word_is_what_it_names() -> None:
    found = heard(
        ("Oona", "Prizegiving: Sunday 11 October, 2pm, clubrooms"), ("Ilmar", "Ragna: I stay in bed")
    )
    assert [draft.text for draft in found.drafts] == [
        "Oona's note: Prizegiving: Sunday 11 October 2026, 2pm, clubrooms."
    ]


def test_what_makes_a_list_of_tasks_is_a_task() -> None:
    found = heard((Role.USER, "list for the spring: rivets, varnish of the mast"), (Role.ASSISTANT, "Good."))
    assert [draft.kind for draft in found.drafts] == [Kind.TODO]


def test_the_number_of_a_heading_is_no_name() -> None:
    text = "### 2. Ilmar\nIlmar Kask has been offered a post in Kelm.\nHe conducts the June concert in the Kelm hall."
    found = heard((None, text), role=Role.DOCUMENT)
    assert not any("2." in draft.text for draft in found.drafts)


def test_what_is_done_behind_talk_of_somebody_else_is_not_the_users() -> None:
    boy = (Role.USER, "my son has had his first week at the mill, he got the bus alone")
    kept = heard(boy, (Role.ASSISTANT, "Well done him."), (Role.USER, "ate 4 bowls of soup")).drafts
    asked = (Role.ASSISTANT, "How was he when he got home?")
    kept += heard((Role.USER, "hard to leave the boy"), asked, (Role.USER, "ate 4 bowls of soup")).drafts
    assert not any("ate" in draft.text for draft in kept)
    own = heard((Role.USER, "we had a party at the mill"), (Role.USER, "ate 4 bowls of soup"), asked).drafts
    assert any(draft.text.startswith("The user ate 4 bowls") for draft in own)


def test_a_race_is_no_i_am_and_a_weekday_no_french() -> None:
    assert told("400 IM is 5:41.20, died on the fly, third at the club champs") == [
        "400 IM is 5:41.20, died on the fly, third at the club champs."
    ]
    assert told("im moving to Leeds in May") == ["The user is moving to Leeds in May 2026."]
    assert heard((Role.USER, "Mon Wed Fri 5:45-7:15 water")).unread_languages == ()
    assert heard((Role.USER, "je travaille chez Airbus à Toulouse depuis mai")).unread_languages == ("fr",)
