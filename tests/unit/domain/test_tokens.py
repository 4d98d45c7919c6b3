"""How many tokens a text counts as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.language.tokens import count_tokens, exceeds

_TEXTS = st.text(alphabet=st.sampled_from("abcXYZ 19.,!?\n\té漢٣’😀"), max_size=60)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        (" \n\t", 0),
        ("boat", 1),
        ("boats", 1),
        ("harbour", 2),
        ("harbourmaster", 3),
        ("1987", 4),
        ("a-b", 3),
        ("漢字٣", 3),
        ("naïve", 3),
    ],
)
def test_words_count_by_length_and_digits_and_signs_singly(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


@given(_TEXTS, st.integers(0, 80))
def test_a_text_exceeds_all_that_is_less_than_its_tokens(text: str, most: int) -> None:
    assert exceeds(text, most) is (count_tokens(text) > most)
