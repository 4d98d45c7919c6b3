"""Which texts look like an answer, by what was learned of questions and answers?"""

import numpy as np
import pytest

from quaidpy.models.embedding.embedded import MiniLmEmbedder
from quaidpy.recall.giving.learned_similarity import direction_of

EMBEDDER = MiniLmEmbedder()
NAME, PROBE = EMBEDDER.identity.name, EMBEDDER.identity.probe
ADVICE = "To find a dentist, ask friends, read reviews, and check whether they take new patients."


@pytest.mark.parametrize(
    ("question", "told", "general"),
    [
        (
            "what's my bike lock code",
            "bike lock is 4471 now",
            "A bike lock code should never be written down.",
        ),
        ("which dentist do we use", "Dr Marsh at Elm Road does our teeth", ADVICE),
        ("when did we get the dog", "fetched the puppy on 3 may", "can a dog eat grapes?"),
    ],
)
def test_what_was_told_lies_along_a_question_more_than_what_is_general(
    question: str, told: str, general: str
) -> None:
    asked, answer, advice = map(np.asarray, EMBEDDER.embed([question, told, general]))
    direction = direction_of(asked, NAME, PROBE)
    assert direction is not None
    assert direction @ answer > direction @ advice


def test_nothing_is_learned_of_another_embedder() -> None:
    assert direction_of(EMBEDDER.embed(["a question"])[0], "another", "probe") is None
