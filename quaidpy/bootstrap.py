"""Which adapters serve this home? The only chooser of them."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy import memory
from quaidpy.domain.prompting import Tier
from quaidpy.errors import ModelError, SettingsError
from quaidpy.graph_ports import GraphEngine
from quaidpy.memory import Parts
from quaidpy.model_ports import LanguageModel, Reranker
from quaidpy.ports import Embedder
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.model_help import RecallModels
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.asking import ModelTools
from quaidpy.remember.model_reading import Reader
from quaidpy.remember.pipeline import RememberTools
from quaidpy.settings import (
    Settings,
    load_calibrations,
    load_intents,
    load_relations,
    load_settings,
    provider_key,
)

if TYPE_CHECKING:
    from quaidpy.adapters.prompt_files import PromptFiles
    from quaidpy.adapters.sqlite_database import Database
    from quaidpy.adapters.system_clock import SystemClock

DATABASE_FILE = "memory.sqlite"
GRAPH_FOLDER = "graph"


class Memory(memory.Memory):
    """Your memory: `with Memory() as memory: …`.

    `home`: the folder of the database, default `$QUAID_HOME` or `~/.quaid`; made when missing. `owner`: whose memory,
    default `$QUAID_OWNER` or `default`.
    """

    def __init__(self, *, home: Path | str | None = None, owner: str | None = None) -> None:
        folder = Path(home) if home is not None else None
        super().__init__(parts_for(load_settings(home=folder, owner=owner)))


def parts_for(settings: Settings) -> Parts:
    """Everything a Memory needs, for one home and owner. Opens the database, nothing else."""
    from quaidpy.adapters.home_files import Home
    from quaidpy.adapters.sqlite_database import Database
    from quaidpy.adapters.sqlite_memories import SqliteMemories
    from quaidpy.adapters.sqlite_search import SqliteSearch
    from quaidpy.adapters.system_clock import SortableIds, SystemClock

    clock, ids, relations = SystemClock(), SortableIds(), load_relations()
    database = Database(settings.home / DATABASE_FILE, clock=clock)
    store, search = SqliteMemories(database, clock, ids), SqliteSearch(database, settings.tuning.search)
    graph = _graph(settings, database, clock)
    files = Home(database, settings.home)
    embedder = chosen_embedder(settings)
    return Parts(
        owner=settings.owner,
        remembering=RememberTools(
            store=store,
            search=search,
            embedder=embedder,
            clock=clock,
            ids=ids,
            relations=relations,
            tuning=settings.tuning.remember,
            resolution=settings.tuning.resolution,
            is_retired=partial(files.is_retired, settings.owner),
        ),
        recalling=RecallTools(
            owner=settings.owner,
            store=store,
            search=search,
            graph=graph,
            embedder=embedder,
            clock=clock,
            ids=ids,
            intents=load_intents(),
            relations=relations,
            calibrations=load_calibrations(),
            tuning=settings.tuning.recall,
            graph_tuning=settings.tuning.graph,
            models=_recall_models(settings),
        ),
        graph=graph,
        files=files,
        effects=EffectQueue(store),
        reader=_reader(settings),
    )


def _graph(settings: Settings, database: "Database", clock: "SystemClock") -> GraphEngine:
    from quaidpy.adapters.following_graph import FollowingGraph, RowsOnlyGraph
    from quaidpy.adapters.graph_follower import GraphFollower
    from quaidpy.adapters.kuzu_graph import KuzuGraph
    from quaidpy.adapters.sqlite_graph import SqliteGraph
    from quaidpy.adapters.sqlite_graph_rows import GraphRows

    tuning = settings.tuning.graph
    walk = SqliteGraph(database, clock=clock, degree_cap=tuning.degree_cap)
    if tuning.engine == "none":
        return RowsOnlyGraph(walk)
    rows = GraphRows(database, clock=clock, degree_cap=tuning.degree_cap, nearest_links=tuning.nearest_links)
    follower = GraphFollower(settings.home / GRAPH_FOLDER, rows, tuning=tuning)
    engine = KuzuGraph(follower, clock=clock, tuning=tuning)
    return FollowingGraph(walk, engine, follower, cypher_timeout_s=tuning.cypher_timeout_s)


def chosen_embedder(settings: Settings) -> Embedder | None:
    """By `embedding.model`. Raises SettingsError for an unknown one."""
    tuning = settings.tuning.embedding
    if tuning.model == "none":
        return None
    if tuning.model != "embedded":
        raise SettingsError(f"embedding.model = {tuning.model!r} is unknown; it can be embedded or none")
    from quaidpy.adapters.embedders import MiniLmEmbedder

    return MiniLmEmbedder(threads=tuning.threads)


def _reader(settings: Settings) -> Reader | None:
    model = chosen_model(settings, Tier.DEEP)
    if model is None:
        return None
    tuning = settings.tuning.models
    asking = ModelTools(model=model, prompts=prompt_files(settings), timeout_s=tuning.deep_timeout_s)
    return Reader(asking=asking, tuning=tuning)


def _recall_models(settings: Settings) -> RecallModels | None:
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
    from quaidpy.adapters.reranker_on_demand import RerankerOnDemand

    def make() -> Reranker:
        try:
            from quaidpy.adapters.cross_encoder import CrossEncoderReranker
        except ImportError as err:
            raise ModelError(
                "a cross-encoder needs sentence-transformers, which is not installed; "
                "`pip install 'quaidpy[sentence-transformers]'` brings it"
            ) from err
        return CrossEncoderReranker(Path(folder).expanduser())

    return RerankerOnDemand(folder, make)


def prompt_files(settings: Settings) -> "PromptFiles":
    """What language models are told; the user's own copies lie in `prompts` of the home."""
    from quaidpy.adapters.prompt_files import PromptFiles

    return PromptFiles(settings.home / "prompts")


def chosen_model(settings: Settings, tier: Tier) -> LanguageModel | None:
    """By `models.deep` and `models.fast`; None for `none`. Loads nothing. Raises SettingsError for an unknown form."""
    tuning = settings.tuning.models
    name, base_url = (
        (tuning.deep, tuning.deep_base_url) if tier is Tier.DEEP else (tuning.fast, tuning.fast_base_url)
    )
    if name == "none":
        return None
    if name.startswith("command:"):
        from quaidpy.adapters.command_model import CommandModel

        return CommandModel(name.removeprefix("command:"))
    if "/" not in name:
        raise SettingsError(
            f"models.{tier.value} = {name!r} is unknown; write none, PROVIDER/MODEL (ollama/qwen3), or command:PROGRAM"
        )
    from quaidpy.adapters.model_on_demand import ModelOnDemand

    return ModelOnDemand(name, partial(_litellm_model, settings, name, base_url))


def _litellm_model(settings: Settings, name: str, base_url: str) -> LanguageModel:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else importing it calls the network
    try:
        from quaidpy.adapters.background_loop import BackgroundLoop
        from quaidpy.adapters.litellm_model import Endpoint, LitellmModel
    except ImportError as err:
        raise ModelError(
            f"{name} needs litellm, which is not installed; `pip install 'quaidpy[llm]'` brings it"
        ) from err
    tuning = settings.tuning.models
    is_ollama = name.startswith(("ollama/", "ollama_chat/"))
    address = base_url or (settings.ollama_url if is_ollama else None)
    # A server of one's own mostly asks for no key; the client library still wants one.
    key = provider_key(settings, name) or ("none" if address else None)
    endpoint = Endpoint(
        model=name, base_url=address, key=key, retries=tuning.retries, first_wait_s=tuning.first_wait_s
    )
    return LitellmModel(endpoint, BackgroundLoop())


def restore_home(settings: Settings, source: Path) -> Path | None:
    """Put a backup in the place of the home's database; returns where the replaced one is kept, None without one.

    Raises UsageError when the source is not a sound quaidpy database; then nothing is changed.
    """
    from quaidpy.adapters.sqlite_restoring import restore_database
    from quaidpy.adapters.system_clock import SystemClock

    return restore_database(settings.home / DATABASE_FILE, source, clock=SystemClock())
