"""What is worth telling somebody who did not ask, to whom, and when?

A notice holds ids and no words of memories: what it says is read from memory as it is given, so nothing that was
forgotten since is told.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.notice_tuning import NoticeKind
from quaidpy.regex import regex

NoticeId = NewType("NoticeId", str)  # nt_…
NOTICE_PREFIX = "nt_"
SubscriptionId = NewType("SubscriptionId", str)  # sb_…
SUBSCRIPTION_PREFIX = "sb_"
PERSON = AgentName("user")
"""Whom notices are for that no agent subscribed to."""


_WORD = regex(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing to tell once. `event`: what happened, of which `recipient` hears once; `memory`: what it is about."""

    id: NoticeId
    owner: Owner
    recipient: AgentName
    event: str
    kind: NoticeKind
    happened_at: datetime
    memory: MemoryId | None = None
    before: MemoryId | None = None
    count: int = 1
    receiver: str | None = None
    taken_at: datetime | None = None
    given_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """When events were looked at last, and what was the newest of them."""

    upto: datetime
    newest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """Who takes notices. `receiver`: the same as long as the same session, or process, asks.

    Claims older than `free_since` have lapsed. `most` in all since `day_began`; None is any number: somebody asked.
    """

    owner: Owner
    recipient: AgentName
    receiver: str
    now: datetime
    free_since: datetime
    day_began: datetime
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is known of a memory when it is held against subscriptions. Entities by folded name; `space` by its key."""

    space: Owner
    kind: str
    text: str
    project: str | None
    entities: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """Tell `recipient` when something is stored or changed to which all that is said here applies."""

    id: SubscriptionId
    owner: Owner
    recipient: AgentName
    made_at: datetime
    entity: str | None = None
    kind: str | None = None
    project: str | None = None
    word: str | None = None
    space: Owner | None = None

    def wants(self, told: Told) -> bool:
        return (
            self.space in {None, told.space}
            and self.entity in {None, *told.entities}
            and self.kind in {None, told.kind}
            and self.project in {None, told.project}
            and (self.word is None or self.word.casefold() in _WORD.findall(told.text.casefold()))
        )
