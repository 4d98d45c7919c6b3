"""What does a process do that shares a home with others: change members, move, recall? It tells what it saw."""

import random
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.spaces import Role
from quaidpy.errors import ConflictError, ForbiddenError, NotFoundError, UsageError
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for

SPACES = ("crew", "yard", "vault")
OUTSIDER = "mallory"
"""Never a member of anything."""
_QUICK = {"graph.engine": "none", "embedding.model": "none"}
_EXPECTED = (ConflictError, ForbiddenError, NotFoundError, UsageError)
"""What the others did meanwhile: it is gone, moved, or no longer one's own to write."""


def opened(home: Path, *, owner: str = "ana", agent: str = "") -> Memory:
    return Memory(parts_for(load_settings(home=home, owner=owner, agent=agent, environment={}, flags=_QUICK)))


def live_in(home: Path, told: Connection, number: int, turns: int, ids: list[str]) -> None:
    """Tells (what leaked, what failed, what was seen by members): each a list of texts."""
    chance = random.Random(number)
    leaked: list[str] = []
    failed: list[str] = []
    seen = 0
    for _ in range(turns):
        try:
            seen += _turn(home, chance, ids, leaked)
        except _EXPECTED:
            continue
        except Exception as error:
            failed.append(repr(error))
    told.send((leaked, failed, seen))
    told.close()


def _turn(home: Path, chance: random.Random, ids: list[str], leaked: list[str]) -> int:
    part = chance.choice(("members", "move", "recall", "recall", "outside"))
    if part == "outside":
        with opened(home, owner=OUTSIDER) as memory:
            leaked += [each.text for each in memory.recall("where is the mooring of the boat?").results]
            leaked += [each.text for each in memory.newest()]
            leaked += [each for each in ids if memory.called([MemoryId(each)])]
        return 0
    with opened(home, agent="" if part != "recall" else "codex") as memory:
        if part == "members":
            change = chance.choice((memory.add_member, memory.remove_member))
            if change == memory.add_member:
                memory.add_member(chance.choice(SPACES[:2]), "agent:codex", Role.READER)
            else:
                memory.remove_member(chance.choice(SPACES[:2]), "agent:codex")
            return 0
        if part == "move":
            memory.move([MemoryId(chance.choice(ids))], chance.choice(SPACES[:2]))
            return 0
        found = [each.text for each in memory.recall("where is the mooring of the boat?").results]
        leaked += [text for text in found if "vault" in text]
        return len(found)
