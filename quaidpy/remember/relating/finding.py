"""Which relations does somebody tell in a stretch of text, from when, until when, and in which words?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relation_words import Change
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EdgeDraft, EntityDraft, triple_of
from quaidpy.domain.time.written_dates import MONTH
from quaidpy.regex import regex
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.dates.tenses import clause_around
from quaidpy.remember.people.entities import Named, within
from quaidpy.remember.relating.acts import relations_of_verbs
from quaidpy.remember.relating.certainty import Time
from quaidpy.remember.relating.first_days import FIRST_OR_LAST, first_and_last_days
from quaidpy.remember.relating.names_given_later import Open, roles_named_later
from quaidpy.remember.relating.parties import Sentence, Voice
from quaidpy.remember.relating.patterns import edge_between
from quaidpy.remember.relating.phrases import Phrases, phrases_of
from quaidpy.remember.relating.relation_mentions import RelationMention
from quaidpy.remember.relating.roles import stated_roles
from quaidpy.remember.relating.tokens import tokens_of
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.sentences import Span, split_sentences
from quaidpy.remember.words.verbs import is_verb_like

_LONGEST = 600  # characters of a sentence; what is longer is a paste
_QUOTE = regex(r"[\"“”«»]")
_SINCE = regex(r"\b(?:since|from)\b", re.IGNORECASE)
_DATE = regex(rf"\b(?P<day>\d{{1,2}} )?(?P<month>{MONTH}) (?P<year>\d{{4}})\b", re.IGNORECASE)
_CAPITAL = regex(r"^\W*[A-Z]|(?<![A-Za-z])(?!I\b)[A-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedEdge:
    """An edge, the words that tell it, and a sentence that says it alone."""

    edge: EdgeDraft
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechContext:
    """How a stretch is to be understood: who speaks, when, and how surely.

    `speaks`: what has no subject is told of the speaker. `still`: what earlier stretches of the turn left open, and
    later ones will find.
    """

    voice: Voice
    at: datetime
    confidence: float
    speaks: bool = True
    still: Open = field(default_factory=Open)


def find_stated_relations(
    span: Span, named: Sequence[Named], heard: SpeechContext, relations: RelationMap
) -> list[StatedEdge]:
    """Relations that a stretch states, in order, each once; `named` has positions in its text."""
    phrases = phrases_of(relations.words)
    if not any(word in _TELL_WITHOUT_A_VERB or phrases.may_tell(word) for word in _words(span.text)):
        return []
    parts = [
        part for part in split_sentences(span.text) if not _asks(part.text) and len(part.text) <= _LONGEST
    ]
    sentences: list[Sentence] = []
    for part in parts:
        before = sentences[-1].tokens if sentences else ()
        sentences.append(replace(_sentence_at(part, named, heard.voice, phrases), before=before))
    found: dict[tuple[str, str, str], StatedEdge] = {}
    for number, related, time in _related_in(sentences, relations, heard):
        source = _Source(sentences[number], parts[number], span.start, heard.at)
        told = _told(related, time, source, relations, heard.confidence)
        if told is not None:
            found.setdefault(triple_of(told.edge), told)
    return _of_one_type(list(found.values()))


def _sentence_at(part: Span, named: Sequence[Named], voice: Voice, phrases: Phrases) -> Sentence:
    tokens = tokens_of(part.text, within(named, part))
    return Sentence(
        tokens,
        voice,
        phrases,
        has_capitals=bool(_CAPITAL.search(part.text)),
        said=frozenset(token.word for token in tokens),
    )


def _of_one_type(found: list[StatedEdge]) -> list[StatedEdge]:
    """Whoever one relation makes a person is one in the others."""
    types = {
        end.name: end.type
        for told in found
        for end in (told.edge.subject, told.edge.object)
        if end.type is not EntityType.THING
    }

    def typed(end: EntityDraft) -> EntityDraft:
        return replace(end, type=types.get(end.name, end.type)) if end.type is EntityType.THING else end

    return [
        replace(
            told, edge=replace(told.edge, subject=typed(told.edge.subject), object=typed(told.edge.object))
        )
        for told in found
    ]


def _words(text: str) -> Iterator[str]:
    return (match[0] for match in _WORD.finditer(text.casefold()))


_WORD = regex(r"[^\W\d_]+(?:-[^\W\d_]+)*|'s")


_TELL_WITHOUT_A_VERB = frozenset(
    {"m", "re", "im", "hes", "shes", "ive", "weve", "theyre", *FIRST_OR_LAST}
)  # behind the contracted ones hides a "be" or "have"


def _asks(text: str) -> bool:
    """A question; "?!" cries out."""
    return text.rstrip("\"'”) ").endswith("?")


@dataclass(frozen=True, slots=True)
class _Source:
    """A sentence, where it stands, how far its stretch is into the turn, and when it was said."""

    sentence: Sentence
    part: Span
    offset: int
    at: datetime


def _related_in(
    sentences: Sequence[Sentence], relations: RelationMap, heard: SpeechContext
) -> Iterator[tuple[int, RelationMention, Time]]:
    for number, sentence in enumerate(sentences):
        if not sentence.may_relate:
            continue
        yield from ((number, related, Time.NOW) for related in stated_roles(sentence))
        acts = list(relations_of_verbs(sentence, relations, speaks=heard.speaks))
        acts += first_and_last_days(sentence, relations, speaks=heard.speaks)
        yield from ((number, related, time) for related, time in acts)
    for number, related in roles_named_later(sentences, heard.still):
        yield number, related, Time.NOW


def _told(
    related: RelationMention, time: Time, source: _Source, relations: RelationMap, confidence: float
) -> StatedEdge | None:
    edge = edge_between(related.subject, related.relation, related.object, relations, confidence)
    text = source.part.text
    place = source.sentence.tokens[related.place].start
    if (
        edge is None
        or len(_QUOTE.findall(text[:place])) % 2
        or _is_of_a_group(related, time, source.sentence)
    ):
        return None
    dated = _dated(text, place, source.at)
    edge = _timed(edge, related, time, dated, source.at)
    if edge is None:
        return None
    start, end = source.offset + source.part.start, source.offset + source.part.end
    return StatedEdge(edge=edge, start=start, end=end, text=_sentence_of(related, time, dated))


def _is_of_a_group(related: RelationMention, time: Time, sentence: Sentence) -> bool:
    """Whether it is told of all who say "we": "we're called Murky Depths", "we left Lloyds" (as its customers)."""
    is_shared = related.relation == _OTHER_NAME or (related.relation == _EMPLOYED and time is not Time.NOW)
    return is_shared and "we" in sentence.words(max(0, related.place - _NEAR), related.place + 1)


_OTHER_NAME, _EMPLOYED = "also_known_as", "works_at"
_NEAR = 3  # tokens


@dataclass(frozen=True, slots=True)
class _Dated:
    starts: datetime | None
    words: str
    is_since: bool


def _dated(text: str, place: int, at: datetime) -> _Dated:
    """The date of the clause, or of the sentence where only one clause has a verb."""
    start, end = clause_around(text, place)
    clause = text[start:end]
    dated = resolve_dates(clause, at)
    if dated.starts is None and len(_clauses(text)) <= _FEW_CLAUSES:
        dated = resolve_dates(text, at)
    written = list(_DATE.finditer(dated.text))
    if dated.starts is None or len(written) > 1:
        return _Dated(None, "", is_since=False)
    return _Dated(dated.starts, _written(written), is_since=bool(_SINCE.search(clause)))


def _clauses(text: str) -> list[str]:
    """Its clauses that have a verb."""
    return [one for one in _CLAUSE.split(text) if any(is_verb_like(word) for word in one.lower().split())]


_CLAUSE = regex(r"[,;:()]|\b(?:and|but|so|because|then)\b")
_FEW_CLAUSES = 1


def _written(found: list[re.Match[str]]) -> str:
    if not found:
        return ""
    return f" {'on' if found[0]['day'] else 'in'} {found[0][0]}"


def _timed(
    edge: EdgeDraft, related: RelationMention, time: Time, dated: _Dated, at: datetime
) -> EdgeDraft | None:
    """The edge with its interval; None for what is to come at no time that is told."""
    starts, change = dated.starts, related.change
    is_ahead = starts is not None and starts > at
    if change is not Change.HOLDS and (is_ahead or time is Time.AHEAD):
        if not is_ahead:
            return None
        return (
            replace(edge, valid_to=starts, ends=True)
            if change is Change.ENDS
            else replace(edge, valid_from=starts)
        )
    past = starts if starts is not None and starts <= at else None
    if change is Change.ENDS:
        return replace(edge, valid_to=past or at, ends=True)
    is_dated = change is Change.BEGINS or (dated.is_since and not related.is_role)
    return replace(edge, valid_from=past) if is_dated else edge


def _sentence_of(related: RelationMention, time: Time, dated: _Dated) -> str:
    subject, target, shown = related.subject.name, related.object.name, related.shown
    if related.is_role:
        holder, owner = (target, subject) if related.is_object else (subject, target)
        verb = "was" if related.change is Change.ENDS else "is"
        return _sentence(f"{holder} {verb} {possessive(owner)} {shown}")
    when = dated.words if related.change is not Change.HOLDS or time is Time.AHEAD else ""
    if related.is_mutual:
        return _sentence(f"{subject} and {target} {_of_two(shown)}{when}")
    return _sentence(f"{subject} {shown}{when}")


def _of_two(shown: str) -> str:
    """The verb as two people have it."""
    return re.sub(r"\bis\b", "are", re.sub(r"\bwas\b", "were", shown))


def _sentence(text: str) -> str:
    return re.sub(r"(?<=\w )The user\b", "the user", f"{text[0].upper()}{text[1:]}.")
