"""Which questions ask how two hang together, and which only name two or use such a word of something else?"""

import pytest

from quaidpy.recall.understanding.connections import asks_for_connection


@pytest.mark.parametrize(
    "question",
    [
        "How are Ines and Walter connected?",
        "how is the cooperative related to Ferdinand",
        "In what way are Rosalind and the observatory linked?",
        "What is the relationship between Pia and Oskar?",
        "which ties are there between Halden and Nyland",
        "What connects Rosalind with Turin?",
        "What do Ines and the choir have in common?",
        "what has Walter to do with the harbour?",
        "How does Oskar know Pia?",
        "How did Pia and Oskar meet each other?",
    ],
)
def test_a_question_for_the_tie_between_two_is_one(question: str) -> None:
    assert asks_for_connection(question)


@pytest.mark.parametrize(
    "question",
    [
        "Where do Ines and Walter live?",
        "How does Walter know that Ines has moved?",
        "How do you know about the strike in Turin?",
        "When did Pia connect the printer?",
        "Who are Oskar's relations?",
        "Link the two pages of the wiki",
        "Walter is related to the mayor",
        "What is common in Norway?",
    ],
)
def test_another_question_or_a_statement_is_none(question: str) -> None:
    assert not asks_for_connection(question)
