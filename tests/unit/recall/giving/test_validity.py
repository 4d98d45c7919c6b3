"""How does a line say that something in it is over?"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from quaidpy.domain.memories.attributes import ValueState
from quaidpy.recall.giving.validity import until_when

ENDED = ValueState(
    subject="Tove",
    what="works at",
    value="Brandel",
    since=None,
    until=datetime(2026, 5, 4, tzinfo=UTC),
    instead=None,
    is_relation=True,
)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Tove works at Brandel until 4 May 2026"),
        ({"instead": "Norvik"}, "Brandel until 4 May 2026, then Norvik"),
        ({"is_relation": False, "what": "choice"}, "Brandel until 4 May 2026"),
        # told in what has no date
        ({"instead": "Norvik", "is_end_known": False}, "formerly Brandel, now Norvik"),
        ({"is_end_known": False}, "no longer Brandel"),
    ],
)
def test_of_a_relation_that_nothing_follows_it_is_said_whose_it_was(
    changes: dict[str, Any], said: str
) -> None:
    assert until_when(replace(ENDED, **changes)) == said
