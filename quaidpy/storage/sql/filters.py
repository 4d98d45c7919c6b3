"""How does a filter read as a WHERE clause? Applied before ranking, never after."""

from dataclasses import dataclass, field
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Filter
from quaidpy.storage.sql.rows import instant_text


@dataclass(slots=True)
class Condition:
    """SQL that must hold, all of it, and the values bound to its named slots."""

    clauses: list[str] = field(default_factory=list)
    bound: dict[str, Any] = field(default_factory=dict)

    def require(self, clause: str, **values: Any) -> None:
        self.clauses.append(clause)
        self.bound.update(values)

    @property
    def sql(self) -> str:
        return " AND ".join(self.clauses)


def owned(owner: Owner, **equal: str | None) -> Condition:
    """Of the owner, with these values in these columns; None is any."""
    condition = Condition()
    condition.require("owner = :owner", owner=owner)
    for column, value in equal.items():
        if value is not None:
            condition.require(f"{column} = :{column}", **{column: value})
    return condition


def memories_admitted(keep: Filter, *, table: str, said_at: str) -> Condition:
    """For a table with the columns of a memory; `table` may be an alias, `said_at` the column of the statement's time.

    The caller leaves out archived and retired ones: the index does not hold them.
    """
    condition = _whose(keep, table=table)
    _when(condition, keep, said_at=f"{table}.{said_at}")
    if keep.kinds:
        condition.require(f"{table}.kind = ANY(:kinds)", kinds=sorted(keep.kinds))
    if keep.tags:
        condition.require(
            f"EXISTS (SELECT 1 FROM json_strings({table}.tags) AS t(value) WHERE t.value = ANY(:tags))",
            tags=list(keep.tags),
        )
    if keep.moment is not None:
        condition.require(
            holds_at(table),
            known_at=instant_text(keep.moment.known_at),
            as_of=instant_text(keep.moment.as_of),
        )
    return condition


def holds_at(table: str) -> str:
    """The four times of `table` hold at :as_of, as known at :known_at; the same law as Lifetime.holds."""
    return f"""{table}.recorded_at <= :known_at AND ({table}.retracted_at IS NULL OR :known_at < {table}.retracted_at)
      AND ({table}.valid_from IS NULL OR {table}.valid_from <= :as_of)
      AND ({table}.valid_to IS NULL OR :as_of < {table}.valid_to
           OR ({table}.closed_at IS NOT NULL AND :known_at < {table}.closed_at))"""


def turns_admitted(keep: Filter, *, table: str) -> Condition:
    """For turn_index: kinds and tags do not restrict turns."""
    condition = _whose(keep, table=table)
    _when(condition, keep, said_at=f"{table}.said_at")
    if keep.moment is not None:
        condition.require(f"{table}.recorded_at <= :known_at", known_at=instant_text(keep.moment.known_at))
    return condition


def _whose(keep: Filter, *, table: str) -> Condition:
    condition = Condition()
    condition.require(f"{table}.owner = :owner", owner=keep.owner)
    if keep.project is not None:
        condition.require(f"{table}.project = :project", project=keep.project)
    if keep.session is not None:
        condition.require(f"{table}.session = :session", session=keep.session)
    return condition


def _when(condition: Condition, keep: Filter, *, said_at: str) -> None:
    if keep.since is not None:
        condition.require(f"{said_at} >= :since", since=instant_text(keep.since))
    if keep.until is not None:
        condition.require(f"{said_at} < :until", until=instant_text(keep.until))
