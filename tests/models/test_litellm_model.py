"""What a provider can do to us, over real HTTP: refuse, hang, drip, lie, hang up."""

import threading
from collections.abc import Callable
from time import perf_counter

import pytest

from quaidpy.domain.models.prompting import Request
from quaidpy.errors import ModelError
from quaidpy.ports.models import LanguageModel
from tests.models.conftest import KEY
from tests.scripted_provider import Answer, Provider

DIALECTS = ["openai/scripted", "ollama/scripted", "ollama_chat/scripted"]
Make = Callable[..., LanguageModel]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_reply_tells_text_and_tokens_as_the_server_counted(
    name: str, provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers("Lisbon it is")
    reply = litellm_model(name).complete(request_, timeout_s=10)
    assert reply.text == "Lisbon it is"
    spent = reply.spending
    assert (spent.calls, spent.estimated) == (1, 0)
    assert (spent.input_tokens, spent.output_tokens) == (provider.input_tokens, provider.output_tokens)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_three_times_more(
    status: int, provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(status=status))
    with pytest.raises(ModelError) as failure:
        litellm_model().complete(request_, timeout_s=10)
    assert failure.value.retryable
    assert len(provider.asked) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_stays_wrong_is_asked_once(
    status: int, provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(status=status))
    with pytest.raises(ModelError) as failure:
        litellm_model().complete(request_, timeout_s=10)
    assert not failure.value.retryable
    assert len(provider.asked) == 1


def test_a_retry_that_succeeds_is_an_answer(
    provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(status=529), Answer(status=429), "at last")
    reply = litellm_model().complete(request_, timeout_s=10)
    assert (reply.text, reply.spending.calls) == ("at last", 1)


def test_no_retry_starts_that_could_not_end_in_time(
    provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(status=503))
    with pytest.raises(ModelError):
        litellm_model(wait_s=30).complete(request_, timeout_s=5)
    assert len(provider.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [Answer("late", delay_s=60), Answer("a slow drip", drip_s=0.2)],
    ids=["hangs", "drips"],
)
@pytest.mark.parametrize("name", DIALECTS)
def test_the_time_limit_ends_a_call_and_frees_its_connection(
    name: str, answer: Answer, provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(answer)
    model = litellm_model(name)
    before = threading.active_count()
    begun = perf_counter()
    with pytest.raises(ModelError, match="did not answer within") as failure:
        model.complete(request_, timeout_s=0.4)
    assert failure.value.retryable
    assert perf_counter() - begun < 30  # far below the 60 s of the server; no figure of this machine
    provider.stopping.set()
    provider.answers("next")
    assert model.complete(request_, timeout_s=10).text == "next"
    # One loop thread for the model, however many calls were given up; the server's own threads end by themselves.
    ours = [thread for thread in threading.enumerate() if thread.name == "quaid-models"]
    assert len(ours) == 1
    assert before >= 1


@pytest.mark.parametrize("raw", [b"{nope", b"[]", b"{}", b'{"choices": []}', b"\xff\xfe\x00"])
def test_garbage_is_a_failure_in_words(
    raw: bytes, provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(raw=raw))
    with pytest.raises(ModelError, match="openai/scripted"):
        litellm_model().complete(request_, timeout_s=10)


def test_a_connection_that_is_reset_or_refused_is_not_tried_again(
    provider: Provider, litellm_model: Make, request_: Request
) -> None:
    provider.answers(Answer(reset=True))
    with pytest.raises(ModelError) as reset:
        litellm_model().complete(request_, timeout_s=10)
    with pytest.raises(ModelError) as refused:
        litellm_model(base_url="http://127.0.0.1:9/v1").complete(request_, timeout_s=10)
    assert not reset.value.retryable
    assert not refused.value.retryable
    assert len(provider.asked) == 1


def test_no_message_holds_the_key(provider: Provider, litellm_model: Make, request_: Request) -> None:
    provider.answers(Answer(status=401, text=f"Incorrect API key provided: {KEY}. Also sk-proj-abcdefghijk"))
    with pytest.raises(ModelError) as failure:
        litellm_model().complete(request_, timeout_s=10)
    assert KEY not in str(failure.value)
    assert "abcdefghijk" not in str(failure.value)


def test_a_schema_is_asked_for_and_given_up_where_it_is_refused(
    provider: Provider, litellm_model: Make
) -> None:
    asked = Request(system="s", user="u", max_tokens=9, schema={"type": "object", "properties": {}})
    provider.answers(Answer(status=400, text="response_format is not supported"), "{}", "{}")
    model = litellm_model()
    assert model.complete(asked, timeout_s=10).text == "{}"
    assert model.complete(asked, timeout_s=10).text == "{}"
    assert ["response_format" in body for body in provider.bodies] == [True, False, False]


def test_a_cut_answer_says_so(provider: Provider, litellm_model: Make, request_: Request) -> None:
    provider.answers(Answer("half a", cut=True))
    assert litellm_model().complete(request_, timeout_s=10).is_cut


def test_many_threads_share_one_model(provider: Provider, litellm_model: Make, request_: Request) -> None:
    provider.answers("yes")
    model, texts = litellm_model(), list[str]()
    threads = [
        threading.Thread(target=lambda: texts.append(model.complete(request_, timeout_s=20).text))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["yes"] * 8
