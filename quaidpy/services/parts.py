"""What is a memory put together from? The parts that wiring chooses for one home and owner."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.handover_tuning import HandoverTuning
from quaidpy.domain.identity import Owner
from quaidpy.domain.notice_tuning import NoticesTuning
from quaidpy.domain.sync_tuning import SyncTuning
from quaidpy.domain.tuning import SignalsTuning
from quaidpy.home.files import Home
from quaidpy.home.hook_states import HookStates
from quaidpy.home.mirror_state import MirrorState
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.changes import Listen
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.graph import GraphEngine
from quaidpy.ports.handover import HandoverRecords
from quaidpy.ports.hosts import HostFiles, Inbox
from quaidpy.ports.machine import Calling, Clock
from quaidpy.ports.nights import Backups, NightLock, NightRecords, NightSurvey
from quaidpy.ports.notices import NoticeChannel, NoticeRecords
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.spaces import SpaceRecords
from quaidpy.ports.storage import MemoryStore
from quaidpy.ports.sync import SharedRows
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.model.reading import Reader
from quaidpy.remember.tools import RememberTools
from quaidpy.services.access import Access
from quaidpy.services.access_tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoverTools:
    """Where what sessions leave is kept, and its numbers."""

    records: HandoverRecords
    tuning: HandoverTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeTools:
    """Where notices are kept, when they are given, and by what at once.

    `channels` raises UsageError when one cannot be made as it is set.
    """

    records: NoticeRecords
    tuning: NoticesTuning
    channels: Callable[[], Sequence[NoticeChannel]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two databases."""

    rows: SharedRows
    spaces: SpaceRecords
    store: MemoryStore
    search: SearchIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncTools:
    """`opened`: the store, for as long as the block runs; raises a QuaidError when it cannot be reached.

    `listen`: to what others write in the store. `owner`: whose memory this home follows. `name`: of the store, for
    messages.
    """

    owner: Owner
    name: str
    here: Side
    opened: Callable[[], AbstractContextManager[Side]]
    embedder: Embedder | None
    clock: Clock
    tuning: SyncTuning
    listen: Listen | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What wiring puts together for one home and owner, or one space of it.

    `asked`: the spaces that were named; none for all that the caller may read. `listen`: to what other processes write,
    where that is told. `sync`: the store that this home shares its memory with, if any. `closing`: ends the connections
    of models.
    """

    owner: Owner
    remembering: RememberTools
    recalling: RecallTools
    graph: GraphEngine
    files: Home
    effects: EffectQueue
    inbox: Inbox
    sessions: HookStates
    signals: SignalsTuning
    host_files: Callable[[], HostFiles]
    nights: NightRecords
    survey: NightSurvey
    lock: NightLock
    backups: Backups
    documents: DocumentTools
    learning: LearnTools
    handover: HandoverTools
    notices: NoticeTools
    mirror: MirrorState
    calling: Calling
    access: Access
    tokens: Tokens
    asked: tuple[str, ...] = ()
    reader: Reader | None = None
    listen: Listen | None = None
    sync: SyncTools | None = None
    closing: tuple[Callable[[], None], ...] = ()
