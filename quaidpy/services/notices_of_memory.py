"""What does a memory tell without being asked, and to whom?"""

from collections.abc import Sequence

from quaidpy.domain.agents import AgentName
from quaidpy.domain.notices import PERSON, SUBSCRIPTION_PREFIX, Notice, NoticeId, Subscription, SubscriptionId
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.services.notices import giving
from quaidpy.services.notices.giving import AgentLine, Given
from quaidpy.services.notices.noticing import notice_test, notice_what_happened
from quaidpy.services.parts import Parts


class NoticesOfMemory:
    """The part of a `Memory` that tells. None of it is recalled or undone."""

    _parts: Parts

    def notices(self, *, limit: int = 100) -> list[Notice]:
        """Newest first, whatever became of them."""
        notice_what_happened(self._parts)
        return self._parts.notices.records.notices(self._parts.owner, limit=limit)

    def read_notices(self, recipient: AgentName = PERSON, *, receiver: str) -> Given:
        """All that wait for the recipient. `confirm_notices` once they have been read."""
        return giving.notices_asked_for(recipient, receiver, self._parts)

    def unasked_notices(self, recipient: AgentName = PERSON, *, receiver: str) -> Given:
        """Those that may be told now: at most so many a day, none in quiet hours."""
        return giving.notices_unasked(recipient, receiver, self._parts)

    def notice_line(self, agent: AgentName, session: str) -> AgentLine | None:
        """What an agent is told beside its answers: one short line, to be confirmed once it has it."""
        return giving.line_for_agent(agent, session, self._parts)

    def push_notices(self, *, receiver: str) -> int:
        """Tell the person what waits by the channels that tell at once; how many were told.

        Raises UsageError when a channel cannot be made as it is set, or none took a notice: what was not told waits.
        """
        return giving.push_notices(receiver, self._parts)

    def confirm_notices(self, receiver: str, ids: Sequence[NoticeId]) -> list[NoticeId]:
        """They have been read: nobody is given them any more."""
        return giving.confirm_notices(receiver, ids, self._parts)

    def test_notice(self, recipient: AgentName = PERSON) -> Notice:
        """Queue a notice of nothing: it shows where notices reach the recipient."""
        notice_what_happened(self._parts)
        return notice_test(recipient, self._parts)

    def subscribe(
        self,
        recipient: AgentName = PERSON,
        *,
        entity: str | None = None,
        kind: str | None = None,
        project: str | None = None,
        word: str | None = None,
    ) -> Subscription:
        """Tell the recipient of what is stored or changed from now on to which all of this applies."""
        if not any((entity, kind, project, word)):
            raise UsageError("a subscription needs something to listen for: an entity, kind, project or word")
        made = Subscription(
            id=SubscriptionId(self._parts.remembering.ids.new(SUBSCRIPTION_PREFIX)),
            owner=self._parts.owner,
            recipient=recipient,
            made_at=self._parts.remembering.clock.now(),
            entity=entity.strip().casefold() if entity else None,
            kind=kind,
            project=project,
            word=word,
        )
        self._parts.notices.records.subscribe(made)
        return made

    def subscriptions(self) -> list[Subscription]:
        """Oldest first."""
        return self._parts.notices.records.subscriptions(self._parts.owner)

    def unsubscribe(self, identity: SubscriptionId) -> None:
        if not self._parts.notices.records.unsubscribe(self._parts.owner, identity):
            raise NotFoundError(f"no subscription is called {identity}; `quaid notify list` shows them")
