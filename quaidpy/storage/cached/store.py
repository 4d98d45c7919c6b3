"""Which rows of people, turns and memories need not be read again? A recall reads hundreds, mostly the same ones."""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum, auto
from functools import partial
from typing import Any, TypeVar, cast

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, KnownName
from quaidpy.domain.identity import (
    ENTITY_PREFIX,
    EPISODE_PREFIX,
    MEMORY_PREFIX,
    EntityId,
    EpisodeId,
    MemoryId,
    NodeId,
    Owner,
    TurnId,
    episode_of,
    is_memory,
    is_turn,
    together,
    turn_id,
)
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.asking import Asking
from quaidpy.ports.changes import NAMES, ChangeLog, Key, Position, Topic
from quaidpy.ports.storage import MemoryStore
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.cached.names import NamesInUse
from quaidpy.storage.cached.sources import KeptRows
from quaidpy.storage.memory.rows import RowCache
from quaidpy.storage.sql.rows import beginning_of_names, folded_name

_Id = TypeVar("_Id", bound=str)
_Value = TypeVar("_Value")
_Row = TypeVar("_Row", Memory, Turn, Episode, Entity)
_NONE: list[MemoryId] = []
_TOLD = (MEMORY_PREFIX, ENTITY_PREFIX, EPISODE_PREFIX)  # and turns: whose changes are told of
_MOST_LOGS = 64  # owners of a server whose rows are kept; a file has one log
_NEAR = Asking()  # nobody waits for the store
_READ_AT_ONCE = 1_000  # rows of each kind: a recall that comes waits no longer
_BEHIND = 3  # turns behind another in which recalls look for what goes on with it
KeptViews = Callable[[], AbstractContextManager[KeptRows]]
"""Each a read transaction: all that the store is asked within one is of the same commit."""


class _What(Enum):
    MEMORY = auto()
    TURN = auto()
    EPISODE = auto()
    ENTITY = auto()
    MADE_FROM = auto()  # the memories of a turn
    BEHIND = auto()  # the turns of a memory
    HOLDER = auto()  # of some owners the one who has it
    NAMED = auto()  # by NAMES alone: all that are in use


def cached_store(
    store: MemoryStore,
    views: KeptViews,
    *,
    most: int,
    links: LinksInMemory | None = None,
    asking: Asking = _NEAR,
) -> MemoryStore:
    """The store with its rows in memory, at most `most` of each kind; says exactly what the store says.

    `links`: where edges are found, shared with a graph.
    """
    # It has every method of the port: its own, and those of the store.
    return cast("MemoryStore", CachedStore(store, views, most=most, links=links, asking=asking))


class CachedStore:
    """What is not kept is asked of the store, as is every method that is not here.

    Within one read transaction a reader gets what is kept only while that is of the same change of rows.
    """

    def __init__(
        self,
        store: MemoryStore,
        views: KeptViews,
        *,
        most: int,
        links: LinksInMemory | None,
        asking: Asking,
    ) -> None:
        """`most` rows of each kind are kept."""
        self._store = store
        self._asking = asking
        self._views = views
        self._most = most
        self._links = links
        self._rows: dict[tuple[Owner, ...], RowCache] = {}  # by the logs that tell of them
        self._guard = threading.Lock()
        self._read_in: dict[Owner, int] = {}  # how many times everything had been let go when it was read in

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def memories(self, owner: Owner, ids: Sequence[MemoryId]) -> list[Memory]:
        read = partial(self._store.memories, owner)
        return _in_order(ids, self._kept(owner, _What.MEMORY, ids, lambda missing: _by_id(read(missing))))

    def turns(self, owner: Owner, ids: Sequence[TurnId]) -> list[Turn]:
        read = partial(self._store.turns, owner)
        return _in_order(ids, self._kept(owner, _What.TURN, ids, lambda missing: _by_id(read(missing))))

    def episodes(self, owner: Owner, ids: Sequence[EpisodeId]) -> list[Episode]:
        read = partial(self._store.episodes, owner)
        return _in_order(ids, self._kept(owner, _What.EPISODE, ids, lambda missing: _by_id(read(missing))))

    def entities(self, owner: Owner, ids: Sequence[EntityId]) -> list[Entity]:
        read = partial(self._store.entities, owner)
        return _in_order(ids, self._kept(owner, _What.ENTITY, ids, lambda missing: _by_id(read(missing))))

    def turns_behind(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, list[TurnId]]:
        found = self._kept(owner, _What.BEHIND, ids, partial(self._store.turns_behind, owner))
        return {identity: found[identity] for identity in ids}

    def memories_from_turns(self, owner: Owner, turns: Sequence[TurnId]) -> dict[TurnId, list[MemoryId]]:
        read = partial(self._store.memories_from_turns, owner)
        found = self._kept(
            owner, _What.MADE_FROM, turns, lambda missing: dict.fromkeys(missing, _NONE) | read(missing)
        )
        return {turn: found[turn] for turn in turns if found[turn]}

    def entities_named(self, owner: Owner, *names: str) -> list[Entity]:
        with self._views() as rows:
            ask = partial(self._store.entities_named, owner, *names)
            known = self._names(rows, owner, ask)
            if known is None:
                return ask()
            return self.entities(owner, sorted(known.of(map(folded_name, names))))

    def names_beginning(self, owner: Owner, beginnings: Sequence[str]) -> list[KnownName]:
        with self._views() as rows:
            ask = partial(self._store.names_beginning, owner, beginnings)
            known = self._names(rows, owner, ask)
            if known is None:
                return ask()
            bearing = self.entities(owner, sorted(known.beginning(beginnings)))
        begin = [low for low, _ in map(beginning_of_names, beginnings)]
        return [
            KnownName(name, entity.id, entity.type)
            for entity in bearing
            for name in sorted({entity.name, *entity.aliases})
            if folded_name(name).startswith(tuple(begin))
        ]

    def _names(self, rows: KeptRows, owner: Owner, ask: Callable[[], object]) -> NamesInUse | None:
        """As of this view; None where they are not in memory, and `ask` is to be made."""
        if not self._of(rows.logs(owner)).knows(what := (_What.NAMED, owner), NAMES):
            self._asking.foresee(partial(rows.last, owner), ask)
        seq, kept = self._followed(rows, owner)
        known: NamesInUse | None = kept.get(seq, what, [NAMES]).get(NAMES)
        if changed := kept.changed(seq):
            # Mostly what another has written is asked for next: with the names nobody waits for it.
            again = partial(self._read_again, owner, changed)
            self._asking.foresee(again, *([] if known else [ask]))
            kept.read_again(seq)
        return known

    def _read_again(self, owner: Owner, changed: Iterable[Key]) -> None:
        keys = sorted(key for key in changed if isinstance(key, str))
        entities = [EntityId(key) for key in keys if key.startswith(ENTITY_PREFIX)]
        memories = [MemoryId(key) for key in keys if is_memory(MemoryId(key))]
        turns = _with_turns_behind(TurnId(key) for key in keys if is_turn(TurnId(key)))
        self._asking.together(
            partial(self.read_ahead, owner, [*memories, *turns]), partial(self.entities, owner, entities)
        )

    def edges_of(
        self,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str] = (),
        moment: Moment | None = None,
        limit: int | None = None,
    ) -> list[Edge]:
        ask = partial(self._store.edges_of, relations=relations, moment=moment, limit=limit)
        if self._links is None:
            return ask(owner, nodes)
        with self._views() as rows:
            found = self._links.edges_of(rows, owner, nodes, relations=relations, moment=moment, limit=limit)
            return ask(owner, nodes) if found is None else found

    def holders(self, owners: Sequence[Owner], ids: Sequence[str]) -> dict[str, Owner]:
        kept = [identity for identity in ids if identity.startswith(_TOLD)]
        read: Callable[[list[str]], Mapping[str, Owner | None]] = partial(self._store.holders, owners)
        found = self._kept(together(owners), _What.HOLDER, kept, read) if owners else {}
        others = [identity for identity in ids if not identity.startswith(_TOLD)]
        own = {identity: owner for identity, owner in found.items() if owner is not None}
        return {**own, **self._store.holders(owners, others)} if others else own

    def texts(self, keep: Filter, nodes: Sequence[NodeId]) -> dict[NodeId, str]:
        owner = keep.owner
        with self._views():
            wanted = [TurnId(node) for node in nodes if is_turn(node)]
            memories, turns, met = self._asking.together(
                partial(self.memories, owner, [MemoryId(node) for node in nodes if is_memory(node)]),
                partial(self.turns, owner, wanted),
                partial(self.episodes, owner, list(dict.fromkeys(map(episode_of, wanted)))),
            )
            episodes = {episode.id: episode for episode in met}
        said = (turn for turn in turns if keep.admits_turn(turn, episodes[turn.episode]))
        return {
            **{memory.id: memory.text for memory in memories if keep.admits_memory(memory)},
            **{turn.id: turn.text for turn in said},
        }

    def read_ahead(self, owner: Owner, nodes: Sequence[NodeId]) -> None:
        memories, turns = (
            list(map(MemoryId, filter(is_memory, nodes))),
            list(map(TurnId, filter(is_turn, nodes))),
        )
        with self._views() as rows:
            seq, kept = self._followed(rows, owner)
            lacking = kept.missing(seq, (_What.MEMORY, owner), memories)
            unheard = kept.missing(seq, (_What.TURN, owner), turns)
            unheard |= kept.missing(seq, (_What.MADE_FROM, owner), turns)
            if not lacking and not unheard:
                return
            memories = [memory for memory in memories if memory in lacking]
            turns = [turn for turn in turns if turn in unheard]
            found = rows.behind(owner, memories, turns)
            read_turns, read_memories = _by_id(found.turns), _by_id(found.memories)
            sources = {memory.id: [each.turn for each in memory.evidence] for memory in found.memories}
            for what, values in (
                (_What.TURN, dict.fromkeys(turns) | read_turns),
                (_What.MADE_FROM, dict.fromkeys([*turns, *read_turns], _NONE) | dict(found.made_from)),
                (_What.MEMORY, dict.fromkeys(memories) | read_memories),
                (_What.BEHIND, sources),
                (_What.EPISODE, _by_id(found.episodes)),
            ):
                kept.put(seq, (what, owner), values)

    def read_in(self, owner: Owner) -> Iterator[str]:
        """All names, and the newest rows: half of what may be kept, so that what is asked for has room."""
        with self._views() as rows:
            self._kept(owner, _What.NAMED, [NAMES], lambda _: {NAMES: NamesInUse(rows.names_in_use(owner))})
            _, kept = self._followed(rows, owner)
            emptied = kept.emptied
            if self._read_in.get(owner) == emptied:
                return
            newest = rows.newest_ids(owner, limit=self._most // 2)
        for start in range(0, self._most // 2, _READ_AT_ONCE):
            part = slice(start, start + _READ_AT_ONCE)
            memories, turns = (
                list(map(MemoryId, newest.memories[part])),
                _with_turns_behind(map(TurnId, newest.turns[part])),
            )
            with self._views():
                texts = [memory.text for memory in self.memories(owner, memories)]
                texts += [turn.text for turn in self.turns(owner, turns)]
                self.turns_behind(owner, memories)
                self.memories_from_turns(owner, turns)
                self.episodes(owner, list(map(EpisodeId, newest.episodes[part])))
                self.entities(owner, list(map(EntityId, newest.entities[part])))
            yield from texts
        self._read_in[owner] = emptied

    def _kept(
        self,
        owner: Owner,
        what: _What,
        ids: Sequence[_Id],
        read: Callable[[list[_Id]], Mapping[_Id, _Value]],
    ) -> dict[_Id, _Value]:
        """Values by id, None for what is not there; what is not in memory is asked of `read`, and from now on it is.

        Many ask for the turns before the first of a conversation and behind its last.
        """
        with self._views() as rows:
            seq, kept = self._followed(rows, owner)
            asked = what, owner
            found = kept.get(seq, asked, ids)
            if len(found) == len(ids):
                return found
            missing = [identity for identity in dict.fromkeys(ids) if identity not in found]
            if missing:
                fresh = {**dict.fromkeys(missing), **read(missing)}
                kept.put(seq, asked, fresh)
                found.update(fresh)
        return found

    def _followed(self, log: ChangeLog, owner: Owner) -> tuple[Position, RowCache]:
        """The change that this transaction is as of, and what is kept of the owner, not of an earlier one."""
        kept = self._of(log.logs(owner))
        last, held = log.last(owner), kept.seq
        if last > held:
            kept.move_on(held, last, log.since(owner, held, Topic.ROWS).keys if held else None)
        return last, kept

    def _of(self, logs: tuple[Owner, ...]) -> RowCache:
        if len(self._rows) == 1 and logs in self._rows:
            return self._rows[logs]  # a file has one log
        with self._guard:
            kept = self._rows.pop(logs, None) or RowCache(self._most)
            self._rows[logs] = kept  # the last asked for comes last
            while len(self._rows) > _MOST_LOGS:
                del self._rows[next(iter(self._rows))]
        return kept


def _with_turns_behind(turns: Iterable[TurnId]) -> list[TurnId]:
    """Of the last of a conversation nobody need ask again what stands behind it."""
    here = dict.fromkeys(turns)
    for turn in list(here):
        _, _, seq = turn.rpartition(".")
        here.update(
            dict.fromkeys(turn_id(episode_of(turn), int(seq) + step) for step in range(1, _BEHIND + 1))
        )
    return list(here)


def _in_order(ids: Sequence[_Id], found: Mapping[_Id, _Value | None]) -> list[_Value]:
    return [row for row in map(found.get, ids) if row is not None]


def _by_id(values: "Iterable[_Row]") -> "dict[Any, _Row]":
    return {value.id: value for value in values}
