"""What does a shared row say now?"""

import json
from collections.abc import Collection, Iterable, Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.domain.sync.states import OPERATIONS, SPACE, Columns, Key, RowState
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.images import TRACKED
from quaidpy.storage.sql.rows import instant_of
from quaidpy.storage.sql.tracked import TrackedRows


def whole_states(session: SqlSession, owner: Owner, states: Iterable[RowState]) -> list[RowState]:
    """With the columns of those that are there. A row that is not, though its state says so, is left out."""
    found: list[RowState] = []
    by_table: dict[str, list[Key]] = {}
    states = list(states)
    for state in states:
        if state.is_there:
            by_table.setdefault(state.table, []).append(state.key)
    columns = {
        (table, key): row
        for table, keys in by_table.items()
        for key, row in columns_of(session, owner, table, keys).items()
    }
    for state in states:
        if not state.is_there:
            found.append(state)
        elif (row := columns.get(state.name)) is not None:
            found.append(with_columns(state, row))
    return found


def with_columns(state: RowState, columns: Columns) -> RowState:
    return RowState(
        table=state.table,
        key=state.key,
        life=state.life,
        presence=state.presence,
        stamps=state.stamps,
        columns=columns,
    )


def columns_of(session: SqlSession, owner: Owner, table: str, keys: Collection[Key]) -> dict[Key, Columns]:
    """Whole rows without the owner; those that are not there are left out."""
    if table == SPACE:
        return {key: row for key in keys if (row := _space(session, owner)) is not None}
    if table in TRACKED:
        return dict(TrackedRows(session, owner).get(table, keys))
    assert table == OPERATIONS, table
    rows = session.rows(
        "SELECT o.* FROM unnest(:ids) AS wanted(id) CROSS JOIN operations o"
        " WHERE o.owner = :owner AND o.id = wanted.id",
        {"owner": owner, "ids": [identity for (identity,) in keys]},
    )
    return {(row["id"],): {name: row[name] for name in row if name != "owner"} for row in rows}


def _space(session: SqlSession, key: Owner) -> Columns | None:
    owner, _, name = key.partition("//")
    bound = {"owner": owner, "name": name}
    found = session.values(
        "SELECT policy, made_at, archived_at FROM spaces WHERE owner = :owner AND name = :name", bound
    )
    members = session.values(
        "SELECT member, agent, role FROM space_members WHERE owner = :owner AND space = :name ORDER BY member, agent",
        bound,
    )
    for policy, made_at, archived_at in found:
        return {
            "policy": policy,
            "made_at": made_at,
            "archived_at": archived_at,
            "members": json.dumps([list(each) for each in members]),
        }
    return None


def space_of(key: Owner, columns: Columns) -> Space:
    owner, _, name = key.partition("//")
    members: Sequence[Sequence[str]] = json.loads(str(columns["members"]))
    made_at, archived_at = columns["made_at"], columns["archived_at"]
    return Space(
        owner=Owner(owner),
        name=name,
        policy=ReadPolicy(str(columns["policy"])),
        members=tuple(Member(Owner(member), agent, Role(role)) for member, agent, role in members),
        made_at=None if made_at is None else instant_of(str(made_at)),
        archived_at=None if archived_at is None else instant_of(str(archived_at)),
    )
