"""Which of a few words are found in many texts, when words are known by their hashes alone?"""

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.recall.judging.term_matching import found_in, hashes_of

WORDS = st.sampled_from(["boat", "cup", "lamp", "märz", "rope", "sail", "42"])
TEXTS = st.lists(st.lists(st.lists(WORDS, max_size=4), max_size=3), max_size=5)


@given(TEXTS, st.sets(WORDS))
def test_of_each_text_exactly_those_words_are_found_that_one_of_its_parts_has(
    texts: list[list[list[str]]], asked: set[str]
) -> None:
    found = found_in([[hashes_of(part) for part in parts] for parts in texts], asked)
    assert found == [frozenset(word for part in parts for word in part if word in asked) for parts in texts]
