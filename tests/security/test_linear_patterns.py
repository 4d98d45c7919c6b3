"""No text can freeze the process: every regular expression takes time in proportion to what it is given."""

import random
import re
import time
from collections.abc import Iterable
from functools import cache

import pytest

from quaidpy.remember.model.quotes import quote_form
from quaidpy.settings import load_intents
from tests.security.patterns import (
    MADE_FROM_DATA,
    compiled,
    is_unbounded,
    pumped,
    pumps,
    written_in_functions,
)
from tests.security.repetitions import UNITS

LISTED = UNITS
SHORT = 1_000
ORDINARY, THOROUGH = 3_000, 10_000
PER_LETTER = 8e-6  # seconds; three hundred names tried at every letter take a tenth of it
UNSEEN = 1.5e-7  # seconds a letter: a square takes more from 3,000 letters on, even at a nanosecond a step
HOPELESS = 5e-5  # seconds a letter
GROWTH = 7  # at four times the length


def seconds(pattern: re.Pattern[str], text: str) -> float:
    """Of finding all places; to find the first is the beginning of that."""
    begun = time.thread_time()
    for _ in pattern.finditer(text):
        pass
    return time.thread_time() - begun


def takes_more(allowed: float, pattern: re.Pattern[str], text: str) -> bool:
    """Each of three times: nobody measures again what was quick once."""
    return all(seconds(pattern, text) > allowed for _ in range(3))


def is_slow(pattern: re.Pattern[str], head: str, unit: str, *, length: int = THOROUGH) -> bool:
    """Whether the pattern is too slow for repetitions of this: tried on few, so that the worst ends soon as well."""
    for few in (25, 200, SHORT):
        text = pumped(head, unit, few)
        if takes_more(max(PER_LETTER * len(text), 0.004), pattern, text):
            return True
    once = seconds(pattern, pumped(head, unit, length)) if is_unbounded(pattern) else 0.0
    if once < UNSEEN * length or once > HOPELESS * length:
        return once > HOPELESS * length
    once = min(once, *(seconds(pattern, pumped(head, unit, length)) for _ in range(2)))
    return once > UNSEEN * length and takes_more(GROWTH * once, pattern, pumped(head, unit, 4 * length))


def slow_ones(patterns: Iterable[tuple[re.Pattern[str], str]], *, most: int | None, length: int) -> list[str]:
    """Of each pattern, `most` of its own repetitions and as many of those listed are tried; all of them with None."""
    found = []
    for pattern, place in patterns:
        chance = random.Random(place)
        tried = [*_some([("", unit) for unit in LISTED], most, chance), *_some(pumps(pattern), most, chance)]
        slow = next((pair for pair in tried if _is_slow_each_time(pattern, *pair, length=length)), None)
        if slow:
            found.append(
                f"{place}: slow for {slow[0]!r} and {slow[1]!r} again and again: {pattern.pattern[:200]}"
            )
    return found


def _is_slow_each_time(pattern: re.Pattern[str], head: str, unit: str, *, length: int) -> bool:
    """A busy machine makes a quick pattern look slow now and then, but not again and again."""
    return all(is_slow(pattern, head, unit, length=length) for _ in range(3))


def _some(pairs: list[tuple[str, str]], most: int | None, chance: random.Random) -> list[tuple[str, str]]:
    return pairs if most is None or len(pairs) <= most else chance.sample(pairs, most)


@cache
def everything() -> dict[re.Pattern[str], str]:
    written, _ = written_in_functions()
    return written | compiled()


def test_every_pattern_that_functions_make_is_read_from_the_source_or_has_an_example_here() -> None:
    _, unreadable = written_in_functions()
    assert {place.partition(":")[0] for place in unreadable} == MADE_FROM_DATA


def test_patterns_of_modules_that_are_heavy_to_load_are_read_from_their_source() -> None:
    assert any("litellm_model" in place for place in everything().values())


def test_the_patterns_of_the_package_are_found_wherever_they_are_kept() -> None:
    places = " ".join(compiled().values())
    for one in (
        "calendar_dates.RULES_OF_DAYS[0][0]",
        "relating.patterns._PATTERNS[0].form",
        "cleaning._ECHOES[0]",
        "measures._CLOCK",
    ):
        assert one in places


@pytest.mark.parametrize(
    ("pattern", "head", "unit"),
    [(r"a+b", "", "a"), (r"(?:a|aa)*b", "", "a"), (r"<x>.*?</x>", "", "<x>"), (r"x\s*\s*$", "x", " ")],
)
def test_a_pattern_that_takes_a_square_of_the_time_is_noticed(pattern: str, head: str, unit: str) -> None:
    assert is_slow(re.compile(pattern), head, unit, length=ORDINARY)


def test_no_pattern_takes_more_than_its_share_of_time_for_any_repetition() -> None:
    assert not slow_ones(everything().items(), most=4, length=ORDINARY)


@pytest.mark.long
def test_no_pattern_takes_more_than_its_share_of_time_for_any_of_its_own_repetitions() -> None:
    assert not slow_ones(everything().items(), most=None, length=THOROUGH)


def test_patterns_made_from_data_are_linear_too() -> None:
    made = {entry.pattern: f"intent {entry.intent}" for entry in load_intents()._patterns}
    made[quote_form("the red  car of Ana")] = "quote"
    assert not slow_ones(made.items(), most=4, length=ORDINARY)
