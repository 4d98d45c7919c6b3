"""Where are the runs of the janitor, its questions and the health of memory written down?"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.nights import (
    HealthSnapshot,
    Matter,
    NightRecord,
    NightState,
    Question,
    QuestionState,
    TaskRecord,
)
from quaidpy.errors import NotFoundError
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.filters import owned
from quaidpy.storage.sql.gate import admitted_row
from quaidpy.storage.sql.rows import (
    Columns,
    StoredRow,
    instant_of,
    instant_text,
    json_text,
    mention_of,
    optional_instant,
    optional_text,
    question_of,
)

_ALL = 2**62  # rows
_DECISION = "outcome, reason, text, other, similarity, at, operation, position"


class SqlNights:
    """See ports.nights.NightRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def keep_night(self, night: NightRecord) -> None:
        row: Columns = {
            "owner": night.owner,
            "id": night.run,
            "started_at": instant_text(night.started_at),
            "ended_at": optional_text(night.ended_at),
            "state": night.state.value,
            "tasks": json_text([asdict(task) for task in night.tasks]),
        }
        with self._database.writing(night.owner) as session:
            session.upsert("nights", ("owner", "id"), [admitted_row("nights", row, None)])

    def nights(self, owner: Owner, *, limit: int) -> list[NightRecord]:
        query = "SELECT * FROM nights WHERE owner = :owner ORDER BY started_at DESC, id DESC LIMIT :limit"
        with self._database.reading() as session:
            return [
                NightRecord(
                    owner=row["owner"],
                    run=RunId(row["id"]),
                    started_at=instant_of(row["started_at"]),
                    ended_at=optional_instant(row["ended_at"]),
                    state=NightState(row["state"]),
                    tasks=tuple(TaskRecord(**task) for task in json.loads(row["tasks"])),
                )
                for row in session.rows(query, {"owner": owner, "limit": limit})
            ]

    def questions(
        self, owner: Owner, *, matter: Matter | None = None, state: QuestionState | None = None
    ) -> list[Question]:
        wanted = owned(owner, matter=matter, state=state)
        with self._database.reading() as session:
            query = f"SELECT * FROM questions WHERE {wanted.sql} ORDER BY matter, subject"
            return [question_of(owner, row) for row in session.rows(query, wanted.bound)]

    def keep_health(self, snapshot: HealthSnapshot) -> None:
        with self._database.writing(snapshot.owner) as session:
            session.execute(
                "INSERT INTO health(owner, at, figures) VALUES (:owner, :at, :figures) ON CONFLICT DO NOTHING",
                {
                    "owner": snapshot.owner,
                    "at": instant_text(snapshot.at),
                    "figures": json_text(dict(snapshot.figures)),
                },
            )

    def health(self, owner: Owner, *, since: datetime) -> list[HealthSnapshot]:
        with self._database.reading() as session:
            rows = session.values(
                "SELECT at, figures FROM health WHERE owner = :owner AND at >= :since ORDER BY at",
                {"owner": owner, "since": instant_text(since)},
            )
        return [
            HealthSnapshot(owner=owner, at=instant_of(at), figures=json.loads(figures))
            for at, figures in rows
        ]

    def recalls_since(self, owner: Owner, since: datetime) -> int:
        with self._database.reading() as session:
            query = "SELECT count(*) FROM recall_log WHERE owner = :owner AND at >= :since"
            return int(session.values(query, {"owner": owner, "since": instant_text(since)})[0][0])

    def recalled_memories(self, owner: Owner) -> int:
        query = """SELECT count(*) FROM usage u JOIN memories m ON m.owner = u.owner AND m.id = u.memory
            WHERE u.owner = :owner AND u.recalls > 0 AND m.status IN ('pending', 'active')"""
        with self._database.reading() as session:
            return int(session.values(query, {"owner": owner})[0][0])

    def operations_called(self, owner: Owner, verb: str, *, since: datetime) -> int:
        query = (
            "SELECT count(*) FROM operations"
            " WHERE owner = :owner AND verb = :verb AND at >= :since AND undone_by IS NULL"
        )
        with self._database.reading() as session:
            return int(
                session.values(query, {"owner": owner, "verb": verb, "since": instant_text(since)})[0][0]
            )

    def decisions(self, owner: Owner, *, since: datetime, newest: int | None = None) -> list[Decision]:
        query = f"""SELECT {_DECISION} FROM dedup_log
            WHERE owner = :owner AND at >= :since ORDER BY at DESC, operation DESC, position DESC LIMIT :newest"""
        wanted = {"owner": owner, "since": instant_text(since), "newest": newest or _ALL}
        with self._database.reading() as session:
            rows = session.rows(query, wanted)
        return [_decision_of(row) for row in reversed(rows)]

    def decision(self, owner: Owner, operation: OperationId, place: int) -> Decision:
        query = f"""SELECT {_DECISION} FROM dedup_log
            WHERE owner = :owner AND operation = :operation AND position = :place"""
        with self._database.reading() as session:
            found = session.rows(query, {"owner": owner, "operation": operation, "place": place})
        if not found:
            raise NotFoundError(f"no decision {operation}:{place}; `quaid janitor decisions` lists them")
        return _decision_of(found[0])

    def queued_relations(self, owner: Owner) -> dict[str, str]:
        query = (
            "SELECT relation, min(example) FROM relation_queue WHERE owner = :owner"
            " GROUP BY relation ORDER BY relation"
        )
        with self._database.reading() as session:
            return dict(session.values(query, {"owner": owner}))

    def mentions_naming(self, owner: Owner, entities: Sequence[EntityId]) -> list[Mention]:
        query = """SELECT node, entity, weight FROM mentions WHERE owner = :owner
            AND entity = ANY(:entities) ORDER BY node, entity"""
        with self._database.reading() as session:
            rows = session.rows(query, {"owner": owner, "entities": list(entities)})
            return [mention_of(row) for row in rows]

    def outdated(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> dict[str, int]:
        with self._database.reading() as session:
            return _outdated(session, _old(owner, logs_before, health_before))

    def prune(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> int:
        old = _old(owner, logs_before, health_before)
        with self._database.writing(owner) as session:
            counts = _outdated(session, old)
            for table in counts:
                session.execute(f"DELETE FROM {table} WHERE {_OLD[table]}", old)
        return sum(counts.values())

    def free_share(self) -> float:
        return self._database.free_share()

    def vacuum(self) -> None:
        self._database.vacuum()


_OLD = {
    "recall_log": "owner = :owner AND at < :logs",
    "nights": "owner = :owner AND started_at < :logs",
    "dedup_log": "owner = :owner AND at < :logs",
    "spendings": "owner = :owner AND at < :logs",
    "health": "owner = :owner AND at < :health",
}


def _decision_of(row: StoredRow) -> Decision:
    return Decision(
        outcome=row["outcome"],
        reason=row["reason"],
        text=row["text"],
        other=row["other"],
        similarity=row["similarity"],
        at=instant_of(row["at"]),
        operation=OperationId(row["operation"]),
        place=row["position"],
    )


def _old(owner: Owner, logs: datetime, health: datetime) -> dict[str, str]:
    return {"owner": owner, "logs": instant_text(logs), "health": instant_text(health)}


def _outdated(session: SqlSession, old: Mapping[str, str]) -> dict[str, int]:
    """Rows by table, where there are any."""
    counts = {
        table: session.values(f"SELECT count(*) FROM {table} WHERE {where}", old)[0][0]
        for table, where in _OLD.items()
    }
    return {table: count for table, count in counts.items() if count}
