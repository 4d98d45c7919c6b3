"""Is what somebody jots down kept with the right subject, day and sense, or left to its turn?"""

import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.words.self_contained import fault_of
from tests.unit.remember.hearing import heard


def noted(*said: str | tuple[str | Role | None, str]) -> list[str]:
    """What is kept of what somebody tells their assistant, or of talk."""
    turns = [one if isinstance(one, tuple) else (None, one) for one in said]
    return [draft.text for draft in heard(*turns).drafts]


def related(*said: str | tuple[str | Role | None, str]) -> list[tuple[str, str]]:
    turns = [one if isinstance(one, tuple) else (None, one) for one in said]
    return [(edge.relation, edge.object.name) for draft in heard(*turns).drafts for edge in draft.edges]


@pytest.mark.parametrize(
    "said",
    [
        "the old warden is off to Cardiff. replaced by some man called Idris",
        "the loom is from the mill. inherited from a weaver named Gwil who kept no notes",
        "noted, not on the list",
        "moved again: 19 July to 9 August",
    ],
)
def test_what_was_done_by_or_to_something_else_is_no_deed_of_the_speaker(said: str) -> None:
    assert not [text for text in noted(said) if text.startswith("The user")]


def test_an_assistants_acknowledgement_is_no_deed_of_the_user() -> None:
    asked = (Role.ASSISTANT, "Who runs the kiln after her?")
    answered = (Role.USER, "nobody decided. Morwenna probably")
    assert noted(asked, answered, (Role.ASSISTANT, "Noted as probable, not decided.")) == []


@pytest.mark.parametrize(
    ("said", "unsaid"),
    [
        (
            "who is on watch? it was Idris and me, since he left its Nesta. Nesta agreed",
            ("member_of", "Nesta"),
        ),
        ("it was inherited from a weaver named Gwil", ("owns", "Gwil")),
        ("i come out in spots from wool", ("comes_from", "Wool")),
    ],
)
def test_no_relation_is_read_out_of_a_neighbouring_clause(said: str, unsaid: tuple[str, str]) -> None:
    assert unsaid not in related(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("the regatta was 29 March, now 5 April because the weir is open", "now on 5 April 2026"),
        ("the lease may be raised only once in 12 months, the landlord wrote", "once in 12 months"),
        ("so 4 to 11 July, rebooked, cost me 90 euros", "4 to 11 July 2026"),
        ("Gwil is in college for phase 6 till 27 March so I run the kiln", "phase 6 till 27 March 2026"),
        ("Gwil still needs the receipts for November", "receipts for November 2025"),
    ],
)
def test_a_day_is_taken_for_what_it_is_of(said: str, kept: str) -> None:
    assert kept in " ".join(noted(said))


def test_his_is_of_whoever_the_sentence_begins_with() -> None:
    told = noted("Idris is the lad at the kiln", "gwil's back 29 March, and then the keys are his again")
    assert not [text for text in told if "Idris's again" in text]


def test_initials_are_somebody_and_end_no_sentence() -> None:
    assert noted("Idris rang the ward", "M.T. got her place too")[-1] == "M.T. got her place too."
    assert "R.O. had her twins at 36 weeks." in noted("R.O. had her twins at 36 weeks")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("no never whole files please. only the diffs", "The user wants no whole files, only the diffs."),
        ("no glazing on mondays, the kiln rests", "The user decided: no glazing on mondays, the kiln rests."),
    ],
)
def test_a_no_that_rules_out_is_kept_with_it(said: str, kept: str) -> None:
    asked = (Role.ASSISTANT, "Shall I rewrite the whole plan for Mondays?")
    assert noted(asked, (Role.USER, said)) == [kept]


def test_a_no_that_rules_out_answers_no_question() -> None:
    asked = (Role.ASSISTANT, "Is a helper needed for firings on Fridays?")
    told = noted(asked, (Role.USER, "no firings on thursdays or fridays then, simple"))
    assert not [text for text in told if text.startswith("A helper")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Can come on 1 May 2026 quiet, has a rice cooker.", RejectionReason.FRAGMENT),
        ("Wants to do medicine.", RejectionReason.FRAGMENT),
        ("Better than Idris at terminations.", RejectionReason.FRAGMENT),
        ("Eleven years older than Nesta and never late.", RejectionReason.FRAGMENT),
        ("On 30 June 2026 now, the ash is stuck.", RejectionReason.FRAGMENT),
        ("Rather than leave in September 2026.", RejectionReason.DANGLING),
        ("Till he passes.", RejectionReason.DANGLING),
        ("Voice memo, 2026-03-08, 23:51 (auto transcript).", RejectionReason.HEADING),
        ("WhatsApp chat export: THE ROWERS (all).", RejectionReason.HEADING),
        ("Tester: the lad retired, who calibrates now.", RejectionReason.QUESTION),
    ],
)
def test_what_names_nobody_is_no_statement(text: str, reason: RejectionReason) -> None:
    assert fault_of(text) is reason


@pytest.mark.parametrize(
    "text",
    [
        "Wool can come from the mill again.",
        "The new loom is better than Gwil's.",
        "On 30 June 2026 the ash comes.",
        "The kiln is older than Nesta.",
    ],
)
def test_what_names_it_is_one(text: str) -> None:
    assert fault_of(text) is None


def test_a_thing_that_begins_like_a_verb_is_no_task_of_doing_it() -> None:
    minutes = heard(
        (None, "# Kiln weekly\nPresent: Ida (chair), Otto"),
        (None, "## Action items\n- [ ] Otto: tour costs by 20 March\n- [ ] Ida: test the new cones"),
        role=Role.DOCUMENT,
    )
    tasks = [draft.text for draft in minutes.drafts if "has" in draft.text]
    assert tasks == ["Otto has an open task: tour costs by 20 March 2026.", "Ida has to test the new cones."]


def test_an_outing_that_is_spoken_of_was_not_had_once_more() -> None:
    assert noted("Coffee with Nesta turned out to be four hours and a walk to the weir") != []
    assert not [t for t in noted("Coffee with Nesta turned out to be four hours long") if "had coffee" in t]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ((("Wes", "we overpaid the mill by 212 in March"), ("Ana", "ok")), "Wes overpaid the mill by 212"),
        ((("Ana", "Nesta came by"), ("Vern", "Nesta? I like her already")), "Vern likes Nesta already"),
    ],
)
def test_verbs_and_pronouns_have_the_form_that_they_had(said: tuple[tuple[str, str], ...], kept: str) -> None:
    assert kept in " ".join(noted(*said))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "gloves or none? i come out in spots from nickel so not that one",
            "The user comes out in spots from nickel.",
        ),
        ("what can i cook on sunday, Nesta is coeliac (properly) so no flour", "Nesta is coeliac."),
        (
            "i must say it once so nobody is cross, hazelnuts put me in hospital",
            "Hazelnuts put the user in hospital.",
        ),
        ("can you book a table? my sister can't eat pork", "The user's sister can't eat pork."),
        ("do i need the new tablets, i can't take penicillin", "The user can't take penicillin."),
    ],
)
def test_what_a_body_does_not_bear_is_kept_whatever_it_is_said_beside(said: str, kept: str) -> None:
    assert kept in noted((Role.ASSISTANT, "Hello!"), (Role.USER, said))


@pytest.mark.parametrize(
    "said",
    [
        "write a story in which Tom is allergic to bees?",
        "what would happen if i can't take mondays off",
        "do you know anybody who is coeliac",
        "this cold gives me ideas, what about you",
    ],
)
def test_what_is_supposed_or_of_nobody_is_no_trait(said: str) -> None:
    assert noted((Role.ASSISTANT, "Hello!"), (Role.USER, said)) == []


def test_a_style_is_kept_under_its_name() -> None:
    asked = (Role.ASSISTANT, "Which style?")
    assert noted(asked, (Role.USER, "style for labels: small letters, no full stops")) == [
        "Style for labels: small letters, no full stops."
    ]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("from January the second kiln is Petra's", "From January 2027 the second kiln is Petra's."),
        ("the roof was done as planned in March", "The roof was done as planned in March 2026."),
        ("So 7 May is dead, the guild has the hall", "So 7 May 2026 is dead, the guild has the hall."),
        ("number four Bram's awning is torn", "Bram's awning is torn."),
    ],
)
def test_a_day_or_a_number_is_what_it_counts(said: str, kept: str) -> None:
    assert kept in noted((Role.ASSISTANT, "Hello!"), (Role.USER, said))


@pytest.mark.parametrize("asked", ["is Nesta's yard open on monday", "hows that for a start"])
def test_a_question_without_its_mark_tells_nothing(asked: str) -> None:
    assert noted((Role.ASSISTANT, "Hello!"), (Role.USER, asked), (Role.ASSISTANT, "Yes.")) == []
