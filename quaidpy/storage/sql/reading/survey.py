"""Which rows need a closer look tonight? Read as tuples, a column or two: most of a memory needs none."""

from collections.abc import Mapping, Sequence
from typing import Any

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.memory import Kind, Tier, Usage
from quaidpy.domain.nights import DecayInputs, MemoryCriteria, MemoryProjection, ReviewMark
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.storage.sql.attribute_rows import attribute_of
from quaidpy.storage.sql.engine import AnyDatabase
from quaidpy.storage.sql.rows import edge_of, instant_of, optional_instant

_LIVE = "m.owner = :owner AND m.status IN ('pending', 'active') AND m.retracted_at IS NULL"
_PROJECTIONS = f"""SELECT m.id, m.text, m.kind, m.project, m.valid_to, m.flagged, m.stated_at
FROM memories m WHERE {_LIVE} ORDER BY m.id"""
_VITALS = f"""SELECT m.id, m.kind, m.tier, m.pinned, m.verified, m.confidence, m.importance, m.recorded_at, m.faded_at,
  u.strength, u.recalls, u.last_recalled_at, u.outcome
FROM memories m LEFT JOIN usage u ON u.owner = m.owner AND u.memory = m.id WHERE {_LIVE} ORDER BY m.id"""
_MUCH_MENTIONED = """SELECT e.id FROM entities e WHERE e.owner = :owner AND (e.summary IS NULL OR EXISTS (
  SELECT 1 FROM mentions t JOIN memories o ON o.owner = t.owner AND o.id = t.node
  WHERE t.owner = e.owner AND t.entity = e.id AND o.status = 'superseded'
  AND strpos(e.summary, rtrim(o.text, '.!? ')) > 0 AND NOT EXISTS (
    SELECT 1 FROM memories m WHERE m.owner = o.owner AND m.content_hash = o.content_hash
    AND m.status IN ('pending', 'active'))))
AND (SELECT count(*) FROM (SELECT 1 FROM mentions m WHERE m.owner = e.owner AND m.entity = e.id
     AND m.node >= 'm_' AND m.node < 'm`' LIMIT :least) found) >= :least ORDER BY e.id"""

_HOLDS = "{0}.value <> '' AND {0}.valid_to IS NULL AND {0}.retracted_at IS NULL"
_RIVALS = f"""SELECT a.* FROM attributes a WHERE a.owner = :owner AND {_HOLDS.format("a")} AND EXISTS (
  SELECT 1 FROM attributes b WHERE b.owner = a.owner AND b.subject = a.subject AND b.name = a.name
  AND b.qualifier = a.qualifier AND lower(b.value) <> lower(a.value) AND {_HOLDS.format("b")}) ORDER BY a.id"""
_WITHOUT_ABSTRACT = """m.abstract IS NULL OR (m.abstract <> m.text
AND substr(m.text, 1, length(m.abstract) - 1) = substr(m.abstract, 1, length(m.abstract) - 1))"""
"""None, or one that is only how the text begins, cut off with a sign of its own."""

_KINDS = {each.value: each for each in Kind}
_TIERS = {each.value: each for each in Tier}
_UNUSED = Usage()


class SqlSurvey:
    """See ports.nights.NightSurvey."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def projections(self, owner: Owner) -> list[MemoryProjection]:
        return [
            MemoryProjection(
                id=MemoryId(identity),
                text=text,
                kind=_KINDS[kind],
                project=project,
                valid_to=optional_instant(valid_to),
                flagged=bool(flagged),
                stated_at=instant_of(stated_at),
            )
            for identity, text, kind, project, valid_to, flagged, stated_at in self._values(
                _PROJECTIONS, {"owner": owner}
            )
        ]

    def decay_inputs(self, owner: Owner) -> list[DecayInputs]:
        return [
            DecayInputs(
                id=MemoryId(identity),
                kind=_KINDS[kind],
                tier=_TIERS[tier],
                pinned=bool(pinned),
                verified=bool(verified),
                confidence=confidence,
                importance=importance,
                lifetime=Lifetime(recorded_at=instant_of(recorded_at)),
                faded_at=optional_instant(faded_at),
                usage=_UNUSED if usage[0] is None else _usage(*usage),
            )
            for identity, kind, tier, pinned, verified, confidence, importance, recorded_at, faded_at, *usage
            in self._values(_VITALS, {"owner": owner})
        ]  # fmt: skip

    def mentions(self, owner: Owner) -> list[tuple[MemoryId, EntityId]]:
        # Ids of memories are exactly those between these two.
        query = """SELECT node, entity FROM mentions
            WHERE owner = :owner AND node >= 'm_' AND node < 'm`' ORDER BY node, entity"""
        return self._values(query, {"owner": owner})

    def memories_matching(self, owner: Owner, which: MemoryCriteria) -> list[MemoryId]:
        where, bound = [_LIVE], dict[str, Any](owner=owner)
        if which.status is not None:
            where.append("m.status = :status")
            bound["status"] = which.status.value
        if which.confidence_below is not None:
            where.append("m.confidence < :confidence")
            bound["confidence"] = which.confidence_below
        if which.longer_than is not None:
            where.append(f"({_WITHOUT_ABSTRACT}) AND length(m.text) > :letters")
            bound["letters"] = which.longer_than
        query = f"SELECT m.id FROM memories m WHERE {' AND '.join(where)} ORDER BY m.id"
        return [MemoryId(identity) for (identity,) in self._values(query, bound)]

    def much_mentioned(self, owner: Owner, *, least: int) -> list[EntityId]:
        rows = self._values(_MUCH_MENTIONED, {"owner": owner, "least": least})
        return [EntityId(identity) for (identity,) in rows]

    def rival_attributes(self, owner: Owner) -> list[Attribute]:
        with self._database.reading() as session:
            return [attribute_of(owner, row) for row in session.rows(_RIVALS, {"owner": owner})]

    def edges_called(self, owner: Owner, relations: Sequence[str]) -> list[Edge]:
        query = """SELECT * FROM edges WHERE owner = :owner
            AND relation = ANY(:relations) ORDER BY id"""
        bound = {"owner": owner, "relations": list(relations)}
        with self._database.reading() as session:
            return [edge_of(owner, row) for row in session.rows(query, bound)]

    def links(self, owner: Owner) -> list[tuple[NodeId, NodeId]]:
        return self._values(
            "SELECT source, target FROM edges WHERE owner = :owner ORDER BY id", {"owner": owner}
        )

    def last_change(self, owner: Owner) -> str:
        query = "SELECT at, id FROM operations WHERE owner = :owner ORDER BY at DESC LIMIT 1"
        return " ".join(next(iter(self._values(query, {"owner": owner})), ()))

    def review_marks(self, owner: Owner, task: str) -> dict[NodeId, ReviewMark]:
        rows = self._values(
            "SELECT node, mark, keys FROM looks WHERE owner = :owner AND task = :task",
            {"owner": owner, "task": task},
        )
        return {MemoryId(node): ReviewMark(mark, keys) for node, mark, keys in rows}

    def keep_review_marks(self, owner: Owner, task: str, looks: Mapping[NodeId, ReviewMark]) -> None:
        known = self.review_marks(owner, task)
        whose = {"owner": owner, "task": task}
        fresh = [
            {**whose, "node": node, "mark": look.mark, "keys": look.keys}
            for node, look in looks.items()
            if known.get(node) != look
        ]
        gone = [node for node in known if node not in looks]
        if not fresh and not gone:
            return
        # Not durable: what a power cut takes is looked at once more.
        with self._database.writing(owner, durable=False) as session:
            session.execute(
                "DELETE FROM looks WHERE owner = :owner AND task = :task AND node = ANY(:gone)",
                {**whose, "gone": gone},
            )
            if fresh:
                session.upsert("looks", ("owner", "task", "node"), fresh)

    def _values(self, query: str, bound: Any) -> "list[Any]":
        with self._database.reading() as session:
            return session.values(query, bound)


def _usage(strength: float, recalls: int, last: str | None, outcome: float) -> Usage:
    return Usage(strength=strength, recalls=recalls, last_recalled_at=optional_instant(last), outcome=outcome)
