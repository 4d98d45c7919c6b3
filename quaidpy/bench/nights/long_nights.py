"""How long does a night take, task by task, in a large memory: the first, one right after it, one after a day?"""

import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Literal

from quaidpy.bench.nights.nights import PlantedHome
from quaidpy.bench.nights.towns import towns
from quaidpy.bench.progress import Report
from quaidpy.bench.speed.latency import peak_mb
from quaidpy.bench.speed.scale import OWNER, build, spoken_size
from quaidpy.errors import StorageError
from quaidpy.memory import Memory
from quaidpy.remember.changing.noting import Note
from quaidpy.settings import Settings
from quaidpy.wiring.nights import night_parts, night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night

Text = Literal["synthetic", "planted"]
_DAY = 200  # memories that are new on the third night
_NEXT = 7  # seed of the life that they come from


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskTime:
    task: str
    planned: int
    applied: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedNight:
    """One run in a process of its own. `cpu_seconds`: its own processor time, which others' work hardly changes.

    `peak_mb`: the most it held, pages of the database file included.
    """

    when: str
    tasks: tuple[TaskTime, ...]
    seconds: float
    cpu_seconds: float
    peak_mb: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LongNights:
    size: int
    text: Text
    nights: tuple[TimedNight, ...]


def measure_nights(settings: Settings, *, size: int, text: Text, folder: Path, report: Report) -> LongNights:
    """Three nights in a copy of a home of this size; the home stays in `folder` and is used again."""
    kept = replace(settings, home=folder / f"{text}-{spoken_size(size)}", owner=OWNER)
    if text == "synthetic":
        kept = replace(kept, home=folder / spoken_size(size))  # where `bench scale` keeps them
        build(kept, size, report=report)
    elif not kept.home.exists():
        _plant(kept, size, report)
    here = replace(kept, home=folder / f"{kept.home.name}-night")
    shutil.rmtree(here.home, ignore_errors=True)
    shutil.copytree(kept.home, here.home, ignore=shutil.ignore_patterns("*.lock"))
    nights = [_alone(here, "first"), _alone(here, "right after")]
    _live_on(here)
    nights.append(_alone(here, f"after {_DAY} more"))
    return LongNights(size=size, text=text, nights=tuple(nights))


def _plant(settings: Settings, size: int, report: Report) -> None:
    home = PlantedHome(settings, partial(towns, size=size))
    with Memory(home.parts):
        home.build(report)


def _live_on(settings: Settings) -> None:
    """What another life says, a statement at a time, as an agent would store it."""
    with Memory(parts_for(settings)) as memory:
        for said in islice(towns(memory.now(), size=_DAY, seed=_NEXT).said, _DAY):
            memory.store(Note(owner=settings.owner, text=said.text))


def _alone(settings: Settings, when: str) -> TimedNight:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_night, settings, when).result()


def _night(settings: Settings, when: str) -> TimedNight:
    with Memory(night_parts(settings)) as memory:
        tools = night_tools(settings, memory.parts)
        begun = process_time()
        report = run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
        cpu = process_time() - begun
    failures = [f"{task.task}: {task.failure}" for task in report.tasks if task.failure]
    if failures:
        raise StorageError(f"the night failed, so its time says nothing: {'; '.join(failures)}")
    return TimedNight(
        when=when,
        tasks=tuple(
            TaskTime(
                task=task.task,
                planned=len(task.planned),
                applied=task.applied,
                seconds=round(task.seconds, 3),
            )
            for task in report.tasks
        ),
        seconds=(report.ended_at - report.started_at).total_seconds(),
        cpu_seconds=cpu,
        peak_mb=peak_mb(),
    )
