"""What does an agent read of a memory that took a world in as users do: a file a session, or one log of them all?"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from enum import StrEnum
from operator import itemgetter
from pathlib import Path

from quaidpy.bootstrap import parts_for
from quaidpy.domain.queries import Query
from quaidpy.interfaces.bench.adapter import OWNER, RecallAdapter, document_line, home_of
from quaidpy.interfaces.bench.datasets import Document, World
from quaidpy.memory import Memory
from quaidpy.memory_parts import Parts
from quaidpy.recall.pipeline import recall
from quaidpy.recall.rendering import context_block
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import Settings

_LOG = "log.jsonl"
_WHOLE = "log taken in"


class Form(StrEnum):
    """How sessions are written down: each in a file of its own, or all in one, in the order of time."""

    SESSIONS = "sessions"
    LOG = "log"


@contextmanager
def memory_of(world: World, form: Form, settings: Settings, folder: Path) -> Iterator[Parts]:
    """The memory of a world, taken in by the ordinary way; one that is kept in `folder` is used as it is.

    A home is known by its documents and by the settings that shape memories, not by the program that made it.
    """
    if form is Form.SESSIONS:
        with closing(RecallAdapter(settings, home=home_of(world, settings, folder))) as adapter:
            adapter.index(world.documents)
            yield adapter.parts
        return
    home = home_of(world, settings, folder / form)
    assert home is not None, "a folder was given"
    parts = parts_for(replace(settings, home=home, owner=OWNER))
    with Memory(parts) as memory:
        mark = home / _WHOLE
        if not mark.exists():
            memory.extract(Intake(owner=memory.owner, source_key=_LOG, data=log_of(world.documents)))
            mark.touch()
        yield parts


def blocks_of(parts: Parts, question: str, budgets: Sequence[int]) -> list[str]:
    """One for each budget."""
    return [block_of(parts, Query(text=question, budget_tokens=budget)) for budget in budgets]


def block_of(parts: Parts, query: Query) -> str:
    """What `quaid recall` prints; without what a recall does to memories, so that no question changes the next."""
    return context_block(recall(query, parts.recalling), budget_tokens=query.budget_tokens)


def log_of(documents: Sequence[Document]) -> bytes:
    """All sessions in one file, a message a line: sessions by when they begin, their messages as they stand."""
    sessions: dict[str, list[Document]] = {}
    for document in documents:
        sessions.setdefault(str(document["session_id"]), []).append(document)
    begun = [(str(session[0]["timestamp"]), session) for session in sessions.values()]
    ordered = [document for _, session in sorted(begun, key=itemgetter(0)) for document in session]
    return "\n".join(map(document_line, ordered)).encode()
