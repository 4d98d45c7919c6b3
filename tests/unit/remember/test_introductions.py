"""How the user of an assistant is called."""

import pytest

from quaidpy.domain.episodes import Role
from quaidpy.remember.introductions import introduced_name
from tests.samples import turn


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("I'm Ana and I live in Porto.", "Ana"),
        ("Hi! My name is Ana Costa.", "Ana Costa"),
        ("Call me Benny, please.", "Benny"),
        ("I'm Portuguese.", None),
        ("I'm Ana's sister.", None),
        ("I'm in Lisbon.", None),
        ("I am happy.", None),
    ],
)
def test_a_name_is_taken_from_an_introduction_only(said: str, name: str | None) -> None:
    assert introduced_name([turn(0, said, speaker=None)]) == name


def test_what_others_say_introduces_nobody() -> None:
    assert introduced_name([turn(0, "I'm Ana.", speaker="Ben")]) is None
    assert introduced_name([turn(0, "I'm Ana.", speaker=None, role=Role.ASSISTANT)]) is None
