"""What do rules know beside the turns that they read, and who speaks in these?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import USER, EntityDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.tuning import RememberTuning
from quaidpy.remember.finding.conversation import Conversation
from quaidpy.remember.words.speakers import ASSISTANT, Speakers


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What extraction knows beside the turns themselves.

    `user_name`: who "I" is in turns of the user that name no speaker. `now`: stands in for the time of undated turns.
    `before`: the turns just before these, oldest first; a question among them gives meaning to a short answer.
    `title`: of the document the turns are from. `known`: people and animals known from before, whom these turns name.
    """

    relations: RelationMap
    tuning: RememberTuning
    now: datetime
    user_name: str | None = None
    before: tuple[Turn, ...] = ()
    title: str | None = None
    known: tuple[EntityDraft, ...] = ()


def conversation_of(turns: Sequence[Turn], context: Context) -> Conversation:
    """Of all who speak in them, nothing heard yet."""
    talk = [turn for turn in (*context.before, *turns) if turn.role is not Role.DOCUMENT]
    names = [
        turn.speaker or (ASSISTANT if turn.role is Role.ASSISTANT else context.user_name or USER)
        for turn in talk
    ]
    return Conversation(
        speakers=Speakers(names=tuple(dict.fromkeys(names))),
        user_name=context.user_name,
        relations=context.relations,
        tuning=context.tuning,
    )
