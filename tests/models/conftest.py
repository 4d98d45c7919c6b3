"""A scripted provider, and models that speak to it over real HTTP."""

import os
from collections.abc import Callable, Iterator

import pytest

from quaidpy.domain.models.prompting import Request
from quaidpy.ports.models import LanguageModel
from tests.scripted_provider import Provider, scripted_provider

KEY = "sk-not-a-real-key-123456"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with scripted_provider() as running:
        yield running


@pytest.fixture
def litellm_model(provider: Provider) -> "Iterator[Callable[..., LanguageModel]]":
    """Makes a model of a provider's dialect, with waits of milliseconds."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    from quaidpy.models.language.background_loop import BackgroundLoop  # noqa: PLC0415 - seconds, only where needed
    from quaidpy.models.language.litellm_model import Endpoint, LitellmModel  # noqa: PLC0415

    made: list[LanguageModel] = []

    def make(
        name: str = "openai/scripted", *, base_url: str | None = None, wait_s: float = 0.01
    ) -> LanguageModel:
        url = provider.openai if name.startswith("openai/") else provider.url
        endpoint = Endpoint(model=name, base_url=base_url or url, key=KEY, first_wait_s=wait_s)
        made.append(LitellmModel(endpoint, BackgroundLoop()))
        return made[-1]

    yield make
    for model in made:
        model.close()


@pytest.fixture
def request_() -> Request:
    return Request(system="You answer.", user="What is the capital of Portugal?", max_tokens=50)
