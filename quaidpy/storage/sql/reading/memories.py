"""What do the rows say about memories, and how they fared?"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from quaidpy.domain.identity import MemoryId, NodeId, Owner, RecallId, TurnId
from quaidpy.domain.memories.memory import Evidence, Memory, Usage, UsageChange
from quaidpy.domain.recall.queries import Filter
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.engine import ALIKE, AnyDatabase, SqlSession, once_each
from quaidpy.storage.sql.filters import memories_admitted, owned, turns_admitted
from quaidpy.storage.sql.gate import admitted
from quaidpy.storage.sql.rows import instant_of, instant_text, memory_of

_MOST_TRACES = 100  # among which the last one is looked for that somebody may see
_MOST_TIMES = 20  # recalls of a memory whose times are kept
_APART = timedelta(hours=1)  # recalls of one session are one
_STRENGTH_CAP = 10.0  # SPEC §2: storage_strength 0-10
_LIVE = "m.status IN ('pending', 'active')"

_BY_ID = "SELECT * FROM memories WHERE owner = :owner AND id = ANY(:ids)"
_EVIDENCE = """SELECT memory, turn, start, "end" FROM evidence WHERE owner = :owner AND memory = ANY(:ids)
ORDER BY memory, position"""
USAGE = "usage"
"""The kind of it among what a whole view has read."""
USAGES = (
    "SELECT memory, strength, recalls, last_recalled_at, outcome FROM usage WHERE owner = :owner AND memory"
)
_TIMES = f"""{ALIKE} SELECT memory, at FROM recall_times
WHERE owner = :owner AND memory = ANY(:ids) ORDER BY memory, at"""
_TEXTS_OF_MEMORIES = """SELECT m.id, m.text FROM unnest(:nodes) AS wanted(id) CROSS JOIN memories m
WHERE m.owner = :owner AND m.id = wanted.id AND m.status NOT IN ('archived', 'retired') AND """
_TEXTS_OF_TURNS = """SELECT t.id, t.text FROM unnest(:nodes) AS wanted(id) CROSS JOIN turn_index i CROSS JOIN turns t
WHERE i.owner = :owner AND i.id = wanted.id AND t.owner = i.owner AND t.id = i.id AND """


class MemoryReading:
    """The part of MemoryStore that reads memories and keeps their usage and recall log."""

    def __init__(self, database: AnyDatabase, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def memories(self, owner: Owner, ids: Sequence[MemoryId]) -> list[Memory]:
        asked = {"owner": owner, "ids": list(ids)}
        with self._database.reading() as session:
            session.ahead((_BY_ID, asked), (_EVIDENCE, asked))
            rows = session.rows(_BY_ID, asked)
            evidence = _evidence(session, owner, ids)
        found = [memory_of(owner, row, evidence.get(row["id"], ())) for row in rows]
        by_id = {memory.id: memory for memory in found}
        return [by_id[identity] for identity in ids if identity in by_id]

    def read_ahead(self, owner: Owner, nodes: Sequence[NodeId]) -> None:
        """Nothing is kept here."""

    def memories_with_hash(self, owner: Owner, content_hash: str) -> list[Memory]:
        return self._memories_by(
            "SELECT * FROM memories WHERE owner = :owner AND content_hash = :hash"
            " AND status IN ('pending', 'active') ORDER BY recorded_at, id",
            {"owner": owner, "hash": content_hash},
        )

    def memories_where(self, keep: Filter, *, limit: int, after: MemoryId | None = None) -> list[Memory]:
        where = "m.status NOT IN ('archived', 'retired') AND m.id > :after"
        return self._admitted(keep, where, limit=limit, after=after or "")

    def newest(self, keep: Filter, *, limit: int) -> list[Memory]:
        return self._admitted(keep, _LIVE, order="m.id DESC", limit=limit)  # ids sort by time of birth

    def important_after(self, keep: Filter, after: MemoryId, *, least: float, limit: int) -> list[Memory]:
        where = f"{_LIVE} AND m.importance >= :least AND m.id > :after"
        return self._admitted(keep, where, limit=limit, least=least, after=after)

    def weightiest(self, keep: Filter, *, limit: int) -> list[Memory]:
        order = "m.pinned DESC, m.importance DESC, m.stated_at DESC, m.id"
        return self._admitted(keep, _LIVE, order=order, limit=limit)

    def _admitted(
        self, keep: Filter, where: str, *, limit: int, order: str = "m.id", **bound: Any
    ) -> list[Memory]:
        admitted = memories_admitted(keep, table="m", said_at="stated_at")
        admitted.require(where, **bound)
        return self._memories_by(
            f"SELECT m.* FROM memories m WHERE {admitted.sql} ORDER BY {order} LIMIT :limit",
            {**admitted.bound, "limit": limit, "owner": keep.owner},
        )

    def texts(self, keep: Filter, nodes: Sequence[NodeId]) -> dict[NodeId, str]:
        with self._database.reading() as session:
            return {
                node: text
                for query, condition in (
                    (_TEXTS_OF_MEMORIES, memories_admitted(keep, table="m", said_at="stated_at")),
                    (_TEXTS_OF_TURNS, turns_admitted(keep, table="i")),
                )
                for node, text in session.values(
                    query + condition.sql, {**condition.bound, "nodes": list(nodes)}
                )
            }

    def memories_from_turns(self, owner: Owner, turns: Sequence[TurnId]) -> dict[TurnId, list[MemoryId]]:
        with self._database.reading() as session:
            rows = session.values(
                "SELECT DISTINCT turn, memory FROM evidence WHERE owner = :owner AND turn = ANY(:ids)"
                " ORDER BY turn, memory",
                {"owner": owner, "ids": list(turns)},
            )
        found: dict[TurnId, list[MemoryId]] = {}
        for turn, memory in rows:
            found.setdefault(TurnId(turn), []).append(MemoryId(memory))
        return found

    def turns_behind(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, list[TurnId]]:
        with self._database.reading() as session:
            rows = session.values(
                "SELECT memory, turn FROM evidence WHERE owner = :owner AND memory = ANY(:ids)"
                " ORDER BY memory, position",
                {"owner": owner, "ids": list(ids)},
            )
        found: dict[MemoryId, list[TurnId]] = {identity: [] for identity in ids}
        for memory, turn in rows:
            found[memory].append(turn)
        return found

    def usages(self, owner: Owner, ids: Sequence[NodeId]) -> dict[NodeId, Usage]:
        def read(missing: Sequence[NodeId]) -> dict[NodeId, Usage]:
            bound = {"owner": owner, "ids": list(missing)}
            return usage_of(missing, session.values(f"{ALIKE} {USAGES} = ANY(:ids)", bound))

        with self._database.reading() as session:
            return once_each(session, (USAGE, owner), ids, read)

    def record_usage(self, owner: Owner, changes: Iterable[UsageChange]) -> None:
        # Not durable: a power cut may cost the last recalls' strength, never a memory.
        with self._database.writing(owner, durable=False) as session, session.waiting_once():
            _use(session, owner, list(changes))

    def recall_times(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[datetime, ...]]:
        def read(missing: Sequence[MemoryId]) -> dict[MemoryId, tuple[datetime, ...]]:
            bound = {"owner": owner, "ids": list(missing)}
            found: dict[MemoryId, tuple[datetime, ...]] = {}
            for memory, at in session.values(_TIMES, bound):
                found[memory] = (*found.get(memory, ()), instant_of(at))
            return found

        with self._database.reading() as session:
            return once_each(session, ("recall_times", owner), ids, read)

    def record_recall(
        self,
        owner: Owner,
        recall: RecallId,
        query: str,
        trace_json: str,
        *,
        changes: Iterable[UsageChange] = (),
    ) -> None:
        # Before anybody waits for this owner: looking through a trace takes longer than writing it.
        row = {
            "owner": owner,
            "id": recall,
            "at": instant_text(self._clock.now()),
            "query": admitted(query),
            "trace": admitted(trace_json),
        }
        with self._database.writing(owner, durable=False) as session, session.waiting_once():
            _use(session, owner, list(changes))
            session.execute(_KEEP_TRACE, row)

    def recall_traces(self, owner: Owner, recall: RecallId | None) -> list[str]:
        wanted = owned(owner, id=recall)
        with self._database.reading() as session:
            rows = session.values(
                f"SELECT trace FROM recall_log WHERE {wanted.sql} ORDER BY at DESC, id DESC LIMIT {_MOST_TRACES}",
                wanted.bound,
            )
        return [str(trace) for (trace,) in rows]

    def _memories_by(self, query: str, bound: dict[str, Any]) -> list[Memory]:
        with self._database.reading() as session:
            rows = session.rows(query, bound)
            evidence = _evidence(session, bound["owner"], [row["id"] for row in rows])
        return [memory_of(bound["owner"], row, evidence.get(row["id"], ())) for row in rows]


def usage_of(
    nodes: Iterable[NodeId], rows: Iterable[tuple[NodeId, float, int, str | None, float]]
) -> dict[NodeId, Usage]:
    """Of the nodes, by rows of USAGES; a neutral one for what has none."""
    usages: dict[NodeId, Usage] = dict.fromkeys(nodes, Usage())
    for node, strength, recalls, last, outcome in rows:
        usages[node] = Usage(
            strength=strength,
            recalls=recalls,
            last_recalled_at=instant_of(last) if last else None,
            outcome=outcome,
        )
    return usages


def _evidence(session: SqlSession, owner: Owner, ids: Sequence[str]) -> dict[str, list[Evidence]]:
    return evidence_of(session.values(_EVIDENCE, {"owner": owner, "ids": list(ids)}))


def evidence_of(rows: Iterable[tuple[str, str, int, int]]) -> dict[str, list[Evidence]]:
    """By memory; each row is its id, a turn and the characters there."""
    found: dict[str, list[Evidence]] = {}
    for memory, turn, start, end in rows:
        found.setdefault(memory, []).append(Evidence(TurnId(turn), start, end))
    return found


# What is not the owner's is left alone: the row comes from memories or turns themselves. A text that is selected says
# that it is one: a cluster's coordinator hands the statement on without what it found out about the columns.
_USE = f"""INSERT INTO usage(owner, memory, strength, recalls, last_recalled_at, outcome)
SELECT m.owner, m.id, least(greatest(:gain, 0.0), {_STRENGTH_CAP}), :recalls, CAST(:recalled_at AS TEXT),
  coalesce(:outcome, 0.5)
FROM (SELECT owner, id FROM memories WHERE owner = :owner AND id = :memory
      UNION ALL SELECT owner, id FROM turns WHERE owner = :owner AND id = :memory) m WHERE TRUE
ON CONFLICT(owner, memory) DO UPDATE SET
  strength = least(greatest(usage.strength + :gain, 0.0), {_STRENGTH_CAP}), recalls = usage.recalls + :recalls,
  last_recalled_at = greatest(
    coalesce(usage.last_recalled_at, :recalled_at), coalesce(:recalled_at, usage.last_recalled_at)),
  outcome = coalesce(:outcome, usage.outcome)"""


_NOTE_TIME = """INSERT INTO recall_times(owner, memory, at)
SELECT m.owner, m.id, CAST(:at AS TEXT) FROM memories m WHERE m.owner = :owner AND m.id = :memory AND NOT EXISTS (
  SELECT 1 FROM recall_times t
  WHERE t.owner = m.owner AND t.memory = m.id AND t.at > :hour_before AND t.at < :hour_after)
ON CONFLICT DO NOTHING"""
_DROP_TIMES = f"""DELETE FROM recall_times WHERE owner = :owner AND memory = :memory AND at <= (
  SELECT t.at FROM recall_times t WHERE t.owner = :owner AND t.memory = :memory
  ORDER BY t.at DESC LIMIT 1 OFFSET {_MOST_TIMES})"""


_KEEP_TRACE = """INSERT INTO recall_log(owner, id, at, query, trace) VALUES (:owner, :id, :at, :query, :trace)
ON CONFLICT(owner, id) DO UPDATE SET query = excluded.query, trace = excluded.trace"""


def _use(session: SqlSession, owner: Owner, changes: Sequence[UsageChange]) -> None:
    times = [_time_row(owner, change.memory, change.recalled_at) for change in changes if change.recalled_at]
    session.execute_many(_USE, [_usage_row(owner, change) for change in changes])
    session.execute_many(_NOTE_TIME, times)
    session.execute_many(_DROP_TIMES, times)


def _time_row(owner: Owner, memory: NodeId, at: datetime) -> dict[str, Any]:
    return {
        "owner": owner,
        "memory": memory,
        "at": instant_text(at),
        "hour_before": instant_text(at - _APART),
        "hour_after": instant_text(at + _APART),
    }


def _usage_row(owner: Owner, change: UsageChange) -> dict[str, Any]:
    return {
        "owner": owner,
        "memory": change.memory,
        "gain": float(change.strength_gain),
        "recalls": 0 if change.recalled_at is None else 1,
        "recalled_at": None if change.recalled_at is None else instant_text(change.recalled_at),
        "outcome": change.outcome,
    }
