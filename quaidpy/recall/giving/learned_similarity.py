"""How much does a text look like an answer to the question, by what was learned of questions and answers?

A cosine tells that two texts are alike, and a question is alike to other questions most of all. What was learned is a
bilinear form of low rank over the vectors of both (supervised semantic indexing, Bai et al. 2009): towards which
texts does a question like this one lean, beside those that are like it?
"""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId
from quaidpy.ports.embedding import Vector
from quaidpy.recall.finding.vector_reads import vector_reads
from quaidpy.recall.state import RecallTools, State
from quaidpy.shipped.similarity import learned_vectors


def learned_similarities(state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """By key of the candidates that have a vector, in units of log-odds; none without anything learned."""
    question = state.asked_vector or state.vector
    if question is None or tools.embedder is None:
        return {}
    direction = direction_of(question, tools.embedder.identity.name, tools.embedder.identity.probe)
    if direction is None:
        return {}
    keys = {candidate.key for candidate in state.candidates}
    return {
        node: float(direction @ np.frombuffer(vector, dtype=np.float32))
        for some in (state.likely, sorted(keys.difference(state.likely)))
        for read in vector_reads(tools.owner, some, tools.search)
        for node, vector in read().items()
    }


def direction_of(question: "Vector[float]", embedder: str, probe: str) -> NDArray[np.float32] | None:
    """What the vector of an answer to this question lies along; float32 of the embedder's dimension."""
    learned = _learned(embedder, probe)
    if learned is None:
        return None
    questions, answers, any_question = learned
    leaning: NDArray[np.float32] = (
        questions @ np.frombuffer(question, dtype=np.float32)
    ) @ answers + any_question
    return leaning


@cache
def _learned(
    embedder: str, probe: str
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]] | None:
    learned = learned_vectors(embedder, probe)
    if learned is None:
        return None
    return np.asarray(learned.questions), np.asarray(learned.answers), np.asarray(learned.any_question)
