"""How does one night run? Plan, print or apply; one failing task never stops the unrelated ones."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quaidpy.domain.identity import Owner, RunId
from quaidpy.errors import QuaidError
from quaidpy_janitor.task import Budget, Family, NightTools, Task, TaskReport

_log = logging.getLogger(__name__)

Work = Callable[[Task, Owner, NightTools, Budget, RunId], TaskReport]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightReport:
    run: RunId
    tasks: tuple[TaskReport, ...]

    @property
    def has_failed(self) -> bool:
        return any(report.failure for report in self.tasks)


def preview(
    tasks: Sequence[Task], owner: Owner, tools: NightTools, budget: Budget, *, run: RunId
) -> NightReport:
    """The dry run: what each task would change. Changes nothing."""
    return _night(_plan_only, tasks, (owner, tools, budget, run))


def run_night(
    tasks: Sequence[Task], owner: Owner, tools: NightTools, budget: Budget, *, run: RunId
) -> NightReport:
    """Plan and apply each task in order, within the budget."""
    return _night(_plan_and_apply, tasks, (owner, tools, budget, run))


def _night(work: Work, tasks: Sequence[Task], where: tuple[Owner, NightTools, Budget, RunId]) -> NightReport:
    owner, tools, budget, run = where
    reports: list[TaskReport] = []
    is_memory_broken = False
    for task in tasks:
        if task.family is Family.MEMORY and is_memory_broken:
            reports.append(TaskReport(task=task.name, planned=(), skipped="an earlier memory task failed"))
            continue
        try:
            reports.append(work(task, owner, tools, budget, run))
        except QuaidError as err:  # the boundary of one task: record, and go on to the next one
            _log.warning("janitor task failed", extra={"task": task.name, "run": run, "reason": str(err)})
            reports.append(TaskReport(task=task.name, planned=(), failure=str(err)))
            is_memory_broken = is_memory_broken or task.family is Family.MEMORY
    return NightReport(run=run, tasks=tuple(reports))


def _plan_only(task: Task, owner: Owner, tools: NightTools, budget: Budget, run: RunId) -> TaskReport:
    del run
    return TaskReport(task=task.name, planned=tuple(task.plan(owner, tools, budget)))


def _plan_and_apply(task: Task, owner: Owner, tools: NightTools, budget: Budget, run: RunId) -> TaskReport:
    planned = tuple(task.plan(owner, tools, budget))
    applied = 0
    for change in planned[: budget.max_changes]:
        if tools.clock.now() >= budget.deadline:
            break
        task.apply(owner, change, tools, run)
        applied += 1
    skipped = None if applied == len(planned) else f"budget spent, {len(planned) - applied} changes left"
    return TaskReport(task=task.name, planned=planned, applied=applied, skipped=skipped)
