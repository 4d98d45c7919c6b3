"""How does a database take in what another one says of its rows?"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from quaidpy.domain.identity import EpisodeId, MemoryId, OperationId, Owner
from quaidpy.domain.memories.erasure import ERASED, Purged
from quaidpy.domain.memories.operations import RowChange, Value
from quaidpy.domain.sync.states import OPERATIONS, SPACE, Key, Presence, RowState
from quaidpy.ports.sync import Taken
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.changing.purge import ToErase, erase_rows
from quaidpy.storage.sql.engine import Session, SqlEngine, SqlSession
from quaidpy.storage.sql.gate import AsItIs, admitted_row
from quaidpy.storage.sql.images import TRACKED, changes_from_json, changes_json
from quaidpy.storage.sql.reading.shared_states import space_of, whole_states
from quaidpy.storage.sql.records.spaces import put_space
from quaidpy.storage.sql.rows import Columns, instant_text
from quaidpy.storage.sql.sync_log import PARENTS, REQUIRED, SHARED, known_states, numbered
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sql.versions import note_memories

Name = tuple[str, Key]
_ERASED = "SELECT row_key FROM sync_rows WHERE owner = :owner AND presence = 2"


def take_states(engine: SqlEngine[Session], owner: Owner, given: Sequence[RowState]) -> Taken:
    """See ports.SharedRows.take."""
    erased, purged = _erase(engine, owner, given)
    with engine.database.writing(owner) as session:
        before = numbered(session, owner, 0)
        arrival = _Arrival(session, owner)
        arrival.take(given)
        arrival.put_down()
        session.require_whole()
        follow(engine.indexing, session, owner, arrival.rows.changes())
        assert session.noted is not None, "inside a write transaction"
        session.noted.arrived.update(
            ((owner, *name), (state, name in arrival.own)) for name, state in arrival.changed.items()
        )
    # Entities go with a purge in the same page, or in a later one: their names leave the disk, too.
    if purged is not None or arrival.ends_entities:
        engine.database.vacuum()
    return Taken(
        changed=len(arrival.changed),
        before=before,
        after=before + len(arrival.changed),
        is_as_given=not arrival.own and purged is None,
        memories=tuple(MemoryId(str(key[0])) for table, key in erased if table == "memories"),
        episodes=tuple(EpisodeId(str(key[0])) for table, key in erased if table == "episodes"),
        purged=purged,
    )


def _erase(
    engine: SqlEngine[Session], owner: Owner, given: Sequence[RowState]
) -> tuple[list[Name], Purged | None]:
    """What the other side has erased is erased here before anything else is taken: while its words are still known."""
    marks = {
        state.name: state
        for state in given
        if state.presence is Presence.ERASED and state.table in {"memories", "episodes"}
    }
    if not marks:
        return [], None
    with engine.database.writing(owner) as session:
        known = known_states(session, owner, marks)
        fresh = [name for name, state in known.items() if state.presence is not Presence.ERASED]
        if not fresh:
            return [], None
        memories = [MemoryId(str(key[0])) for table, key in fresh if table == "memories"]
        episodes = [EpisodeId(str(key[0])) for table, key in fresh if table == "episodes"]
        at = instant_text(engine.clock.now())
        wanted = ToErase(owner=owner, memories=memories, episodes=episodes, at=at, ends_entities=False)
        purged = erase_rows(engine, session, wanted)
        assert session.noted is not None, "inside a write transaction"
        session.noted.arrived.update(((owner, *name), (marks[name], False)) for name in fresh)
    return fresh, purged


@dataclass(slots=True)
class _Arrival:
    """One page on its way into the rows of a transaction. `own`: of what changed that in which this side has a part."""

    session: SqlSession
    owner: Owner
    changed: dict[Name, RowState] = field(default_factory=dict)
    own: set[Name] = field(default_factory=set)
    ends_entities: bool = False
    rows: TrackedRows = field(init=False)

    def __post_init__(self) -> None:
        self.rows = TrackedRows(self.session, self.owner)

    def take(self, given: Sequence[RowState]) -> None:
        known = {
            state.name: state
            for state in whole_states(
                self.session,
                self.owner,
                known_states(self.session, self.owner, [each.name for each in given]).values(),
            )
        }
        for state in given:
            here = self.changed.get(state.name) or known.get(state.name)
            right = state if here is None else here.joined(state)
            if right.table == OPERATIONS and right.is_there:
                right = self._without_erased(right)
            if not right.says_as_much_as(here):
                self.changed[state.name] = right
                self.ends_entities |= right.table == "entities" and not right.is_there and here is not None
                if not right.says_as_much_as(state):
                    self.own.add(state.name)
        self._end_orphans()

    def _without_erased(self, state: RowState) -> RowState:
        """An operation of somebody who had not heard of a purge yet tells nothing of what was purged."""
        assert state.columns is not None, "it is there"
        changes = changes_from_json(str(state.columns["changes"]))
        gone = self._erased()
        if not gone:
            return state
        kept = [change for change in changes if gone.isdisjoint(_named_in(change))]
        if len(kept) == len(changes):
            return state
        kept = [change for change in kept if change.table != "relation_queue"]
        return replace(state, columns={**state.columns, "changes": changes_json(kept), "why": ERASED})

    def _erased(self) -> set[str]:
        """Ids of memories, episodes and turns that were purged, here or by what is on its way."""
        known = self.session.once(_ERASED, {"owner": self.owner})
        gone = {str(json.loads(key)[0]) for (key,) in known}
        return gone | {
            str(key[0]) for (_, key), state in self.changed.items() if state.presence is Presence.ERASED
        }

    def _end_orphans(self) -> None:
        """What cannot be without a row that is gone goes with it, and what tells of one that was erased."""
        for table, references in PARENTS.items():
            for column, parent in references:
                for state in [*self._left_behind(table, column, parent)]:
                    if state.is_there:
                        self.changed[state.name] = state.ended()
                        self.own.add(state.name)

    def _left_behind(self, table: str, column: str, parent: str) -> Iterator[RowState]:
        dead = {
            str(key[0])
            for (where, key), state in self.changed.items()
            if where == parent and _ends(state, table, column)
        }
        if dead:
            found = self.rows.where(table, f"{column} = ANY(:dead)", {"dead": sorted(dead)})
            names = [(table, tuple(row[name] for name in SHARED[table])) for row in found]
            for name, state in known_states(self.session, self.owner, names).items():
                yield self.changed.get(name, state)
        arrived = {
            name: str(state.columns[column])
            for name, state in self.changed.items()
            if name[0] == table and state.columns is not None and state.columns[column] is not None
        }
        parents = known_states(self.session, self.owner, {(parent, (each,)) for each in arrived.values()})
        for name, identity in arrived.items():
            above = self.changed.get((parent, (identity,))) or parents.get((parent, (identity,)))
            if above is not None and _ends(above, table, column):
                yield self.changed[name]

    def put_down(self) -> None:
        """The rows as they are now, what is referred to first."""
        by_table: dict[str, list[RowState]] = {}
        for state in self.changed.values():
            by_table.setdefault(state.table, []).append(state)
        for table in SHARED:
            states = by_table.get(table, [])
            there = [state for state in states if state.columns is not None]
            if table in TRACKED:
                self.rows.remove_keys(table, [state.key for state in states if not state.is_there])
                self.rows.put(table, self._ordered(table, there))
            elif table == SPACE:
                for state in there:
                    put_space(self.session, space_of(self.owner, state.columns or {}))
            else:
                self._put_operations(self._ordered(table, there))

    def _ordered(self, table: str, states: Collection[RowState]) -> list[Columns]:
        """Rows with their columns in the order of this database."""
        if not states:
            return []
        names = [name for name in self.session.columns(table) if name != "owner"]
        return [{name: (state.columns or {})[name] for name in names} for state in states]

    def _put_operations(self, rows: Sequence[Columns]) -> None:
        if not rows:
            return
        admitted: list[Mapping[str, object]] = []
        for row in rows:
            changes = AsItIs(str(row["changes"]))
            admitted.append(
                {"owner": self.owner, **admitted_row(OPERATIONS, {**row, "changes": changes}, None)}
            )
        self.session.upsert(OPERATIONS, ("owner", "id"), admitted)
        for row in rows:
            changed = changes_from_json(str(row["changes"]))
            note_memories(self.session, self.owner, OperationId(str(row["id"])), changed)


def _ends(parent: RowState, table: str, column: str) -> bool:
    if parent.presence is Presence.ERASED:
        return True
    return parent.presence is Presence.GONE and (table, column) in REQUIRED


def _named_in(change: RowChange) -> set[Value]:
    rows = (change.key, change.before or (), change.after or ())
    return {value for row in rows for _, value in row}
