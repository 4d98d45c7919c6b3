"""Do the vectors that ship belong to the examples that ship?"""

import numpy as np
import pytest

from quaidpy.models.embedding.embedded import MiniLmEmbedder
from quaidpy.shipped.work import kinds_of_work, vectors_of_rules


def test_the_vectors_of_the_examples_are_those_of_the_embedder_that_ships() -> None:
    embedder = MiniLmEmbedder()
    rules = [rule for kind in kinds_of_work() for rule in kind.rules]
    known = vectors_of_rules(embedder.identity.name, embedder.identity.probe)
    assert sorted(known) == sorted(rules), "run tools/write_work_vectors.py"
    for rule, made in zip(rules, embedder.embed(rules), strict=True):
        assert np.asarray(known[rule]) == pytest.approx(np.asarray(made), abs=1e-4), (
            "run tools/write_work_vectors.py"
        )


def test_another_embedder_has_none_of_them() -> None:
    assert vectors_of_rules("another", "probe") == {}
