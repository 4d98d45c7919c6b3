"""What does a memory tell without being asked, and to whom?"""

from collections.abc import Sequence

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.domain.notices import PERSON, SUBSCRIPTION_PREFIX, Notice, NoticeId, Subscription, SubscriptionId
from quaidpy.errors import ForbiddenError, NotFoundError, UsageError
from quaidpy.services.notices import giving
from quaidpy.services.notices.giving import AgentLine, Given
from quaidpy.services.notices.noticing import notice_test, notice_what_happened, spaces_of
from quaidpy.services.parts import Parts
from quaidpy.services.spaces.placing import parts_in


class NoticesOfMemory:
    """The part of a `Memory` that tells. None of it is recalled or undone."""

    _parts: Parts

    @property
    def _home(self) -> Parts:
        """Notices are the asker's, whichever spaces are asked."""
        owner = self._parts.access.owner
        return self._parts if self._parts.owner == owner else parts_in(self._parts, owner)

    def notices(self, *, limit: int = 100) -> list[Notice]:
        """Newest first, whatever became of them; for an agent its own, for a person everybody's."""
        notice_what_happened(self._home)
        found = self._home.notices.records.notices(self._home.owner, limit=limit)
        agent = self._home.access.visitor.agent
        return [each for each in found if agent in {None, each.recipient}]

    def read_notices(self, recipient: AgentName = PERSON, *, receiver: str) -> Given:
        """All that wait for the recipient. `confirm_notices` once they have been read."""
        return giving.notices_asked_for(recipient, receiver, self._home)

    def unasked_notices(self, recipient: AgentName = PERSON, *, receiver: str) -> Given:
        """Those that may be told now: at most so many a day, none in quiet hours."""
        return giving.notices_unasked(recipient, receiver, self._home)

    def notice_line(self, agent: AgentName, session: str) -> AgentLine | None:
        """What an agent is told beside its answers: one short line, to be confirmed once it has it."""
        return giving.line_for_agent(agent, session, self._home)

    def push_notices(self, *, receiver: str) -> int:
        """Tell the person what waits by the channels that tell at once; how many were told.

        Raises UsageError when a channel cannot be made as it is set, or none took a notice: what was not told waits.
        """
        return giving.push_notices(receiver, self._home)

    def confirm_notices(self, receiver: str, ids: Sequence[NoticeId]) -> list[NoticeId]:
        """They have been read: nobody is given them any more."""
        return giving.confirm_notices(receiver, ids, self._home)

    def test_notice(self, recipient: AgentName = PERSON) -> Notice:
        """Queue a notice of nothing: it shows where notices reach the recipient."""
        notice_what_happened(self._home)
        return notice_test(recipient, self._home)

    def subscribe(
        self,
        recipient: AgentName = PERSON,
        *,
        entity: str | None = None,
        kind: str | None = None,
        project: str | None = None,
        word: str | None = None,
    ) -> Subscription:
        """Tell the recipient of what is stored or changed from now on to which all of this applies.

        Within the one space that is asked, if one is; else in all that the recipient may read.
        """
        space = self._listened_to(recipient)
        if space is None and not any((entity, kind, project, word)):
            raise UsageError(
                "a subscription needs something to listen for: an entity, kind, project, word or space"
            )
        made = Subscription(
            id=SubscriptionId(self._home.remembering.ids.new(SUBSCRIPTION_PREFIX)),
            owner=self._home.owner,
            recipient=recipient,
            made_at=self._home.remembering.clock.now(),
            entity=entity.strip().casefold() if entity else None,
            kind=kind,
            project=project,
            word=word,
            space=space,
        )
        self._home.notices.records.subscribe(made)
        return made

    def _listened_to(self, recipient: AgentName) -> Owner | None:
        """Raises UsageError for several spaces, ForbiddenError for one of which the recipient may not be told."""
        if not self._parts.asked:
            return None
        if len(self._parts.asked) > 1:
            raise UsageError("a subscription listens in one space, or in all; subscribe once for each")
        (space,) = self._parts.access.readable(self._parts.asked)
        if space.key not in {each.key for each in spaces_of(recipient, self._home)}:
            name = self._parts.asked[0]
            raise ForbiddenError(f"{recipient} may not read the space {name}; `quaid space add` lets them in")
        return space.key

    def subscriptions(self) -> list[Subscription]:
        """Oldest first; for an agent its own, for a person everybody's."""
        agent = self._home.access.visitor.agent
        found = self._home.notices.records.subscriptions(self._home.owner)
        return [each for each in found if agent in {None, each.recipient}]

    def unsubscribe(self, identity: SubscriptionId) -> None:
        if not self._home.notices.records.unsubscribe(self._home.owner, identity):
            raise NotFoundError(f"no subscription is called {identity}; `quaid notify list` shows them")
