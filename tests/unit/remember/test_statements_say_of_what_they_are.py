"""A statement says of what it is: with what stands beside it in one breath, with the subject of its mail, its item."""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.words.sentence_grouping import thoughts

from .hearing import heard


def told(*said: tuple[str | None, str], role: Role = Role.USER) -> list[str]:
    return [draft.text for draft in heard(*said, role=role).drafts]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("offer on the boat at last. sold for 287.", 1),
        ("Jory rang from Oslo. A ferry leaves again in May.", 1),
        ("Jory rang from Oslo. I work at the yard now.", 2),
        ("Jory rang from Oslo. The ferry is out until May.", 2),
        ("Jory rang from Oslo. From now on no calls after nine.", 2),
        ("Jory rang from Oslo. What a day!", 2),
        ("Jory rang from Oslo. Can you feed the hens?", 2),
        ("Jory rang from Oslo. She has the keys of the boat now.", 2),
        (
            "The ferry to the island is out until the middle of May. Jory wants to have the old tent for the summer camp.",
            2,
        ),
    ],
)
def test_what_is_too_short_to_say_of_what_it_is_stays_beside_its_neighbour(text: str, parts: int) -> None:
    assert len(list(thoughts(text))) == parts


def test_who_is_spoken_of_is_heard_sentence_by_sentence() -> None:
    kept = told(
        ("Ben", "My aunt Ilse is well. Greta thinks I am mad. The pool is heated now."),
        ("Cleo", "ha"),
        ("Ben", "She even bought new goggles in Vienna."),
    )
    assert not any("Greta even bought" in text for text in kept)


def test_who_speaks_in_a_group_speaks_for_others() -> None:
    kept = told(
        ("Ines", "we sign the lease on 4 May if we stay"),
        ("Olu", "in"),
        ("Tove", "I have paid 40 for the keys"),
    )
    assert kept[0] == "Ines and others sign the lease on 4 May 2026 if they stay."
    assert any(text.startswith("Tove has paid 40") for text in kept)


def test_a_mail_is_of_its_subject() -> None:
    mail = "Subject: Pump outage, resolved\n\nAll, no water was lost in the night of 3 March. I am away from Monday."
    kept = told(("Tove", mail), ("Olu", "Subject: Re: Pump outage\n\nThanks"))
    assert kept[0].startswith("Pump outage, resolved: No water was lost")
    assert not any("Pump" in text for text in kept if text.startswith("Tove"))


@pytest.mark.parametrize(
    "subject", ["some questions", "Re: hello", "did you hear what the man said about it all"]
)
def test_a_subject_that_says_nothing_is_left_out(subject: str) -> None:
    mail = f"Subject: {subject}\n\nThe wall came to 2,150 with the paint for the stairwell."
    assert told(("Tove", mail), ("Olu", "ok")) == ["The wall came to 2,150 with the paint for the stairwell."]


def test_what_stands_under_a_numbered_item_is_of_it() -> None:
    minutes = (
        "# Weekly\nPresent: Tove Berg, Olu Ade\n\n1. Roof: the offer is in, 4,100.\n2. Pump house\n"
        "  - AGREED: 45 litres from March\n  - the second valve leaks since Sunday\n3. Pump\n  - the pump is sold\n"
    )
    kept = told((None, minutes), role=Role.DOCUMENT)
    assert any(text.endswith("agreed: Pump house: 45 litres from March 2026.") for text in kept)
    assert any(text.startswith("Pump house: ") and "second valve" in text for text in kept)
    assert any(text.startswith("The pump is sold") for text in kept)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Ms Tran came with a van. Kept back number 12.",
            "Ms Tran came with a van. Kept back number 12.",
        ),
        ("driving test with the club on friday. failed", "Driving test with the club"),
        ("Olu\nTove swears the pump ran last summer. I want 28 March.", "Tove swears the pump ran"),
        ("second try of the pump: Sat 9 May at noon", "Saturday 9 May 2026 at noon"),
        ("the man from Graz proposes 28 March", "proposes 28 March 2026."),
    ],
)
def test_a_statement_is_of_whom_it_was_said(said: str, kept: str) -> None:
    text = " ".join(told(("Ben", said), ("Olu", "ok")))
    assert kept in text


def test_leave_that_is_taken_is_no_part_of_what_is_told() -> None:
    kept = told(("Ben", "The pump costs 340 from May on. Best regards from Graz\nBen"), ("Olu", "thanks"))
    assert kept == ["The pump costs 340 from May 2026 on."]


def test_nobody_is_told_of_by_what_they_are_told_not_to_do() -> None:
    assert told(("Olu", "Maria dont post"), ("Tove", "ok")) == []


def test_items_of_a_note_are_of_its_first_line_which_states_nothing() -> None:
    note = (
        "Skarvik quay - visit 6 - OK\n- beam in, photos taken\n- trusses delivered, two are cracked and go back\n"
        "- Lintel ate a tape measure, the whole of it\n- roofers from 11 May\n- ecologist: Runa Tull, Wensum Ecology\n"
        "- drains: the run is to be moved, manhole two clashes with the porch\n- level checked, 150 above outside"
    )
    kept = told((None, note))
    assert "Skarvik quay - visit 6: Roofers from 11 May 2026." in kept
    assert not any(text.startswith("Skarvik quay - visit 6.") for text in kept)


def test_what_stands_in_an_item_is_of_what_it_begins_with() -> None:
    minutes = (
        "Present: Ada (chair), Bo. Apologies: Cleo (cold), Dov (dentist).\n"
        "1. Subs. Ada asks for £50 from January, long talk.\n"
        "2. Drainage: the grant has come, £7,500.\n   - after discussion the work is put off to June 2027"
    )
    kept = told((None, minutes), role=Role.DOCUMENT)
    assert "Subs: Ada asks for £50 from January 2027, long talk." in kept
    assert "Drainage: after discussion the work is put off to June 2027." in kept
    assert "Cleo is away: cold." in kept
    assert not any("dentist" in text or "responsible" in text for text in kept)


def test_whose_i_minutes_have_is_not_the_teams() -> None:
    kept = told(
        (None, "Present: Ada, Bo.\n- Mondays at ten in the yard. I write, others talk."), role=Role.DOCUMENT
    )
    assert not any("write" in text for text in kept)


def test_who_starts_behind_an_offer_is_not_the_team() -> None:
    minutes = "Present: Ada, Bo.\n- Offer to Ilse accepted. start 2 Feb. She wants a laptop of her own"
    kept = " ".join(told((None, minutes), role=Role.DOCUMENT))
    assert "Start on 2 February" in kept
    assert "team" not in kept
