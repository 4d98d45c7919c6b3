"""How do all owners of a storage get their night, each once, whoever else is at it on whichever machine?

The lock of an owner says who is at work, its record of nights who was: whoever comes second finds one or the other.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.nights import NightState
from quaidpy.domain.spaces import owner_in
from quaidpy.errors import BusyError, QuaidError
from quaidpy.memory import Memory
from quaidpy.ports.nights import NightLock
from quaidpy.settings import Settings
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import Household
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.report import night_document, night_page
from quaidpy_janitor.runner import NightReport, Orders, holder_of, preview, run_held_night
from quaidpy_janitor.task import NightTools, Task

_ONE_NIGHT = timedelta(hours=12)  # schedulers of several machines begin at about the same time
_HOLDER = "janitor of all owners since {at:%Y-%m-%d %H:%M} UTC"


class Outcome(StrEnum):
    DONE = "done"
    PLANNED = "planned"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which night all are to have. `since`: when it was called for; whoever had theirs after that has had it."""

    tasks: tuple[str, ...]
    since: datetime
    is_dry: bool = False
    is_fresh: bool = False
    approves_files: bool = False
    minutes: float | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerNight:
    """What became of one owner's night. `reason`: why it was skipped, or failed as a whole."""

    owner: Owner
    outcome: Outcome
    reason: str | None = None
    changes: int = 0
    seconds: float = 0.0
    document: dict[str, Any] | None = None
    page: str = ""


Told = Callable[[str, int, int], None]


def all_nights(settings: Settings, wanted: Wanted, *, workers: int, told: Told) -> list[OwnerNight]:
    """By owner, spaces as owners of their own. `told`: how many owners are through.

    A failing owner stops no other one. In a file one janitor keeps out all others, so that more workers are none.
    """
    if workers == 1 or not settings.tuning.storage.url:
        return _merged([_by_one(settings, wanted, 0, told=told)])
    # Processes of their own: a night is arithmetic, and threads of one process take turns at that.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        work = partial(_by_one, settings, wanted, of=workers)
        return _merged(list(pool.map(work, range(workers))))


def _merged(found: Sequence[Sequence[OwnerNight]]) -> list[OwnerNight]:
    """Of each owner what the worker says who had it; where none had, why."""
    by_owner: dict[Owner, OwnerNight] = {}
    for each in (each for of_worker in found for each in of_worker):
        known = by_owner.get(each.owner)
        if known is None or known.outcome is Outcome.SKIPPED:
            by_owner[each.owner] = each
    return [by_owner[owner] for owner in sorted(by_owner)]


def _by_one(
    settings: Settings, wanted: Wanted, number: int, *, of: int = 1, told: Told | None = None
) -> list[OwnerNight]:
    """All owners, beginning at another one than the other workers."""
    household = Household(settings)
    try:
        persons = sorted({owner_in(owner) for owner in household.owners()})
        first = number * len(persons) // of
        found: list[OwnerNight] = []
        with _lock(household, wanted) as lock:
            for place, person in enumerate((*persons[first:], *persons[:first]), start=1):
                found += _of_person(household, settings, person, wanted, lock)
                if told is not None:
                    told("owners", place, len(persons))
    except BusyError as busy:
        return [_skipped(owner, str(busy)) for owner in household.owners()]
    else:
        return found
    finally:
        household.close()


def _lock(household: Household, wanted: Wanted) -> AbstractContextManager[NightLock]:
    """What is to be held for each owner; of a preview nothing is."""
    lock = household.memory_of(household.settings.owner).parts.lock
    return nullcontext(lock) if wanted.is_dry else lock.for_many(_HOLDER.format(at=wanted.since))


def _of_person(
    household: Household, settings: Settings, person: Owner, wanted: Wanted, lock: NightLock
) -> Iterator[OwnerNight]:
    memory = household.memory_of(person)
    for each in (memory, *memory.spaces_at_night()):
        try:
            yield _night(each, settings, wanted, lock)
        except BusyError as busy:
            yield _skipped(each.owner, str(busy))
        except QuaidError as error:  # the boundary of one owner: told, and on to the next one
            yield OwnerNight(owner=each.owner, outcome=Outcome.FAILED, reason=str(error))


def _night(memory: Memory, settings: Settings, wanted: Wanted, lock: NightLock) -> OwnerNight:
    tools = night_tools(settings, memory.parts)
    tasks = [task for task in NIGHT if task.name in wanted.tasks]
    orders = Orders(
        is_resuming=not wanted.is_fresh,
        is_thorough=wanted.is_fresh,
        approves_files=wanted.approves_files,
        minutes=wanted.minutes,
        tokens=wanted.tokens,
        approve=lambda _report: wanted.approves_files,
    )
    if wanted.is_dry:
        return _told(memory.owner, preview(tasks, memory.owner, tools, orders))
    with lock.held(memory.owner, holder_of(memory.owner, SystemClock().now())) as holding:
        had = _had(memory.owner, tools, tasks, wanted)
        if had is not None:
            return _skipped(memory.owner, f"had its night at {had:%Y-%m-%d %H:%M} UTC")
        return _told(memory.owner, run_held_night(tasks, memory.owner, tools, orders, holding))


def _had(owner: Owner, tools: NightTools, tasks: Sequence[Task], wanted: Wanted) -> datetime | None:
    """When the owner's last night ended, if that was this one."""
    for night in tools.records.nights(owner, limit=1):
        if night.ended_at is None or not {task.name for task in tasks} <= {each.task for each in night.tasks}:
            continue
        is_recent = night.state is NightState.DONE and wanted.since - night.ended_at < _ONE_NIGHT
        if night.ended_at >= wanted.since or (is_recent and not wanted.is_fresh):
            return night.ended_at
    return None


def _skipped(owner: Owner, reason: str) -> OwnerNight:
    return OwnerNight(owner=owner, outcome=Outcome.SKIPPED, reason=reason)


def _told(owner: Owner, report: NightReport) -> OwnerNight:
    failed = [f"{task.task}: {task.failure}" for task in report.tasks if task.failure]
    outcome = Outcome.FAILED if failed else Outcome.PLANNED if report.is_dry else Outcome.DONE
    return OwnerNight(
        owner=owner,
        outcome=outcome,
        reason="; ".join(failed) or None,
        changes=sum(len(task.planned) if report.is_dry else task.applied for task in report.tasks),
        seconds=(report.ended_at - report.started_at).total_seconds(),
        document=night_document(report),
        page=night_page(report),
    )
