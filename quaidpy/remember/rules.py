"""Which statements, entities and relations do these turns hold? Without a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.drafts import Extraction, MemoryDraft
from quaidpy.domain.episodes import Role, Turn
from quaidpy.domain.memories import Evidence, Kind
from quaidpy.domain.relations import RelationMap
from quaidpy.domain.tuning import RememberTuning
from quaidpy.remember.sentences import split_sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What extraction knows beside the turns themselves.

    `user_name`: who "I" is in turns of the user that name no speaker. `now`: stands in for the time of undated turns.
    `before`: the turns just before these, oldest first; a question among them gives meaning to a short answer.
    `title`: of the document the turns are from.
    """

    relations: RelationMap
    tuning: RememberTuning
    now: datetime
    user_name: str | None = None
    before: tuple[Turn, ...] = ()
    title: str | None = None


def extract(turns: Sequence[Turn], context: Context) -> Extraction:
    """All that the rules find, in the order it was said. Deterministic."""
    drafts = [
        MemoryDraft(
            kind=Kind.FACT,
            text=f"{turn.speaker}: {span.text}" if turn.speaker else span.text,
            stated_at=turn.at or context.now,
            evidence=(Evidence(turn.id, span.start, span.end),),
            speaker=turn.speaker,
        )
        for turn in turns
        if turn.role in {Role.USER, Role.DOCUMENT}
        for span in split_sentences(turn.text)
        if len(span.text.split()) >= context.tuning.least_words and not span.text.endswith("?")
    ]
    return Extraction(drafts=tuple(drafts), turn_mentions=(), rejections=())
