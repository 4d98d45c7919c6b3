"""A word without its ending."""

import pytest

from quaidpy.domain.language.text import stem


@pytest.mark.parametrize(
    ("plain", "inflected"),
    [("jog", "jogging"), ("knit", "knitted"), ("clap", "clapping"), ("hum", "hummed"), ("grin", "grinning")],
)
def test_a_consonant_doubled_before_an_ending_is_one(plain: str, inflected: str) -> None:
    assert stem(inflected) == stem(plain)


@pytest.mark.parametrize(
    ("plain", "inflected"), [("add", "added"), ("spell", "spelling"), ("roll", "rolled")]
)
def test_a_word_that_ends_on_two_keeps_them(plain: str, inflected: str) -> None:
    assert stem(inflected) == stem(plain)
