"""What does a process do that tells notices by a file, until it is killed?"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for

LOG = "notices.log"


@contextmanager
def opened(home: Path) -> Iterator[Memory]:
    settings = load_settings(
        home=home, owner=Owner("default"), environment={},
        flags={
            "graph.engine": "none", "embedding.model": "none", "handover.claim_s": "1", "notices.channels": '["file"]',
            "notices.most_a_day": "10000", "notices.quiet_from": "00:00", "notices.quiet_until": "00:00",
        },
    )  # fmt: skip
    with Memory(parts_for(settings)) as memory:
        yield memory


def push_until_killed(home: Path, receiver: str) -> None:
    with opened(home) as memory:
        while True:
            memory.push_notices(receiver=receiver)
