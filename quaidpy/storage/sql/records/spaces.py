"""Where are the spaces of a home written down, and their members?"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.domain.spaces import Member, ReadPolicy, Role, Space, name_in, owner_in
from quaidpy.domain.sync.states import SPACE
from quaidpy.errors import NotFoundError
from quaidpy.storage.sql.engine import ALIKE, NOTHING, AnyDatabase, SqlSession
from quaidpy.storage.sql.rows import instant_text, optional_instant, optional_text
from quaidpy.storage.sql.sync_log import note_inserted, note_updated

_EVERY = "SELECT owner, name FROM spaces"
_KNOWN = """SELECT owner, name FROM spaces WHERE owner = :asker
UNION SELECT owner, space FROM space_members WHERE member = :asker
UNION SELECT owner, name FROM spaces WHERE policy = 'public'"""
_NAMED = "SELECT owner, name FROM unnest(:named) AS wanted(owner, name)"
_SPACES = (
    f"{ALIKE} "
    """WITH chosen AS ({chosen})
SELECT s.owner, s.name, s.policy, s.made_at, s.archived_at, m.member, m.agent, m.role FROM chosen c
CROSS JOIN spaces s LEFT JOIN space_members m ON m.owner = s.owner AND m.space = s.name
WHERE s.owner = c.owner AND s.name = c.name ORDER BY s.owner, s.name, m.member, m.agent"""
)
_SAID = frozenset({"policy", "members", "archived_at"})


class SqlSpaces:
    """See ports.spaces.SpaceRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def known_to(self, owner: Owner) -> list[Space]:
        with self._database.reading() as session:
            return _spaces(session, _KNOWN, {"asker": owner})

    def at(self, keys: Collection[Owner]) -> list[Space]:
        with self._database.reading() as session:
            return _at(session, keys)

    def spaces(self) -> list[Space]:
        with self._database.reading() as session:
            return _spaces(session, _EVERY, NOTHING)

    def add(self, space: Space) -> bool:
        with self._database.writing(space.key) as session:
            if _at(session, [space.key]):
                return False
            put_space(session, space)
            _tell_of(session, space)
            note_inserted(session, (space.key, SPACE, (space.name,)), self._now())
            return True

    def change(self, key: Owner, change: Callable[[Space], Space]) -> Space:
        with self._database.writing(key) as session:
            for space in _at(session, [key]):
                changed = change(space)
                put_space(session, changed)
                _tell_of(session, space, changed)
                note_updated(session, (key, SPACE, (space.name,)), _SAID, self._now())
                return changed
        raise NotFoundError("this space is gone; `quaid space list` names those you may use")

    def _now(self) -> str:
        return instant_text(self._database.clock.now())


def _tell_of(session: SqlSession, *spaces: Space) -> None:
    """Have homes that share their memory hear of it: who comes follows the space, who leaves lets go of it."""
    assert session.noted is not None, "inside a write transaction"
    for space in spaces:
        everybody = {EVERYBODY} if space.policy is ReadPolicy.PUBLIC else set[Owner]()
        session.noted.concerned |= {space.owner, *(each.owner for each in space.members)} | everybody


def _at(session: SqlSession, keys: Collection[Owner]) -> list[Space]:
    named = [(owner_in(key), name_in(key)) for key in sorted(keys)]
    return _spaces(session, _NAMED, {"named": named})


def _spaces(session: SqlSession, chosen: str, bound: Mapping[str, Any]) -> list[Space]:
    """`chosen`: the query that gives owners and names."""
    members: dict[tuple[Any, ...], list[Member]] = {}
    with session.seeing_everybody():  # whose members they have says who may see them
        rows = session.values(_SPACES.format(chosen=chosen), bound)
    for *space, member, agent, role in rows:
        own = members.setdefault(tuple(space), [])
        if member is not None:
            own.append(Member(Owner(member), agent, Role(role)))
    return [
        Space(
            owner=Owner(owner),
            name=name,
            policy=ReadPolicy(policy),
            members=tuple(own),
            made_at=optional_instant(made_at),
            archived_at=optional_instant(archived_at),
        )
        for (owner, name, policy, made_at, archived_at), own in members.items()
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
