"""Which part of a long turn answers?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.language.text import stem
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.recall.giving.passage_selection import best_passages
from quaidpy.recall.understanding.value_forms import form_of_value

FILLER = "Here is some general advice that has little to do with anything. "
LONG = f"{FILLER * 12}The kiln in the shed runs at 1,180 degrees.\n{FILLER * 12}"
TEXTS = st.text(alphabet="ab .\n?!,7é漢", max_size=400)
WEIGHTS = st.dictionaries(st.sampled_from(["a", "b", "ab", "7", "ba"]), st.floats(0.01, 1), max_size=4)


def cut(text: str, **wanted: object) -> list[str]:
    weights = wanted.pop("weights", {"kiln": 1.0, stem("degrees"): 0.8})
    spans = best_passages(text, weights, most_tokens=wanted.pop("most_tokens", 40), **wanted)  # type: ignore[arg-type]
    return [text[start:end] for start, end in spans]


def test_the_sentence_with_the_words_of_the_question_is_in_the_passage() -> None:
    assert any("1,180 degrees" in passage for passage in cut(LONG))


def test_a_text_that_fits_is_one_passage_whole() -> None:
    assert cut("Short and sweet.") == ["Short and sweet."]


def test_a_second_passage_is_given_for_what_the_first_lacks() -> None:
    text = f"The kiln is in the shed. {FILLER * 10}It needs 1,180 degrees. {FILLER * 10}"
    passages = cut(text, most_tokens=60)
    assert len(passages) == 2
    assert "kiln" in passages[0]
    assert "degrees" in passages[1]


def test_what_goes_before_is_given_as_well_as_what_follows() -> None:
    text = f"{FILLER * 6}Aunt Olga called from the island. She wants the kiln back. It is hers after all. {FILLER * 6}"
    (passage,) = cut(text, weights={"kiln": 1.0}, most_tokens=30)
    assert passage.startswith("Aunt Olga")
    assert "It is hers" in passage


def test_of_equal_sentences_the_one_with_a_value_of_the_form_asked_for_answers() -> None:
    text = f"The kiln is hot. {FILLER * 8}The kiln takes 9 hours. {FILLER * 8}"
    value = form_of_value("how long does the kiln take?")
    assert "9 hours" in " ".join(cut(text, weights={"kiln": 1.0}, most_tokens=20, value=value))


def test_what_comes_near_in_meaning_counts_where_no_word_does() -> None:
    place = LONG.index("The kiln")
    near = [(place, place + 44)]
    assert any("kiln" in passage for passage in cut(LONG, weights={"oven": 1.0}, near=near))


def test_a_text_without_sentence_ends_is_cut_between_words() -> None:
    text = "word " * 2000 + "kiln " + "word " * 2000
    (passage,) = cut(text, weights={"kiln": 1.0})
    assert "kiln" in passage.split()
    assert set(passage.split()) <= {"word", "kiln"}


@given(TEXTS, WEIGHTS, st.integers(5, 60))
def test_passages_lie_in_the_text_in_order_and_do_not_overlap(
    text: str, weights: dict[str, float], most: int
) -> None:
    spans = best_passages(text, weights, most_tokens=most)
    assert bool(spans) == bool(text.strip())
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= len(text) for start, end in spans)


@pytest.mark.parametrize("most", [20, 60, 160])
def test_passages_keep_to_their_tokens(most: int) -> None:
    assert sum(map(count_tokens, cut(LONG, most_tokens=most))) <= most
