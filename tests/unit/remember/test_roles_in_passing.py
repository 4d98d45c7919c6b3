"""Roles, reasons, wishes and tasks that stand in passing, in fragments and in other people's talk."""

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.finding.commitments import noted_task
from quaidpy.remember.people.meeting_participants import group_of, is_role
from quaidpy.remember.people.roles_in_passing import roles_in_passing
from quaidpy.remember.words.sentence_grouping import thoughts
from quaidpy.remember.words.standing_orders import standing_order, standing_wish
from tests.unit.remember.test_rules import extracted
from tests.unit.remember.test_whole_statements import heard

HELPER = "assistant"


def texts(*turns: tuple[str | None, str]) -> list[str]:
    return [draft.text for draft in extracted(*turns).drafts]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Ask Olena (our notary) whether the deed is ready.", ["Olena is Ida's notary"]),
        ("Write to the league secretary, Torben, that we come.", ["Torben is the league secretary"]),
        ("I asked Milena, the head of sales, about it.", ["Milena is the head of sales"]),
        ("They met Jonas (runs logistics, my boss).", ["Jonas runs logistics and is Ida's boss"]),
        ("The parcel (two kilos) went to Oslo.", []),
        ("We saw Bergen, the old harbour, and left.", []),
    ],
)
def test_who_somebody_is_may_be_told_in_passing(sentence: str, said: list[str]) -> None:
    assert list(roles_in_passing(sentence, "Ida")) == said


def test_a_role_is_kept_though_the_sentence_is_not() -> None:
    assert texts((HELPER, "What next?"), (None, "Draft a line to the club captain, Sanna, please")) == [
        "Sanna is the club captain."
    ]


def test_what_an_assistant_drafts_introduces_nobody() -> None:
    assert not texts((HELPER, '"Dear Sir, our daughter Mia is ill."'), (None, "ok send it"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We went with the van. Trains were too slow.", 1),
        ("We went with the van that the club lent us. Trains to the coast leave on 3 May.", 2),
        ("Sold the piano!! 900 euro to Greta, a teacher at the conservatory.", 1),
        ("Ruth gives up the rota. Petter Dahl takes over.", 1),
        ("Olaf is home, foot in plaster. No driving for a month, so I do the shopping.", 1),
        ("It is swollen. No running for a month, says the doctor.", 2),
        ("What a match. 300 came and the bar took 900.", 2),
    ],
)
def test_what_completes_a_sentence_stays_with_it(text: str, parts: int) -> None:
    assert len(list(thoughts(text))) == parts


@pytest.mark.parametrize(
    ("title", "group"),
    [
        ("Fjord Runners: board meeting", "The Fjord Runners"),
        ("Parkside Choir - minutes", "The Parkside Choir"),
        ("Weekly meeting", "The team"),
        (None, "The team"),
    ],
)
def test_we_in_notes_is_the_group_that_the_title_names(title: str | None, group: str) -> None:
    assert group_of(title) == group


def test_roles_are_known_by_their_noun() -> None:
    assert is_role("band secretary")
    assert is_role("head of sales")
    assert not is_role("leave until Friday")


def test_notes_tell_roles_agreements_dates_of_a_heading_and_the_next_meeting() -> None:
    notes = heard(
        (None, "# Fjord Runners: board meeting\nPresent: Arne Vik (treasurer), Siv Moe (remote)"),
        (None, "## 1. Autumn run\nSaturday 3 October 2026, 11:00, at the quay. We pay the marshals."),
        (None, "It was agreed not to raise the fee this year."),
        (None, "## Actions\n- [ ] Siv: order bibs by 1 September"),
        (None, "Next meeting: Monday 5 October 2026, 18:00"),
        role=Role.DOCUMENT,
    )
    told = [draft.text for draft in notes.drafts]
    assert "Arne Vik is the treasurer of the Fjord Runners." in told
    assert not any("Siv Moe is" in text for text in told)
    assert any(text.startswith("Autumn run: Saturday 3 October 2026, 11:00, at the quay.") for text in told)
    assert any(text.startswith("The Fjord Runners agreed not to raise the fee") for text in told)
    assert any("Next meeting: Monday 5 October 2026" in text for text in told)
    agreed = next(draft for draft in notes.drafts if "agreed" in draft.text)
    assert agreed.kind is Kind.DECISION


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("you NEVER reboot the switch before 22:00", "NEVER reboot the switch before 22:00"),
        ("can you leave off with the emojis and headings", "leave off with the emojis and headings"),
        ("whenever you see a locked door, tell me, don't open it", "whenever you see a locked door, tell me, don't open it"),
        ("you never told me that", None),
        ("can you stop the server", None),
    ],
)  # fmt: skip
def test_orders_that_hold_are_heard_in_questions_and_behind_you(said: str, order: str | None) -> None:
    assert standing_order(said) == order


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("cash only from now on", "cash only from now on"),
        ("no stairs no tunnels please", "no stairs no tunnels"),
        ('please, no "Sir"', 'no "Sir"'),
        ("I live here from now on", None),
        ("no idea please", None),
    ],
)
def test_what_somebody_among_others_wants_needs_no_verb(said: str, wish: str | None) -> None:
    assert standing_wish(said) == wish


def test_a_wish_among_people_is_no_order_to_the_assistant() -> None:
    (draft,) = extracted(("Siv", "cash only from now on"), ("Arne", "ok")).drafts
    assert draft.text == "Siv wants cash only from now on."
    assert "instruction" not in draft.tags


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("put on my list: renew the passport before 3 May", "I have to renew the passport before 3 May"),
        ("one for the list: call the roofer", "I have to call the roofer"),
        ("flowers from the kiosk, order by Friday", "I have to order flowers from the kiosk by Friday"),
        ("the bus leaves, call by Friday", None),
        ("ok todo then, renew the lease", "I have to renew the lease"),
        ("todo snow chains before 1 December", "I have on my list: snow chains before 1 December"),
        (
            "todo for me: ask the lab for the blank, without this we guess",
            "I have to ask the lab for the blank",
        ),
        ("still need to sort the deposit for the barn", "I still need to sort the deposit for the barn"),
        ("todo lists are a nuisance", None),
        ("still have to laugh at this", None),
    ],
)
def test_tasks_are_heard_behind_lists_and_deadlines(said: str, task: str | None) -> None:
    assert noted_task(said) == task


def test_what_is_to_be_written_down_is_kept_without_a_verb() -> None:
    assert texts(
        (HELPER, "Done."), (None, "brass screws for anything outside, write that down somewhere")
    ) == ["The user asked to remember: brass screws for anything outside."]


def test_shorthand_for_is_reads_as_is_and_code_does_not() -> None:
    assert "Kick-off is Friday 12 June 2026." in texts(
        (HELPER, "Ok?"), (None, "kick-off = Friday 12 June 2026")
    )
    assert not any(" is 3" in text for text in texts((HELPER, "Ok?"), (None, "set count = 3; x = 4")))


def test_letters_are_read_as_they_were_meant_to_be() -> None:
    letter = "Dear Siv,\n\nFull board is 52 EUR per night. We take no cards.\n\nKind regards\nMarta"
    told = texts(("Marta", letter), ("Siv", "thanks"))
    assert "Full board is 52 EUR per night. Marta takes no cards." in told


def test_a_diary_leaves_out_who_had_what() -> None:
    assert texts((None, "Physio with Frau Yilmaz, six sessions.")) == [
        "The user had physio with Frau Yilmaz, six sessions."
    ]


def test_she_is_whoever_a_sentence_is_about_and_not_its_company() -> None:
    told = texts((None, "Maren came for tea with Kim. She has decided to sell the boat in May."))
    assert any(text.startswith("Maren has decided to sell the boat") or "Maren" in text for text in told)


def test_several_at_once_are_not_the_one_who_speaks() -> None:
    assert not texts(("Siv", "we are six colleagues and come on 3 May"), ("Arne", "ok"))


def test_who_was_named_last_is_whom_the_next_sentence_sets_before_itself() -> None:
    told = texts(
        (HELPER, "Who?"), (None, "Rollo is staying at our Berit's. My sister, she was a nurse for years.")
    )
    assert "Berit is the user's sister." in told


def test_people_answer_each_other_with_much_else_than_what_was_asked() -> None:
    assert not any(
        "flavour" in text for text in texts(("Kai", "What's your favourite flavour?"), ("Ulla", "Hey Kai!"))
    )
