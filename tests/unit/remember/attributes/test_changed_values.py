"""Which ways of saying that something is otherwise are understood, and which only sound like it?"""

from datetime import UTC, datetime

import pytest

from quaidpy.remember.attributes.changes import find_changes, taken_instead
from quaidpy.remember.attributes.clauses import clauses_of
from quaidpy.remember.attributes.values import find_values
from tests.unit.remember.attributes.test_supersession import Life, life

__all__ = ["life"]


@pytest.mark.parametrize(
    ("text", "kind", "key", "said"),
    [
        ("the recital is saturday 9 may at last", "calendar_date", "05-9", "saturday 9 may"),
        ("Wednesday 24 then", "calendar_date", "-24", "Wednesday 24"),
        ("three puffs at night", "puff", "3", "three puffs"),
        ("helm is v3.12 there", "bare_number", "3.12", "v3.12"),
        ("the roof costs 46 300 euros", "amount_of_money", "46300", "46 300 euros"),
        ("metformin 1000 two times", "bare_number", "1000", "1000"),
    ],
)
def test_what_is_one_value_is_read_as_one(text: str, kind: str, key: str, said: str) -> None:
    (value,) = find_values(text)
    assert (value.kind, value.key, value.text) == (kind, key, said)


@pytest.mark.parametrize("text", ["see TICKET-204 for it", "2. water the ferns", "3) call the plumber"])
def test_numbers_of_names_and_points_are_no_values(text: str) -> None:
    assert find_values(text) == []


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("opening night = friday 3 july. was 5 june, the set is not ready", "5 june", "friday 3 july"),
        ("the locker is £30 (was £22)", "£22", "£30"),
        ("trello is dead, we're on Linear since may", "trello", "Linear"),
        ("Marta dropped the violin lessons.", "violin lessons", None),
        ("paper sacks rather than plastic", "plastic", "paper sacks"),
        ("We're cancelling Corsica, the ferry is too dear", "Corsica", None),
    ],
)
def test_what_ends_and_what_comes_instead_are_both_read(text: str, old: str, new: str | None) -> None:
    change = find_changes(text, clauses_of(text))[0]
    assert change.old is not None
    assert change.old.text == old
    assert (change.new.text if change.new else None) == new


def test_an_outage_is_no_change_of_hours() -> None:
    text = "the mail server was down from 14:10 to 15:25"
    assert all(change.old is None for change in find_changes(text, clauses_of(text)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No luck. We'll do a weekend in Porto instead, it is cheaper", "weekend in Porto"),
        ("Instead: the Tatra huts.", "Tatra huts"),
        ("tea instead of coffee", None),
    ],
)
def test_what_is_done_instead_is_read(text: str, said: str | None) -> None:
    value = taken_instead(text, 0)
    assert (value.text if value else None) == said


def test_a_change_that_leaves_out_its_subject_is_of_what_was_asked(life: Life) -> None:
    life.talk("standup is every friday 11:00")
    life.talk(
        "back from leave",
        "A: Welcome. Does the standup stay on Friday?",
        "moved to wednesdays, fridays are too full",
    )
    assert life.ended("standup is every friday") == [("friday", "wednesdays")]


def test_what_is_off_and_what_is_done_instead_may_be_two_turns(life: Life) -> None:
    life.talk("Booked ten days in Corsica, in June")
    life.talk(
        "We're cancelling Corsica", "A: What a pity.", "We'll do a week in Porto instead, it is cheaper"
    )
    assert life.ended("ten days in Corsica") == [("Corsica", "week in Porto")]


def test_a_new_date_is_of_what_the_turn_began_with(life: Life) -> None:
    life.talk("the pilot starts monday 7 september")
    life.talk("the pilot did not start, no badges. supplier was late, so the new date is 21 september")
    assert life.ended("the pilot starts monday") == [("monday 7 september", "21 september")]


def test_a_shift_by_weeks_ends_the_old_date_with_the_one_the_assistant_works_out(life: Life) -> None:
    life.talk("the inventory is on 5 march, all hands")
    life.talk("the inventory is one week later", "A: Then it is 12 March.")
    assert life.ended("the inventory is on 5 march") == [("5 march", "12 March")]


def test_somebody_elses_value_is_not_ended(life: Life) -> None:
    life.talk("Sizes please: Leo wears glove 7 and Nora wears glove 6")
    life.talk("Sizes again: Nora glove 8 now")
    assert [old for old, _ in life.ended("Sizes please")] == ["6"]


def test_points_and_tickets_end_no_numbers(life: Life) -> None:
    life.talk("call it TICKET-204, the pump stopped")
    life.talk("TICKET-211 then, the pump again")
    assert life.ended("TICKET-204") == []


@pytest.mark.parametrize(
    ("turns", "about", "value"),
    [
        # told later of the same thing, with no word that says it was otherwise
        (["our rent is 760 euros", "the rent is 805 euros"], "760", "760 euros"),
        (["the bins are emptied on mondays", "the bins come on thursdays"], "mondays", "mondays"),
        (["the greenhouse is Olga's", "the greenhouse is Birk's now"], "Olga's", "Olga's"),
        # given up
        (["I row on saturdays", "no rowing anymore, my back"], "row on", "rowing"),
        (["I smoke a pipe", "I don't smoke any more"], "pipe", "smoke"),
        (["we have a kayak in the shed", "sold the kayak"], "kayak in", "kayak"),
        (["Runar works with us on the app", "Runar left the firm in May"], "Runar works", "Runar"),
        (["Tove handles freight at Brandel", "Tove has left Brandel, she sails now"], "Tove handles", "Brandel"),
        (["the mill took me on, the desk, tuesdays and fridays four to eight", "at the mill I can't do fridays any more, so it's tuesdays and sundays at the desk"], "took me", "tuesdays and fridays"),
        (["standup is at 9:30 and i live on the other side of the weir", "standup moved to 10:15 bc of Leeds"], "is at 9:30", "9:30"),
        (["the regatta is on 15 October", "the regatta is moved tho. 12 November. October is full"], "is on 15", "15 October"),
        (["the talk is on 23 April", "talk moved AGAIN, 7 May, the weir is shut"], "is on 23", "23 April"),
        (["the launch is on 12 November", "launch FINAL date: 26 November, the review found a hole"], "is on 12", "12 November"),
        # put off twice, and a second value that shares the word of change
        (["the fete is on 3 May", "the fete is postponed to 10 May", "the fete is postponed again, to 24 May"], "to 10 May", "10 May"),
        (["a small ad costs 40 euros, a big one 90", "a small ad is 45 euros now, a big one 99"], "big one 90", "90"),
    ],
)  # fmt: skip
def test_what_holds_no_more_is_ended(life: Life, turns: list[str], about: str, value: str) -> None:
    for turn in turns:
        life.talk(turn)
    assert value in [old for old, _ in life.ended(about)]


@pytest.mark.parametrize(
    "turns",
    [
        ["the sauna ticket costs 9 euros", "the pool ticket costs 4 euros"],
        ["the rent is 760 euros", "A: The rent is 805 euros, I think."],
        ["the rent is 760 euros", "maybe the rent is 805 euros"],
        ["the rent is 760 euros", "the other rent is 805 euros"],
        ["the concert is on 3 May", "the concert is on 9 September"],
        ["the bus is at 8:10", "the bus is at 9:40"],
        ["Mina has piano on tuesdays", "Mina has judo on fridays"],
        ["the loft is Olga's", "the loft is Olga's, and so is the key"],
        # who left a firm has not ended the firm; who gets out has not ended
        ["the parcel depot of Brandel is in Lier", "Tove has left Brandel, she sails now"],
        ["Otis has rowing on mondays", "Otis gets out 3:10, Mina 3:40"],
        ["the tide table is python 3.12", "moved the tide table up to 8120"],
        # of another thing, or of somebody else, and what is out may be published
        ["the tandem needs 5.5 bar in both tyres", "they lend me a trike, it wants 4.2 bar not 5.5"],
        ["the organ of Lier has two stops", "the organ of Lier is out, all pipes are in boxes"],
        ["the tasting is on sunday 7 june", "somebody bring the cat to the vet on monday"],
        # one of many, a thing that is asked for or was not had, a side, and what was told of once
        ["a quiet night at the lock", "I sleep at home again, no nights any more"],
        ["has anyone seen the raft?", "the raft is gone, they cut the rope"],
        ["there is no dog at the lock", "the dog is gone"],
        ["the crew splint is on a hand", "splint left hand, change it in the evening"],
        ["she is crying on the quay", "it was not crying, it was the wind"],
        ["talk to the harbour on Thursday", "no more harbour three times a week, no more Thursdays"],
        # a deadline moves no day, a share is of something else, and what goes to somebody is not moved
        ["the lock ride is on sunday", "the new lock ride captain says: tell me by saturday noon"],
        ["the pay of the lock keeper is 17.50", "the lock keepers pay 60 % up front from now"],
        ["Ida wants the lock report on 1 september", "the first lock report goes to Ida on 15 january"],
        ["the iron for my blood is 25 mg", "Dr Moor changed me from the sumatriptan to rizatriptan, 10 mg"],
        # mails and minutes are headed alike
        ["Subject: mortgage\n\nIt ends on 1 March.", "Subject: forum\n\nIt is moved to 15 September."],
        # a turn that says again which value it means
        [
            "the mirror listens at port 7101 too",
            "the search service is at port 7433",
            "port 7433 is taken on the laptops. moved the service to port 7560",
        ],
    ],
)
def test_what_may_hold_beside_the_other_stays(life: Life, turns: list[str]) -> None:
    for turn in turns:
        life.talk(turn)
    assert life.ended(turns[0]) == []


def test_what_moves_is_not_what_was_said_of_another_thing_just_before(life: Life) -> None:
    life.talk("I swim mondays, thursdays and fridays", "physio rang, moved from monday to friday")
    assert life.ended("I swim") == []


@pytest.mark.parametrize(
    ("before", "change"),
    [
        ("the mooring fee is 70 euros", "mooring fee goes to 82 from december"),
        ("the mooring fee is 70 euros", "from December the mooring fee is 82 euros"),
        ("the mooring fee is 70 euros", "mooring fee goes from 70 to 82 from december"),
        ("Our opening hours are 9 to 17.", "From December our opening hours are 10 to 18."),
    ],
)
def test_what_holds_from_a_month_on_ends_the_old_on_its_first_day(
    life: Life, before: str, change: str
) -> None:
    life.talk(before)
    life.talk(change)
    assert life.ends(before) == [datetime(2026, 12, 1, tzinfo=UTC)]


def test_a_document_of_others_does_not_end_what_was_told_plainly(life: Life) -> None:
    life.talk("our rent is 760 euros")
    life.read("# Price list\n\nThe rent is 805 euros.")
    assert life.ended("760") == []
