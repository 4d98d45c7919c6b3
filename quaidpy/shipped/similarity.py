"""What was learned of questions and the texts that answer them?"""

import json
from array import array
from base64 import b64decode
from dataclasses import dataclass
from functools import cache

from quaidpy.shipped.files import shipped_folder


@dataclass(frozen=True, slots=True)
class LearnedVectors:
    """Of config/answer_similarity.json: float32, each of the embedder's dimension.

    A question leans towards `answers[i]` by as much as it is along `questions[i]`; each leans towards `any_question`.
    """

    questions: "tuple[array[float], ...]"
    answers: "tuple[array[float], ...]"
    any_question: "array[float]"


@cache
def learned_vectors(embedder: str, probe: str) -> LearnedVectors | None:
    """None where nothing was learned with the embedder of this name and probe."""
    known = json.loads((shipped_folder("config") / "answer_similarity.json").read_text(encoding="utf-8"))
    if (known["embedder"], known["probe"]) != (embedder, probe):
        return None
    return LearnedVectors(
        questions=tuple(map(_read, known["questions"])),
        answers=tuple(map(_read, known["answers"])),
        any_question=_read(known["any_question"]),
    )


def _read(vector: str) -> "array[float]":
    return array("f", b64decode(vector))
