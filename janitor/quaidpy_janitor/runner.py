"""How does one night run? Plan, print or apply; a checkpoint after each task; a failure stops what builds on it."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice

from quaidpy.domain.identity import RUN_PREFIX, Owner, RunId
from quaidpy.domain.models.prompting import Spending
from quaidpy.domain.nights import NightRecord, NightState, TaskRecord
from quaidpy.errors import QuaidError
from quaidpy.metering import Metered
from quaidpy.ports.nights import Holding
from quaidpy_janitor.task import Budget, Change, Family, Night, NightTools, Notes, Task

_log = logging.getLogger(__name__)
_RESUMED_WITHIN = timedelta(hours=20)
_LOST = (
    "the night's lock was lost (its file is gone, or the server ended the connection), so another janitor may be at"
    " work; the night stops here, run it again to go on"
)

Progress = Callable[[str, int, int], None]
"""Called with a task's name, changes done, changes planned."""
Approve = Callable[["TaskReport"], bool]
"""Asked before a task that needs it is applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReport:
    """What one task planned and did. `skipped` and `failure` say why it did not, or not all; `left` what it leaves."""

    task: str
    planned: Sequence[Change] = ()
    applied: int = 0
    skipped: str | None = None
    failure: str | None = None
    left: tuple[str, ...] = ()
    seconds: float = 0.0
    spending: Spending = field(default_factory=Spending)

    def record(self) -> TaskRecord:
        return TaskRecord(
            task=self.task,
            planned=len(self.planned),
            applied=self.applied,
            skipped=self.skipped,
            failure=self.failure,
            seconds=round(self.seconds, 3),
            tokens=self.spending.input_tokens + self.spending.output_tokens,
            cost_usd=self.spending.cost_usd,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NightReport:
    """`resumed`: tasks that an earlier, interrupted part of the same run had done."""

    run: RunId
    started_at: datetime
    ended_at: datetime
    tasks: tuple[TaskReport, ...]
    is_dry: bool = False
    resumed: tuple[str, ...] = ()
    backup: str | None = None

    @property
    def has_failed(self) -> bool:
        return any(report.failure for report in self.tasks)

    @property
    def spending(self) -> Spending:
        total = Spending()
        for report in self.tasks:
            total = total.plus(report.spending)
        return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """How the night is to be run. `minutes` and `tokens`: None takes the settings. `is_thorough`: see Night."""

    is_resuming: bool = True
    approves_files: bool = False
    is_thorough: bool = False
    minutes: float | None = None
    tokens: int | None = None
    progress: Progress = field(default=lambda _task, _done, _planned: None)
    approve: Approve = field(default=lambda _report: True)


def preview(tasks: Sequence[Task], owner: Owner, tools: NightTools, orders: Orders = Orders()) -> NightReport:
    """The dry run: what each task would change. Changes nothing, and needs no lock."""
    started = tools.clock.now()
    night = _Runner(tools, night_of(owner, RunId("run_preview"), tools, orders), orders, is_dry=True)
    reports = tuple(night.reports(tasks))
    return NightReport(
        run=night.night.run, started_at=started, ended_at=tools.clock.now(), tasks=reports, is_dry=True
    )


def run_night(
    tasks: Sequence[Task], owner: Owner, tools: NightTools, orders: Orders = Orders()
) -> NightReport:
    """Plan and apply each task in order, within the budget; goes on where a killed run stopped.

    Raises BusyError, naming who, when another night is under way in this home.
    """
    with tools.lock.held(owner, holder_of(owner, tools.clock.now())) as holding:
        return run_held_night(tasks, owner, tools, orders, holding)


def holder_of(owner: Owner, since: datetime) -> str:
    """What is said to others who hold the lock."""
    return f"janitor of {owner} since {since:%Y-%m-%d %H:%M} UTC"


def run_held_night(
    tasks: Sequence[Task], owner: Owner, tools: NightTools, orders: Orders, holding: Holding
) -> NightReport:
    """As `run_night`, with the lock in hand. When that is lost the night stops, and whoever comes next goes on."""
    started = tools.clock.now()
    record = _unfinished(owner, tools, started) if orders.is_resuming else None
    record = record or NightRecord(owner=owner, run=RunId(tools.ids.new(RUN_PREFIX)), started_at=started)
    tools.records.keep_night(record)
    done = tuple(task.task for task in record.tasks if task.is_done)
    runner = _Runner(tools, night_of(owner, record.run, tools, orders), orders, holding=holding)
    reports = []
    for report in runner.reports([task for task in tasks if task.name not in done]):
        reports.append(report)
        if runner.is_lock_lost:
            break
        record = replace(record, tasks=_with(record.tasks, report.record()))
        tools.records.keep_night(record)
    ended = tools.clock.now()
    if not runner.is_lock_lost:
        state = NightState.FAILED if any(report.failure for report in reports) else NightState.DONE
        tools.records.keep_night(replace(record, state=state, ended_at=ended))
        tools.backups.forget_older(tools.tuning.janitor.backups)
    return NightReport(
        run=record.run,
        started_at=started,
        ended_at=ended,
        tasks=tuple(reports),
        resumed=done,
        backup=runner.backup,
    )


def _unfinished(owner: Owner, tools: NightTools, now: datetime) -> NightRecord | None:
    """The last run, when it was cut off not long ago. Holding the lock tells that nobody else is at it."""
    for night in tools.records.nights(owner, limit=1):
        if night.state is NightState.RUNNING and now - night.started_at < _RESUMED_WITHIN:
            return night
        if night.state is NightState.RUNNING:
            tools.records.keep_night(replace(night, state=NightState.FAILED))
    return None


def _with(records: tuple[TaskRecord, ...], new: TaskRecord) -> tuple[TaskRecord, ...]:
    return (*(record for record in records if record.task != new.task), new)


def night_of(owner: Owner, run: RunId, tools: NightTools, orders: Orders = Orders()) -> Night:
    """What tasks and answers work with; the budget by the settings or the orders."""
    tuning, now = tools.tuning.janitor, tools.clock.now()
    meter = None if tools.model is None else Metered(tools.model.model)
    if tools.model is not None and meter is not None:
        tools = replace(tools, model=replace(tools.model, model=meter))
    minutes = tuning.minutes if orders.minutes is None else orders.minutes
    return Night(
        owner=owner,
        run=run,
        now=now,
        tools=tools,
        meter=meter,
        approves_files=orders.approves_files,
        is_thorough=orders.is_thorough,
        budget=Budget(
            deadline=now + timedelta(minutes=minutes),
            max_changes=tuning.changes_a_task,
            max_tokens=tuning.tokens if orders.tokens is None else orders.tokens,
        ),
    )


class _Runner:
    """Runs tasks one after the other and remembers whether the memory pipeline is broken."""

    def __init__(
        self,
        tools: NightTools,
        night: Night,
        orders: Orders,
        *,
        is_dry: bool = False,
        holding: Holding | None = None,
    ) -> None:
        """`holding`: None for a preview, which needs no lock."""
        self.night = night
        self.backup: str | None = None
        self.is_lock_lost = False
        self._holding = holding
        self._tools = tools
        self._orders = orders
        self._is_dry = is_dry
        self._is_memory_broken = False

    def reports(self, tasks: Sequence[Task]) -> Iterator[TaskReport]:
        for task in tasks:
            reason = self._reason_to_skip(task)
            if reason is not None:
                yield TaskReport(task=task.name, skipped=reason)
                continue
            if self._holding is not None and not self._holding.is_held():
                # Another janitor may be at it: not even a record is written.
                self.is_lock_lost = True
                yield TaskReport(task=task.name, failure=_LOST)
                return
            started = self._tools.clock.now()
            report = self._attempt(task)
            yield replace(report, seconds=(self._tools.clock.now() - started).total_seconds())

    def _reason_to_skip(self, task: Task) -> str | None:
        tuning = self._tools.tuning.janitor
        if task.name in tuning.skip:
            return "left out by janitor.skip"
        if task.gate and not getattr(tuning, task.gate):
            return f"janitor.{task.gate} is false"
        if task.family is Family.MEMORY and self._is_memory_broken:
            return "an earlier memory task failed"
        if self._tools.clock.now() >= self.night.budget.deadline:
            return "the night's minutes are over"
        return None

    def _attempt(self, task: Task) -> TaskReport:
        night = replace(self.night, now=self._tools.clock.now(), notes=Notes())
        try:
            report = self._done(task, night)
        except QuaidError as err:  # the boundary of one task: record, and go on to the next one
            _log.warning("janitor task failed", extra={"task": task.name, "run": night.run})
            report = TaskReport(task=task.name, failure=str(err))
            self._is_memory_broken = self._is_memory_broken or task.family is Family.MEMORY
        return replace(report, left=tuple(night.notes.left), spending=self._spent(task))

    def _spent(self, task: Task) -> Spending:
        """What the task spent; kept with the run, unless nothing may be written."""
        meter = self.night.meter
        if meter is None:
            return Spending()
        spent = meter.take()
        if spent.calls and not self._is_dry:
            self._tools.store.record_spending(self.night.owner, self.night.run, task.name, meter.name, spent)
        return spent

    def _done(self, task: Task, night: Night) -> TaskReport:
        planned = tuple(islice(task.plan(night), night.budget.max_changes))
        report = TaskReport(task=task.name, planned=planned)
        if self._is_dry:
            return report
        report = self._carried_out(task, night, report) if planned else report
        if night.notes.looked is not None and report.skipped is None:
            # Last: what was not carried out must be seen again.
            self._tools.survey.keep_review_marks(night.owner, task.name, night.notes.looked)
        return report

    def _carried_out(self, task: Task, night: Night, report: TaskReport) -> TaskReport:
        if task.needs_approval and not self._orders.approve(report):
            return replace(report, skipped="not approved")
        if self.backup is None and self._tools.tuning.janitor.backups:
            self.backup = self._tools.backups.make(night.run)
        return self._applied(task, night, report)

    def _applied(self, task: Task, night: Night, report: TaskReport) -> TaskReport:
        planned, done, tried = report.planned, 0, 0
        for batch in _batches(planned, self._tools.tuning.janitor.changes_a_commit):
            if self._tools.clock.now() >= night.budget.deadline:
                return replace(
                    report, applied=done, skipped=f"the night's minutes are over, {len(planned) - tried} left"
                )
            done += task.apply(night, batch)
            tried += len(batch)
            self._orders.progress(task.name, tried, len(planned))
        return replace(report, applied=done)


def _batches(changes: Sequence[Change], size: int) -> Iterator[list[Change]]:
    """Consecutive changes of together about `size` rows; at least one each."""
    batch: list[Change] = []
    rows = 0
    for change in changes:
        if batch and rows + change.rows.size > size:
            yield batch
            batch, rows = [], 0
        batch.append(change)
        rows += change.rows.size
    if batch:
        yield batch
