"""What does this text mean, by a model of sentence-transformers?

Importing this module loads torch: only wiring does it, when a text is really embedded.
"""

from collections.abc import Sequence

from sentence_transformers import SentenceTransformer
from transformers.utils.logging import disable_progress_bar

from quaidpy.errors import ModelError
from quaidpy.models.embedding.unit_vectors import PROBE, identity_of, unit_vectors
from quaidpy.ports.embedding import EmbedderIdentity, Vector


class SentenceTransformerEmbedder:
    """Embedder over a model's name or folder."""

    def __init__(self, name: str, *, batch_size: int) -> None:
        self._name = f"sentence-transformers:{name}"
        self._batch_size = batch_size
        disable_progress_bar()
        try:
            self._model = _on_this_machine(name) or SentenceTransformer(name)
        except (OSError, ValueError) as err:
            raise ModelError(f"{self._name} cannot be loaded: {err}") from err
        self.identity: EmbedderIdentity = identity_of(self._name, self.embed([PROBE])[0])

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        if not texts:
            return []
        rows = self._model.encode(list(texts), batch_size=self._batch_size, show_progress_bar=False)
        return unit_vectors(rows.tolist(), asked=len(texts), model=self._name)


def _on_this_machine(name: str) -> SentenceTransformer | None:
    """The model as it lies here, without a question to its hub; None when it must be fetched first."""
    try:
        return SentenceTransformer(name, local_files_only=True)
    except OSError:
        return None
