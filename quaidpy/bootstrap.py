"""Which adapters serve this home? The only chooser of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from quaidpy import memory
from quaidpy.errors import SettingsError
from quaidpy.memory import Parts
from quaidpy.ports import Embedder
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.pipeline import RememberTools
from quaidpy.settings import Settings, load_intents, load_relations, load_settings

DATABASE_FILE = "memory.sqlite"
EMBEDDERS: dict[str, Callable[[Settings], Embedder | None]] = {
    "embedded": lambda settings: _embedded(settings),
    "none": lambda _: None,
}


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
    from quaidpy.adapters.graph_choice import open_graph
    from quaidpy.adapters.home_files import Home
    from quaidpy.adapters.sqlite_database import Database
    from quaidpy.adapters.sqlite_memories import SqliteMemories
    from quaidpy.adapters.sqlite_search import SqliteSearch
    from quaidpy.adapters.system_clock import SortableIds, SystemClock

    clock, ids = SystemClock(), SortableIds()
    database = Database(settings.home / DATABASE_FILE, clock=clock)
    store, search = SqliteMemories(database, clock, ids), SqliteSearch(database)
    graph = open_graph(database, settings.home, settings.tuning.graph)
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
            relations=load_relations(),
            tuning=settings.tuning.remember,
            resolution=settings.tuning.resolution,
            is_retired=partial(files.is_retired, settings.owner),
        ),
        recalling=RecallTools(
            store=store,
            search=search,
            graph=graph,
            embedder=embedder,
            clock=clock,
            ids=ids,
            tuning=settings.tuning.recall,
            intents=load_intents(),
        ),
        graph=graph,
        files=files,
        effects=EffectQueue(store),
    )


def chosen_embedder(settings: Settings) -> Embedder | None:
    """By `embedding.model`. Raises SettingsError for an unknown one."""
    name = settings.tuning.embedding.model
    if name not in EMBEDDERS:
        raise SettingsError(f"embedding.model = {name!r} is not one of {', '.join(sorted(EMBEDDERS))}")
    return EMBEDDERS[name](settings)


def _embedded(settings: Settings) -> Embedder:
    from quaidpy.adapters.embedders import MiniLmEmbedder

    return MiniLmEmbedder(
        batch_size=settings.tuning.embedding.batch_size,
        optimize_graph=settings.tuning.embedding.optimize_graph,
    )
