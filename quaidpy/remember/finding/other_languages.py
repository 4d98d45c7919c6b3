"""What is kept of a turn in a language whose sentences the rules do not read?"""

import re
from collections.abc import Iterator

from quaidpy.domain.language.languages import language_of, stop_words_of
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.drafts import EntityMention, MemoryDraft, RejectionReason, person
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex
from quaidpy.remember.finding.drafting import finished
from quaidpy.remember.people.entities import Named
from quaidpy.remember.words.authorship import head_date
from quaidpy.remember.words.sentences import Span

_READ = frozenset({"en", None})
_BY_SMALL_WORDS = frozenset({"de", "fr", "es"})
_OF_ONESELF = regex(
    r"\b(?:ich|mir|mich|mein\w*|wir|uns\w*|du|dir|dich|dein\w*|ihr|euch|euer|eure\w*|yo|me|mi|mis|mí|nosotros|nos|nuestr\w+|tú|te"
    r"|tu|tus|je|j['’]\w+|moi|mon|ma|mes|nous|notre|nos|toi|ton|ta|tes|vous|votre|vos)\b",
    re.IGNORECASE,
)
_LEAST_WORDS = 4
_LEAST_PLAIN_WORDS = 6  # of a line without a figure; without a stop as well, it takes two more
_WORTH = 0.45


def unread_language(turn: Turn, before: str | None) -> str | None:
    """The language of a turn that the rules do not read; a turn too short to tell is in the one `before`.

    One small word alone tells of none: "Mon Wed Fri" is no French.
    """
    found, spoken = language_of(turn.text), words(turn.text)
    if found is None and len(spoken) < _LEAST_WORDS:
        return before
    is_told = found not in _BY_SMALL_WORDS or len(stop_words_of(turn.text).intersection(spoken)) > 1
    if not is_told and found != before:
        return None
    return None if found in _READ else found


def lines_of(text: str) -> Iterator[Span]:
    """Its lines: where sentences cannot be told to belong together, a line is what somebody wrote in one go."""
    start = 0
    for line in text.splitlines(keepends=True):
        kept = line.strip().strip("-*•").strip()
        if kept:
            first = start + line.index(kept)
            yield Span(first, first + len(kept), kept)
        start += len(line)


def as_said(
    span: Span, turn: Turn, speaker: str, named: list[Named], tuning: RememberTuning
) -> MemoryDraft | RejectionReason:
    """A sentence in its own words, where it says something; one of "I" and "you" as what its speaker said."""
    text = span.text.strip()
    count = len(words(text))
    if text.endswith("?"):
        return RejectionReason.QUESTION
    if head_date(text) is not None and span.start == 0:
        return RejectionReason.HEADING
    if count < _LEAST_WORDS:
        return RejectionReason.TOO_SHORT
    if turn.at is None or count > tuning.most_words:
        return RejectionReason.NOT_SALIENT
    least = _LEAST_PLAIN_WORDS if re.search(r"[.!]", text) else _LEAST_PLAIN_WORDS + 2
    if not any(map(str.isdigit, text)) and count < least:
        return RejectionReason.NOT_SALIENT
    is_of_document = turn.role is Role.DOCUMENT
    shown = finished(text)
    if not is_of_document and (text[0].islower() or _OF_ONESELF.search(text)):
        shown = f"{speaker}: “{shown}”"
    mentions = [EntityMention(one.entity, tuning.other_mention_weight) for one in named]
    if not is_of_document:
        mentions.insert(0, EntityMention(person(speaker), tuning.subject_mention_weight))
    return MemoryDraft(
        kind=Kind.FACT,
        text=shown,
        stated_at=turn.at,
        evidence=(Evidence(turn.id, span.start, span.end),),
        confidence=tuning.document_confidence if is_of_document else tuning.user_confidence,
        importance=_WORTH,
        source=Source.IMPORT if is_of_document else Source.USER,
        speaker=None if is_of_document else speaker,
        mentions=tuple(mentions),
    )
