"""What models cost is kept by run, equals what the server counted, and is shown."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.models.prompting import Request, Spending
from quaidpy.domain.recall.queries import Filter
from quaidpy.interfaces.cli.main import main
from quaidpy.metering import Metered
from quaidpy.ports.models import LanguageModel
from tests.scripted_provider import Answer, Provider

CHAT = [
    {"role": "user", "content": "I moved to Lisbon last week."},
    {"role": "assistant", "content": "How exciting! Is the flat nice?"},
    {"role": "user", "content": "I love the tiny balcony."},
]
MOVED = {
    "turn": 0,
    "speaker": "Ana",
    "quote": "I moved to Lisbon last week",
    "text": "Ana moved to Lisbon last week.",
    "kind": "event",
    "confidence": 0.9,
    "keywords": ["Lisbon", "move", "home"],
    "edges": [],
}
GOOD = json.dumps({"facts": [MOVED]})


@pytest.fixture
def chat(provider: Provider, clean_environment: Path, tmp_path: Path) -> str:
    clean_environment.mkdir(mode=0o700)
    models = f'deep = "openai/deep"\nfast = "openai/fast"\ndeep_base_url = "{provider.openai}"\n'
    (clean_environment / "config.toml").write_text(
        f'[models]\n{models}fast_base_url = "{provider.openai}"\nfirst_wait_s = 0.01\nqueue_wait_minutes = 0.0\n'
        '[recall]\nmodel_deadline_s = 20.0\n[graph]\nengine = "none"\n'
    )
    path = tmp_path / "chat.jsonl"
    path.write_text("\n".join(json.dumps(turn) for turn in CHAT))
    return str(path)


def total(memory: Memory) -> Spending:
    spent = Spending()
    for each in memory.spent():
        spent = spent.plus(each.spending)
    return spent


def test_the_stored_meter_equals_what_the_server_counted(
    chat: str, provider: Provider, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.answers("I'd rather not.", "Not even now.", Answer(status=503), GOOD)
    assert main(["extract", chat, "--llm", "--no-rules", "--quiet"]) == 11
    assert main(["extract", chat, "--llm", "--no-rules", "--quiet"]) == 0
    provider.answers("Ana lives in Lisbon.")
    assert main(["recall", "Which town does Ana live in?", "--quiet"]) == 0
    with Memory() as memory:
        spent = total(memory)
        assert (spent.input_tokens, spent.output_tokens) == (provider.input_tokens, provider.output_tokens)
        assert {each.doing for each in memory.spent()} == {"extract", "recall"}
        by_run = memory.spendings()
        assert len({each.run for each in by_run if each.doing == "extract"}) == 2
        assert [each.run for each in memory.spendings(run=by_run[0].run)] == [by_run[0].run]
    capsys.readouterr()
    main(["stats"])
    shown = capsys.readouterr().out
    assert "spent on language models" in shown
    assert "extract, openai/deep" in shown
    main(["stats", "--json"])
    assert {each["doing"] for each in json.loads(capsys.readouterr().out)["models"]} == {"extract", "recall"}


def test_what_waits_is_read_later_as_it_would_have_been_at_first(chat: str, provider: Provider) -> None:
    provider.answers(Answer(status=401))
    assert main(["extract", chat, "--llm", "--no-rules", "--user-name", "Ana", "--quiet"]) == 11
    provider.answers(GOOD)
    assert main(["extract", "--retry", "--quiet"]) == 0
    assert "[0] Ana: I moved to Lisbon" in provider.asked[-1]
    with Memory() as memory:
        (kept,) = memory.memories(Filter(owner=memory.owner))
    assert kept.text.startswith("Ana moved to Lisbon")
    assert kept.speaker == "Ana"


def test_a_meter_counts_answers_once_and_failures_by_their_seconds(
    provider: Provider, litellm_model: Callable[..., LanguageModel], request_: Request
) -> None:
    meter = Metered(litellm_model())
    meter.complete(request_, timeout_s=10)
    assert meter.take() == meter.spent
    assert meter.take().calls == 0
    waited = meter.seconds
    provider.answers(Answer(status=401))
    with pytest.raises(Exception, match="openai/scripted"):
        meter.complete(request_, timeout_s=10)
    assert meter.spent.calls == 1
    assert meter.seconds > waited
