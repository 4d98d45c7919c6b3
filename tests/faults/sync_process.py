"""What does a process do that shares its home's memory until it is killed? It makes a round, a few rows a page."""

from pathlib import Path

from quaidpy.memory import Memory
from quaidpy.services.sync.keeping import sync_now
from quaidpy.services.sync.rounds import Round
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for


def opened(home: Path, url: str, **more: str) -> Memory:
    flags = {
        "graph.engine": "none",
        "embedding.model": "none",
        "sync.url": url,
        "sync.page_rows": "25",
        "sync.owner": "ana",
    }
    settings = load_settings(home=home, owner="ana", agent="", environment={}, flags={**flags, **more})
    return Memory(parts_for(settings))


def meet(home: Path, url: str) -> Round:
    with opened(home, url) as memory:
        return sync_now(memory.parts)
