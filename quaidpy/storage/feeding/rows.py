"""Which rows are likely to be asked for?"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from quaidpy.domain.identity import EntityId, MemoryId, NodeId, Owner, TurnId
from quaidpy.domain.memories.memory import Usage
from quaidpy.storage.cached.sources import KeptRows, NewestIds, RowsBehind
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.reading.memories import USAGE, USAGES, evidence_of, usage_of
from quaidpy.storage.sql.rows import episode_of, memory_of, turn_of

_Nodes: TypeAlias = tuple[tuple[MemoryId, ...], tuple[TurnId, ...]]

_NAMES_BORNE = """SELECT folded, id FROM entities WHERE owner = :owner
UNION SELECT folded, entity FROM aliases WHERE owner = :owner"""

_TURNS = """(SELECT t.id FROM turns t WHERE t.owner = :owner AND t.id = ANY(:turns)
UNION SELECT s.turn FROM evidence s WHERE s.owner = :owner AND s.memory = ANY(:memories))"""
_MEMORIES = f"""(SELECT m.id FROM memories m WHERE m.owner = :owner AND m.id = ANY(:memories)
UNION SELECT v.memory FROM evidence v WHERE v.owner = :owner AND v.turn IN {_TURNS})"""
_BEHIND = {
    "turns": f"SELECT * FROM turns WHERE owner = :owner AND id IN {_TURNS}",
    "memories": f"SELECT * FROM memories WHERE owner = :owner AND id IN {_MEMORIES}",
    "episodes": f"""SELECT * FROM episodes WHERE owner = :owner AND id IN (
SELECT w.episode FROM turns w WHERE w.owner = :owner AND w.id IN {_TURNS})""",
    "made_from": f"""SELECT DISTINCT turn, memory FROM evidence WHERE owner = :owner AND turn IN {_TURNS}
ORDER BY turn, memory""",
    "evidence": f"""SELECT memory, turn, start, "end" FROM evidence WHERE owner = :owner AND memory IN {_MEMORIES}
ORDER BY memory, position""",
    "usages": f"{USAGES} IN ({_TURNS} UNION {_MEMORIES})",
}


class SqlKeptRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.KeptRows."""

    def names_in_use(self, owner: Owner) -> dict[str, list[EntityId]]:
        found: dict[str, list[EntityId]] = {}
        for name, entity in self._session.values(_NAMES_BORNE, {"owner": owner}):
            found.setdefault(name, []).append(EntityId(entity))
        return found

    def newest_ids(self, owner: Owner, *, limit: int) -> NewestIds:
        def of(table: str) -> list[str]:
            query = f"SELECT id FROM {table} WHERE owner = :owner ORDER BY id DESC LIMIT :limit"
            return [identity for (identity,) in self._session.values(query, {"owner": owner, "limit": limit})]

        return NewestIds(of("memories"), of("turns"), of("episodes"), of("entities"))

    def behind(self, owner: Owner, memories: Sequence[MemoryId], turns: Sequence[TurnId]) -> RowsBehind:
        whole = self._session.whole
        if whole is None:
            return self._behind(owner, memories, turns)
        # Calls are made anew as long as they lack an answer: rows that came are made into memories and turns once.
        known: dict[_Nodes, RowsBehind] = whole.read.setdefault(("behind", owner), {})
        nodes = (tuple(memories), tuple(turns))
        if nodes not in known:
            known[nodes] = self._behind(owner, memories, turns)
        return known[nodes]

    def _behind(self, owner: Owner, memories: Sequence[MemoryId], turns: Sequence[TurnId]) -> RowsBehind:
        bound = {"owner": owner, "memories": list(memories), "turns": list(turns)}
        asked = {name: (query, bound) for name, query in _BEHIND.items()}
        session = self._session
        session.ahead(*asked.values())
        made_from: dict[TurnId, list[MemoryId]] = {}
        for turn, memory in session.values(*asked["made_from"]):
            made_from.setdefault(TurnId(turn), []).append(MemoryId(memory))
        evidence = evidence_of(session.values(*asked["evidence"]))
        said = [turn_of(owner, row) for row in session.rows(*asked["turns"])]
        kept = [
            memory_of(owner, row, evidence.get(row["id"], ())) for row in session.rows(*asked["memories"])
        ]
        if session.whole is not None:
            nodes: list[NodeId] = [*(turn.id for turn in said), *(memory.id for memory in kept)]
            read: dict[NodeId, Usage] = session.whole.read.setdefault((USAGE, owner), {})
            read.update(usage_of(nodes, session.values(*asked["usages"])))
        return RowsBehind(
            said,
            kept,
            [episode_of(owner, row) for row in session.rows(*asked["episodes"])],
            made_from,
        )


@contextmanager
def kept_rows(database: AnyDatabase) -> Iterator[KeptRows]:
    """As of the read transaction that this thread is in, or of one that begins."""
    with database.reading() as session:
        yield SqlKeptRows(session)
