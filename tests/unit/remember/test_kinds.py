"""Is what is told a lesson, a procedure, an experience or a solved case?"""

import pytest

from quaidpy.domain.memories.memory import Kind
from quaidpy.remember.finding.kinds import kind_of_statement


@pytest.mark.parametrize(
    ("spoken", "kind"),
    [
        ("The root cause was an expired token in the gateway.", Kind.LESSON),
        ("The real culprit turned out to be the router in the cellar.", Kind.LESSON),
        ("We fixed the leaking tap by replacing the washer.", Kind.CASE),
        ("The printer error went away after we cleaned the drum.", Kind.CASE),
        ("I tried magnesium for two weeks and it didn't help with the cramps.", Kind.EXPERIENCE),
        ("To reset the heating, hold the red button for ten seconds.", Kind.PROCEDURE),
        ("First drain the tank, then open the lower valve.", Kind.PROCEDURE),
        ("Nadia plays the cello.", Kind.FACT),
        ("We tried the new bakery on Sunday.", Kind.FACT),
    ],
)
def test_kinds_are_told_by_how_something_is_put(spoken: str, kind: Kind) -> None:
    assert kind_of_statement(spoken, Kind.FACT) is kind


def test_what_is_a_wish_or_a_task_already_stays_one() -> None:
    assert kind_of_statement("next time we need two vans", Kind.TODO) is Kind.TODO
    assert kind_of_statement("never again on a Friday", Kind.PREFERENCE) is Kind.PREFERENCE
