"""Where is a memory that is measured, and does it keep anything of it in its own memory?"""

from dataclasses import replace
from pathlib import Path
from typing import Literal

from quaidpy.settings import Settings

Place = Literal["file", "server"]
_WITHOUT_CACHE = {"vectors_in_memory_mb": 0, "words_in_memory_mb": 0, "rows_in_memory": 0}
"""Of `[search]`: every recall reads words, vectors and rows from where they are kept."""


def both_places(settings: Settings, folder: Path, *, url: str) -> dict[Place, Settings]:
    """A home with a file, and one whose memory is on the server at `url`."""
    return {
        "file": _placed(settings, folder / "file", url=""),
        "server": _placed(settings, folder / "server", url=url),
    }


def _placed(settings: Settings, home: Path, *, url: str) -> Settings:
    """Without a graph engine, which would follow every owner beside what is measured."""
    tuning = settings.tuning
    storage, graph = replace(tuning.storage, url=url), replace(tuning.graph, engine="none")
    return replace(settings, home=home, tuning=replace(tuning, storage=storage, graph=graph))


def without_cache(settings: Settings) -> Settings:
    tuning = settings.tuning
    return replace(settings, tuning=replace(tuning, search=replace(tuning.search, **_WITHOUT_CACHE)))
