from itertools import cycle

import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.words.self_contained import fault_of
from tests.unit.remember.hearing import SAID, heard


def noted(*said: str) -> list[str]:
    return [draft.text for draft in heard(*((None, text) for text in said)).drafts]


def told_in_company(*said: str) -> list[str]:
    return [draft.text for draft in heard(*zip(cycle(("Nora", "Piet")), said, strict=False)).drafts]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("Still 4, 5 and 6 June 2026.", RejectionReason.FRAGMENT),
        ("On 9 July 2026.", RejectionReason.FRAGMENT),
        ("Both in October 2026.", RejectionReason.FRAGMENT),
        ("21st at Mira's.", RejectionReason.FRAGMENT),
        ('"The pump was replaced twice"', RejectionReason.FRAGMENT),
        ("Curtains, kitchen scale, reading lamps, a spare key.", RejectionReason.FRAGMENT),
        ("Three extra days, finally.", RejectionReason.FRAGMENT),
        ("Last week was in Ghent.", RejectionReason.FRAGMENT),
        ("Classic Piet.", RejectionReason.SMALL_TALK),
        ("Mira rang back.", RejectionReason.SMALL_TALK),
        ("No more changes needed.", RejectionReason.SMALL_TALK),
        ("The boiler on floor 2 rattles, what is it.", RejectionReason.QUESTION),
        ("Nora, meet Ilse, our plumber.", RejectionReason.SALUTATION),
        ("Update from two weeks of trials.", RejectionReason.HEADING),
        ("Mr Vos drives her to the clinic on 4 June 2026.", RejectionReason.UNRESOLVED),
        ("Dr Vos wants her in on 4 June 2026.", RejectionReason.UNRESOLVED),
        ("Piet is her oldest friend.", RejectionReason.UNRESOLVED),
        ("Call it the red folder.", RejectionReason.UNRESOLVED),
        ("30 is too few, take 45.", RejectionReason.UNRESOLVED),
        ("Ilse works late in May so Piet.", RejectionReason.DANGLING),
        ("Mira agrees, the balcony is fine.", RejectionReason.UNRESOLVED),
        ("The committee said no.", RejectionReason.UNRESOLVED),
        ("Piet is allergic.", RejectionReason.UNRESOLVED),
        ("Given the size of the garden.", RejectionReason.DANGLING),
        ("The end of the lease on 3 May 2026, especially since the rent goes up.", RejectionReason.DANGLING),
        ("Once the paint has dried.", RejectionReason.DANGLING),
    ],
)
def test_what_says_nothing_whole_is_told_apart_by_its_form(statement: str, fault: RejectionReason) -> None:
    assert fault_of(statement) == fault


@pytest.mark.parametrize(
    "statement",
    [
        "The boat leaves on 9 July 2026 at six.",
        "Mira swims, paints, sings, and bakes.",
        "Piet insisted, Mira agreed, no one else was asked, so it was dropped.",
        "Both kids start school in October 2026.",
        "The permit was refused.",
        "The loan got approved.",
        "Mira has approved the new rota.",
        "Piet is allergic to hazelnuts.",
        "Everybody agreed: no calls after nine.",
        "The end of the lease on 3 May 2026 worries Nora, especially since the rent goes up.",
        "Given the size of the garden, Nora bought a mower.",
        "Update the rota every Monday is what Mira wants.",
        "Three extra days were granted to Nora.",
    ],
)
def test_what_is_whole_passes(statement: str) -> None:
    assert fault_of(statement) is None


def test_praise_and_cheer_behind_a_statement_are_left_off() -> None:
    kept = told_in_company(
        "I joined the rowing club on the canal. Gotta keep at it! What about you?",
        "I started restoring an old loom with my uncle. That loom is gorgeous.",
    )
    assert kept == [
        "Nora joined the rowing club on the canal.",
        "Piet started restoring an old loom with their uncle.",
    ]


def test_what_it_stands_for_is_never_a_time_or_a_deed() -> None:
    assert noted("after that month it's remote, 4 days at home") == []
    assert told_in_company("I'm definitely gonna sign it over next month.") == []


def test_this_with_a_noun_named_before_is_understood() -> None:
    kept = noted("We sold some honey at the fair, and we decided to use the honey money for new frames.")
    again = noted("We earned some money at the fair, and we decided to use this money for new frames.")
    assert len(kept) == len(again) == 1


def test_a_pronoun_with_a_capital_within_a_title_is_part_of_it() -> None:
    (kept,) = told_in_company("I watched Stand By Me with my cousin in Bruges on Sunday.")
    assert "Stand By Me" in kept


def test_a_title_before_a_name_tells_whether_it_can_be_she() -> None:
    assert told_in_company("Mr Brandt drove with her to the vet on 2 March.") == []


def test_people_who_do_something_together_are_not_parted() -> None:
    said = (
        "Ilse starts at the mill in June so me and Bert will have the twins three mornings a week and also the dog which"
        " nobody asked me about at all"
    )
    assert all("so the user." not in kept for kept in noted(said))


def test_a_dislocated_name_is_the_subject() -> None:
    assert noted("Ruben, he's allergic to wasps") == ["Ruben's allergic to wasps."]


def test_a_day_as_a_label_belongs_to_what_the_speaker_did() -> None:
    assert noted("yesterday: swam the lake race, 3 km") == [
        "On 9 March 2026 the user swam the lake race, 3 km."
    ]


def test_a_flag_behind_no_is_ruled_out_not_chosen() -> None:
    assert not any("--force" in kept and " no " not in kept for kept in noted("no --force on that box then"))


def test_a_line_of_a_runbook_without_a_subject_is_about_what_the_page_is_about() -> None:
    found = heard((Role.DOCUMENT, "pump-gw\nThe gateway of the pumps. Listens on 7012 behind nginx."))
    assert not any(draft.text.startswith("Listens") for draft in found.drafts)


def test_nothing_is_made_of_a_page_that_an_assistant_writes_but_its_names_are_heard() -> None:
    page = "Lake Como lies in Lombardy and has 3 arms. " * 20
    found = heard((Role.ASSISTANT, page))
    assert found.drafts == ()
    assert any("Como" in mention.entity.name for _, mention in found.turn_mentions)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Ana has got a recital coming up on 20 March", "Ana has got a recital coming up on 20 March 2026"),
        ("they've given Ana 9 June", "they've given Ana 9 June 2026"),
        ("Ana has booked 23 to 26 October", "Ana has booked from 23 to 26 October 2026"),
        ("the fees are to be paid by 6 April", "the fees are to be paid by 6 April 2026"),
        ("Ana decided to try it on 6 March", "Ana decided to try it on 6 March 2026"),
        ("it feels like only yesterday", "it feels like only yesterday"),
        ("Birthdays: Ida 3 May, Jon 28 June", "Birthdays: Ida 3 May, Jon 28 June"),
    ],
)
def test_a_day_takes_the_year_its_clause_asks_for(said: str, written: str) -> None:
    assert resolve_dates(said, SAID).text == written
