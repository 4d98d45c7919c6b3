"""What does this text mean, by a model that Ollama serves?"""

import time
from collections.abc import Sequence

import httpx
import ollama

from quaidpy.errors import ModelError
from quaidpy.models.embedding.unit_vectors import PROBE, identity_of, unit_vectors
from quaidpy.ports.embedding import EmbedderIdentity, Vector

_PROBE_S = 0.2  # a server that does not answer this fast to "are you there" is as good as away (SPEC M1)
_PROBE_HOLDS_S = 30.0
_TIMEOUT_S = 60.0


class OllamaEmbedder:
    """Embedder over Ollama's API. Asks whether the server is there before each use, at most every 30 seconds."""

    def __init__(self, model: str, *, host: str | None, batch_size: int) -> None:
        self._name = model
        self._batch_size = batch_size
        self._client = ollama.Client(host=host, timeout=_TIMEOUT_S)
        self._probing = ollama.Client(host=host, timeout=_PROBE_S)
        self._seen_at: float | None = None
        self._identity: EmbedderIdentity | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        if self._identity is None:
            self._identity = identity_of(f"ollama:{self._name}", self._asked([PROBE])[0])
        return self._identity

    def close(self) -> None:
        """End every connection."""
        self._client.close()  # type: ignore[no-untyped-call]  # ollama
        self._probing.close()  # type: ignore[no-untyped-call]  # ollama

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        batches = [texts[i : i + self._batch_size] for i in range(0, len(texts), self._batch_size)]
        return [vector for batch in batches for vector in self._asked(batch)]

    def _asked(self, texts: Sequence[str]) -> "list[Vector[float]]":
        self._require_there()
        try:
            reply = self._client.embed(model=self._name, input=list(texts))
        except ollama.ResponseError as err:
            raise ModelError(
                f"ollama:{self._name} failed: {err.error}; `ollama pull {self._name}` brings a model"
            ) from err
        except (httpx.HTTPError, ConnectionError, ValueError) as err:
            self._seen_at = None
            raise ModelError(
                f"ollama:{self._name} failed: {err}; is Ollama running?", retryable=True
            ) from err
        return unit_vectors(reply.embeddings, asked=len(texts), model=f"ollama:{self._name}")

    def _require_there(self) -> None:
        now = time.monotonic()
        if self._seen_at is not None and now - self._seen_at < _PROBE_HOLDS_S:
            return
        try:
            self._probing.list()
        except (httpx.HTTPError, ConnectionError, ollama.ResponseError, ValueError) as err:
            raise ModelError(
                f"Ollama does not answer within {_PROBE_S * 1000:.0f} ms; is it running? OLLAMA_URL says where",
                retryable=True,
            ) from err
        self._seen_at = now
