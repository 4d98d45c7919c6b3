"""Does a theme say what its members say, and no more?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.theme_tuning import ThemesTuning
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy_janitor.statements import Statements
from quaidpy_janitor.task import Night
from quaidpy_janitor.tasks.contradictions import says_no_more
from quaidpy_janitor.theming.clusters import Vectors, middle_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """What a model says of the members: one line, and a few."""

    abstract: str
    overview: str
    model: str | None
    prompt: str


def why_not_true(worded: Worded, members: Sequence[Memory], vectors: Vectors, night: Night) -> str | None:
    """What is wrong with the words; None when every member supports them and nothing is added or denied."""
    for text in (worded.abstract, worded.overview):
        if not text:
            return "it says nothing"
        if looks_like_instruction(text):
            return "it reads like an order to a machine"
        if not says_no_more(text, members, night):
            return "it has a name, figure or date that no member has"
        if not _denies_as_they_do(text, members, night):
            return "what is denied in it is not what its members deny"
    return _why_apart(worded.overview, members, vectors, night)


def _denies_as_they_do(text: str, members: Sequence[Memory], night: Night) -> bool:
    statements = Statements(night)
    denying = [statements.sense_of(member.text).is_negated for member in members]
    return statements.sense_of(text).is_negated in denying


def _why_apart(
    text: str,
    members: Sequence[Memory],
    vectors: Vectors,
    night: Night,
) -> str | None:
    tuning = night.tuning.themes
    made = embed_missing(night.owner, [text], night.tools.search, night.tools.embedder).by_text.get(text)
    if made is None:
        return "there is no vector to compare it by"
    said = np.frombuffer(made, np.float32)
    said = said / (float(np.linalg.norm(said)) or 1.0)
    rows = np.stack([vectors[member.id] for member in members])
    return _distance(rows, said, tuning)


def _distance(rows: "NDArray[np.float32]", said: "NDArray[np.float32]", tuning: ThemesTuning) -> str | None:
    if float((rows @ said).min()) < tuning.source_similarity:
        return "a member is about something else than it says"
    if float(middle_of(rows) @ said) < tuning.similarity:
        return "it is beside what its members are about"
    return None
