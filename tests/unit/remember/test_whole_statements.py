import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.words.self_contained import fault_of
from tests.unit.remember.hearing import heard


def noted(*said: str) -> list[str]:
    """What is kept of what somebody tells their assistant."""
    return [draft.text for draft in heard(*((None, text) for text in said)).drafts]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "the recital got put off. to 3 april",
            "The recital got put off, to 3 April 2026.",
        ),
        (
            "we looked at a bigger boat, but the berth costs 900 a year so we keep ours",
            "The user looked at a bigger boat, but the berth costs 900 a year so the user keeps the user's.",
        ),
        (
            "the kettle is fixed. it wasn't the plug, it was the fuse",
            "The kettle is fixed. It wasn't the plug, it was the fuse.",
        ),
        ("tyre pressure: 2.4 bar. not 2.1", "Tyre pressure: 2.4 bar, not 2.1."),
        (
            "the shift is shorter now that the mill is shut: seven to three",
            "The shift is shorter now that the mill is shut: seven to three.",
        ),
        (
            "we repaired the gate. because the goats got out",
            "The user repaired the gate, because the goats got out.",
        ),
    ],
)
def test_a_statement_holds_what_turns_explains_and_completes_it(said: str, kept: str) -> None:
    assert noted(said) == [kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("before i forget: the ferry pass expires in August", "The ferry pass expires in August 2026."),
        ("ok before we start, the cabin key is number 14", "The cabin key is number 14."),
        ("while I think of it, the kiln service is on 3 March", "The kiln service is on 3 March 2026."),
        ("one last thing for today: rent goes up to 980 in June", "Rent goes up to 980 in June 2026."),
        ("not related but our bookkeeper is Priya Nair", "The user's bookkeeper is Priya Nair."),
        ("turns out the gym closes at 9 pm on Fridays", "The gym closes at 9 pm on Fridays."),
        ("so update on the van: it needs a new clutch, 800 euros", "The van needs a new clutch, 800 euros."),
        ("can you note that the spare key is with Mrs Hallam", "The spare key is with Mrs Hallam."),
    ],
)
def test_what_only_announces_a_statement_is_no_part_of_it(said: str, kept: str) -> None:
    assert noted(said) == [kept]


def test_a_deed_of_nobody_behind_a_place_belongs_to_what_is_told_before() -> None:
    assert noted("Lena got into art school!! in Graz, starts in october") == [
        "Lena got into art school. In Graz, starts in October 2026."
    ]


def test_this_year_is_no_pointer_that_leads_nowhere() -> None:
    said = "we decided against the heat pump for this year, too expensive"
    assert noted(said) == ["The user decided against the heat pump for 2026, too expensive."]


def test_what_is_settled_as_of_a_month_holds_from_the_nearest() -> None:
    assert noted("gym membership cancelled as of end of june") == [
        "Gym membership cancelled as of end of June 2026."
    ]


@pytest.mark.parametrize(
    "said",
    [
        "hay comes from Brook Farm, 42 a bale, every second friday",
        "wifi at the cabin is on channel 11",
        "yoghurt: Alpine Dairy, 90p a pot",
        "the chimney sweep is mr. Holt",
        "the ferry runs until 9 pm on sundays",
    ],
)
def test_a_plain_note_of_something_definite_is_kept(said: str) -> None:
    assert len(noted(said)) == 1


@pytest.mark.parametrize(
    "said",
    [
        "The weather is lovely.",
        "That was so much fun!",
        "maybe later",
        "what is the capital of peru",
        "can you sort these lines",
        "Traceback: 3 failed, 2 passed",
        "The second test is red.",
    ],
)
def test_what_says_nothing_definite_or_is_of_the_moment_is_not(said: str) -> None:
    assert noted(said) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# Weekly report", RejectionReason.HEADING),
        ("Things to bring:", RejectionReason.HEADING),
        ("2024-05-06 10:11 Agent (Lou): the lift is repaired.", RejectionReason.HEADING),
        ("Dear Mrs Vance,", RejectionReason.SALUTATION),
        ("Best wishes, Otto", RejectionReason.SALUTATION),
        ("Before moving to the coast.", RejectionReason.DANGLING),
        ("But the roof leaks.", RejectionReason.DANGLING),
        ("Otto bought a tent because.", RejectionReason.DANGLING),
        ("It means a lot to her.", RejectionReason.UNRESOLVED),
        ("Otto did, because of the rain.", RejectionReason.UNRESOLVED),
        ("The talk moved to on 8 May 2026.", RejectionReason.FRAGMENT),
        ("With the blue door.", RejectionReason.FRAGMENT),
        ("Moved to 8 May 2026.", RejectionReason.FRAGMENT),
    ],
)
def test_the_judge_of_form_says_why_a_statement_does_not_stand_alone(
    text: str, reason: RejectionReason
) -> None:
    assert fault_of(text) is reason


@pytest.mark.parametrize(
    "text",
    [
        "Otto moved to Lund on 3 May 2026.",
        "Line length 110, not 88.",
        "While Otto was ill, Ida fed the hens.",
        "Site survey done.",
    ],
)
def test_the_judge_of_form_lets_whole_statements_pass(text: str) -> None:
    assert fault_of(text) is None


def test_a_correction_puts_right_what_was_just_said() -> None:
    assert noted("the backup runs at 02:15 on host alder", "no, not alder, birch") == [
        "The backup runs at 02:15 on host birch."
    ]


def test_an_emphatic_past_takes_back_what_was_said_in_the_present() -> None:
    kept = heard(("Mo", "Kit has a boat"), ("Kit", "Kit HAD a boat. Sold it in January"))
    assert [draft.text for draft in kept.drafts] == ["Kit HAD a boat. Kit sold it in January 2026."]
    assert RejectionReason.WITHDRAWN in {each.reason for each in kept.rejections}


def test_she_is_not_somebody_of_before_when_another_name_was_just_heard() -> None:
    kept = heard(("Ana", "Morag drives me to work. The vet says Bramble is lame. He gets half a pill at 8."))
    assert not any("Morag gets" in draft.text for draft in kept.drafts)


def test_a_language_the_rules_do_not_read_is_kept_in_its_words_and_named() -> None:
    kept = heard(
        ("Ute", "ich komme am 4. Mai erst um acht, weil der Zug gestrichen ist"),
        ("Jan", "Der Schlüssel liegt seit gestern im Blumentopf neben der Haustür."),
    )
    assert [draft.text for draft in kept.drafts] == [
        "Ute: “Ich komme am 4. Mai erst um acht, weil der Zug gestrichen ist.”",
        "Der Schlüssel liegt seit gestern im Blumentopf neben der Haustür.",
    ]
    assert kept.unread_languages == ("de",)
    assert {mention.entity.name for _, mention in kept.turn_mentions} <= {"Ute", "Jan"}


def test_notes_of_a_meeting_give_decisions_tasks_and_who_is_away() -> None:
    minutes = heard(
        (
            None,
            "# Harbour weekly\nPresent: Ida (chair), Otto\nAbsent: Kit (leave until 3 April)",
        ),
        (None, "## Decisions\n- We moor at pier 4, not pier 2."),
        (None, "## Action items\n- [ ] Otto: order two ropes by 20 March\n- [x] Ida: harbour map"),
        role=Role.DOCUMENT,
    )
    assert [draft.text for draft in minutes.drafts] == [
        "Ida is the chair. (in “Harbour weekly”)",
        "Kit is away: leave until 3 April 2026. (in “Harbour weekly”)",
        "The team moors at pier 4, not pier 2. (in “Harbour weekly”)",
        "Otto has to order two ropes by 20 March 2026.",
        "Ida has done the task: harbour map.",
    ]


def test_a_task_whose_doer_nobody_tells_is_nobodys() -> None:
    minutes = heard(
        (None, "# Harbour weekly\nPresent: Ida (chair), Otto"),
        (None, "## Action items\n- [x] card for Len\n- [x] Alert: two rings — Ida — 22 May\n- [ ] the gate"),
        role=Role.DOCUMENT,
    )
    assert [draft.text for draft in minutes.drafts][1:] == [
        "Done: card for Len. (in “Harbour weekly”)",
        "Ida has done the task: Alert: two rings — Ida — on 22 May 2026. (in “Harbour weekly”)",
        "Open task: the gate.",
    ]


def test_speech_without_stops_is_cut_where_a_new_thought_begins() -> None:
    memo = (
        "ok so the gate code is now 5521 and the skip comes on friday the third of april um what else "
        "Barnaby gives up plot 9 at the end of may and the bonfire is on the lower field this year"
    )
    kept = noted(memo)
    assert any(text.startswith("The gate code is now 5521") for text in kept)
    assert any("plot 9 at the end of May 2026" in text for text in kept)
