"""When does a prompt name nothing to look for?"""

import pytest

from quaidpy.domain.language.small_talk import is_small_talk


@pytest.mark.parametrize(
    "prompt",
    [
        "thanks!",
        "ok, go ahead",
        "good evening! how's everything with you today?",
        "hi, what's up",
        "ready for another week?",
        "set a timer for twelve minutes",
        "god morgen!",
        "Buenos días",
    ],
)
def test_greetings_and_thanks_are(prompt: str) -> None:
    assert is_small_talk(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "good evening, how's the kiln?",
        "what's up with the boiler",
        "ready for the dentist?",
        "set the alarm for the school run",
        "how is it going with the roof?",
        "guten Morgen, wann kommt der Klempner",
    ],
)
def test_what_asks_after_a_thing_is_not(prompt: str) -> None:
    assert not is_small_talk(prompt)
