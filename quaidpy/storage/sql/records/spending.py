"""What did language models cost, run by run?"""

from dataclasses import fields
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.models.prompting import Spending, Spent
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.filters import owned
from quaidpy.storage.sql.rows import instant_of, instant_text

_METERS = tuple(field.name for field in fields(Spending))
_ADD = (
    f"INSERT INTO spendings(owner, run, doing, model, at, {', '.join(_METERS)})"
    f" VALUES (:owner, :run, :doing, :model, :at, {', '.join(f':{name}' for name in _METERS)})"
    " ON CONFLICT(owner, run, doing, model) DO UPDATE SET at = excluded.at, "
    + ", ".join(f"{name} = spendings.{name} + excluded.{name}" for name in _METERS)
)


class SpendingLog:
    """The part of MemoryStore that keeps the meter of each run."""

    def __init__(self, database: AnyDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def record_spending(self, owner: Owner, run: str, doing: str, model: str, spending: Spending) -> None:
        if not spending.calls:
            return
        meters = {name: getattr(spending, name) for name in _METERS}
        at = instant_text(self._clock.now())
        with self._database.writing(owner, durable=False) as session:
            session.execute(
                _ADD, {"owner": owner, "run": run, "doing": doing, "model": model, "at": at, **meters}
            )

    def spendings(self, owner: Owner, *, run: str | None = None, limit: int = 100) -> list[Spent]:
        wanted = owned(owner, run=run)
        query = f"SELECT * FROM spendings WHERE {wanted.sql} ORDER BY at DESC, run DESC, doing, model LIMIT :limit"
        with self._database.reading() as session:
            rows = session.rows(query, {**wanted.bound, "limit": limit})
            return [_spent(row) for row in rows]

    def spent_on(self, owner: Owner) -> list[Spent]:
        sums = ", ".join(f"sum({name}) AS {name}" for name in _METERS)
        query = (
            f"SELECT '' AS run, doing, model, max(at) AS at, {sums} FROM spendings WHERE owner = :owner"
            " GROUP BY doing, model ORDER BY doing, model"
        )
        with self._database.reading() as session:
            return [_spent(row) for row in session.rows(query, {"owner": owner})]


def _spent(row: Any) -> Spent:
    return Spent(
        run=row["run"],
        doing=row["doing"],
        model=row["model"],
        at=instant_of(row["at"]),
        spending=Spending(**{name: row[name] for name in _METERS}),
    )
