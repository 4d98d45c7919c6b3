"""Which logs are too old, how much of the file is empty, and how well is memory tonight?"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from quaidpy import __version__
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.nights import HealthSnapshot, QuestionState
from quaidpy_janitor.task import Change, Night

_PRUNE, _VACUUM = "prune", "vacuum"


def plan_cleanup(night: Night) -> Iterator[Change]:
    """Old recalls and runs, old health; and the empty part of the file. None of it is memory, so there is no undo."""
    tuning, records = night.tuning.janitor, night.tools.records
    old = records.outdated(
        night.owner,
        logs_before=night.now - timedelta(days=tuning.log_days),
        health_before=night.now - timedelta(days=tuning.health_days),
    )
    if failures := night.tools.failures.outdated(night.now - timedelta(days=tuning.log_days)):
        old["hooks.log"] = failures
    if old:
        told = ", ".join(f"{count} of {table}" for table, count in sorted(old.items()))
        summary = f"old rows of logs, which no undo brings back: {told}"
        yield Change(verb="prune", summary=summary, keys=(_PRUNE,))
    share = records.free_share()
    if share > tuning.vacuum_share:
        yield Change(verb="vacuum", summary=f"{share:.0%} of the file is empty", keys=(_VACUUM,))


def apply_cleanup(night: Night, changes: Sequence[Change]) -> int:
    tuning, records = night.tuning.janitor, night.tools.records
    for change in changes:
        if change.keys == (_PRUNE,):
            records.prune(
                night.owner,
                logs_before=night.now - timedelta(days=tuning.log_days),
                health_before=night.now - timedelta(days=tuning.health_days),
            )
            night.tools.failures.prune(night.now - timedelta(days=tuning.log_days))
        else:
            records.vacuum()
    return len(changes)


def plan_health(night: Night) -> Iterator[Change]:
    """A snapshot, unless there was one not long ago."""
    since = night.now - timedelta(hours=night.tuning.janitor.health_hours)
    if not night.tools.records.health(night.owner, since=since):
        yield Change(verb="measure", summary="a health snapshot")
        if (newer := night.tools.releases.newer()) is not None:
            night.notes.left.append(f"quaidpy {newer} is out; this is {__version__}")


def apply_health(night: Night, changes: Sequence[Change]) -> int:
    night.tools.records.keep_health(measured(night))
    return len(changes)


def measured(night: Night) -> HealthSnapshot:
    """Figures by name: counts, shares from 0 to 1."""
    records, store = night.tools.records, night.tools.store
    counts = store.counts(night.owner)
    live = counts.get(f"memories.{Status.ACTIVE.value}", 0) + counts.get(
        f"memories.{Status.PENDING.value}", 0
    )
    recalled = records.recalled_memories(night.owner)
    superseded = counts.get(f"memories.{Status.SUPERSEDED.value}", 0)
    figures: dict[str, float] = {
        "live": live,
        "superseded": superseded,
        "turns": counts.get("turns", 0),
        "entities": counts.get("entities", 0),
        "edges": counts.get("edges", 0),
        "never_recalled_share": 1 - recalled / live if live else 0.0,
        "recalls_30_days": records.recalls_since(night.owner, night.now - timedelta(days=30)),
        "waiting_vectors": len(night.tools.search.texts_without_vector(night.owner, limit=1000)),
        "open_questions": len(records.questions(night.owner, state=QuestionState.OPEN)),
        "merged_late": records.operations_called(night.owner, "merge", since=night.now - timedelta(days=30)),
    }
    return HealthSnapshot(owner=night.owner, at=night.now, figures=figures)
