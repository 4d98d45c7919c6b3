"""Embedders of servers and packages, over real HTTP where there is a server; changing from one to another."""

import math
import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Query
from quaidpy.errors import ModelError, SettingsError
from quaidpy.interfaces.cli.main import main
from quaidpy.models.embedding.unit_vectors import unit_vectors
from quaidpy.ports.embedding import Embedder, EmbedderIdentity
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import load_settings
from quaidpy.wiring.models import chosen_embedder, closings
from tests.scripted_provider import Provider

TEXTS = ["Ana lives in Lisbon.", "", "你好，世界", "Tom bakes bread. " * 200, "Ana lives in Lisbon."]


@pytest.fixture
def home(provider: Provider, clean_environment: Path) -> Path:
    clean_environment.mkdir(mode=0o700)
    (clean_environment / "config.toml").write_text(
        f'[embedding]\nbase_url = "{provider.url}"\n[models]\nfirst_wait_s = 0.01\n[graph]\nengine = "none"\n'
    )
    return clean_environment


@pytest.fixture(params=["ollama:scripted", "litellm:openai/scripted", "multilingual"])
def embedder(request: pytest.FixtureRequest, provider: Provider, home: Path) -> Iterator[Embedder]:
    if request.param.startswith("litellm"):
        main(["config", "set", "embedding.base_url", provider.openai])
    chosen = chosen_embedder(load_settings(), model=request.param)
    assert chosen is not None
    yield chosen
    for close in closings(None, None, chosen):
        close()


def test_one_unit_vector_a_text_in_order_whatever_the_batch(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert [len(vector) for vector in vectors] == [embedder.identity.dimension] * len(TEXTS)
    assert all(abs(math.sqrt(math.fsum(x * x for x in vector)) - 1) < 1e-3 for vector in vectors)
    assert max(abs(a - b) for a, b in zip(vectors[0], vectors[4], strict=True)) < 1e-5
    (alone,) = embedder.embed(TEXTS[:1])
    assert max(abs(a - b) for a, b in zip(alone, vectors[0], strict=True)) < 1e-5
    assert embedder.embed([]) == []


def test_a_repeated_question_costs_no_call(provider: Provider, home: Path) -> None:
    chosen = chosen_embedder(load_settings(), model="ollama:scripted")
    assert chosen is not None
    first = chosen.embed(["Where does Ana live?", "Ana lives in Lisbon."])
    asked = len(provider.embedded)
    assert chosen.embed(["Ana lives in Lisbon.", "Where does Ana live?"]) == first[::-1]
    assert len(provider.embedded) == asked
    assert chosen.embed(["Where does Ana live?", "Who is Tom?"])[0] == first[0]
    assert provider.embedded[asked:] == ["Who is Tom?"]
    for close in closings(None, None, chosen):
        close()


def test_an_identity_is_the_models_own(embedder: Embedder) -> None:
    assert embedder.identity == embedder.identity
    assert len(embedder.identity.probe) == 16


def test_another_model_of_the_same_name_is_told_by_its_probe(provider: Provider, home: Path) -> None:
    one, other = (chosen_embedder(load_settings(), model="ollama:scripted") for _ in range(2))
    assert one is not None
    assert other is not None
    before = one.identity
    provider.dimension = 16
    assert other.identity.name == before.name
    assert other.identity != before
    for close in (*closings(None, None, one), *closings(None, None, other)):
        close()


@pytest.mark.parametrize(
    "rows", [[[0.0, 0.0]], [[float("nan"), 1.0]], [], [[1.0], [1.0, 2.0]], [["x"]], [[]]]
)
def test_what_is_no_vector_is_never_stored(rows: Sequence[Sequence[float]]) -> None:
    with pytest.raises(ModelError, match="nothing was stored"):
        unit_vectors(rows, asked=1, model="m")


@pytest.mark.parametrize("model", ["ollama:x", "litellm:openai/x"])
def test_a_server_that_is_away_is_a_failure_and_recall_says_so(
    model: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Memory() as memory:
        memory.store("Ana lives in Lisbon.")
    main(["config", "set", "embedding.base_url", "http://127.0.0.1:9"])
    main(["config", "set", "embedding.model", model])
    with Memory() as memory:
        result = memory.recall("Where does Ana live?")
    assert "embed" in {each.stage for each in result.degraded}
    assert result.results


@pytest.mark.parametrize("name", ["nosuch", "ollama:", "litellm:", "multilingual:x", ":"])
def test_an_unknown_embedder_is_a_wrong_setting(name: str) -> None:
    with pytest.raises(SettingsError, match="ollama:NAME"):
        chosen_embedder(load_settings(), model=name)


def test_an_extra_that_is_not_installed_says_what_to_install() -> None:
    chosen = chosen_embedder(load_settings(), model="sentence-transformers:some/model")
    assert chosen is not None
    with pytest.raises(ModelError, match=r"pip install 'quaidpy\[sentence-transformers\]'"):
        chosen.embed(["x"])


def fill(count: int = 150) -> None:
    lines = [f"Ana: I counted {n} boats in the harbour of Lisbon on day {n}." for n in range(count)]
    text = "\n".join(["date: 2 June 2025 20:15", "", *lines])
    with Memory() as memory:
        memory.extract(Intake(owner=memory.owner, source_key="boats", data=text.encode()))


def test_changing_the_model_is_caught_before_the_first_wrong_search(home: Path) -> None:
    fill(3)
    main(["config", "set", "embedding.model", "multilingual"])
    with Memory() as memory:
        result = memory.recall("How many boats were in the harbour?")
    assert any("quaid reembed" in each.reason for each in result.degraded)
    assert result.trace.lanes


@pytest.mark.faults
def test_reembedding_swaps_while_others_search_and_goes_on_after_a_kill(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(100)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "quaidpy", "reembed", "multilingual"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with Memory() as memory:
        search = memory._parts.remembering.search
        before = search.identity()
        assert before is not None
        all_of_them = len(waiting(memory))
        while process.poll() is None and len(waiting(memory)) == all_of_them:
            memory.recall("boats in the harbour")
            time.sleep(0.02)  # the other process is to get on with its work
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert search.identity() == before or not waiting(memory), (
            "the old index serves until the new one is whole"
        )
        half = len(waiting(memory))
    stop, failures = threading.Event(), list[str]()

    def keep_searching() -> None:
        with Memory() as memory:
            while not stop.wait(0.02):
                found = memory.recall(Query(text="boats in the harbour on day 7"))
                mixed = {each.stage for each in found.degraded} - {"embed", "abstain"}
                if mixed or not found.results:
                    failures.append(f"{found.degraded} {len(found.results)}")

    searching = threading.Thread(target=keep_searching)
    searching.start()
    try:
        assert main(["reembed", "multilingual"]) == 0
    finally:
        stop.set()
        searching.join()
    assert failures == []
    assert f"{half:,} texts embedded" in capsys.readouterr().out
    with Memory() as memory:
        now = memory._parts.remembering.search.identity()
        assert now is not None
        assert (now.name, now.dimension) == ("use-multilingual-v3", 512)
        assert memory.check_files() == []
        assert "embed" not in {each.stage for each in memory.recall("boats in the harbour").degraded}


@cache
def multilingual_identity() -> EmbedderIdentity:
    chosen = chosen_embedder(load_settings(), model="multilingual")
    assert chosen is not None
    return chosen.identity


def waiting(memory: Memory) -> list[str]:
    search = memory._parts.remembering.search
    return search.texts_without_vector(memory.owner, limit=1000, identity=multilingual_identity())


def test_a_failing_embedder_leaves_the_old_vectors_in_use(provider: Provider, home: Path) -> None:
    fill(3)
    provider.embed_status = 500
    assert main(["reembed", "ollama:scripted"]) == 11
    assert load_settings().tuning.embedding.model == "embedded"
    with Memory() as memory:
        assert memory.recall("boats in the harbour").degraded == ()


def test_vectors_are_arrays_of_single_floats(embedder: Embedder) -> None:
    (vector,) = embedder.embed(["x y z"])
    assert isinstance(vector, array)
    assert vector.typecode == "f"
