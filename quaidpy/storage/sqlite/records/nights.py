"""Where are the runs of the janitor, its questions and the health of memory written down?"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, Owner, RunId
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
from quaidpy.storage.sql.rows import (
    instant_of,
    instant_text,
    json_text,
    mention_of,
    optional_instant,
    optional_text,
    question_of,
)
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched, rows_of


class SqliteNights:
    """See ports.nights.NightRecords."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep_night(self, night: NightRecord) -> None:
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO nights(owner, id, started_at, ended_at, state, tasks) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT(owner, id) DO UPDATE"
                " SET ended_at = excluded.ended_at, state = excluded.state, tasks = excluded.tasks",
                (
                    night.owner,
                    night.run,
                    instant_text(night.started_at),
                    optional_text(night.ended_at),
                    night.state.value,
                    json_text([asdict(task) for task in night.tasks]),
                ),
            )

    def night(self, owner: Owner, run: RunId) -> NightRecord | None:
        found = self._nights(owner, "id = :id", {"id": run, "limit": 1})
        return found[0] if found else None

    def nights(self, owner: Owner, *, limit: int) -> list[NightRecord]:
        return self._nights(owner, "1", {"limit": limit})

    def _nights(self, owner: Owner, where: str, bound: dict[str, Any]) -> list[NightRecord]:
        query = f"SELECT * FROM nights WHERE owner = :owner AND {where} ORDER BY started_at DESC, id DESC LIMIT :limit"
        with self._database.reading() as connection:
            return [
                NightRecord(
                    owner=owner,
                    run=RunId(row["id"]),
                    started_at=instant_of(row["started_at"]),
                    ended_at=optional_instant(row["ended_at"]),
                    state=NightState(row["state"]),
                    tasks=tuple(TaskRecord(**task) for task in json.loads(row["tasks"])),
                )
                for row in rows_of(connection, query, {"owner": owner, **bound})
            ]

    def questions(
        self, owner: Owner, *, matter: Matter | None = None, state: QuestionState | None = None
    ) -> list[Question]:
        where, bound = "owner = :owner", dict[str, Any](owner=owner)
        if matter is not None:
            where, bound["matter"] = f"{where} AND matter = :matter", matter.value
        if state is not None:
            where, bound["state"] = f"{where} AND state = :state", state.value
        with self._database.reading() as connection:
            query = f"SELECT * FROM questions WHERE {where} ORDER BY matter, subject"
            return [question_of(owner, row) for row in rows_of(connection, query, bound)]

    def keep_health(self, snapshot: HealthSnapshot) -> None:
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO health(owner, at, figures) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (snapshot.owner, instant_text(snapshot.at), json_text(dict(snapshot.figures))),
            )

    def health(self, owner: Owner, *, since: datetime) -> list[HealthSnapshot]:
        with self._database.reading() as connection:
            rows = fetched(
                connection,
                "SELECT at, figures FROM health WHERE owner = ? AND at >= ? ORDER BY at",
                (owner, instant_text(since)),
            )
        return [
            HealthSnapshot(owner=owner, at=instant_of(at), figures=json.loads(figures))
            for at, figures in rows
        ]

    def recalls_since(self, owner: Owner, since: datetime) -> int:
        with self._database.reading() as connection:
            query = "SELECT count(*) FROM recall_log WHERE owner = ? AND at >= ?"
            return int(fetched(connection, query, (owner, instant_text(since)))[0][0])

    def recalled_memories(self, owner: Owner) -> int:
        query = """SELECT count(*) FROM usage u JOIN memories m ON m.owner = u.owner AND m.id = u.memory
            WHERE u.owner = ? AND u.recalls > 0 AND m.status IN ('pending', 'active')"""
        with self._database.reading() as connection:
            return int(fetched(connection, query, (owner,))[0][0])

    def operations_called(self, owner: Owner, verb: str, *, since: datetime) -> int:
        query = (
            "SELECT count(*) FROM operations WHERE owner = ? AND verb = ? AND at >= ? AND undone_by IS NULL"
        )
        with self._database.reading() as connection:
            return int(fetched(connection, query, (owner, verb, instant_text(since)))[0][0])

    def decisions(self, owner: Owner, *, since: datetime) -> list[Decision]:
        query = """SELECT outcome, reason, text, other, similarity FROM dedup_log WHERE owner = ? AND at >= ?
            ORDER BY at, operation, position"""
        with self._database.reading() as connection:
            rows = fetched(connection, query, (owner, instant_text(since)))
        return [
            Decision(outcome=outcome, reason=reason, text=text, other=other, similarity=similarity)
            for outcome, reason, text, other, similarity in rows
        ]

    def queued_relations(self, owner: Owner) -> dict[str, str]:
        query = "SELECT relation, min(example) FROM relation_queue WHERE owner = ? GROUP BY relation ORDER BY relation"
        with self._database.reading() as connection:
            return dict(fetched(connection, query, (owner,)))

    def mentions_naming(self, owner: Owner, entities: Sequence[EntityId]) -> list[Mention]:
        query = """SELECT node, entity, weight FROM mentions WHERE owner = ?
            AND entity IN (SELECT value FROM json_each(?)) ORDER BY node, entity"""
        with self._database.reading() as connection:
            rows = rows_of(connection, query, (owner, json.dumps(list(entities))))
            return [mention_of(row) for row in rows]

    def outdated(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> dict[str, int]:
        with self._database.reading() as connection:
            counts = {
                table: fetched(connection, f"SELECT count(*) FROM {where}", bound)[0][0]
                for table, where, bound in _old(owner, logs_before, health_before)
            }
        return {table: count for table, count in counts.items() if count}

    def prune(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> int:
        deleted = 0
        with self._database.writing() as connection:
            for _, where, bound in _old(owner, logs_before, health_before):
                connection.execute(f"DELETE FROM {where}", bound)
                deleted += connection.changes()
        return deleted

    def free_share(self) -> float:
        with self._database.reading() as connection:
            free, pages = (
                int(connection.pragma("freelist_count")),
                int(connection.pragma("page_count")),
            )
        return free / pages if pages else 0.0

    def vacuum(self) -> None:
        self._database.vacuum()


def _old(owner: Owner, logs: datetime, health: datetime) -> list[tuple[str, str, tuple[str, str]]]:
    return [
        ("recall_log", "recall_log WHERE owner = ? AND at < ?", (owner, instant_text(logs))),
        ("nights", "nights WHERE owner = ? AND started_at < ?", (owner, instant_text(logs))),
        ("dedup_log", "dedup_log WHERE owner = ? AND at < ?", (owner, instant_text(logs))),
        ("spendings", "spendings WHERE owner = ? AND at < ?", (owner, instant_text(logs))),
        ("health", "health WHERE owner = ? AND at < ?", (owner, instant_text(health))),
    ]
