"""Which adapters serve this home? The only chooser of them."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy import memory
from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.chunks import Outline
from quaidpy.domain.identity import OPERATION_PREFIX, Owner
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.recall.queries import Query
from quaidpy.domain.secrets.redaction import redact_secrets
from quaidpy.errors import SettingsError
from quaidpy.learn.identity_files import IdentityFile, identity_files
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.graph import GraphEngine, GraphIndex
from quaidpy.ports.hosts import HostFiles
from quaidpy.ports.machine import IdSource
from quaidpy.ports.models import LanguageModel
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.pipeline import RecallTools, recall
from quaidpy.remember.model.reading import Reader
from quaidpy.remember.pipeline import RememberTools
from quaidpy.services.parts import Parts
from quaidpy.settings import (
    DATABASE_FILE,
    Settings,
    load_attributes,
    load_calibrations,
    load_intents,
    load_lexicon,
    load_relations,
    load_settings,
)
from quaidpy.wiring.models import chosen_embedder, chosen_reader, chosen_recall_models, closings, reader_by

if TYPE_CHECKING:
    from quaidpy.storage.cached.links import LinksInMemory
    from quaidpy.storage.sqlite.file.database import Database
    from quaidpy.system.clock import SystemClock

__all__ = ["DATABASE_FILE", "GRAPH_FOLDER", "Memory", "host_files", "parts_for", "restore_home"]

GRAPH_FOLDER = "graph"
_RECALLS_AT_ONCE = 4  # whose words are looked for while questions are embedded; more wait
_WAITS_FOR_HOME_S = 60.0  # while another restores, or a server leaves
_IN_PROCESS = {"embedded", "multilingual"}


class Memory(memory.Memory):
    """Your memory: `with Memory() as memory: …`.

    `home`: the folder of the database, default `$QUAID_HOME` or `~/.quaid`; made when missing. `owner`: whose memory,
    default `$QUAID_OWNER` or `default`.
    """

    def __init__(self, *, home: Path | str | None = None, owner: str | None = None) -> None:
        folder = Path(home) if home is not None else None
        super().__init__(parts_for(load_settings(home=folder, owner=owner)))


class Household:
    """The memories of all owners of one home, over one database, one graph and one set of models; for a server.

    Safe for many threads, as every Memory is.
    """

    def __init__(self, settings: Settings) -> None:
        from quaidpy.system.clock import SortableIds

        self._ids = SortableIds()
        self._parts = parts_for(settings, ids=self._ids)
        self._own = memory.Memory(self._parts)
        self.settings = settings

    def memory_of(self, owner: Owner) -> memory.Memory:
        """Do not close it: it shares everything with the others."""
        if owner == self._parts.owner:
            return self._own
        parts, files = self._parts, self._parts.files
        return memory.Memory(
            replace(
                parts,
                owner=owner,
                remembering=replace(parts.remembering, is_retired=partial(files.is_retired, owner)),
                recalling=replace(parts.recalling, owner=owner),
                documents=replace(parts.documents, owner=owner),
                learning=replace(parts.learning, identity=self._identity_of(owner)),
            )
        )

    def _identity_of(self, owner: Owner) -> tuple[IdentityFile, ...]:
        return identity_files(self.settings.tuning.learning, self.settings.home, owner)

    def request(self, name: str) -> AbstractContextManager[None]:
        """While a request changes memory in this thread: its first operation bears its name (16 hex digits)."""
        return self._ids.ending(OPERATION_PREFIX, name)

    def done_for(self, name: str, owner: Owner) -> str | None:
        """The operation that a request of this name has committed; None when it has not."""
        found = self._parts.remembering.store.ids_like(owner, f"{OPERATION_PREFIX}{name}")
        return found[0] if found else None

    def reader_by(self, model: LanguageModel) -> Reader:
        """Reads by a model that is lent, with the prompts and settings of this home."""
        return reader_by(self.settings, model)

    def owners(self) -> list[Owner]:
        """Everybody with a memory here."""
        return self._parts.remembering.store.owners()

    def warm_up(self) -> None:
        """Load the model that is in this process and read what recalls read, so that the first one need not."""
        if self.settings.tuning.embedding.model not in _IN_PROCESS or self._parts.recalling.embedder is None:
            return
        self._parts.recalling.embedder.embed(
            ["warm", "up"]
        )  # two: for a server the optimised model is loaded
        for owner in self.owners()[:1]:
            recall(Query(text="who is warming up?"), replace(self._parts.recalling, owner=owner))

    def flush(self) -> None:
        """Write what recalls did."""
        self._parts.effects.flush()

    def close(self) -> None:
        self._own.close()


def parts_for(settings: Settings, *, ids: IdSource | None = None, mapped_mb: int | None = None) -> Parts:
    """Everything a Memory needs, for one home and owner. Opens the database, nothing else.

    `mapped_mb`: how much of the database file may be mapped into memory; as much as can be, when None.
    """
    from quaidpy.home.files import Home
    from quaidpy.home.hook_states import HookStates
    from quaidpy.home.inbox import InboxFiles
    from quaidpy.home.nights import HomeNightLock, NightBackups
    from quaidpy.storage.cached.links import LinksInMemory
    from quaidpy.storage.cached.store import cached_store
    from quaidpy.storage.sqlite.feeding.rows import kept_rows
    from quaidpy.storage.sqlite.file.database import MOST_MAPPED_MB, Database
    from quaidpy.storage.sqlite.reading.survey import SqliteSurvey
    from quaidpy.storage.sqlite.records.learning import SqliteLearning
    from quaidpy.storage.sqlite.records.nights import SqliteNights
    from quaidpy.storage.sqlite.search.index import SqliteSearch
    from quaidpy.storage.sqlite.stores.documents import SqliteDocuments
    from quaidpy.storage.sqlite.stores.memories import SqliteMemories
    from quaidpy.storage.sqlite.stores.projects import SqliteProjects
    from quaidpy.system.clock import SortableIds, SystemClock
    from quaidpy.system.git_history import GitHistory
    from quaidpy.system.given_names import related_names
    from quaidpy.system.project_folders import LocalFolders
    from quaidpy.system.user_files import TextFiles

    clock, ids, relations = SystemClock(), ids or SortableIds(), load_relations()
    beside = ThreadPoolExecutor(_RECALLS_AT_ONCE, thread_name_prefix="recall")
    mapped_mb = MOST_MAPPED_MB if mapped_mb is None else mapped_mb
    database = Database(settings.home / DATABASE_FILE, clock=clock, mapped_mb=mapped_mb)
    store, search = SqliteMemories(database, clock, ids), SqliteSearch(database, settings.tuning.search)
    links = LinksInMemory(settings.tuning.graph)
    most = settings.tuning.search.rows_in_memory
    asked = cached_store(store, partial(kept_rows, database), most=most, links=links)
    graph, walked = _graph(settings, database, clock, links)
    files = Home(database, settings.home, ids=ids, engine=settings.tuning.graph.engine)
    folders = LocalFolders(settings.tuning.documents)
    embedder = chosen_embedder(settings)
    reader, models = chosen_reader(settings), chosen_recall_models(settings)
    return Parts(
        owner=settings.owner,
        remembering=RememberTools(
            store=store,
            search=search,
            embedder=embedder,
            clock=clock,
            ids=ids,
            relations=relations,
            attributes=load_attributes(),
            user_name=settings.tuning.user.name or None,
            tuning=settings.tuning.remember,
            resolution=settings.tuning.resolution,
            is_retired=partial(files.is_retired, settings.owner),
        ),
        recalling=RecallTools(
            owner=settings.owner,
            store=asked,
            search=search,
            graph=walked,
            embedder=embedder,
            clock=clock,
            ids=ids,
            intents=load_intents(),
            relations=relations,
            calibrations=load_calibrations(),
            tuning=settings.tuning.recall,
            graph_tuning=settings.tuning.graph,
            models=models,
            related_names=related_names,
            head_of=lru_cache(maxsize=100_000)(load_lexicon().head_of),
            one_view=database.reading,
            beside=beside,
        ),
        graph=graph,
        files=files,
        effects=EffectQueue(store),
        inbox=InboxFiles(settings.home),
        sessions=HookStates(settings.home),
        signals=settings.tuning.signals,
        host_files=host_files,
        nights=SqliteNights(database),
        survey=SqliteSurvey(database),
        lock=HomeNightLock(settings.home),
        backups=NightBackups(database, settings.home),
        documents=DocumentTools(
            owner=settings.owner,
            rows=SqliteProjects(database, clock, ids),
            index=SqliteDocuments(database),
            folders=folders,
            history=GitHistory(folders.here),
            outline=_outline,
            embedder=embedder,
            clock=clock,
            ids=ids,
            tuning=settings.tuning.documents,
            redact=lambda text: redact_secrets(text)[0],
        ),
        learning=LearnTools(
            store=store,
            records=SqliteLearning(database),
            files=TextFiles(settings.home),
            clock=clock,
            ids=ids,
            identity=identity_files(settings.tuning.learning, settings.home, settings.owner),
            tuning=settings.tuning.learning,
            keeps_journal=settings.tuning.janitor.journal,
            edits_files=settings.tuning.janitor.workspace,
            looks_like_attack=looks_like_instruction,
        ),
        reader=reader,
        closing=(*closings(reader, models, embedder), beside.shutdown),
    )


def _outline(path: str, text: str) -> Outline:
    from quaidpy.documents.outlines import outline_of

    return outline_of(path, text)


def _graph(
    settings: Settings, database: "Database", clock: "SystemClock", links: "LinksInMemory"
) -> tuple[GraphEngine, GraphIndex]:
    """The graph, and what recalls ask of it. Raises SettingsError when nobody knows who should walk."""
    from quaidpy.graph.following import QUICK_WALKERS, FollowingGraph, RowsOnlyGraph, WalkedByRows
    from quaidpy.graph.kuzu.follower import GraphFollower
    from quaidpy.graph.kuzu.graph import KuzuGraph
    from quaidpy.storage.sqlite.graph.rows import GraphRows
    from quaidpy.storage.sqlite.graph.walk import SqliteGraph

    tuning = settings.tuning.graph
    if tuning.walks not in {"auto", "engine", "rows"}:
        raise SettingsError(f"graph.walks = {tuning.walks!r} is unknown; use auto, engine or rows")
    rows = SqliteGraph(database, clock=clock, tuning=tuning, links=links)
    if tuning.engine == "none":
        alone = RowsOnlyGraph(rows)
        return alone, alone
    source = GraphRows(
        database, clock=clock, degree_cap=tuning.degree_cap, nearest_links=tuning.nearest_links
    )
    follower = GraphFollower(settings.home / GRAPH_FOLDER, source, tuning=tuning)
    graph = FollowingGraph(rows, KuzuGraph(follower, clock=clock, tuning=tuning), follower, tuning=tuning)
    by_engine = tuning.walks == "engine" or (tuning.walks == "auto" and tuning.engine in QUICK_WALKERS)
    return graph, graph if by_engine else WalkedByRows(rows, graph)


def host_files() -> HostFiles:
    """How files of other programs are looked at; needs no home."""
    from quaidpy.system.host_files import ForeignFiles

    return ForeignFiles()


def restore_home(settings: Settings, source: Path, *, within_s: float = _WAITS_FOR_HOME_S) -> Path | None:
    """Put a backup in the place of the home's database; returns where the replaced one is kept, None without one.

    Callers take turns. Raises UsageError when the source is not a sound quaidpy database, BusyError when a server or
    another process has the home for longer than `within_s`; then nothing is changed.
    """
    from quaidpy.home.ownership import sole_owner
    from quaidpy.storage.sqlite.writing.restoring import require_backup, restore_database
    from quaidpy.system.clock import SystemClock

    require_backup(source)
    with sole_owner(str(settings.home), within_s=within_s):
        return restore_database(settings.home / DATABASE_FILE, source, clock=SystemClock())
