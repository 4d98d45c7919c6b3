"""What does a document state, sentence by sentence?"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.memories.drafts import EntityDraft, MemoryDraft, RejectionReason
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex
from quaidpy.remember.finding.drafting import Statement, draft_of
from quaidpy.remember.finding.meeting_notes import Item, is_of_one
from quaidpy.remember.formats.document_reader import title_line
from quaidpy.remember.people.entities import Named
from quaidpy.remember.people.entity_types import type_of_name
from quaidpy.remember.people.no_names import is_shouted
from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.chat_spelling import without_bold
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS
from quaidpy.remember.words.names import is_of_everyday_words
from quaidpy.remember.words.rewriting import possessive
from quaidpy.remember.words.salience import Salience, substance
from quaidpy.remember.words.self_contained import fault_of, has_verb
from quaidpy.remember.words.sentences import Span
from quaidpy.remember.words.verbs import BASE_VERBS, is_verb_like
from quaidpy.shipped.names import words_of_talk

_HUMAN = regex(
    r"\b(?:born|he|she|his|her|actor|actress|singer|politician|writer|player|footballer|director|composer)\b",
    re.IGNORECASE,
)
_PRONOUN = regex(r"^(?P<word>he|she|it|they|his|her|its|their)\b(?!['’])", re.IGNORECASE)
_LONGEST = 2000  # characters; a longer "sentence" is a table or a paste
_BRACKETED = regex(r"\[(?:note )?\w{1,3}\]|\((?:[^()]*(?:pronounced|listen|;|lit\.)[^()]*)\)")


def main_entity(turn: Turn, named: Sequence[Named], title: str | None) -> EntityDraft | None:
    """What a passage is about: its title line, else the document's title, else what its first sentence names first.

    A title that the text below it says again is a name, whatever its form: "Batman: Under the Red Hood".
    """
    headed = title_line(turn.text)
    is_name = headed is not None and _is_said_again(headed.casefold(), turn.text.casefold())
    name = headed if is_name else _name_in(headed, is_heading=turn.text.startswith("##")) or _name_in(title)
    if name is None:
        return named[0].entity if named and named[0].start < 60 else None
    bare = re.sub(r"(?<!\s)\s*+\([^()]*+\)$", "", name).strip() or name
    by_name = type_of_name(bare)
    if by_name is None:
        same = [one.entity.type for one in named if one.entity.name.casefold() == bare.casefold()]
        head = turn.text[: 400 + len(name)]
        is_human = (
            bool(_HUMAN.search(head))
            and 1 < len(bare.split()) <= 4
            and _FULL_NAME.fullmatch(bare) is not None
            and not re.search(r"\b(?:film|album|song|novel|band)\b", head)
        )
        by_name = EntityType.PERSON if is_human else next(iter(same), EntityType.THING)
    aliases = (bare,) if bare != name else ()
    return EntityDraft(name=name, type=by_name, aliases=aliases)


def titles_told_of(turns: Iterable[Turn]) -> set[str]:
    """Titles, casefolded, of which the text below speaks again: what it is about, however common the word."""
    titled = ((turn.text.casefold(), title_line(turn.text)) for turn in turns if turn.role is Role.DOCUMENT)
    return {title.casefold() for text, title in titled if title and _is_said_again(title.casefold(), text)}


def _is_said_again(title: str, text: str) -> bool:
    return len(re.findall(rf"(?<!\w){re.escape(title)}(?!\w)", text)) > 1


_FULL_NAME = regex(
    r"(?:[^\W\da-z][\w.'’-]*|(?:al|bin|da|de|del|den|der|di|du|e|el|la|le|of|van|von|y|zu)\b| )+"
)
"""Capitals throughout, and no figures: "Boat log II, autumn" is nobody."""


def is_of_self(passages: Sequence[str]) -> bool:
    """Whether somebody says "I" and "my" in them, as in a diary: then its title is not who is told of."""
    said = sum(len(_OF_SELF.findall(_IN_QUOTES.sub("", text))) for text in passages)
    return said > 1 and said * _PASSAGES_OF_SELF >= len(passages)


_PASSAGES_OF_SELF = 5  # in one of so many somebody speaks; an encyclopedia quotes now and then


_OF_SELF = regex(r"(?:^|(?<!\w)[a-z][\w']*,?\s+|[.!?,;:—–*-]\s+)I(?:['’]\w+)?\b(?!\.)|\b(?:my|me)\b")
_IN_QUOTES = regex(r"[\"“«][^\"”»]*[\"”»]?")


def somebody_speaks(text: str) -> bool:
    """Whether somebody says "I", "we" or "you" in it, not in what it quotes."""
    return _SPEAKS.search(_IN_QUOTES.sub("", text)) is not None


_SPEAKS = regex(
    # "I" behind a capital word is a number: Elizabeth I
    r"(?:^|(?<!\w)[a-z][\w']*,?\s+|[.!?,;:—–-]\s+)I(?:'\w+)?\b(?!\.)"
    r"|\b(?:[Mm]y|[Mm]e|[Ww]e|[Oo]ur|us|[Yy]ou|[Yy]our)\b"
    r"|^[A-Z][\w-]+: (?i:thanks|thank|hey|hi|hello|ugh|oh|wow|yeah|yes|no|great|just)\b"
)


def _name_in(title: str | None, *, is_heading: bool = False) -> str | None:
    """What a title names: of "Runbook: mail relay" the relay, of "Park Choir: minutes" the choir; None for no name.

    `is_heading`: within a text, where words of every day say what a part is for.
    """
    if (
        title is None
        or (is_heading and _PLAIN_HEADING.search(title))
        or _DATED.match(title)
        or _COUNTED.match(title)
        or is_shouted(title)
        or _OF_A_DAY.search(title)
    ):
        return None
    if (first := _FIRST_OF_TITLE.match(title)) and first["kind"].lower() in words_of_talk("documents"):
        return title if _LIST_OF_NAMED.match(title) else None
    if _says_what_it_is(title):
        return None
    named, comma, kind = title.rpartition(", ")
    if comma and kind.lower() in words_of_talk("documents"):
        title = named
    return _name_about_a_colon(title) if ": " in title else title


def _name_about_a_colon(title: str) -> str | None:
    """The part that is no sort of text; both of a work: "Ravens: The Long Night"."""
    before, _, behind = (part.strip() for part in title.partition(": "))
    kinds = words_of_talk("documents")
    if behind[:1].isupper() and kinds.isdisjoint([before.lower(), *behind.lower().split()]):
        return title
    name = behind if before.lower() in kinds else before
    return name if len(name.split()) <= _LONGEST_NAME else None


def _says_what_it_is(title: str) -> bool:
    """Whether there is nothing in it but what sort of text it is, and of which day: "Minutes 9 June 2026"."""
    date = find_written_date(title)
    if date is None:
        return False
    rest = re.findall(r"[^\W\d_]+", f"{title[: date.start]} {title[date.end :]}".lower())
    others = [word for word in rest if word not in words_of_talk("documents") | CALENDAR_WORDS]
    return len(others) <= _FEW_WORDS and is_of_everyday_words(" ".join(others) or _A_WORD)


_FEW_WORDS = 2
_A_WORD = "notes"
_COUNTED = regex(r"\d{1,2}(?:\.\d{1,2}){0,4}[.)] ")
"""A numbered heading is a part of what its document is about: "3. Tour"."""
_DATED = regex(r"\W{0,40}(?:\d{4}-\d\d|\d{1,2}[./ ]\S{1,12}[./ ]\d{2,4})")
"""A heading that is a day, whoever wrote below it."""
_OF_A_DAY = regex(
    r"\b\d{4}-\d\d-\d\d\b|\b(?:meeting|minutes|kick-?off|retro|stand-?up|notes)\W{0,3}[,(]",
    re.IGNORECASE,
)
"""A heading of what was held or written on a day."""
_FIRST_OF_TITLE = regex(r"(?P<kind>[A-Za-z]{1,40}) (?:of|from|for) ")
_LIST_OF_NAMED = regex(r"List of (?:.{0,80}\b)?[A-Z]")
"""A page of all there are of something that has a name: "List of Back to the Future characters"."""
_LONGEST_NAME = 4  # words
_PLAIN_HEADING = regex(r"\A(?i:what|who|how|why|when|where|which)\b|\A[A-Z][a-z]+(?: [a-z]+){1,5}\Z")


def read_passage(
    span: Span,
    turn: Turn,
    about: EntityDraft | None,
    relations: RelationMap,
    tuning: RememberTuning,
    now: datetime,
) -> MemoryDraft | RejectionReason:
    """The draft of one sentence of a document, its leading pronoun replaced by what the passage is about."""
    if len(span.text) > _LONGEST:
        return RejectionReason.NOT_SALIENT
    text = _BRACKETED.sub("", span.text)
    if (title := title_line(turn.text)) and span.start == 0:
        text = text.removeprefix(turn.text[: turn.text.index("\n")]).strip() if title in text else text
    text = without_bold(re.sub(r"\s+", " ", text).strip("#- ")).strip("* ")
    reason = _why_not(text, tuning)
    if reason is not None:
        return reason
    spoken = text
    named = _with_subject(text, about)
    if named is None:
        return RejectionReason.UNRESOLVED
    text = named
    statement = Statement(
        text=text,
        spoken=spoken,
        salience=Salience(Kind.FACT, 0.32),
        stated_at=turn.at or now,
        is_dated=turn.at is not None,
        evidence=Evidence(turn.id, span.start, span.end),
        source=Source.IMPORT,
        confidence=tuning.document_confidence,
        speaker=None,
        subject=about,
    )
    draft = draft_of(statement, [about] if about else [], relations, tuning)
    if draft.importance < tuning.least_salience:
        return RejectionReason.NOT_SALIENT
    return fault_of(_with_plain_name(draft.text, about)) or draft


def _with_plain_name(text: str, about: EntityDraft | None) -> str:
    """What is judged by its form: titles are names, whatever they begin with ("To Walk with Lions", "It")."""
    name = _shown(about) if about else ""
    return _PLAIN_NAME + text[len(name) :] if name and text.startswith(name) else text


_PLAIN_NAME = "Otto"


def read_item(
    item: Item,
    turn: Turn,
    known: Iterable[EntityDraft],
    relations: RelationMap,
    tuning: RememberTuning,
    now: datetime,
) -> MemoryDraft | RejectionReason:
    """The draft of one item of a meeting's notes: what was noted was meant to be kept."""
    words = item.text.split()
    if item.span.text.endswith("?"):
        return RejectionReason.QUESTION
    if len(words) < max(4, tuning.least_words):
        return RejectionReason.TOO_SHORT
    if len(words) > tuning.most_words:
        return RejectionReason.NOT_SALIENT
    if not is_understood_alone(item.text) or is_of_one(item.text):
        return RejectionReason.UNRESOLVED
    statement = Statement(
        text=item.text,
        spoken=item.text,
        salience=Salience(item.kind, _NOTED, is_sure=True),
        stated_at=turn.at or now,
        is_dated=turn.at is not None,
        evidence=Evidence(turn.id, item.span.start, item.span.end),
        source=Source.IMPORT,
        confidence=tuning.document_confidence,
        speaker=None,
        subject=None,
    )
    draft = draft_of(statement, known, relations, tuning)
    return fault_of(draft.text) or draft


_NOTED = 0.5

_GENERAL = regex(
    r"^The (?:film|movie|album|song|single|novel|book|band|company|museum|city|town|village"
    r"|river|team|club|series|show|"
    r"game|school|university|play|opera|magazine|newspaper|species|district|station|party"
    r"|group)(?P<of>'s)?(?= [a-z])"
)


def _with_subject(text: str, about: EntityDraft | None) -> str | None:
    """The sentence with what the passage is about for its "it", or for nobody; None where that is not known."""
    pronoun, name = _PRONOUN.match(text), _shown(about) if about else ""
    general = _GENERAL.match(text) if about else None
    if pronoun:
        is_owner = pronoun["word"].lower() in {"his", "her", "its", "their"}
        return f"{possessive(name) if is_owner else name}{text[pronoun.end() :]}" if name else None
    if general:
        return (possessive(name) if general["of"] else name) + text[general.end() :]
    if _is_without_subject(text):
        bare = name.rpartition(": ")[2]
        return f"{bare} {text[0].lower()}{text[1:]}" if bare and not has_verb(bare) else None
    is_pointing = re.match(r"(?:this|that|these|those|there|such|here)\b", text, re.IGNORECASE)
    return None if is_pointing else text


def _is_without_subject(text: str) -> bool:
    """Whether a sentence begins with what something does: "Listens on 9443", "Runs two pods"."""
    found = _DOES.match(text)
    return found is not None and found["verb"].lower() in BASE_VERBS


_DOES = regex(
    r"^(?P<verb>[A-Z][a-z]+?)(?:s|es) (?=(?:on|in|at|to|from|for|with|by|as|behind|under|over|through"
    r"|only|the|an?|its|all|both|each|every|two|three"
    r"|\d|`)\b|`)(?!\w+ (?:is|are|was|were|has|have|must|will|can)\b)"
)


def _shown(about: EntityDraft) -> str:
    """The name as running text has it, without what tells it from its namesakes."""
    return about.aliases[0] if about.aliases else about.name


def _why_not(text: str, tuning: RememberTuning) -> RejectionReason | None:
    words = text.split()
    if text.endswith("?"):
        return RejectionReason.QUESTION
    if len(words) < max(4, tuning.least_words):
        return RejectionReason.TOO_SHORT
    if len(words) > tuning.most_words or substance(text) < 0.3:
        return RejectionReason.NOT_SALIENT
    return None if any(is_verb_like(word.strip(",.;")) for word in words) else RejectionReason.NOT_SALIENT
