"""What is a memory put together from? The parts that wiring chooses for one home and owner."""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import SignalsTuning
from quaidpy.home.files import Home
from quaidpy.home.hook_states import HookStates
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.graph import GraphEngine
from quaidpy.ports.hosts import HostFiles, Inbox
from quaidpy.ports.nights import Backups, NightLock, NightRecords, NightSurvey
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.model.reading import Reader
from quaidpy.remember.tools import RememberTools


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What wiring puts together for one home and owner. `closing`: ends the connections of models."""

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
    reader: Reader | None = None
    closing: tuple[Callable[[], None], ...] = ()
