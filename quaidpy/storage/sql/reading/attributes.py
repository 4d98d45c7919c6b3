"""Which values have subjects by the rows, and do the statements of these nodes still hold?"""

from collections.abc import Mapping, Sequence

from quaidpy.domain.identity import AttributeId, EntityId, NodeId, Owner, TurnId, is_memory, is_turn
from quaidpy.domain.memories.attributes import Attribute, ValueState
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.storage.sql.attribute_rows import attribute_of
from quaidpy.storage.sql.engine import ALIKE, AnyDatabase, once_each
from quaidpy.storage.sql.rows import instant_text, optional_instant


class AttributeRows:
    """The part of MemoryStore that reads attributes."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def attributes(self, owner: Owner, ids: Sequence[AttributeId]) -> list[Attribute]:
        return self._attributes_by("id = ANY(:ids)", owner, ids)

    def attributes_of(self, owner: Owner, subjects: Sequence[EntityId]) -> list[Attribute]:
        return self._attributes_by(f"id IN ({_OF_SUBJECTS})", owner, subjects)

    def attributes_stated_by(self, owner: Owner, nodes: Sequence[NodeId]) -> list[Attribute]:
        return self._attributes_by(f"id IN ({_STATED_BY})", owner, nodes)

    def value_states(
        self, owner: Owner, nodes: Sequence[NodeId], moment: Moment
    ) -> Mapping[NodeId, tuple[ValueState, ...]]:
        known_at = instant_text(moment.known_at)

        def read(missing: Sequence[NodeId]) -> dict[NodeId, tuple[ValueState, ...]]:
            bound = {
                "owner": owner,
                "turns": [node for node in missing if is_turn(node)],
                "memories": [node for node in missing if is_memory(node)],
                "known_at": known_at,
            }
            found: dict[str, dict[ValueState, None]] = {}
            for node, *told in session.values(_VALUE_STATES, bound):
                found.setdefault(node, {})[_value_state(*told)] = None
            return {node: _in_order(found[node]) for node in missing if node in found}

        if not nodes:
            return {}
        with self._database.reading() as session:
            return once_each(session, (f"value_states {known_at}", owner), nodes, read)

    def _attributes_by(self, which: str, owner: Owner, ids: Sequence[str]) -> list[Attribute]:
        query = f"SELECT * FROM attributes WHERE owner = :owner AND {which} ORDER BY id"
        with self._database.reading() as session:
            rows = session.rows(query, {"owner": owner, "ids": list(ids)})
            return [attribute_of(owner, row) for row in rows]


_OF_SUBJECTS = """SELECT a.id FROM unnest(:ids) AS wanted(id) CROSS JOIN attributes a
WHERE a.owner = :owner AND a.subject = wanted.id"""

_STATED_BY = """SELECT a.id FROM unnest(:ids) AS wanted(id) CROSS JOIN attributes a
WHERE a.owner = :owner AND a.turn = wanted.id
UNION SELECT a.id FROM unnest(:ids) AS wanted(id) CROSS JOIN attributes a
WHERE a.owner = :owner AND a.memory = wanted.id"""

_KNOWN = "recorded_at <= :known_at AND ({0}.retracted_at IS NULL OR {0}.retracted_at > :known_at)"
_END = "CASE WHEN {0}.closed_at IS NULL OR {0}.closed_at <= :known_at THEN {0}.valid_to END"

_END_IS_KNOWN = """NOT EXISTS (SELECT 1 FROM turns u WHERE u.owner = :owner AND u.id = {0}.turn AND u.at IS NULL
  AND u.recorded_at = {1}.valid_to)"""
"""A value that a turn without a date ends, ends when that is read; on which day it really did nobody told.

Of relations it is not asked: their ends come from the memory's own times.
"""

_VALUE_STATES = f"""{ALIKE}
WITH asked(node, memory) AS (
  SELECT m.id, m.id FROM unnest(:memories) AS m(id)
  UNION ALL
  SELECT t.id, v.memory FROM unnest(:turns) AS t(id) CROSS JOIN evidence v WHERE v.owner = :owner AND v.turn = t.id),
stated(node, id) AS (
  SELECT q.node, a.id FROM asked q CROSS JOIN attributes a WHERE a.owner = :owner AND a.memory = q.memory
  UNION
  SELECT t.id, a.id FROM unnest(:turns) AS t(id) CROSS JOIN attributes a WHERE a.owner = :owner AND a.turn = t.id)
SELECT s.node, 'attribute', coalesce(n.name, ''), a.name, a.qualifier, a.value, a.valid_from, {_END.format("a")},
  nullif(b.value, ''), b.turn, {_END_IS_KNOWN.format("b", "a")}
FROM stated s CROSS JOIN attributes a
LEFT JOIN entities n ON n.owner = :owner AND n.id = a.subject
LEFT JOIN attributes b ON b.owner = :owner AND b.id = a.replaced_by AND b.{_KNOWN.format("b")}
WHERE a.owner = :owner AND a.id = s.id AND a.value <> '' AND a.{_KNOWN.format("a")}
UNION ALL
SELECT q.node, 'relation', n.name, r.relation, '', t.name, r.valid_from, {_END.format("r")}, t2.name,
  (SELECT v2.turn FROM evidence v2 WHERE v2.owner = :owner AND v2.memory = r2.memory ORDER BY v2.position LIMIT 1),
  1 = 1
FROM asked q CROSS JOIN edges r
JOIN entities n ON n.owner = :owner AND n.id = r.source
JOIN entities t ON t.owner = :owner AND t.id = r.target
LEFT JOIN edges r2 ON r.valid_to IS NOT NULL AND r2.owner = :owner AND r2.source = r.source
  AND r2.relation = r.relation AND r2.valid_from = r.valid_to AND r2.id <> r.id AND r2.{_KNOWN.format("r2")}
LEFT JOIN entities t2 ON t2.owner = :owner AND t2.id = r2.target
WHERE r.owner = :owner AND r.memory = q.memory AND r.{_KNOWN.format("r")}"""
"""Cross joins: by the ids asked for, never along the owner's rows."""


def _value_state(
    form: str, subject: str, name: str, qualifier: str, value: str, *rest: str | None
) -> ValueState:
    since, until, instead, stated_in, is_end_known = rest
    return ValueState(
        subject=subject,
        what=f"{qualifier} {name}".strip().replace("_", " "),
        value=value,
        since=optional_instant(since),
        until=optional_instant(until),
        instead=instead if until is not None else None,
        stated_in=TurnId(stated_in) if until is not None and stated_in is not None else None,
        is_relation=form == "relation",
        is_end_known=bool(is_end_known),
    )


def _in_order(value_states: Mapping[ValueState, None]) -> tuple[ValueState, ...]:
    return tuple(
        sorted(value_states, key=lambda each: (each.until is not None, each.subject, each.what, each.value))
    )
