"""Does a text say that something is otherwise than before?"""

import pytest

from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import clauses_of, topic_of


def told(text: str) -> list[tuple[str | None, str | None]]:
    """Old and new of each change, as keys."""
    return [
        (change.old.key if change.old else None, change.new.key if change.new else None)
        for change in find_changes(text, clauses_of(text))
    ]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        # from A to B
        ("the recital moved from 3 June to 10 June", ("06-3", "06-10")),
        ("we migrated from Jenkins to Drone", ("jenkin", "dron")),
        ("from 5 to 10 mg as of monday", ("5", "10")),
        # B instead of A, B not A, not A but B
        ("the lease runs 24 months instead of 12", ("12", "24")),
        ("kick-off is at 15:00, not 14:00", ("14:00", "15:00")),
        # A replaced by B
        ("we swapped Gatling for Locust", ("gatl", "locust")),
        ("Gatling was replaced by Locust", ("gatl", "locust")),
        # B by the words of change alone
        ("pottery moved to thursdays", (None, "thu")),
        ("they raised the parking fee to 14 euros", (None, "14")),
        ("towels down to 40 pieces", (None, "40")),
        ("the depot now closes at 19:30", (None, "19:30")),
        ("make it 12 chairs", (None, "12")),
        ("locker count: set it to 80", (None, "80")),
        # A ended, nothing came instead
        ("the picnic is off", ("picnic", None)),
        ("we dropped Gatling", ("gatl", None)),
        ("Bellini Foods went bust", ("bellini food", None)),
        ("no more tinned soup", ("soup tin", None)),
        ("Yusuf and me broke up", ("yusuf", None)),
        ("I can't do wednesdays any more, the weir is shut, so it's mondays and fridays", ("wed", "mon,fri")),
    ],
)
def test_changes_are_seen_in_many_ways_of_saying_them(
    text: str, change: tuple[str | None, str | None]
) -> None:
    assert change in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "we are open from 8 to 4",
        "I worked there from 2010 to 2014",
        "the course runs from 3 June to 10 June",
        "up to 30 people fit in",
        "my locker is number 80",
        "Nadia plays the cello",
    ],
)
def test_spans_limits_and_plain_statements_change_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Sold by hand: none, see the tub of ice cream",
        "A tray went out without a sticker to ward 3",
        "11 days at the new rate plus train and flight 612",
        "NESTA HAD HER BABY",
        "the depot wants weekly lists rather than daily",
    ],
)
def test_what_was_sold_somehow_went_somewhere_or_is_new_beside_it_is_no_change(text: str) -> None:
    assert find_changes(text, clauses_of(text)) == []


def test_the_head_of_a_ticket_says_nothing_of_the_values_below_it() -> None:
    clauses = clauses_of("#PM-33 opened 2026-04-01 09:01 by: counter\npermits cost 7 now")
    assert topic_of(clauses, len(clauses) - 1).near == {"permit", "cost"}
