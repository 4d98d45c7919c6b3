"""What is a memory put together from? The parts that bootstrap chooses for one home and owner."""

from collections.abc import Callable
from dataclasses import dataclass

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import SignalsTuning
from quaidpy.graph_ports import GraphEngine
from quaidpy.home_ports import HomeFiles
from quaidpy.host_ports import HostFiles, Inbox, SessionStates
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.night_ports import Backups, NightLock, NightRecords, NightSurvey
from quaidpy.recall.effects import EffectQueue
from quaidpy.recall.pipeline import RecallTools
from quaidpy.remember.model_reading import Reader
from quaidpy.remember.pipeline import RememberTools


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What bootstrap puts together for one home and owner. `closing`: ends the connections of models."""

    owner: Owner
    remembering: RememberTools
    recalling: RecallTools
    graph: GraphEngine
    files: HomeFiles
    effects: EffectQueue
    inbox: Inbox
    sessions: SessionStates
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
