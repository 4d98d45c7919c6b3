"""Does what was learned of questions and answers belong to the embedder that ships?"""

import math

from quaidpy.models.embedding.embedded import MiniLmEmbedder
from quaidpy.shipped.similarity import learned_vectors


def test_what_was_learned_is_of_the_embedder_that_ships() -> None:
    identity = MiniLmEmbedder().identity
    learned = learned_vectors(identity.name, identity.probe)
    assert learned is not None, "fit tests/bench/answer_order.py again"
    vectors = [*learned.questions, *learned.answers, learned.any_question]
    assert len(learned.questions) == len(learned.answers) > 0
    assert {len(vector) for vector in vectors} == {identity.dimension}
    assert all(math.isfinite(each) for vector in vectors for each in vector)


def test_nothing_was_learned_with_another() -> None:
    assert learned_vectors("another", "probe") is None
