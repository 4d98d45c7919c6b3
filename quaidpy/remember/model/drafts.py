"""Which statements of a model can be kept? Only what somebody said, in our forms of dates, names and relations."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.drafts import (
    EdgeDraft,
    EntityDraft,
    MemoryDraft,
    Rejection,
    RejectionReason,
    person,
)
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex
from quaidpy.remember.finding.drafting import Statement, draft_of
from quaidpy.remember.finding.reported_speech import single_statements, without_reporting_clause
from quaidpy.remember.model.edges import is_heard, stated_edge
from quaidpy.remember.model.quotes import find_quote
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.people.entity_types import type_of_name
from quaidpy.remember.words.salience import Salience, is_process_narration
from quaidpy.remember.words.self_contained import fault_of
from quaidpy.remember.words.speakers import SOURCES

_WORTH = 0.5  # of what a model thought worth keeping, before names, dates and relations add to it
_SUREST = 0.9
_MOST_KEYWORDS = 5
_NUMBER = regex(r"\d+")
_FIRST_PERSON = frozenset({"i", "me", "my", "myself", "user", "the user", "speaker"})
_SPEECH_ACT = regex(
    r"^\w+(?: \w+)? (?:is |was |has )?(?:congratulat|thank|greet|compliment|prais|repl(?:ies|ied)|respond"
    r"|(?:glad|happy|sorry|sad|surprised|excited) to hear\b|agree[sd]? (?:with|to)|ask(?:s|ed|ing)\b"
    r"|wonder(?:s|ed)|wish(?:es|ed) \w+ (?:luck|a ))",
    re.IGNORECASE,
)
"""Tells of the talk, not of anybody's life."""
_OF_ONESELF = regex(r"(?<!\w)(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine)(?!\w)")
_LONGEST_NAME = 60  # characters; a longer end of a relation is a clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What is known beside the answer: the turns it was asked about, those before them, and who "I" may be."""

    turns: Sequence[Turn]
    before: Sequence[Turn]
    relations: RelationMap
    tuning: RememberTuning
    now: datetime
    least_match: float
    user_name: str | None = None

    def speaker_of(self, turn: Turn) -> str | None:
        return turn.speaker or (self.user_name if turn.role is Role.USER else None)


def drafts_of(
    facts: Iterable[Mapping[str, object]], frame: Frame
) -> tuple[list[MemoryDraft], list[Rejection]]:
    """Every fact as a draft, or as a rejection with its reason, in the order of the turns."""
    drafts: list[MemoryDraft] = []
    rejections: list[Rejection] = []
    said: set[str] = set()
    single = ({**fact, "text": text} for fact in facts for text in single_statements(str(fact["text"])))
    for fact in single:
        found = _draft(fact, frame)
        if isinstance(found, MemoryDraft) and found.text.casefold() not in said:
            said.add(found.text.casefold())
            drafts.append(found)
        elif isinstance(found, RejectionReason):
            rejections.append(Rejection(_named_turn(fact, frame).id, str(fact.get("text", "")), found))
    order = {turn.id: place for place, turn in enumerate(frame.turns)}
    drafts.sort(key=lambda draft: (order[draft.evidence[0].turn], draft.evidence[0].start, draft.text))
    return drafts, rejections


def _draft(fact: Mapping[str, object], frame: Frame) -> MemoryDraft | RejectionReason:
    text = " ".join(str(fact["text"]).split())
    named = _named_turn(fact, frame)
    others = [turn for turn in frame.turns if turn.id != named.id]
    evidence = find_quote(str(fact["quote"]), [named, *others], least_match=frame.least_match)
    if evidence is None:
        return RejectionReason.UNQUOTED
    turn = next(turn for turn in frame.turns if turn.id == evidence.turn)
    if _SPEECH_ACT.search(text):
        return RejectionReason.SMALL_TALK
    plain = without_reporting_clause(text, turn.text[evidence.start : evidence.end], frame.speaker_of(turn))
    if plain is None:
        return RejectionReason.UNRESOLVED
    text = plain
    reason = _reason_against(text, turn, evidence, frame) or fault_of(text)
    if reason is not None:
        return reason
    draft = draft_of(
        _statement(text, fact, turn, evidence, frame), _known(frame), frame.relations, frame.tuning
    )
    edges = {edge.subject.name + edge.relation + edge.object.name: edge for edge in draft.edges}
    for edge in _edges(fact, text, turn, frame):
        edges.setdefault(edge.subject.name + edge.relation + edge.object.name, edge)
    keywords = [word.strip() for word in _texts(fact.get("keywords")) if word.strip()]
    return replace(
        draft,
        edges=tuple(replace(edge, valid_from=draft.valid_from) for edge in edges.values()),
        keywords=tuple(dict.fromkeys([*keywords, *draft.keywords]))[:_MOST_KEYWORDS],
    )


def _named_turn(fact: Mapping[str, object], frame: Frame) -> Turn:
    """The turn whose number the model gave; the first for a number that does not exist."""
    number = fact.get("turn")
    return next((turn for turn in frame.turns if turn.seq == number), frame.turns[0])


def _reason_against(text: str, turn: Turn, evidence: Evidence, frame: Frame) -> RejectionReason | None:
    if len(words(text)) < frame.tuning.least_words:
        return RejectionReason.TOO_SHORT
    quoted_to_its_stop = turn.text[evidence.start : evidence.end + 1].rstrip()
    if text.endswith("?") or quoted_to_its_stop.endswith("?"):
        return RejectionReason.QUESTION
    if " redacted]" in text:
        return RejectionReason.SECRET
    if turn.role is Role.ASSISTANT and is_process_narration(text):
        return RejectionReason.PROCESS_NARRATION
    if _is_of_another(text, turn, evidence, frame):
        return RejectionReason.MISATTRIBUTED
    return RejectionReason.INVENTED if names_the_unsaid(text, frame) else None


def _is_of_another(text: str, turn: Turn, evidence: Evidence, frame: Frame) -> bool:
    """Whether words that a speaker says of themselves are told of the other speaker."""
    speaker = frame.speaker_of(turn)
    if not speaker or not _OF_ONESELF.search(turn.text[evidence.start : evidence.end]):
        return False
    first = _first_named(text, _speakers(frame))
    return first is not None and first.casefold() != speaker.casefold()


def _first_named(text: str, names: Iterable[str]) -> str | None:
    places = {name: re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names}
    found = {name: match.start() for name, match in places.items() if match}
    return min(found, key=lambda name: (found[name], name), default=None)


def names_the_unsaid(text: str, frame: Frame) -> bool:
    """Whether a number or a name of the statement stands in no turn around it."""
    heard = " ".join(f"{turn.speaker or ''} {turn.text}" for turn in (*frame.before, *frame.turns))
    heard = f"{heard} {frame.user_name or ''}".casefold()
    numbers = set(_NUMBER.findall(text)) - set(_NUMBER.findall(heard))
    if any(len(number) > 1 for number in numbers):
        return True
    known = set(words(heard))
    names = [one.entity.name for one in find_entities(text) if type_of_name(one.entity.name) is not None]
    return any(not known & set(words(name)) for name in names)


def _statement(
    text: str, fact: Mapping[str, object], turn: Turn, evidence: Evidence, frame: Frame
) -> Statement:
    speaker = frame.speaker_of(turn)
    is_assistant = turn.role is Role.ASSISTANT
    told = fact["confidence"]
    sure = min(float(told) if isinstance(told, int | float) else 0.0, _SUREST)
    return Statement(
        text=text,
        spoken=turn.text[evidence.start : evidence.end],
        salience=Salience(Kind(str(fact["kind"])), _WORTH),
        stated_at=turn.at or frame.now,
        is_dated=turn.at is not None,
        evidence=evidence,
        source=SOURCES[turn.role],
        confidence=min(sure, frame.tuning.assistant_confidence) if is_assistant else sure,
        speaker=speaker,
        subject=_subject(text, speaker, frame),
    )


def _subject(text: str, speaker: str | None, frame: Frame) -> EntityDraft | None:
    """Whom the statement is about: who is named first in it, else the speaker."""
    named = find_entities(text, _known(frame))
    first = named[0].entity if named else None
    return first or (person(speaker) if speaker else None)


def _known(frame: Frame) -> list[EntityDraft]:
    speakers = dict.fromkeys(frame.speaker_of(turn) for turn in (*frame.before, *frame.turns))
    return [person(name) for name in speakers if name]


def _edges(fact: Mapping[str, object], text: str, turn: Turn, frame: Frame) -> Iterable[EdgeDraft]:
    """The model's relations in our names and directions; none between things that were not spoken of."""
    given = fact.get("edges")
    heard, stated = _heard_around(turn, frame), text.casefold()
    for each in given if isinstance(given, list) else ():
        ends = [_end(each[side], text, turn, frame) for side in ("subject", "object")]
        # Named in the statement itself, too: a small model relates the two speakers in every fact.
        if not all(end.name and is_heard(end.name, heard) and is_heard(end.name, stated) for end in ends):
            continue
        sure = min(frame.tuning.edge_confidence, _SUREST)
        edge = stated_edge(ends, str(each["relation"]), f"{text} {turn.text}", frame.relations, sure)
        if edge is not None:
            yield edge


def _heard_around(turn: Turn, frame: Frame) -> str:
    """The turn and who speaks in the chunk; the turn before as well, when it asked what this one answers."""
    before = [each for each in (*frame.before, *frame.turns) if each.seq == turn.seq - 1 and "?" in each.text]
    return " ".join([turn.text, *_speakers(frame), *(each.text for each in before)]).casefold()


def _end(name: object, text: str, turn: Turn, frame: Frame) -> EntityDraft:
    bare = " ".join(str(name).split()).removesuffix("'s").removesuffix("’s").strip(" .,;:!?\"'")
    if bare.casefold() in _FIRST_PERSON:
        bare = frame.speaker_of(turn) or ""
    if len(bare) > _LONGEST_NAME:
        bare = ""
    for one in find_entities(text, _known(frame)):
        if one.entity.name.casefold() == bare.casefold():
            return one.entity
    return EntityDraft(name=bare, type=type_of_name(bare) or EntityType.THING)


def _speakers(frame: Frame) -> set[str]:
    return {name for turn in (*frame.before, *frame.turns) if (name := frame.speaker_of(turn))}


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
