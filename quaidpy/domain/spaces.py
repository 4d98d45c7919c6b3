"""Who may read a memory, and who may write beside it? Spaces, their members, and what a visitor may do in each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.agents import UNNAMED
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.regex import regex

PRIVATE = "private"
GLOBAL = "global"
AGENT = "agent:"
_BETWEEN = "//"  # an owner's own name never has it
_CHANNELS = ("cron", "heartbeat", "system")
_NAME = regex(r"[^\W_][\w.:@+-]{0,63}")


class Role(StrEnum):
    """What a member may do; an owner also says who else may."""

    OWNER = "owner"
    WRITER = "writer"
    READER = "reader"


class ReadPolicy(StrEnum):
    """Who reads: its owners alone, all members, or everybody in the home."""

    PRIVATE = "private"
    MEMBERS = "members"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who comes: an owner's caller. `agent`: None for the person, who is not called anything."""

    owner: Owner
    agent: str | None = None

    @property
    def is_isolated(self) -> bool:
        """A scheduled job or the system, whose notes are nobody else's and who reads nobody else's."""
        return self.agent is not None and is_channel(self.agent)

    @property
    def name(self) -> str:
        return self.owner if self.agent is None else f"{self.owner}/{self.agent}"


@dataclass(frozen=True, slots=True)
class Member:
    """`agent`: empty for whoever calls for this owner."""

    owner: Owner
    agent: str
    role: Role

    @property
    def name(self) -> str:
        return f"{self.owner}/{self.agent}" if self.agent else self.owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A part of a home with memories of its own. `owner`: who made it; the name is unique among the owner's."""

    owner: Owner
    name: str
    policy: ReadPolicy
    members: tuple[Member, ...] = ()
    made_at: datetime | None = None
    archived_at: datetime | None = None

    @property
    def key(self) -> Owner:
        """By which all rows of it are kept: they belong to it as those of an owner belong to the owner."""
        return self.owner if self.name == PRIVATE else Owner(f"{self.owner}{_BETWEEN}{self.name}")

    @property
    def is_isolated(self) -> bool:
        return self.name.startswith(AGENT) and is_channel(self.name.removeprefix(AGENT))

    def role_of(self, visitor: Visitor) -> Role | None:
        """What the visitor is here, by their own name before their owner's; None for no member.

        The person is an owner of all that is theirs.
        """
        if visitor.agent is None and visitor.owner == self.owner:
            return Role.OWNER
        own = {each.agent: each.role for each in self.members if each.owner == visitor.owner}
        if (name := visitor.agent or UNNAMED) in own:
            return own[name]
        if visitor.is_isolated:
            return Role.READER if (self.owner, self.name) == (visitor.owner, GLOBAL) else None
        return own.get("")

    def may_be_read_by(self, visitor: Visitor) -> bool:
        role = self.role_of(visitor)
        match self.policy:
            case ReadPolicy.PUBLIC:
                return True
            case ReadPolicy.MEMBERS:
                return role is not None
            case ReadPolicy.PRIVATE:
                return role is Role.OWNER or (role is not None and self.name == GLOBAL)

    def may_be_written_by(self, visitor: Visitor) -> bool:
        return self.archived_at is None and self.role_of(visitor) in {Role.OWNER, Role.WRITER}

    def is_asked_by_default(self, visitor: Visitor) -> bool:
        """Whether a question that names no space is asked here. What is isolated is asked by itself alone."""
        if not self.may_be_read_by(visitor) or self.archived_at is not None:
            return False
        return visitor.agent == self.name.removeprefix(AGENT) if self.is_isolated else True

    def with_member(self, member: Member) -> "Space":
        """A member has one role: the one given last."""
        others = [each for each in self.members if (each.owner, each.agent) != (member.owner, member.agent)]
        return replace(self, members=(*others, member))


def is_channel(agent: str) -> bool:
    return agent.rpartition(":")[2] in _CHANNELS and ":" in agent


def visitor_of(owner: Owner, agent: str | None) -> Visitor:
    return Visitor(owner, None if agent == UNNAMED else agent)


def standing_space(owner: Owner, name: str) -> Space | None:
    """A space that every owner has without making it; None for other names."""
    if name in {PRIVATE, GLOBAL}:
        members = (Member(owner, "", Role.OWNER),)
    elif name.startswith(AGENT) and len(name) > len(AGENT):
        members = (Member(owner, name.removeprefix(AGENT), Role.OWNER),)
    else:
        return None
    return Space(owner=owner, name=name, policy=ReadPolicy.PRIVATE, members=members)


def space_to_make(owner: Owner, name: str, *, policy: ReadPolicy, by: Visitor, now: datetime) -> Space:
    """Raises UsageError for what is no name, or the name of a space that is there without being made."""
    if standing_space(owner, name) is not None or not _NAME.fullmatch(name):
        raise UsageError(
            f"a space cannot be called {name!r}; use up to 64 letters, digits and . : @ + - _, but not"
            f" {PRIVATE}, {GLOBAL} or {AGENT}…, which are there already"
        )
    maker = Member(by.owner, by.agent or UNNAMED, Role.OWNER)
    return Space(owner=owner, name=name, policy=policy, members=(maker,), made_at=now)


def member_named(typed: str, role: Role, *, of: Owner) -> Member:
    """`ana`: whoever calls for this owner; `agent:codex`: that agent of the owner who says so; `ana/codex`: of another.

    Raises UsageError.
    """
    owner, _, agent = (f"{of}/{typed.removeprefix(AGENT)}" if typed.startswith(AGENT) else typed).partition(
        "/"
    )
    if not owner or not is_owner_name(owner) or ("/" in typed and not agent):
        raise UsageError(
            f"{typed!r} is nobody; a member is an owner (ana), or an agent (agent:codex, ana/codex)"
        )
    return Member(Owner(owner), agent.casefold(), role)


def owner_in(key: Owner) -> Owner:
    """Whose a space is, by the key of its rows."""
    return Owner(key.partition(_BETWEEN)[0])


def name_in(key: Owner) -> str:
    """How a space is called, by the key of its rows."""
    return key.partition(_BETWEEN)[2] or PRIVATE


def is_owner_name(name: str) -> bool:
    """Whether this can be an owner, and no space of one."""
    return _BETWEEN not in name


def names_in(spaces: Sequence[Space], *, for_: Owner) -> dict[Owner, str]:
    """How each is called for this owner, by key: with whose it is, where it is not their own."""
    return {each.key: each.name if each.owner == for_ else f"{each.owner}/{each.name}" for each in spaces}
