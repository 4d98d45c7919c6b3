"""How well does a text answer a question, by a local cross-encoder? A folder that the user names.

Importing this module loads torch: only wiring does it, when a recall really grades.
"""

import math
import time
from collections.abc import Sequence
from pathlib import Path

from sentence_transformers import CrossEncoder
from transformers.utils.logging import disable_progress_bar

from quaidpy.errors import ModelError

_BATCH = 4  # texts between two looks at the clock


class CrossEncoderReranker:
    """Reranker over a model folder on this machine; nothing is fetched from anywhere."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        if not folder.is_dir():
            raise ModelError(
                f"no folder {folder}; recall.reranker = cross-encoder:FOLDER names a model on this machine"
            )
        disable_progress_bar()
        try:
            self._model = CrossEncoder(str(folder), local_files_only=True)
        except (OSError, ValueError) as err:
            raise ModelError(f"the cross-encoder in {folder} cannot be loaded: {_first_line(err)}") from err
        if self._model.config.num_labels != 1:
            raise ModelError(
                f"the model in {folder} sorts texts into {self._model.config.num_labels} classes; a reranker must give "
                "one grade a text"
            )

    def prepare(self) -> None:
        """The folder was read when this was made."""

    def grade(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        ends_at = time.monotonic() + timeout_s
        grades: list[float] = []
        for start in range(0, len(texts), _BATCH):
            if time.monotonic() >= ends_at:
                raise ModelError(
                    f"{self.name} graded {start} of {len(texts)} texts in {timeout_s:.1f} s; the rest is missing"
                )
            pairs = [(question, text) for text in texts[start : start + _BATCH]]
            grades += [
                _between_0_and_1(float(score))
                for score in self._model.predict(pairs, show_progress_bar=False)
            ]
        return grades


def _first_line(err: Exception) -> str:
    """What a library says first; the rest of it is advice about hubs."""
    return (str(err).strip().splitlines() or [type(err).__name__])[0][:300]


def _between_0_and_1(score: float) -> float:
    """Single-label models answer with a probability or a logit; both end up on one scale."""
    return score if 0 <= score <= 1 else 1 / (1 + math.exp(-score))
