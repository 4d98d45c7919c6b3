"""Plans of questions over a store that knows some people, and what may answer them."""

from dataclasses import dataclass, field
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.intents import IntentPatterns
from quaidpy.domain.recall.queries import Query
from quaidpy.ports import asking as storage
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.understanding.nicknames import RelatedNames, nothing_related
from quaidpy.recall.understanding.planning import Plan, make_plan
from quaidpy.settings import load_intents
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, DAY, cause, entity, turn


@dataclass(frozen=True, slots=True)
class Understanding:
    """See PlanTools."""

    owner: Owner
    store: MemoryStore
    intents: IntentPatterns
    related_names: RelatedNames = nothing_related
    asking: storage.Asking = field(default_factory=storage.Asking)


class Asking:
    """Plans questions over a store that knows Ana, Ben and Mike."""

    def __init__(self, folder: Path) -> None:
        clock = FakeClock()
        store = SqliteMemories(Database(folder / "memory.sqlite", clock=clock), clock, CountedIds())
        self._tools = Understanding(ANA, store, load_intents())
        with store.writing(cause()) as writing:
            for name in ("Ana", "Ben", "Mike"):
                writing.put_entity(entity(f"e_{name}", name))

    def __call__(self, question: str) -> Plan:
        return make_plan(Query(text=question), self._tools, DAY)


def said(number: int, speaker: str, text: str) -> Candidate:
    """A turn that was found, and of which nothing is remembered."""
    spoken = turn(number, text, speaker=speaker)
    return Candidate(key=spoken.id, turn=spoken, memories=(), is_outdated=False)
