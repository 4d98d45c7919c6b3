"""What do the boxes and the labelled fields of a list state: "- [ ] order the sensors", "- who: Ana", "- what: …"?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quaidpy.domain.memories.drafts import EntityDraft, EntityMention, MemoryDraft
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.memories.todos import TodoState
from quaidpy.regex import regex
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.finding.drafting import Statement, draft_of, finished, keywords_of
from quaidpy.remember.finding.rules_context import Context
from quaidpy.remember.finding.topics import topic_of
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.words.chat_spelling import without_bold
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.salience import Salience
from quaidpy.remember.words.sentences import Span

_BOX = regex(r"^\W{0,4}\[(?P<mark>[ xX])\]\s*(?P<what>\S.{2,300})$", re.DOTALL)
_HEADING = regex(r"^#{1,6}\s+(?P<title>\S.*)$")
_FIELD = regex(
    r"^\s{0,3}(?:[-*+•]\s+)?[*_]{0,2}(?P<label>[^\W\d_][^\W\d_ /]{1,18}(?: [^\W\d_ ]{1,18}){0,2})[*_]{0,2}"
    r"\s?:[*_]{0,2}\s+(?P<value>\S.*)$"
)
_NUMBERED = regex(r"^\W*(?:[A-Z]{2,6}[- ]?)?(?:no\.? ?|#)?\d{1,5}\b[\s.:)–—-]*", re.IGNORECASE)
_ITEM = regex(r"^[-*+•]\s+\S")
_LEAST_FIELDS = 2
_LONGEST_NOTE = 45  # words
_LONGEST_TITLE = 8  # words
_LONGEST_RECORD = 90  # words; more are a page
_DECIDED = frozenset(("what", "decision", "decided", "resolution", "choice"))
_FIELDS = _DECIDED | frozenset(
    """
    who why when where status reason owner by because date due until since deadline phone tel telephone mobile mail
    email address web site url hours open opening price cost rent rate dose dosage amount how name contact provider
    account model serial number code pin password user login version port host path note notes risk change changes next
    effect impact frequency room size type brand colour color expires renewal start end duration outcome result
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""What a field of a record is called, where it is written with a capital as a name is."""
_NO_FIELDS = frozenset(
    """
    present absent attendees attending apologies participants chair minutes author from to cc subject title
    """.split()  # noqa: SIM905 - a word list reads as one
)
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


@dataclass(frozen=True, slots=True)
class Record:
    """What stands under one heading as fields: `text` names the heading, then the field that matters, then the rest."""

    text: str
    is_decision: bool


def record_of(text: str) -> Record | None:
    """The record that a passage is, if it is nothing else; None for prose, minutes and what people say by turns."""
    title, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    heading = _HEADING.match(title)
    title = _NUMBERED.sub("", heading["title"] if heading else title).strip(" #*_")
    if not 0 < len(title.split()) <= _LONGEST_TITLE or title[-1] in ".!?:" or _FIELD.match(title):
        return None
    fields = [(found["label"], found["value"]) for line in lines if (found := _FIELD.match(line))]
    if (
        not _are_of_a_record([label for label, _ in fields], len(lines))
        or len(text.split()) > _LONGEST_RECORD
    ):
        return None
    decided = [value for label, value in fields if label.casefold() in _DECIDED]
    rest = [line.lstrip("-*+• ") for line in lines if not any(line.endswith(value) for value in decided)]
    told = [
        each.strip(" *_") for each in [*decided, *(f"{line[0].upper()}{line[1:]}" for line in rest if line)]
    ]
    return Record(f"{title}: {'. '.join(one.rstrip('.') for one in told)}.", is_decision=bool(decided))


def _are_of_a_record(labels: Sequence[str], lines: int) -> bool:
    """Whether most lines have a label, and each label is one of a field, not somebody's name or a matter's."""
    return (
        len(labels) >= _LEAST_FIELDS
        and lines - len(labels) <= len(labels) / 2
        and all(map(_is_label, labels))
    )


def _is_label(label: str) -> bool:
    lower = label.casefold()
    is_small = label[0].islower() and not is_given_name(lower.split(maxsplit=1)[0])
    return lower not in _NO_FIELDS and (is_small or lower.split(maxsplit=1)[0] in _FIELDS)


def note_of(text: str) -> Record | None:
    """A few items under a heading that says of what they are: "## Boiler", "- cold 1.3", "- service in October"."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    items = [line for line in lines if _ITEM.match(line)]
    topic = topic_of(text)
    is_note = topic is not None and len(items) >= _LEAST_FIELDS and lines[-len(items) :] == items
    if (
        not is_note
        or len(text.split()) > _LONGEST_NOTE
        or any(_BOX.match(line) or line.endswith("?") for line in items)
    ):
        return None
    told = (line.lstrip("-*+• ").rstrip(" .*_") for line in items)
    return Record(
        f"{topic}: {'. '.join(f'{one[0].upper()}{one[1:]}' for one in told if one)}.", is_decision=False
    )


def recorded(turn: Turn, known: Iterable[EntityDraft], context: Context) -> MemoryDraft | None:
    """The one statement of a record: decided, or as it stands."""
    text = without_bold(turn.text)
    record = (record_of(text) or note_of(text)) if turn.role is not Role.ASSISTANT else None
    if record is None:
        return None
    statement = Statement(
        text=record.text,
        spoken=record.text,
        salience=Salience(Kind.DECISION if record.is_decision else Kind.FACT, _IMPORTANCE, is_sure=True),
        stated_at=turn.at or context.now,
        is_dated=turn.at is not None,
        evidence=Evidence(turn.id, 0, len(turn.text)),
        source=Source.IMPORT if turn.role is Role.DOCUMENT else Source.USER,
        confidence=context.tuning.document_confidence,
        speaker=turn.speaker,
        subject=None,
    )
    return draft_of(statement, known, context.relations, context.tuning)
