"""How is what people write in haste to a group read: days cut short, who is called, what was put off, and jokes?"""

import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from tests.unit.remember.hearing import heard


def texts(*said: tuple[str, str]) -> list[str]:
    return [draft.text for draft in heard(*said).drafts]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("kirsty starts sat may 2", "Kirsty starts on Saturday 2 May 2026."),
        ("the fair is on sun 7 june, 10 to 4", "The fair is on Sunday 7 June 2026, 10 to 4."),
        ("the lease runs out tomorrow the 11th lena", "The lease runs out on 11 March 2026."),
        ("the concert is on april 20 everyone", "The concert is on 20 April 2026."),
        ("Imke offers 30 march to 1 april for the studio", "Imke offers from 30 March 2026 to 1 April 2026"),
        ("turned out the plumber's name is Zoran", "The plumber's name is Zoran."),
        ("Oona's sister is getting married the 16th", "Oona's sister is getting married on 16 March 2026."),
        ("last shift may 10", "Ravi's last shift is on 10 May 2026."),
        ("Imke said same again in may for 350 if we like", "May 2026"),
        ("Oona is good. hired. starts 2 april", "Oona starts on 2 April 2026."),
    ],
)
def test_what_is_told_in_haste_reads_as_it_was_meant(said: str, kept: str) -> None:
    found = " ".join(texts(("Ravi", said), ("Lena", "ok")))

    assert kept in found


@pytest.mark.parametrize(
    "said",
    [
        "pushed to friday, the hall is taken",
        "moved online, strike",
        "closed TUESDAYS then, not mondays",
        "renewed, 14 euro, two years",
        "he wants them by the 20th",
        "im on the grill, lena can you do drinks",
    ],
)
def test_what_does_not_say_what_it_is_of_stays_a_turn(said: str) -> None:
    assert texts(("Lena", "Bartek is the cook"), ("Ravi", said), ("Lena", "ok")) == []


def test_several_who_are_spoken_to_are_not_one_of_them() -> None:
    assert "Ravi" not in " ".join(texts(("Ravi", "bye"), ("Lena", "i love you all"), ("Ravi", "aww")))


def test_who_takes_a_part_is_named_by_the_part() -> None:
    found = texts(("Ravi", "our nurse Sam is off to Hull."), ("Ravi", "new one from 2 april is Imke Strand"))

    assert "New nurse from 2 April 2026 is Imke Strand." in found


@pytest.mark.parametrize(
    ("told", "reply"),
    [
        ("ive sold the van and bought a boat", ("Ravi", "jk")),
        ("ive decided to quit and become a monk", ("Ravi", "haha just kidding")),
        ("ive decided to quit and become a monk", ("Lena", "april 1, we know")),
    ],
)
def test_a_joke_is_taken_back(told: str, reply: tuple[str, str]) -> None:
    found = heard(("Ravi", told), reply)

    assert found.drafts == ()
    assert RejectionReason.WITHDRAWN in {one.reason for one in found.rejections}


@pytest.mark.parametrize(
    "told",
    [
        "sold the cat on willhaben haha just kidding",
        "jk i bought a boat",
        "i bought a boat, joking obviously",
    ],
)
def test_what_says_of_itself_that_it_is_a_joke_is_not_kept(told: str) -> None:
    found = heard(("Ravi", told), ("Lena", "lol"))

    assert found.drafts == ()
    assert RejectionReason.WITHDRAWN in {one.reason for one in found.rejections}


def test_who_jokes_is_kept() -> None:
    assert texts(("Ravi", "my dad is always joking"), ("Lena", "ok")) == ["Ravi's dad is always joking."]


def test_what_a_joke_follows_at_a_distance_stays() -> None:
    said = [("Ravi", "ive sold the van to Oona for 900")]
    chat = [("Lena", "morning"), ("Ravi", "morning"), ("Lena", "rain again"), ("Ravi", "yes")]

    assert texts(*said, *chat, ("Ravi", "just kidding")) == ["Ravi has sold the van to Oona for 900."]


def test_an_owner_is_not_named_twice_in_a_sentence() -> None:
    found = texts(("Toivo", "leaving my amp in the garage, Lena can use it"), ("Lena", "ok"))

    assert found == ["Toivo is leaving their amp in the garage, Lena can use it."]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i sure hope the fence on plot 3 is done by 4 may", "Ravi sure hopes the fence"),
        ("i went with plan B but i keep wondering if i chose right", "if he chose right"),
        ("the form is due apr 30 right", "The form is due on 30 April 2026."),
    ],
)
def test_a_right_is_left_off_where_it_only_asks(said: str, kept: str) -> None:
    assert kept in " ".join(texts(("Ravi", said), ("Lena", "ok")))


@pytest.mark.parametrize(
    ("told", "kept", "never"),
    [
        ("FOUND A BAKER: Saoirse is back and does mornings now.", "found A BAKER", "fOUND"),
        (
            "told Petra about it. She'd seen the papers on my desk on Monday.",
            "Petra had seen the papers",
            "would seen",
        ),
        (
            "my nephew Tuur brings me toast. He's learned that the toast may not have a smell.",
            "has learned",
            "is learned",
        ),
    ],
)
def test_forms_of_words_stay_right(told: str, kept: str, never: str) -> None:
    found = " ".join(draft.text for draft in heard((None, told)).drafts)
    assert kept in found
    assert never not in found
