"""What does a process do at night until it is killed? It plants a life, and runs nights over it."""

from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.bench.nights.nights import PlantedHome
from quaidpy.bench.nights.planted import Sizes, planted_life
from quaidpy.bench.progress import silent
from quaidpy.domain.identity import Owner
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import HashingEmbedder

OWNER = Owner("ana")


def settings_of(home: Path) -> Settings:
    flags = {"graph.engine": "none", "embedding.model": "none"}
    return load_settings(home=home, owner=OWNER, environment={}, flags=flags)


def plant(home: Path) -> None:
    """A small life with all kinds of planted faults; nothing of it has a vector yet."""
    planted = PlantedHome(settings_of(home), partial(planted_life, sizes=Sizes().scaled(160)))
    planted.build(silent)
    planted.parts.remembering.store.close()


def tools_of(home: Path) -> NightTools:
    """Commits of a few rows, so that a kill falls between many."""
    settings = settings_of(home)
    tools = night_tools(settings, parts_for(settings))
    janitor = replace(settings.tuning.janitor, changes_a_commit=6)
    return replace(tools, embedder=HashingEmbedder(), tuning=replace(settings.tuning, janitor=janitor))


def run(home: Path, told: Connection) -> None:
    """A whole night; tells when it begins, and when it is done."""
    tools = tools_of(home)
    told.send("begun")
    run_night(NIGHT, OWNER, tools)
    told.send("done")


def finished(tools: NightTools) -> NightReport:
    return run_night(NIGHT, OWNER, tools, Orders())
