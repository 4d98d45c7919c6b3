"""What do rules know beside the turns that they read?"""

from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.tuning import RememberTuning


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
