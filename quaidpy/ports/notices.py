"""What must be kept of notices, and of who wants which?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.notice_tuning import NoticeKind
from quaidpy.domain.notices import Look, Notice, NoticeId, Subscription, SubscriptionId, Taking


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A notice in words, on its way out; without secrets."""

    id: NoticeId
    kind: NoticeKind
    happened_at: datetime
    text: str


class NoticeChannel(Protocol):
    """Where a person is told who sits at no terminal."""

    @property
    def name(self) -> str: ...
    def tell(self, message: Message) -> None:
        """Returns once it is told. Raises QuaidError when it is not: what to do stands in its message."""
        ...


class NoticeRecords(Protocol):
    """Never shows or changes another owner's. Whatever returns has been kept for good; no operation is recorded."""

    def put_notices(self, owner: Owner, notices: Sequence[Notice], look: Look, *, most_waiting: int) -> None:
        """Keep those whose recipient has not been told of their event, and what was looked at.

        Of those that wait the newest `most_waiting` stay.
        """
        ...

    def last_look(self, owner: Owner) -> Look | None: ...
    def newest(self, owner: Owner, now: datetime) -> str:
        """Something else whenever an operation, a night or a question that is due has been added; cheap."""
        ...

    def waits(self, owner: Owner, recipient: AgentName) -> bool:
        """Whether any notice for them was not given yet."""
        ...

    def notices(self, owner: Owner, *, limit: int) -> list[Notice]:
        """Newest first, whatever became of them."""
        ...

    def recalled_for(
        self, owner: Owner, memory: MemoryId, *, since: datetime, upto: datetime
    ) -> list[AgentName]:
        """Who was given it by a recall within [since, upto], sorted; PERSON for whoever did not say."""
        ...

    def take(self, taking: Taking) -> list[Notice]:
        """Those that wait for the recipient, oldest first: of two receivers that ask at once only one has each.

        What others hold, and what was given since the day began, counts against `most`.
        """
        ...

    def confirm(self, owner: Owner, receiver: str, ids: Sequence[NoticeId], at: datetime) -> list[NoticeId]:
        """They are given, for ever; only those that this receiver has. Confirming twice is fine."""
        ...

    def subscribe(self, subscription: Subscription) -> None: ...
    def subscriptions(self, owner: Owner) -> list[Subscription]:
        """Oldest first."""
        ...

    def unsubscribe(self, owner: Owner, identity: SubscriptionId) -> bool:
        """Whether there was one."""
        ...
