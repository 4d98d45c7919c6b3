"""Which models serve this home? The part of wiring that chooses language models, embedders and rerankers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy.domain.models.prompting import Tier
from quaidpy.errors import ModelError, SettingsError
from quaidpy.learn.identity_files import identity_files
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.models import LanguageModel, Reranker
from quaidpy.recall.model_help import RecallModels
from quaidpy.remember.model.asking import ModelTools
from quaidpy.remember.model.learnings import Taught
from quaidpy.remember.model.reading import Reader
from quaidpy.settings import Settings, provider_key

if TYPE_CHECKING:
    from quaidpy.models.language.litellm_model import Endpoint
    from quaidpy.models.language.prompt_files import PromptFiles

IN_PROCESS = frozenset({"embedded", "multilingual"})
"""What `embedding.model` is for models in this process."""


def chosen_model(settings: Settings, tier: Tier) -> LanguageModel | None:
    """By `models.deep` and `models.fast`; None for `none`. Loads nothing. Raises SettingsError for an unknown form."""
    tuning = settings.tuning.models
    name, base_url = (
        (tuning.deep, tuning.deep_base_url) if tier is Tier.DEEP else (tuning.fast, tuning.fast_base_url)
    )
    return (
        None
        if name == "none"
        else model_called(name, settings, base_url=base_url, told_by=f"models.{tier.value}")
    )


def model_called(name: str, settings: Settings, *, base_url: str, told_by: str) -> LanguageModel:
    """Any model by its name. `told_by`: which setting names it. Loads nothing. Raises SettingsError."""
    if name.startswith("command:"):
        from quaidpy.models.language.command import CommandModel

        return CommandModel(name.removeprefix("command:"))
    if "/" not in name:
        raise SettingsError(
            f"{told_by} = {name!r} is unknown; write none, PROVIDER/MODEL (ollama/qwen3), or command:PROGRAM"
        )
    from quaidpy.models.on_demand import ModelOnDemand

    return ModelOnDemand(name, partial(_litellm_model, settings, name, base_url))


def _litellm_model(settings: Settings, name: str, base_url: str) -> LanguageModel:
    try:
        from quaidpy.models.language.background_loop import BackgroundLoop
        from quaidpy.models.language.litellm_model import LitellmModel
    except ImportError as err:
        raise ModelError(
            f"{name} needs litellm, which is not installed; `pip install 'quaidpy[llm]'` brings it"
        ) from err
    return LitellmModel(_endpoint(settings, name, base_url), BackgroundLoop())


def _endpoint(settings: Settings, name: str, base_url: str) -> "Endpoint":
    from quaidpy.models.language.litellm_model import Endpoint

    tuning = settings.tuning.models
    is_ollama = name.startswith(("ollama/", "ollama_chat/"))
    address = base_url or (settings.ollama_url if is_ollama else None)
    # A server of one's own mostly asks for no key; the client library still wants one.
    key = provider_key(settings, name) or ("none" if address else None)
    return Endpoint(
        model=name, base_url=address, key=key, retries=tuning.retries, first_wait_s=tuning.first_wait_s
    )


def prompt_files(settings: Settings) -> "PromptFiles":
    """What language models are told; the user's own copies lie in `prompts` of the home."""
    from quaidpy.models.language.prompt_files import PromptFiles

    return PromptFiles(settings.home / "prompts")


def chosen_reader(settings: Settings) -> Reader | None:
    """The deep model as a reader of conversations; None without one."""
    model = chosen_model(settings, Tier.DEEP)
    return None if model is None else reader_by(settings, model)


def reader_by(settings: Settings, model: LanguageModel) -> Reader:
    """A reader of conversations by a given model, such as one that a client lends."""
    tuning = settings.tuning.models
    if tuning.reader:  # a host's program is heavy, and counts what its user may ask
        tuning = replace(tuning, parallel_calls=1)
    asking = ModelTools(model=model, prompts=prompt_files(settings), timeout_s=tuning.deep_timeout_s)
    return Reader(asking=asking, tuning=tuning, files=_taught(settings))


def _taught(settings: Settings) -> tuple[Taught, ...]:
    """The identity files, when the gate is open."""
    if not settings.tuning.janitor.journal:
        return ()
    files = identity_files(settings.tuning.learning, settings.home, settings.owner)
    return tuple(Taught(name=file.name, purpose=file.purpose) for file in files)


def chosen_recall_models(settings: Settings) -> RecallModels | None:
    """The fast model and the reranker. Raises SettingsError for an unknown one."""
    name = settings.tuning.recall.reranker
    if name not in {"model", "none"} and not name.startswith("cross-encoder:"):
        raise SettingsError(
            f"recall.reranker = {name!r} is unknown; it can be model, cross-encoder:FOLDER, or none"
        )
    model = chosen_model(settings, Tier.FAST)
    reranker = (
        _cross_encoder(name.removeprefix("cross-encoder:")) if name.startswith("cross-encoder:") else None
    )
    if model is None and reranker is None:
        return None
    return RecallModels(model=model, prompts=prompt_files(settings), reranker=reranker)


def _cross_encoder(folder: str) -> Reranker:
    from quaidpy.models.on_demand import RerankerOnDemand

    def make() -> Reranker:
        try:
            from quaidpy.models.reranking.cross_encoder import CrossEncoderReranker
        except ImportError as err:
            raise ModelError(
                "a cross-encoder needs sentence-transformers, which is not installed; "
                "`pip install 'quaidpy[sentence-transformers]'` brings it"
            ) from err
        return CrossEncoderReranker(Path(folder).expanduser())

    return RerankerOnDemand(folder, make)


def chosen_embedder(settings: Settings, *, model: str | None = None) -> Embedder | None:
    """By `embedding.model`, or the one named instead. Loads nothing. Raises SettingsError for an unknown one."""
    tuning = settings.tuning.embedding
    name = model or tuning.model
    kind, _, rest = name.partition(":")
    if name == "none":
        return None
    if name == "embedded":
        from quaidpy.models.embedding.embedded import MiniLmEmbedder

        return MiniLmEmbedder(threads=tuning.threads)
    makers: dict[str, Callable[[], Embedder]] = {
        "multilingual": partial(_multilingual, tuning.batch_size),
        "ollama": partial(_ollama_embedder, rest, settings),
        "litellm": partial(_litellm_embedder, rest, settings),
        "sentence-transformers": partial(_sentence_transformer, rest, tuning.batch_size),
    }
    if kind not in makers or bool(rest) == (kind == "multilingual"):
        raise SettingsError(
            f"embedding.model = {name!r} is unknown; it can be embedded, multilingual, ollama:NAME, "
            "litellm:PROVIDER/NAME, sentence-transformers:NAME, or none"
        )
    from quaidpy.models.on_demand import EmbedderOnDemand

    return EmbedderOnDemand(partial(_with_extra, makers[kind], kind))


def _with_extra(make: Callable[[], Embedder], kind: str) -> Embedder:
    try:
        return make()
    except ImportError as err:
        extra = {"ollama": "llm", "litellm": "llm"}.get(kind, kind)
        raise ModelError(
            f"the embedder {kind} needs {err.name}, which is not installed; `pip install 'quaidpy[{extra}]'` brings it"
        ) from err


def _multilingual(batch_size: int) -> Embedder:
    from quaidpy.models.embedding.multilingual import MultilingualEmbedder

    return MultilingualEmbedder(batch_size=batch_size)


def _ollama_embedder(name: str, settings: Settings) -> Embedder:
    from quaidpy.models.embedding.ollama_embedder import OllamaEmbedder

    tuning = settings.tuning.embedding
    host = tuning.base_url or settings.ollama_url
    return OllamaEmbedder(name, host=host, batch_size=tuning.batch_size)


def _litellm_embedder(name: str, settings: Settings) -> Embedder:
    from quaidpy.models.embedding.litellm_embedder import LitellmEmbedder
    from quaidpy.models.language.background_loop import BackgroundLoop

    endpoint = _endpoint(settings, name, settings.tuning.embedding.base_url)
    return LitellmEmbedder(endpoint, BackgroundLoop(), batch_size=settings.tuning.embedding.batch_size)


def _sentence_transformer(name: str, batch_size: int) -> Embedder:
    from quaidpy.models.embedding.sentence_transformer_embedder import SentenceTransformerEmbedder

    return SentenceTransformerEmbedder(name, batch_size=batch_size)


def closings(
    reader: Reader | None, models: RecallModels | None, embedder: Embedder | None
) -> tuple[Callable[[], None], ...]:
    """How the connections of these are ended, of those that may have some."""
    from quaidpy.models.on_demand import EmbedderOnDemand

    ends: list[Callable[[], None]] = []
    if reader is not None:
        ends.append(reader.asking.model.close)
    if models is not None and models.model is not None:
        ends.append(models.model.close)
    if isinstance(embedder, EmbedderOnDemand):
        ends.append(embedder.close)
    return tuple(ends)
