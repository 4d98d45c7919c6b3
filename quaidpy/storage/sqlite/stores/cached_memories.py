"""Which rows of people, turns and memories need not be read again? A recall reads hundreds, mostly the same ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, TypeVar

import apsw

from quaidpy.domain.graph.entities import Entity
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, NodeId, Owner, TurnId, is_memory, is_turn
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.ports.changes import NAMES, Topic
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.memory.rows import ResidentRows
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.rows import fetched, folded_name
from quaidpy.storage.sqlite.stores.memories import SqliteMemories

_Id = TypeVar("_Id", bound=str)
_Value = TypeVar("_Value")
_Row = TypeVar("_Row", Memory, Turn, Episode, Entity)
_NONE: list[MemoryId] = []
_READ_AT_ONCE = 1_000  # rows of each kind: a recall that comes waits no longer
_NAMES_BORNE = """SELECT folded, id FROM entities WHERE owner = :owner
UNION SELECT folded, entity FROM aliases WHERE owner = :owner"""


class _What(Enum):
    MEMORY = auto()
    TURN = auto()
    EPISODE = auto()
    ENTITY = auto()
    MADE_FROM = auto()  # the memories of a turn
    BEHIND = auto()  # the turns of a memory
    NAMED = auto()  # by NAMES alone: of each name, folded, the entities that bear it


class ResidentMemories(SqliteMemories):
    """SqliteMemories that keeps rows in memory, for whoever reads the same ones often; says exactly what the file says.

    Within one read transaction a reader gets what is kept only while that is of the same change of rows.
    """

    def __init__(self, database: Database, clock: Clock, ids: IdSource, *, most: int) -> None:
        """`most` rows of each kind are kept."""
        super().__init__(database, clock, ids)
        self._most = most
        self._rows = ResidentRows(most)
        self._read_in: dict[Owner, int] = {}  # how many times everything had been let go when it was read in

    def memories(self, owner: Owner, ids: Sequence[MemoryId]) -> list[Memory]:
        read = partial(super().memories, owner)
        return _in_order(ids, self._kept(_What.MEMORY, owner, ids, lambda missing: _by_id(read(missing))))

    def turns(self, owner: Owner, ids: Sequence[TurnId]) -> list[Turn]:
        read = partial(super().turns, owner)
        return _in_order(ids, self._kept(_What.TURN, owner, ids, lambda missing: _by_id(read(missing))))

    def episodes(self, owner: Owner, ids: Sequence[EpisodeId]) -> list[Episode]:
        read = partial(super().episodes, owner)
        return _in_order(ids, self._kept(_What.EPISODE, owner, ids, lambda missing: _by_id(read(missing))))

    def entities(self, owner: Owner, ids: Sequence[EntityId]) -> list[Entity]:
        read = partial(super().entities, owner)
        return _in_order(ids, self._kept(_What.ENTITY, owner, ids, lambda missing: _by_id(read(missing))))

    def turns_behind(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, list[TurnId]]:
        found = self._kept(_What.BEHIND, owner, ids, partial(super().turns_behind, owner))
        return {identity: found[identity] for identity in ids}

    def memories_from_turns(self, owner: Owner, turns: Sequence[TurnId]) -> dict[TurnId, list[MemoryId]]:
        read = partial(super().memories_from_turns, owner)
        found = self._kept(
            _What.MADE_FROM, owner, turns, lambda missing: dict.fromkeys(missing, _NONE) | read(missing)
        )
        return {turn: found[turn] for turn in turns if found[turn]}

    def entities_named(self, owner: Owner, *names: str) -> list[Entity]:
        with self._database.reading() as connection:
            held = self._rows.get(self._followed(connection), (_What.NAMED, owner), [NAMES])
            if not held:
                return super().entities_named(owner, *names)
            bearing: Mapping[str, Sequence[EntityId]] = held[NAMES]
            found = {entity for name in names for entity in bearing.get(folded_name(name), ())}
            return self.entities(owner, sorted(found))

    def texts(self, keep: Filter, nodes: Sequence[NodeId]) -> dict[NodeId, str]:
        owner = keep.owner
        with self._database.reading():
            memories = self.memories(owner, [MemoryId(node) for node in nodes if is_memory(node)])
            turns = self.turns(owner, [TurnId(node) for node in nodes if is_turn(node)])
            episodes = {e.id: e for e in self.episodes(owner, list({turn.episode for turn in turns}))}
        said = (turn for turn in turns if keep.admits_turn(turn, episodes[turn.episode]))
        return {
            **{memory.id: memory.text for memory in memories if keep.admits_memory(memory)},
            **{turn.id: turn.text for turn in said},
        }

    def read_in(self, owner: Owner) -> Iterator[str]:
        """All names, and the newest rows: half of what may be kept, so that what is asked for has room."""
        self._kept(_What.NAMED, owner, [NAMES], lambda _: {NAMES: self._bearing(owner)})
        emptied = self._rows.emptied
        if self._read_in.get(owner) == emptied:
            return
        newest = {
            table: self._newest(table, owner) for table in ("memories", "turns", "episodes", "entities")
        }
        for start in range(0, self._most // 2, _READ_AT_ONCE):
            part = {table: ids[start : start + _READ_AT_ONCE] for table, ids in newest.items()}
            memories, turns = list(map(MemoryId, part["memories"])), list(map(TurnId, part["turns"]))
            with self._database.reading():
                texts = [memory.text for memory in self.memories(owner, memories)]
                texts += [turn.text for turn in self.turns(owner, turns)]
                self.turns_behind(owner, memories)
                self.memories_from_turns(owner, turns)
                self.episodes(owner, list(map(EpisodeId, part["episodes"])))
                self.entities(owner, list(map(EntityId, part["entities"])))
            yield from texts
        self._read_in[owner] = emptied

    def _newest(self, table: str, owner: Owner) -> list[str]:
        with self._database.reading() as connection:
            query = f"SELECT id FROM {table} WHERE owner = ? ORDER BY id DESC LIMIT ?"
            return [identity for (identity,) in fetched(connection, query, (owner, self._most // 2))]

    def _bearing(self, owner: Owner) -> dict[str, list[EntityId]]:
        found: dict[str, list[EntityId]] = {}
        with self._database.reading() as connection:
            for name, entity in connection.execute(_NAMES_BORNE, {"owner": owner}):
                found.setdefault(name, []).append(EntityId(entity))
        return found

    def _kept(
        self, what: _What, owner: Owner, ids: Sequence[_Id], read: Callable[[list[_Id]], Mapping[_Id, _Value]]
    ) -> dict[_Id, _Value]:
        """Values by id; of what is not in memory those that `read` finds, and from now on they are."""
        with self._database.reading() as connection:
            seq = self._followed(connection)
            found = self._rows.get(seq, (what, owner), ids)
            missing = [identity for identity in dict.fromkeys(ids) if identity not in found]
            if missing:
                fresh = read(missing)
                self._rows.put(seq, (what, owner), fresh)
                found.update(fresh)
        return found

    def _followed(self, connection: apsw.Connection) -> int:
        """The change of rows that this transaction is as of, once what is kept is not of an earlier one."""
        log, held = SqliteChangeLog(connection), self._rows.seq
        last = log.last()
        if last > held:
            self._rows.move_on(held, last, log.since(held, Topic.ROWS).keys if held else None)
        return last


def _in_order(ids: Sequence[_Id], found: Mapping[_Id, _Value]) -> list[_Value]:
    return [found[identity] for identity in ids if identity in found]


def _by_id(values: "Iterable[_Row]") -> "dict[Any, _Row]":
    return {value.id: value for value in values}
