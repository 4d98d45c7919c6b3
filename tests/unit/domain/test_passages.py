"""Where long texts are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.language.passage_splitting import PASSAGE_TOKENS, split_into_passages
from quaidpy.domain.language.tokens import count_tokens

ENDS = st.sampled_from(["\n\n", "\n", ". ", "? ", " ", "。", ""])
TEXTS = st.lists(st.tuples(st.text(max_size=60), ENDS), max_size=60).map(
    lambda parts: "".join(word + end for word, end in parts)
)


def _cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_into_passages(text)]


def test_a_short_text_is_one_passage() -> None:
    assert _cut("We moved to Oslo.") == ["We moved to Oslo."]


def test_a_long_text_is_cut_between_its_paragraphs() -> None:
    first, second = "First the boiler. " * 30, "Then the roof. " * 30
    assert [cut.strip() for cut in _cut(f"{first.strip()}\n\n{second.strip()}")] == [
        first.strip(),
        second.strip(),
    ]


def test_a_paragraph_that_is_too_long_is_cut_between_its_sentences() -> None:
    cuts = _cut("The tram was late again this morning. " * 60)
    assert len(cuts) > 1
    assert all(cut.rstrip().endswith("morning.") for cut in cuts)


def test_a_text_without_a_space_is_cut_all_the_same() -> None:
    assert all(count_tokens(cut) <= PASSAGE_TOKENS for cut in _cut("7" * 3000))


@pytest.mark.property
@given(TEXTS)
def test_passages_are_the_whole_text_in_order_and_none_is_too_long(text: str) -> None:
    cuts = _cut(text)
    assert "".join(cuts) == text
    assert len(cuts) == 1 or all(0 < count_tokens(cut) <= PASSAGE_TOKENS or not cut.strip() for cut in cuts)
