"""Which memory states a relation that somebody told? The one made of the same words, else a sentence of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.language.text import normalized
from quaidpy.domain.memories.drafts import EdgeDraft, EntityMention, MemoryDraft, triple_of
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Evidence, Kind
from quaidpy.domain.tuning import RememberTuning
from quaidpy.remember.relating.finding import StatedEdge
from quaidpy.remember.words.speakers import SOURCES

_WORTH = 0.4  # of a bare relation


@dataclass(frozen=True, slots=True)
class Stated:
    """A relation, the turn it was told in, when, and by whom; nobody speaks in a document."""

    told: StatedEdge
    turn: Turn
    at: datetime
    speaker: str | None

    def is_stated_by(self, evidence: Evidence) -> bool:
        """Whether those words tell it."""
        is_there = evidence.start < self.told.end and self.told.start < evidence.end
        return evidence.turn == self.turn.id and is_there


def with_stated_relations(
    drafts: Sequence[MemoryDraft], stated: Iterable[Stated], tuning: RememberTuning
) -> list[MemoryDraft]:
    """The drafts with the relations that their words tell, and one more for each that somebody said and none has."""
    kept = list(drafts)
    said = {normalized(draft.text) for draft in drafts}
    for one in stated:
        place = next((i for i, draft in enumerate(kept) if any(map(one.is_stated_by, draft.evidence))), None)
        if place is not None:
            kept[place] = _with_edge(kept[place], one.told.edge, tuning)
        elif one.speaker is None:
            continue  # what a document says is found by its passage
        elif normalized(one.told.text) not in said and not _is_known(one.told.edge, kept):
            said.add(normalized(one.told.text))
            kept.append(_alone(one, tuning))
    return kept


def _is_known(edge: EdgeDraft, drafts: Sequence[MemoryDraft]) -> bool:
    """Whether it was stated before in the same stretch and nothing is new about it."""
    is_plain = edge.valid_from is None and edge.valid_to is None
    return is_plain and any(triple_of(edge) == triple_of(other) for draft in drafts for other in draft.edges)


def _with_edge(draft: MemoryDraft, edge: EdgeDraft, tuning: RememberTuning) -> MemoryDraft:
    others = tuple(other for other in draft.edges if triple_of(other) != triple_of(edge))
    return replace(draft, edges=(*others, edge), mentions=_mentioning(draft.mentions, edge, tuning))


def _alone(stated: Stated, tuning: RememberTuning) -> MemoryDraft:
    told, turn = stated.told, stated.turn
    edge = told.edge
    return MemoryDraft(
        kind=Kind.FACT,
        text=told.text,
        stated_at=stated.at,
        evidence=(Evidence(turn.id, told.start, told.end),),
        confidence=edge.confidence,
        importance=_WORTH,
        keywords=tuple(dict.fromkeys((edge.subject.name, edge.object.name))),
        source=SOURCES[turn.role],
        speaker=stated.speaker,
        mentions=_mentioning((EntityMention(edge.subject, tuning.subject_mention_weight),), edge, tuning),
        edges=(edge,),
    )


def _mentioning(
    mentions: tuple[EntityMention, ...], edge: EdgeDraft, tuning: RememberTuning
) -> tuple[EntityMention, ...]:
    """Whom the draft mentions, the ends of the edge among them, of the type that the edge gives them."""
    ends = {end.name.casefold(): end for end in (edge.subject, edge.object)}
    typed = [
        EntityMention(ends.pop(each.entity.name.casefold(), each.entity), each.weight) for each in mentions
    ]
    return (*typed, *(EntityMention(end, tuning.other_mention_weight) for end in ends.values()))
