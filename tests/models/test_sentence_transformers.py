"""Models of sentence-transformers for real: folders of random weights, made here by the library itself.

Opt in where torch and sentence-transformers are installed: `pytest -m sentence_transformers`. No model hub is asked.
"""

import math
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from quaidpy import Memory
from quaidpy.errors import ModelError
from quaidpy.interfaces.cli.main import main
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.models import Reranker
from quaidpy.settings import load_settings
from quaidpy.wiring.models import chosen_embedder, chosen_recall_models

pytestmark = [
    pytest.mark.sentence_transformers,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "ana",
    "lives",
    "in",
    "lisbon",
    "tom",
    "bakes",
    "bread",
    "where",
    "does",
    "live",
    "who",
]
LETTERS = [mark + chr(code) for mark in ("", "##") for code in range(ord("a"), ord("z") + 1)]
TEXTS = ["Ana lives in Lisbon.", "Tom bakes bread.", "", "Who lives in Lisbon? " * 100]
Make = Callable[..., Path]


@pytest.fixture
def home(clean_environment: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text('[graph]\nengine = "none"\n[server]\nuse = "never"\n')
    return clean_environment


@pytest.fixture
def folder(tmp_path: Path) -> Make:
    """Makes a tiny model of random weights, the same for the same seed."""

    def make(kind: str, *, seed: int = 7, dimension: int = 32, labels: int = 1) -> Path:
        torch: Any = import_module("torch")
        transformers: Any = import_module("transformers")
        library: Any = import_module("sentence_transformers")
        plain, path = tmp_path / f"{kind}-{seed}-plain", tmp_path / f"{kind}-{seed}-{labels}"
        vocabulary = tmp_path / "vocab.txt"
        vocabulary.write_text("\n".join([*WORDS, *LETTERS]))
        torch.manual_seed(seed)
        shape: Any = transformers.BertConfig(
            vocab_size=len(WORDS) + len(LETTERS),
            hidden_size=dimension,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=64,
            num_labels=labels,
        )
        is_cross = kind == "cross"
        network = transformers.BertForSequenceClassification if is_cross else transformers.BertModel
        network(shape).save_pretrained(plain)
        transformers.BertTokenizerFast(vocab_file=str(vocabulary), model_max_length=64).save_pretrained(plain)
        made = (library.CrossEncoder if is_cross else library.SentenceTransformer)(str(plain))
        made.save_pretrained(str(path))
        return path

    return make


def embedder_of(path: Path) -> Embedder:
    chosen = chosen_embedder(load_settings(), model=f"sentence-transformers:{path}")
    assert chosen is not None
    return chosen


def test_an_embedder_gives_a_unit_vector_a_text_whatever_the_batch(folder: Make, home: Path) -> None:
    embedder = embedder_of(folder("plain"))
    vectors = embedder.embed(TEXTS)
    assert embedder.identity.dimension == 32
    assert [len(vector) for vector in vectors] == [32] * len(TEXTS)
    assert all(abs(math.sqrt(math.fsum(x * x for x in vector)) - 1) < 1e-3 for vector in vectors)
    (alone,) = embedder.embed(TEXTS[:1])
    assert max(abs(a - b) for a, b in zip(alone, vectors[0], strict=True)) < 1e-5
    assert embedder.embed([]) == []


def test_other_weights_are_another_identity(folder: Make, home: Path) -> None:
    one, other = embedder_of(folder("plain", seed=7)), embedder_of(folder("plain", seed=8))
    assert one.identity.probe != other.identity.probe


def test_a_home_changes_to_it_and_searches_by_it(folder: Make, home: Path) -> None:
    with Memory() as memory:
        memory.store("Ana lives in Lisbon.")
    assert main(["reembed", f"sentence-transformers:{folder('plain')}", "--quiet"]) == 0
    with Memory() as memory:
        result = memory.recall("Where does Ana live?")
        assert "embed" not in {each.stage for each in result.degraded}
        assert result.results


def test_a_folder_that_is_none_says_so(folder: Make, home: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for path in (tmp_path / "nowhere", empty):
        with pytest.raises(ModelError, match=r"cannot be loaded|no folder"):
            embedder_of(path).embed(["Ana"])
        main(["config", "set", "recall.reranker", f"cross-encoder:{path}"])
        with pytest.raises(ModelError, match=r"cannot be loaded|no folder"):
            reranker().grade("Where?", ["Here."], timeout_s=10)


def reranker() -> Reranker:
    models = chosen_recall_models(load_settings())
    assert models is not None
    assert models.reranker is not None
    return models.reranker


def test_a_cross_encoder_grades_each_text_between_0_and_1_in_order(folder: Make, home: Path) -> None:
    main(["config", "set", "recall.reranker", f"cross-encoder:{folder('cross')}"])
    found = reranker()
    found.prepare()
    grades = found.grade("Where does Ana live?", TEXTS, timeout_s=60)
    assert len(grades) == len(TEXTS)
    assert all(0 <= grade <= 1 for grade in grades)
    backwards = found.grade("Where does Ana live?", TEXTS[::-1], timeout_s=60)
    assert backwards[::-1] == pytest.approx(grades, abs=1e-4)


def test_no_time_is_a_failure_and_a_model_of_classes_is_none(folder: Make, home: Path) -> None:
    main(["config", "set", "recall.reranker", f"cross-encoder:{folder('cross')}"])
    with pytest.raises(ModelError, match="the rest is missing"):
        reranker().grade("Where?", TEXTS, timeout_s=0)
    main(["config", "set", "recall.reranker", f"cross-encoder:{folder('cross', labels=3)}"])
    with pytest.raises(ModelError, match="one grade a text"):
        reranker().grade("Where?", TEXTS, timeout_s=60)


def test_recall_is_ranked_by_it_and_says_when_it_was_not(folder: Make, home: Path, tmp_path: Path) -> None:
    with Memory() as memory:
        memory.store("Ana lives in Lisbon.")
        memory.store("Ana bakes bread in Lisbon with Tom.")
    main(["config", "set", "recall.reranker", f"cross-encoder:{folder('cross')}"])
    with Memory() as memory:
        result = memory.recall("Where does Ana live?")
    assert result.degraded == ()
    assert any(name == "rerank" for name, _ in result.trace.results[0].parts)
    main(["config", "set", "recall.reranker", f"cross-encoder:{tmp_path / 'nowhere'}"])
    with Memory() as memory:
        weaker = memory.recall("Where does Ana live?")
    assert [each.stage for each in weaker.degraded] == ["rerank"]
    assert weaker.results
