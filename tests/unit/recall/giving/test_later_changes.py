"""Does what was said later say that something is otherwise?"""

import pytest

from quaidpy.recall.giving.later_changes import names_change


@pytest.mark.parametrize(
    "text",
    [
        "the verger signs my logbook from july, and she asks about everything",
        "as of next month the mill wants 75",
        "from the 1st of May Ottoline has the key",
        "choir is at half past six instead",
    ],
)
def test_a_change_is_named_by_its_word_or_by_the_day_it_begins(text: str) -> None:
    assert names_change(text)


@pytest.mark.parametrize(
    "text", ["open from monday to friday", "the letter from Ottoline came", "the choir sang in July"]
)
def test_hours_senders_and_days_name_none(text: str) -> None:
    assert not names_change(text)
