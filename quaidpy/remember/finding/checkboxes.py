"""Which tasks stand as boxes in a list: "- [ ] Wei: order the sensors", "- [x] rota for May"?"""

import re

from quaidpy.domain.memories.drafts import EntityMention, MemoryDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.memories.todos import TodoState
from quaidpy.regex import regex
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.finding.drafting import finished, keywords_of
from quaidpy.remember.finding.rules_context import Context
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.sentences import Span

_BOX = regex(r"^\W{0,4}\[(?P<mark>[ xX])\]\s*(?P<what>\S.{2,300})$", re.DOTALL)
_AHEAD = "must "  # dates of a task lie ahead
_IMPORTANCE = 0.6


def boxed_task(span: Span, turn: Turn, context: Context) -> MemoryDraft | None:
    """The task of a line with a box; one that is ticked is what was done."""
    found = _BOX.match(span.text)
    if found is None:
        return None
    at = turn.at or context.now
    what = found["what"].strip().rstrip(".")
    is_done = found["mark"] != " "
    told = resolve_dates(f"{_AHEAD}{what}", at, is_dated=turn.at is not None).text.removeprefix(_AHEAD)
    text = what if is_done else told
    named = find_entities(text)
    return MemoryDraft(
        kind=Kind.EVENT if is_done else Kind.TODO,
        text=f"{text} ({TodoState.DONE.value})." if is_done else finished(text),
        stated_at=at,
        evidence=(Evidence(turn.id, span.start, span.end),),
        confidence=context.tuning.document_confidence,
        importance=_IMPORTANCE,
        keywords=keywords_of(text, named, turn.speaker),
        tags=(TodoState.DONE.value,) if is_done else (),
        source=Source.IMPORT if turn.role is Role.DOCUMENT else Source.USER,
        speaker=turn.speaker,
        mentions=tuple(EntityMention(one.entity, context.tuning.other_mention_weight) for one in named),
    )
