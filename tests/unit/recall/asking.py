"""Plans of questions over a store that knows some people."""

from pathlib import Path

from quaidpy.domain.recall.queries import Query
from quaidpy.recall.understanding.planning import Plan, make_plan
from quaidpy.settings import load_intents
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock
from tests.samples import ANA, DAY, cause, entity


class Asking:
    """Plans questions over a store that knows Ana, Ben and Mike."""

    def __init__(self, folder: Path) -> None:
        clock = FakeClock()
        self._store = SqliteMemories(Database(folder / "memory.sqlite", clock=clock), clock, CountedIds())
        with self._store.writing(cause()) as writing:
            for name in ("Ana", "Ben", "Mike"):
                writing.put_entity(entity(f"e_{name}", name))

    def __call__(self, question: str) -> Plan:
        return make_plan(Query(text=question), ANA, store=self._store, intents=load_intents(), now=DAY)
