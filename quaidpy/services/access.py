"""Which spaces may this caller read, and in which may they write? The only door: asked at every call, of the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import (
    AGENT,
    GLOBAL,
    PRIVATE,
    Member,
    ReadPolicy,
    Role,
    Space,
    Visitor,
    names_in,
    space_to_make,
    standing_space,
    visitor_of,
)
from quaidpy.errors import ForbiddenError, NotFoundError, UsageError
from quaidpy.ports.machine import Calling
from quaidpy.ports.spaces import SpaceRecords


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The door of one owner. `owner` is never a space, whatever memory is looked at through it."""

    owner: Owner
    records: SpaceRecords
    calling: Calling

    @property
    def visitor(self) -> Visitor:
        caller = self.calling.current()
        return visitor_of(self.owner, caller.agent if caller else None)

    def known(self) -> list[Space]:
        """All that this caller may read or write: their private one, what stands without being made, then by name."""
        return self._known({each.key: each for each in self.records.known_to(self.owner)}, self.visitor)

    def _known(self, made: Mapping[Owner, Space], visitor: Visitor) -> list[Space]:
        own_names = [PRIVATE, GLOBAL, *([f"{AGENT}{visitor.agent}"] if visitor.agent else [])]
        standing = [space for name in own_names if (space := standing_space(self.owner, name)) is not None]
        rest = sorted(made.values(), key=lambda each: (each.owner != self.owner, each.owner, each.name))
        found = {each.key: made.get(each.key, each) for each in (*standing, *rest)}
        return [
            each for each in found.values() if each.may_be_read_by(visitor) or each.may_be_written_by(visitor)
        ]

    def readable(self, names: Sequence[str] = ()) -> list[Space]:
        """Those named, or without a name all that have something and are asked by default; one's own come first.

        Raises NotFoundError for a space that is not there, or that the caller may not read: nobody learns which.
        """
        visitor = self.visitor
        if not names:
            return self._asked_by(visitor)
        made = {each.key: each for each in self.records.known_to(self.owner)}
        known = [each for each in self._known(made, visitor) if each.may_be_read_by(visitor)]
        return list({(found := self.called(name, known)).key: found for name in names}.values())

    def keys_read(self) -> list[Owner]:
        """The owner, and all whose rows this caller may read."""
        return sorted({self.owner, *(space.key for space in self.readable())})

    def heard_by(self, agent: str | None) -> list[Space]:
        """Those whose news an agent of this owner may be told, whoever calls now; None is the person."""
        return self._asked_by(visitor_of(self.owner, agent))

    def _asked_by(self, visitor: Visitor) -> list[Space]:
        """All that have something, and are asked by default."""
        made = {each.key: each for each in self.records.known_to(self.owner)}
        return [
            each
            for each in self._known(made, visitor)
            if each.is_asked_by_default(visitor) and (each.name == PRIVATE or each.key in made)
        ]

    def writable(self, name: str | None = None) -> Space:
        """The space of this name; without one where this caller writes by default.

        Raises NotFoundError for one that the caller does not know of, ForbiddenError where they only read.
        """
        visitor = self.visitor
        own = f"{AGENT}{visitor.agent}" if visitor.is_isolated else PRIVATE
        space = self.called(own if name is None else name, self.known())
        self.require_writable(space)
        return space

    def require_writable(self, space: Space) -> None:
        """Raises ForbiddenError: who, where, and what to do."""
        if space.may_be_written_by(self.visitor):
            return
        name = self.name_of(space)
        if space.archived_at is not None:
            raise ForbiddenError(
                f"the space {name} is archived; `quaid space archive {name} --back` opens it again"
            )
        member = self.visitor.name if self.visitor.agent else self.owner
        owners = ", ".join(each.name for each in space.members if each.role is Role.OWNER)
        raise ForbiddenError(
            f"{member} may read the space {name}, not write in it; ask {owners or space.owner} for"
            f" `quaid space add {space.name} {member} --role writer`"
        )

    def require_owned(self, name: str) -> Space:
        """For changes of the space itself. Raises NotFoundError, UsageError or ForbiddenError."""
        space = self.called(name, self.known())
        if standing_space(space.owner, space.name) is not None:
            raise UsageError(
                f"{name} is there for every owner and stays as it is; `quaid space create` makes others"
            )
        if space.role_of(self.visitor) is not Role.OWNER:
            owners = ", ".join(each.name for each in space.members if each.role is Role.OWNER)
            raise ForbiddenError(
                f"{self.visitor.name} is no owner of the space {name}; ask {owners or space.owner}, who may change it"
            )
        return space

    def may_read(self, space: Space) -> bool:
        return space.may_be_read_by(self.visitor)

    def settle(self, space: Space) -> Space:
        """Note that there is something in it, if it is there without having been made."""
        if space.name != PRIVATE and space.made_at is None and standing_space(space.owner, space.name):
            self.records.add(space)
        return space

    def name_of(self, space: Space) -> str:
        return names_in([space], for_=self.owner)[space.key]

    def name_of_key(self, key: Owner) -> str:
        """Of a space that the caller knows of; the key itself of any other."""
        return names_in(self.known(), for_=self.owner).get(key, key)

    def called(self, name: str, among: Sequence[Space] | None = None) -> Space:
        """The space of this name, of those that the caller knows of. Raises NotFoundError, UsageError."""
        among = self.known() if among is None else among
        owner, between, rest = name.partition("/")
        own = [each for each in among if each.owner == self.owner and each.name == name]
        others = [each for each in among if (each.owner, each.name) == (owner, rest)] if between else []
        found = own or others or [each for each in among if each.name == name]
        if not found and (space := standing_space(self.owner, name)) is not None:
            visitor = self.visitor
            found = [space] if space.may_be_read_by(visitor) else []
        if not found:
            raise NotFoundError(f"no space {name}; `quaid space list` prints those you may use")
        if len(found) > 1:
            named = ", ".join(f"{each.owner}/{each.name}" for each in found)
            raise UsageError(f"{name} could be any of {named}; say which")
        return found[0]

    # Changing who may

    def create(self, name: str, policy: ReadPolicy, now: datetime) -> Space:
        """The caller is its owner. Raises UsageError when the name is taken or is none."""
        space = space_to_make(self.owner, name, policy=policy, by=self.visitor, now=now)
        if self.visitor.is_isolated:
            raise ForbiddenError(f"{self.visitor.name} is a channel of its own and makes no spaces")
        if not self.records.add(space):
            raise UsageError(f"{self.owner} has a space {name} already; choose another name")
        return space

    def add_member(self, name: str, member: Member) -> Space:
        """Or give a member another role."""
        return self.records.change(self.require_owned(name).key, lambda space: space.with_member(member))

    def remove_member(self, name: str, member: Member) -> Space:
        """Raises UsageError when they are none, or the last owner."""

        def without(space: Space) -> Space:
            left = tuple(
                each for each in space.members if (each.owner, each.agent) != (member.owner, member.agent)
            )
            if len(left) == len(space.members):
                raise UsageError(
                    f"{member.name} is no member of {name}; `quaid space show {name}` lists them"
                )
            if not any(each.role is Role.OWNER for each in left):
                raise UsageError(f"{member.name} is the last owner of {name}; name another one first")
            return replace(space, members=left)

        return self.records.change(self.require_owned(name).key, without)

    def set_policy(self, name: str, policy: ReadPolicy) -> Space:
        return self.records.change(self.require_owned(name).key, lambda space: replace(space, policy=policy))

    def archive(self, name: str, at: datetime | None) -> Space:
        """Nothing is written there any more, and it is only asked by name; None opens it again."""
        return self.records.change(self.require_owned(name).key, lambda space: replace(space, archived_at=at))
