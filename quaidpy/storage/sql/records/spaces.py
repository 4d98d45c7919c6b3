"""Where are the spaces of a home written down, and their members?"""

from collections.abc import Callable
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space
from quaidpy.domain.sync.states import SPACE
from quaidpy.errors import NotFoundError
from quaidpy.storage.sql.engine import NOTHING, AnyDatabase, SqlSession
from quaidpy.storage.sql.rows import instant_text, optional_instant, optional_text
from quaidpy.storage.sql.sync_log import note_inserted, note_updated

_ALL = "SELECT owner, name, policy, made_at, archived_at FROM spaces ORDER BY owner, name"
_SAID = frozenset({"policy", "members", "archived_at"})
_MEMBERS = "SELECT owner, space, member, agent, role FROM space_members ORDER BY member, agent"


class SqlSpaces:
    """See ports.spaces.SpaceRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def spaces(self) -> list[Space]:
        with self._database.reading() as session:
            return _spaces(session)

    def add(self, space: Space) -> bool:
        with self._database.writing(space.key) as session:
            if any(each.key == space.key for each in _spaces(session)):
                return False
            put_space(session, space)
            note_inserted(session, (space.key, SPACE, (space.name,)), self._now())
            return True

    def change(self, key: Owner, change: Callable[[Space], Space]) -> Space:
        with self._database.writing(key) as session:
            for space in _spaces(session):
                if space.key == key:
                    changed = change(space)
                    put_space(session, changed)
                    note_updated(session, (key, SPACE, (space.name,)), _SAID, self._now())
                    return changed
        raise NotFoundError("this space is gone; `quaid space list` names those you may use")

    def _now(self) -> str:
        return instant_text(self._database.clock.now())


def _spaces(session: SqlSession) -> list[Space]:
    members: dict[tuple[str, str], list[Member]] = {}
    with session.seeing_everybody():  # whose members they have says who may see them
        session.ahead((_ALL, NOTHING), (_MEMBERS, NOTHING))
        rows = session.values(_ALL)
        for owner, name, member, agent, role in session.values(_MEMBERS) if rows else ():
            members.setdefault((owner, name), []).append(Member(Owner(member), agent, Role(role)))
    return [
        Space(
            owner=Owner(owner),
            name=name,
            policy=ReadPolicy(policy),
            members=tuple(members.get((owner, name), ())),
            made_at=optional_instant(made_at),
            archived_at=optional_instant(archived_at),
        )
        for owner, name, policy, made_at, archived_at in rows
    ]


def put_space(session: SqlSession, space: Space) -> None:
    """In the place of what is there under its key."""
    named: dict[str, Any] = {"owner": space.owner, "name": space.name}
    session.execute("DELETE FROM spaces WHERE owner = :owner AND name = :name", named)
    session.execute("DELETE FROM space_members WHERE owner = :owner AND space = :name", named)
    session.execute(
        "INSERT INTO spaces(owner, name, policy, made_at, archived_at)"
        " VALUES(:owner, :name, :policy, :made_at, :archived_at)",
        {
            **named,
            "policy": space.policy.value,
            "made_at": optional_text(space.made_at),
            "archived_at": optional_text(space.archived_at),
        },
    )
    session.execute_many(
        "INSERT INTO space_members(owner, space, member, agent, role)"
        " VALUES(:owner, :name, :member, :agent, :role)",
        [
            {**named, "member": each.owner, "agent": each.agent, "role": each.role.value}
            for each in space.members
        ],
    )
