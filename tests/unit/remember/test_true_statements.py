"""Wishes as sentences, whose name and seat it is, values that were offered, and what is left of a fragment."""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.rewriting import Voices, in_third_person
from tests.unit.remember.hearing import heard
from tests.unit.remember.test_short_answers import talk
from tests.unit.remember.test_talk_for_company import told


def texts(*said: str) -> list[str]:
    return [draft.text for draft in talk(*((None, one) for one in said), ("assistant", "OK.")).drafts]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "keep answers free of jargon please, no acronyms",
            "The user wants you to keep answers free of jargon, no acronyms.",
        ),
        ("never yarn, it breaks the lockfile", "The user wants no yarn, it breaks the lockfile."),
        (
            "don't ever delete a migration without asking",
            "The user wants you to never delete a migration without asking.",
        ),
        ("from now on delivery is free", "From now on delivery is free."),
        (
            "before you merge anything, run the linter",
            "Before you merge anything, the user wants you to run the linter.",
        ),
        ("branch names in Dutch only", "The user wants branch names in Dutch only."),
        (
            "from now on when i send you a receipt, you only add it up",
            "From now on, when the user sends you a receipt, you only add it up.",
        ),
    ],
)
def test_a_standing_wish_reads_as_a_sentence(said: str, kept: str) -> None:
    assert kept in texts(said)


def test_what_a_group_is_called_is_not_the_users_name() -> None:
    found = talk((None, "we're called Slow Otters"), ("assistant", "Nice name."))
    assert [draft.text for draft in found.drafts] == ["The user's group is called Slow Otters."]
    assert not [edge for draft in found.drafts for edge in draft.edges]


def test_what_somebody_is_to_be_reminded_of_may_be_a_sentence_of_its_own() -> None:
    (draft,) = talk(
        (None, "can you remind me: i still have to hand in the tax form"), ("assistant", "OK.")
    ).drafts
    assert (draft.kind, draft.text) == (Kind.TODO, "The user wants to be reminded to hand in the tax form.")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "ms petrov's broken her wrist and cancelled choir",
            "Ms petrov's broken her wrist and cancelled choir.",
        ),
        ("the tutor comes in two days a week", "The tutor comes in two days a week."),
        ("i drink coffee again since easter", "The user drinks coffee again since easter."),
        (
            "the clinic offered friday at 9, so i took that",
            "The clinic offered friday at 9, and the user took it.",
        ),
    ],
)
def test_a_statement_is_about_whom_it_is_about(said: str, kept: str) -> None:
    assert texts(said) == [kept]


def test_a_verb_between_two_people_makes_two_clauses() -> None:
    told_of = in_third_person("Kim likes tea and I like coffee", Voices(speaker="Ada"))
    assert told_of == "Kim likes tea and Ada likes coffee"


def test_whoever_takes_over_a_seat_takes_it_from_somebody_else() -> None:
    assert "Oskar took over Wilma's desk." in texts(
        "my colleague Wilma has moved to Lyon, she's in sales now", "Oskar took over her desk"
    )


@pytest.mark.parametrize(
    "said",
    [
        "Collection on 3 June",
        "adjustable then, with three steps",
        "Mr Hale and the flood taught me.",
        "The form to cancel the order:",
        "who brings which salad, start friday 3 june",
        "don't ever make that optional",
        "no more 12 litres",
        "Ada sends a big hug",
        "ordered two, 89 each, arriving friday",
        "Is minus 6 too cold for oil paint to dry.",
        "With good wishes, Ottilie",
        "HS agrees, on a Thursday.)",
        "Ottilie is Ottilie",
        "the ladder is what it is",
    ],
)
def test_what_lacks_its_thing_stays_a_turn(said: str) -> None:
    assert told(said) == []


def test_a_question_without_its_sign_is_left_out() -> None:
    assert texts("the visa for my sister runs out on 3 May 2026, is that a problem") == [
        "The visa for the user's sister runs out on 3 May 2026."
    ]


def test_who_was_there_for_what_is_told_in_a_sentence() -> None:
    minutes = heard(
        (None, "# Weekly\nPresent: Ida Brandt (hardware, chair), Omar (from 10:15), Lin Wu (sales)"),
        role=Role.DOCUMENT,
    )
    found = [draft.text for draft in minutes.drafts]
    assert found == [
        "Ida Brandt is responsible for hardware and is the chair.",
        "Lin Wu is responsible for sales.",
    ]


def test_labels_of_an_assistants_page_are_no_names() -> None:
    page = (
        "## Next Steps\n\n- **Early Drafts**: write two early drafts by May.\n- Send both to [Company Name]."
    )
    found = heard((None, "i want to apply at Fenwick Mills, i need a plan"), (Role.ASSISTANT, page))
    named = {one.entity.name for _, one in found.turn_mentions}
    assert "Fenwick Mills" in named
    assert not named & {"Next Steps", "Early Drafts", "Company Name"}


@pytest.mark.parametrize(
    ("said", "none"),
    [
        ("Entrance is 12 euro from June, said Ana.", "Entrance"),
        ("We are open Mon-Thu 8 to 4, said Ana.", "Mon-Thu 8"),
        ("Ana got a REAL desk at the office.", "REAL"),
        ("my mum SCREAMED at the goal", "SCREAMED"),
    ],
)
def test_what_a_capital_or_a_figure_raises_is_no_name(said: str, none: str) -> None:
    assert none not in {one.entity.name for one in find_entities(said)}


def test_whoever_is_spoken_to_by_name_is_not_meant_by_she() -> None:
    found = heard(
        ("Vera", "Ruth, good news: the owners want the oak. She wants twelve chairs by 3 June."),
        ("Ruth Moss", "Fine, twelve chairs it is."),
        ("Ole", "I bring the van on 3 June."),
    )
    assert not [draft.text for draft in found.drafts if draft.text.startswith("Ruth wants")]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("permit: handed the form in today", "Permit: handed the form in on"),
        (
            "we bake 400 rolls a day for the school. Lead time four weeks.",
            "The user bakes 400 rolls a day for the school",
        ),
        ("new todo: print the menu for Lena", "The user has to print the menu for Lena."),
    ],
)
def test_a_day_a_term_and_a_task_stay_with_what_they_are_of(said: str, kept: str) -> None:
    (draft,) = talk((None, said), ("assistant", "OK.")).drafts
    assert draft.text.startswith(kept)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("the goat in chap. 14 is now called Pirkko", "The goat in chap. 14 is now called Pirkko."),
        ("sampling rate 48 kHz on the new recorder", "Sampling rate 48 kHz on the new recorder."),
        ("our carpenter lifts like two", "The user's carpenter lifts like two."),
        ("the choir has like 40 members", "The choir has about 40 members."),
    ],
)
def test_a_short_form_and_a_comparison_stay_what_they_are(said: str, kept: str) -> None:
    assert kept in texts(said)


def test_a_mum_who_is_doing_something_is_spoken_of() -> None:
    told_of = texts(
        "Speaking of family, mum's doing really well. she texted me her count. Petra probably thinks i'm mad."
        " The meal plans still work. she even swapped the recipes on her own, with her own spices."
    )
    assert not [text for text in told_of if "Petra" in text and "swapped" in text]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I started a new diet and exercise routine.", "The user started a new diet and exercise routine."),
        ("I sold the barge and live on land now.", "The user sold the barge and lives on land now."),
        ("the kiln goes in on may 19 and 20", "The kiln goes in on 19 and 20 May 2026."),
        ("always verify the sums when I ask about invoices",
         "The user wants you to always verify the sums when the user asks about invoices."),
    ],
)  # fmt: skip
def test_nouns_days_and_orders_stay_whole(said: str, kept: str) -> None:
    assert kept in texts(said)


def test_what_somebody_wants_goes_with_what_they_are_doing() -> None:
    voices = Voices(speaker="Ana", listener=None)
    assert (
        in_third_person("I'm using felt and want to try cork.", voices)
        == "Ana is using felt and wants to try cork."
    )


def test_a_cry_is_no_answer() -> None:
    drafts = talk(("assistant", "What's Bramble's worst habit?"), (None, "oh god so many")).drafts
    assert not [draft.text for draft in drafts if "so many" in draft.text]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I mix short walks with long ones to maintain strength and avoid boredom.",
         "The user mixes short walks with long ones to maintain strength and avoid boredom."),
        ("the sale runs through may 20", "The sale runs through 20 May 2026."),
    ],
)  # fmt: skip
def test_verbs_go_with_what_they_belong_to(said: str, kept: str) -> None:
    assert kept in texts(said)


@pytest.mark.parametrize(
    "said",
    ["Given that I have to label every jar, and I've switched to wax lids.", "I bought for $300 in July."],
)
def test_what_lost_its_clause_or_its_object_is_left_out(said: str) -> None:
    assert texts(said) == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Gord laughed about the price. Both laughed.", "user both"),
        ("Well played. The dinner is on 16 December.", "user played"),
        ("Cancelled. The train gets in at 15:24 on 14 September.", "user cancelled"),
        ("the choir took it well, i.e. they bought me a frame for 8 quid", "user.e."),
        ("the mill in Bath makes the whole house smell like 1991", "about 1991"),
        (
            "graeme has retired (finally, he did it on paper). going with the new one, she wants all by the 5th",
            "Graeme wants",
        ),
    ],
)
def test_what_somebody_else_did_or_how_something_is_stays_so(said: str, wrong: str) -> None:
    assert wrong not in " ".join(draft.text for draft in heard((None, said)).drafts)


def test_a_secret_between_two_stays_between_us() -> None:
    found = heard(
        ("Lena", "Between us and dont tell the kids, Huw has asked me about moving to Bristol"),
        ("Ravi", "ok"),
    )
    assert "Between Lena" not in " ".join(draft.text for draft in found.drafts)


def test_where_an_assistant_is_to_begin_is_no_wish_of_the_user_for_themselves() -> None:
    found = heard(
        (Role.ASSISTANT, "I've read it. Where do you want me to start?"), (None, "in rules/trim.smk")
    )
    assert [draft.text for draft in found.drafts] == []
