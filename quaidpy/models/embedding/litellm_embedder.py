"""What does this text mean, by a hosted or local server's model? Through litellm."""

from collections.abc import Sequence
from typing import Any

import litellm

from quaidpy.errors import ModelError
from quaidpy.models.embedding.unit_vectors import PROBE, identity_of, unit_vectors
from quaidpy.models.language.background_loop import BackgroundLoop
from quaidpy.models.language.litellm_model import Endpoint, close_clients, retried, time_limit
from quaidpy.ports.embedding import EmbedderIdentity, Vector

_TIMEOUT_S = 60.0


class LitellmEmbedder:
    """Embedder over litellm, by the same retries and time limits as language models."""

    def __init__(self, endpoint: Endpoint, loop: BackgroundLoop, *, batch_size: int) -> None:
        self._endpoint = endpoint
        self._loop = loop
        self._batch_size = batch_size
        self._identity: EmbedderIdentity | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        if self._identity is None:
            self._identity = identity_of(f"litellm:{self._endpoint.model}", self._asked([PROBE])[0])
        return self._identity

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        batches = [texts[i : i + self._batch_size] for i in range(0, len(texts), self._batch_size)]
        return [vector for batch in batches for vector in self._asked(batch)]

    def close(self) -> None:
        """End every connection."""
        close_clients(self._loop)

    def _asked(self, texts: Sequence[str]) -> "list[Vector[float]]":
        async def call(seconds_left: float) -> Any:
            return await litellm.aembedding(
                model=self._endpoint.model,
                input=list(texts),
                timeout=seconds_left,
                num_retries=0,
                max_retries=0,
                api_base=self._endpoint.base_url,
                api_key=self._endpoint.key,
            )

        with time_limit(self._endpoint.model, _TIMEOUT_S) as ends_at:
            response = self._loop.run(retried(call, self._endpoint, ends_at), timeout_s=_TIMEOUT_S)
        rows = [item["embedding"] for item in getattr(response, "data", None) or []]
        if not rows:
            raise ModelError(f"{self._endpoint.model} gave no vectors; is it an embedding model?")
        return unit_vectors(rows, asked=len(texts), model=self._endpoint.model)
