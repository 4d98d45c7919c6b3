"""Which adapters does a home open with, and which tools does each room get? Loaded when a home is opened."""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.documents.chunks import Outline
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.operations import caller_named
from quaidpy.domain.notice_tuning import Channel
from quaidpy.domain.secrets.redaction import redact_secrets
from quaidpy.errors import SettingsError
from quaidpy.graph.kuzu.follower import GraphFollower
from quaidpy.graph.kuzu.graph import KuzuGraph
from quaidpy.graph.routing import QUICK_WALKERS, RoutedGraph, RowsOnlyGraph, WalkedByRows
from quaidpy.home.files import Home
from quaidpy.home.hook_states import HookStates
from quaidpy.home.inbox import InboxFiles
from quaidpy.home.mirror_state import MirrorState
from quaidpy.learn.identity_files import identity_files
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.asking import Asking
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.graph import GraphEngine, GraphIndex
from quaidpy.ports.machine import Calling, IdSource
from quaidpy.ports.notices import NoticeChannel
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.model_help import RecallModels
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.tools import RememberTools
from quaidpy.services.access import Access
from quaidpy.services.access_tokens import Tokens
from quaidpy.services.parts import HandoverTools, NoticeTools, Parts
from quaidpy.settings import (
    DATABASE_FILE,
    Settings,
    load_attributes,
    load_calibrations,
    load_intents,
    load_lexicon,
    load_relations,
)
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.cached.store import cached_store
from quaidpy.storage.feeding.rows import kept_rows
from quaidpy.storage.sql.graph_rows import GraphRows
from quaidpy.storage.sql.reading.survey import SqlSurvey
from quaidpy.storage.sql.records.access_tokens import SqlTokens
from quaidpy.storage.sql.records.handover import SqlHandover
from quaidpy.storage.sql.records.learning import SqlLearning
from quaidpy.storage.sql.records.nights import SqlNights
from quaidpy.storage.sql.records.notices import SqlNotices
from quaidpy.storage.sql.records.spaces import SqlSpaces
from quaidpy.storage.sql.stores.projects import SqlProjects
from quaidpy.system.callers import Callers
from quaidpy.system.channels.desktop import DesktopChannel
from quaidpy.system.channels.lines_of_a_file import FileChannel
from quaidpy.system.channels.webhook import WebhookChannel
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from quaidpy.system.git_history import GitHistory
from quaidpy.system.host_files import ForeignFiles
from quaidpy.system.nicknames import related_names
from quaidpy.system.project_folders import LocalFolders
from quaidpy.system.user_files import TextFiles
from quaidpy.wiring.engines import OpenedEngine
from quaidpy.wiring.models import IN_PROCESS, chosen_embedder, chosen_reader, chosen_recall_models, closings
from quaidpy.wiring.syncing import require_one_store, sync_tools

GRAPH_FOLDER = "graph"
_RECALLS_AT_ONCE = 4  # whose words are looked for while questions are embedded; more wait


@dataclass(frozen=True, slots=True, kw_only=True)
class _Base:
    """What several rooms share."""

    settings: Settings
    engine: OpenedEngine
    clock: SystemClock
    ids: IdSource
    relations: RelationMap
    embedder: Embedder | None


def open_parts(
    settings: Settings, *, ids: IdSource | None, callers: Calling | None, mapped_mb: int | None
) -> Parts:
    """As `parts_for` of parts.py says."""
    require_one_store(settings)
    clock, ids = SystemClock(), ids or SortableIds()
    callers = callers or Callers(caller_named(settings.agent))
    engine = opened_engine(settings, clock, ids, callers, mapped_mb=mapped_mb)
    database = engine.database
    base = _Base(
        settings=settings,
        engine=engine,
        clock=clock,
        ids=ids,
        relations=load_relations(),
        embedder=chosen_embedder(settings),
    )
    files = Home(engine.care, settings.home, ids=ids, engine=settings.tuning.graph.engine)
    links = LinksInMemory(settings.tuning.graph)
    graph, walked = _graph(base, links)
    beside = ThreadPoolExecutor(_RECALLS_AT_ONCE, thread_name_prefix="recall")
    reader, recalling = chosen_reader(settings), _recalling(base, walked, links, beside)
    return Parts(
        owner=settings.owner,
        remembering=_remembering(base, partial(files.is_retired, settings.owner)),
        recalling=recalling,
        graph=graph,
        files=files,
        effects=EffectQueue(engine.store),
        inbox=InboxFiles(settings.home),
        sessions=HookStates(settings.home),
        mirror=MirrorState(settings.home),
        signals=settings.tuning.signals,
        host_files=ForeignFiles,
        nights=SqlNights(database),
        survey=SqlSurvey(database),
        lock=engine.night,
        backups=engine.backups,
        documents=_documents(base),
        learning=_learning(base),
        handover=HandoverTools(records=SqlHandover(database), tuning=settings.tuning.handover),
        notices=NoticeTools(
            records=SqlNotices(database),
            tuning=settings.tuning.notices,
            channels=partial(_channels, settings),
        ),
        calling=callers,
        access=Access(owner=settings.owner, records=SqlSpaces(database), calling=callers),
        tokens=Tokens(SqlTokens(database), clock),
        reader=reader,
        listen=engine.listen,
        sync=sync_tools(settings, engine, base.embedder, clock, ids),
        closing=(*closings(reader, recalling.models, base.embedder), beside.shutdown),
    )


def opened_engine(
    settings: Settings,
    clock: SystemClock,
    ids: IdSource,
    callers: Calling,
    *,
    mapped_mb: int | None,
    setting: str = "storage.url",
) -> OpenedEngine:
    """As `storage.url` says; `setting`: what errors call it.

    Raises SettingsError when a server is named and its driver is not installed.
    """
    if not settings.tuning.storage.url:
        from quaidpy.wiring.file_engine import file_engine

        return file_engine(settings, clock, ids, callers, mapped_mb=mapped_mb)
    try:
        from quaidpy.wiring.server_engine import server_engine
    except ImportError as err:
        raise SettingsError(
            f"storage.url names a PostgreSQL server, and its driver is not there ({err}):"
            " install quaidpy[postgres], or unset storage.url"
        ) from err
    return server_engine(settings, clock, ids, callers, setting=setting)


def place_of(settings: Settings) -> str:
    """Where memory is, for messages: the file, or the database and its host."""
    if not settings.tuning.storage.url:
        return str(settings.home / DATABASE_FILE)
    from quaidpy.storage.postgres.server.database import server_named

    return server_named(settings.tuning.storage.url)


def _remembering(base: _Base, is_retired: Callable[[str], bool]) -> RememberTools:
    tuning = base.settings.tuning
    return RememberTools(
        store=base.engine.store,
        search=base.engine.search,
        embedder=base.embedder,
        clock=base.clock,
        ids=base.ids,
        relations=base.relations,
        attributes=load_attributes(),
        user_name=tuning.user.name or None,
        tuning=tuning.remember,
        resolution=tuning.resolution,
        is_retired=is_retired,
    )


def _recalling(base: _Base, graph: GraphIndex, links: LinksInMemory, beside: Executor) -> RecallTools:
    tuning = base.settings.tuning
    most = tuning.search.rows_in_memory
    models = chosen_recall_models(base.settings)
    asking = _asking(base, beside, models)
    return RecallTools(
        owner=base.settings.owner,
        store=cached_store(
            base.engine.store,
            partial(kept_rows, base.engine.database),
            most=most,
            links=links,
            asking=asking,
        ),
        search=base.engine.search,
        graph=graph,
        embedder=base.embedder,
        clock=base.clock,
        ids=base.ids,
        intents=load_intents(),
        relations=base.relations,
        calibrations=load_calibrations(),
        tuning=tuning.recall,
        graph_tuning=tuning.graph,
        models=models,
        related_names=related_names,
        head_of=lru_cache(maxsize=100_000)(load_lexicon().head_of),
        one_view=base.engine.database.reading,
        asking=asking,
    )


def _asking(base: _Base, beside: Executor, models: RecallModels | None) -> Asking:
    """Of a file what takes time is a core's; of a server waiting for it takes time as well."""
    database, whole_view = base.engine.database, base.engine.whole_view
    # A connection that waits for a model serves nobody meanwhile; one that computes here has done so in milliseconds.
    if whole_view is None or models is not None or base.settings.tuning.embedding.model not in IN_PROCESS:
        whole_view = nullcontext
    return Asking(
        together=database.together,
        foresee=database.foresee,
        alongside=database.alongside,
        beside=partial(database.beside, beside),
        whole_view=whole_view,
    )


def _channels(settings: Settings) -> list[NoticeChannel]:
    """Those that tell at once, in the order in which they are set."""
    tuning = settings.tuning.notices
    made: dict[str, Callable[[], NoticeChannel]] = {
        Channel.DESKTOP: DesktopChannel,
        Channel.FILE: lambda: FileChannel(settings.home / Path(tuning.file).expanduser()),
        Channel.WEBHOOK: lambda: WebhookChannel(tuning.webhook, allowed_hosts=tuning.allowed_hosts),
    }
    return [made[each]() for each in tuning.channels if each in made]


def _documents(base: _Base) -> DocumentTools:
    tuning = base.settings.tuning.documents
    folders = LocalFolders(tuning)
    return DocumentTools(
        owner=base.settings.owner,
        rows=SqlProjects(base.engine.rows),
        index=base.engine.documents,
        folders=folders,
        history=GitHistory(folders.here),
        outline=_outline,
        embedder=base.embedder,
        clock=base.clock,
        ids=base.ids,
        tuning=tuning,
        redact=lambda text: redact_secrets(text)[0],
    )


def _outline(path: str, text: str) -> Outline:
    from quaidpy.documents.outlines import outline_of

    return outline_of(path, text)


def _learning(base: _Base) -> LearnTools:
    settings, tuning = base.settings, base.settings.tuning
    return LearnTools(
        store=base.engine.store,
        records=SqlLearning(base.engine.database),
        files=TextFiles(settings.home),
        clock=base.clock,
        ids=base.ids,
        identity=identity_files(tuning.learning, settings.home, settings.owner),
        tuning=tuning.learning,
        keeps_journal=tuning.janitor.journal,
        edits_files=tuning.janitor.workspace,
        looks_like_attack=looks_like_instruction,
    )


def _graph(base: _Base, links: LinksInMemory) -> tuple[GraphEngine, GraphIndex]:
    """The graph, and what recalls ask of it. Raises SettingsError when nobody knows who should walk."""
    tuning, clock = base.settings.tuning.graph, base.clock
    if tuning.walks not in {"auto", "engine", "rows"}:
        raise SettingsError(f"graph.walks = {tuning.walks!r} is unknown; use auto, engine or rows")
    rows = base.engine.walk(tuning, links)
    if tuning.engine == "none":
        alone = RowsOnlyGraph(rows)
        return alone, alone
    source = GraphRows(
        base.engine.database, clock=clock, degree_cap=tuning.degree_cap, nearest_links=tuning.nearest_links
    )
    follower = GraphFollower(base.settings.home / GRAPH_FOLDER, source, tuning=tuning)
    graph = RoutedGraph(rows, KuzuGraph(follower, clock=clock, tuning=tuning), follower, tuning=tuning)
    by_engine = tuning.walks == "engine" or (tuning.walks == "auto" and tuning.engine in QUICK_WALKERS)
    return graph, graph if by_engine else WalkedByRows(rows, graph)
