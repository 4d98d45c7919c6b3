"""Whom a pronoun means, what a bare value is of, and in which year a day is: or nothing is kept."""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.self_contained import fault_of
from tests.unit.remember.test_whole_statements import heard, noted


def told(*said: str) -> str:
    return " ".join(noted(*said))


@pytest.mark.parametrize(
    ("said", "kept", "wrong"),
    [
        # nobody is named again behind the pronoun that means them
        (
            "Greta rang on Sunday. she also said: no walnuts near Greta's oven",
            "Greta rang",
            "Greta also said",
        ),
        # whoever "is called" something had no name before
        ("Orsolya has a lodger. he's called Benno, he's a carpenter", "Orsolya", "Orsolya is called"),
        (
            "Orsolya has a brother! he's called Benno, he's a carpenter",
            "Orsolya's brother is called Benno",
            "Orsolya is called",
        ),
        # an object is no owner
        (
            "bought the loom from Hedwig. gave her 90 in the end because a string was torn",
            "90",
            "Hedwig's 90",
        ),
        # what somebody is, in words that begin like what they have done
        (
            "Ruben came by on Friday. he's left footed so he plays on the other wing",
            "Ruben is left footed",
            "Ruben has left",
        ),
        # the family of a third
        (
            "Petra cooked for us. Her dad's eye was mended. He reads without glasses now",
            "Petra",
            "Petra reads",
        ),
        # what somebody calls me is nobody else's name
        ("The new neighbour called me Jolanta. She has a dog called Bix.", "user Jolanta", "Jolanta has"),
        # an acronym says nothing
        ("the ECG says all is well. she thinks I may swim again from May", "ECG", "ECG thinks"),
    ],
)
def test_a_pronoun_means_somebody_it_can_mean_or_nobody(said: str, kept: str, wrong: str) -> None:
    found = told(said)

    assert kept in found
    assert wrong not in found


def test_what_a_thing_did_by_itself_is_no_deed_of_the_user() -> None:
    found = told(
        "what about the rent?",
        "raised, it's 910 now, because of the lift",
        "mine came back 40",
        "came in on 3 May",
    )

    assert "The user raised" not in found
    assert "user's came back" not in found
    assert "The user came in" not in found


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("mopped the cellar on 3 March before the guests came", "The user mopped the cellar on 3 March 2026"),
        (
            "Office hours from now on: Monday and Wednesday 9 to 12",
            "Office hours from now on: Monday and Wednesday 9 to 12.",
        ),
        (
            "left rudder, cracked along the pin, the yard will look at it on 3 June",
            "Left rudder, cracked along the pin",
        ),
    ],
)
def test_a_left_out_i_stands_only_before_a_deed(said: str, kept: str) -> None:
    assert kept in told(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Ada has a new drill, a Hilti. the old one is broken",
            "The old drill is broken.",
        ),
        ("we planned the fair for 9 May, which can't be. new date: 30 May", "New date: 30 May 2026"),
        ("the hob trips the fuse. in the end £70, since the ring had to be changed", "In the end £70"),
    ],
)
def test_a_bare_value_stays_with_what_it_is_of(said: str, kept: str) -> None:
    found = told(said)

    assert kept in found
    assert not any(each.startswith(("New date", "In the end", "The old one")) for each in noted(said))


def test_the_thing_asked_of_is_the_new_one() -> None:
    found = heard(
        (None, "the lock was changed"),
        ("assistant", "Changed what, the shed door?"),
        (None, "new one since Monday: 5561"),
    )

    assert not any("Changed what" in draft.text for draft in found.drafts)


@pytest.mark.parametrize(
    "text",
    [
        "The old one is rusty.",
        "Stays 12 for now, the plugin is not ready.",
        "New price: 40.",
        "Down to 9 minutes.",
        "3 gives the user a blue edge.",
        "Marlo keeps the keys till then.",
        "Lease ends same day.",
        "No nuts either.",
        "The user bought 12.",
        "Ana raised to 30 seconds for one customer only.",
        "Bread went up, 3.40 each.",
        "Ludo is a huge fan.",
        "Ludo has been learning for about two years.",
        "Carpenter, comes on 4 June 2026.",
        "The user should tell Ana.",
        "So it was 21, not under ten.",
        "Barge stays at the old one.",
        "The 9th, same ear thank heavens.",
        "Ana's brother's shop, the bus stop, the neighbours' keys.",
    ],
)
def test_what_leaves_out_its_thing_stays_a_quote(text: str) -> None:
    assert fault_of(text) in {
        RejectionReason.UNRESOLVED,
        RejectionReason.FRAGMENT,
        RejectionReason.DANGLING,
    }


@pytest.mark.parametrize(
    "text",
    [
        "The old one, Mr Bell, retired in May 2026.",
        "7 of 12 rooms have heating.",
        "Firmware 3.1 fixes the pump.",
        "The user bought 12 chairs.",
        "The new boiler gives 30 kW.",
        "Pears went up, 40 cents each.",
        "Ludo is a huge fan of Bartók.",
        "In the end the board agreed on £70.",
    ],
)
def test_what_names_its_thing_is_whole(text: str) -> None:
    assert fault_of(text) is None


@pytest.mark.parametrize(
    ("said_on", "text", "dated"),
    [
        ("2026-03-14", "Ana got an offer. They can do 28 March", "28 March 2026"),
        ("2026-05-31", "Ivo wrote, he can only begin on 9 July", "9 July 2026"),
        ("2026-01-15", "first dose 9 February at the clinic", "9 February 2026"),
        ("2026-08-05", "flight bought: Oslo - Lisbon 9 December", "9 December 2026"),
        ("2026-03-29", "the next play is Tartuffe, for 9 December", "9 December 2026"),
        ("2026-05-05", "our rule: no visits on Sunday after ten", "on Sunday after"),
        ("2025-10-21", "from now on the user plants before October", "before October"),
        ("2026-09-06", "Ana cooks on Mondays, the user shops on Sunday", "on Sunday"),
        ("2026-03-02", 'Ivo always says "tomorrow" and smiles', '"tomorrow"'),
        ("2026-07-30", "I promised Ivo 4 September", "4 September 2026"),
        ("2026-03-08", "Ana and Ivo entered the harbour run on 19 September", "19 September 2026"),
        ("2026-09-09", "Surgery closed 24 December to 3 January", "24 December 2026"),
        ("2026-02-10", "Ivo needs the form signed by 6 March", "6 March 2026"),
        ("2026-04-20", "we signed with Norvik, 40 a crate, first delivery 4 May", "4 May 2026"),
        ("2026-03-10", "Ana finally saw the doctor, surgery on 9 June", "9 June 2026"),
        ("2026-03-10", "we drove to Ulm, dinner with Ben on 28 February", "28 February 2026"),
        ("2026-04-24", "90 loaves a week from 4 May cos two cafes shut", "4 May 2026"),
    ],
)
def test_a_day_takes_the_year_its_own_clause_asks_for(said_on: str, text: str, dated: str) -> None:
    found = resolve_dates(text, datetime.fromisoformat(said_on).replace(tzinfo=UTC)).text

    assert dated in found
    assert f"{dated} 20" not in found


@pytest.mark.parametrize(
    "said",
    [
        "write them an offer please, in french, short",
        "rename the folder, then run it again",
        "the name is Florian, like the saint",
        "Ilse are we bringing a cake on Sunday",
    ],
)
def test_a_task_of_the_moment_is_no_wish_that_holds(said: str) -> None:
    assert not any("wants:" in each or "decided:" in each or "bringing" in each for each in noted(said))


def test_an_order_at_the_end_is_no_part_of_the_statement() -> None:
    assert noted("the pump of the greenhouse draws 40 W at night, explain") == [
        "The pump of the greenhouse draws 40 W at night."
    ]


def test_a_correction_behind_the_right_value_puts_it_right() -> None:
    found = told(
        "the probe in Lerwick reads two degrees too high", "only the one in Wick though, not Lerwick sorry"
    )

    assert "Wick" in found
    assert "Lerwick" not in found


def test_a_line_of_another_in_a_chat_is_not_the_speakers_own() -> None:
    found = heard(
        (
            "TomBauer",
            "How is the studio going?\nEun-ji Park: I love teaching there. I will have a show in June.",
        ),
        ("Ana", "Nice!"),
    )

    assert not any("TomBauer" in draft.text for draft in found.drafts)


def test_of_a_chain_the_company_is_kept() -> None:
    found = heard(("Ivo", "I have some news, Greta and I moved to Graz."), ("Ana", "Great!"))

    assert any("Greta and Ivo moved to Graz" in draft.text for draft in found.drafts)


@pytest.mark.parametrize(
    "text",
    [
        "the doctor, doctor Oduya, put him on tablets",
        "second reader is Ines Vogt and she's strict",
        "Mei-Lan and the kids come too",
        "little Ottokar carries a spray",
    ],
)
def test_titles_and_pronouns_tell_who_is_somebody(text: str) -> None:
    people = [one.entity.name for one in find_entities(text, ()) if one.entity.type is EntityType.PERSON]

    assert people


@pytest.mark.parametrize("text", ["the surgery is at Brackwell, he says", "Absent: nobody. Max 12 people."])
def test_a_place_or_a_label_is_nobody(text: str) -> None:
    assert not [one for one in find_entities(text, ()) if one.entity.type is EntityType.PERSON]


@pytest.mark.parametrize(
    ("said", "kept", "wrong"),
    [
        # who says something is the first its "he" can be
        ("our hamster is called Pip. wouter just said he sold the tandem", "said he sold", "Pip sold"),
        # nobody is their own "him"
        (
            "Lorcan resigned from the board on Monday. Maeve is speaking to him again since the fair",
            "Maeve is speaking to Lorcan again",
            "to him",
        ),
        # one name is not both a she and a he
        ("Uncle Benedek paints, and she drives him to the market on Fridays", "", "she drives"),
        ("Aunt Zsófi is back, she cooks for him on Mondays", "", "for him"),
        # what something is with is a firm, and no she
        (
            "Annika is treasurer from May. The account is with Velora. I must give her the card",
            "Annika",
            "Velora the card",
        ),
        # what is done to whoever speaks, somebody else does
        ("Hedvika is selling the kiosk in June. Told me not to tell Ondrej yet", "kiosk", "user told"),
        ("Had lunch with Ondrej. Asked me to water the plants until 4 May", "", "user asked the user"),
    ],
)
def test_a_sentence_is_about_whom_its_grammar_allows(said: str, kept: str, wrong: str) -> None:
    found = told(said)

    assert kept in found
    assert wrong not in found
