"""Which memories are kept out of which sessions, and with them which words?"""

from collections.abc import Collection, Sequence

from quaidpy.domain.identity import MemoryId, NodeId, Owner, TurnId
from quaidpy.storage.sql.engine import AnyDatabase

_KEPT_OUT = """WITH RECURSIVE kept(owner, memory, context) AS (
  SELECT owner, memory, context FROM suppressions WHERE owner = :owner AND context = ANY(:contexts)
  UNION
  SELECT m.owner, m.superseded_by, k.context FROM kept k JOIN memories m ON m.owner = k.owner AND m.id = k.memory
  WHERE m.superseded_by IS NOT NULL)
SELECT k.memory, e.turn, k.context FROM kept k LEFT JOIN evidence e ON e.owner = k.owner AND e.memory = k.memory
ORDER BY k.context DESC, k.memory, e.turn"""

_OF_MEMORIES = """WITH RECURSIVE known(owner, id, memory) AS (
  SELECT owner, id, id FROM memories WHERE owner = :owner AND id = ANY(:ids)
  UNION
  SELECT m.owner, k.id, m.id FROM known k JOIN memories m ON m.owner = k.owner AND m.superseded_by = k.memory)
SELECT DISTINCT k.id, k.memory, s.context FROM known k
JOIN suppressions s ON s.owner = k.owner AND s.memory = k.memory ORDER BY k.id, s.context, k.memory"""


class SuppressionReading:
    """The part of MemoryStore that knows in which contexts memories are not wanted."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def kept_out(self, owner: Owner, contexts: Collection[str]) -> dict[NodeId, str]:
        with self._database.reading() as session:
            rows = session.values(_KEPT_OUT, {"owner": owner, "contexts": sorted(contexts)})
        found: dict[NodeId, str] = {}
        for memory, turn, context in rows:
            found[MemoryId(memory)] = context
            if turn is not None:
                found[TurnId(turn)] = context
        return found

    def suppressed(self, owner: Owner, ids: Sequence[MemoryId]) -> list[tuple[MemoryId, MemoryId, str]]:
        with self._database.reading() as session:
            rows = session.values(_OF_MEMORIES, {"owner": owner, "ids": list(ids)})
        return [(MemoryId(identity), MemoryId(by), context) for identity, by, context in rows]
