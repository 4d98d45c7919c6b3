"""What does a process do that takes notes for a session, until it is killed? It tells its session of each block."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.handoffs import HandoffId, receiver_of
from quaidpy.domain.handover.waking import Part
from quaidpy.domain.identity import Owner
from quaidpy.memory import Memory
from quaidpy.services.handover.waking import Waking
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for

OWNER = Owner("default")
AGENT = AgentName("codex")
_LONGEST_STEP_S = 0.01
"""Between taking, telling and confirming: so that kills meet each of them."""


@contextmanager
def opened(home: Path) -> Iterator[Memory]:
    settings = load_settings(
        home=home, owner=OWNER, environment={},
        flags={"graph.engine": "none", "embedding.model": "none", "handover.claim_s": "86400"},
    )  # fmt: skip
    with Memory(parts_for(settings)) as memory:
        yield memory


def take_until_killed(home: Path, told: Connection, session: str, read: list[str]) -> None:
    """Confirms what its session has read, then sends the notes of each block, one after the other."""
    chance = random.Random(session)
    with opened(home) as memory:
        receiver = receiver_of(AGENT, session) or ""
        memory.confirm_handoffs(receiver, [HandoffId(each) for each in read])
        told.send([])
        while True:
            woken = memory.wake(
                Waking(agent=AGENT, session=session, budget_tokens=150, parts=(Part.HANDOFF,))
            )
            time.sleep(chance.uniform(0, _LONGEST_STEP_S))
            told.send([(each.id, each.line) for each in woken.lines])
            if not woken.lines:
                return
            time.sleep(chance.uniform(0, _LONGEST_STEP_S))
            memory.confirm(woken)
