"""How does a statement become a draft: entities, relations, keywords, importance?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.drafts import USER, EdgeDraft, EntityDraft, EntityMention, MemoryDraft, person
from quaidpy.domain.memories.memory import Evidence, Kind, Source
from quaidpy.domain.time.written_dates import MONTH
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.finding.kinds import kind_of_statement
from quaidpy.remember.people.entities import Named, find_entities
from quaidpy.remember.people.initials import with_initials_written
from quaidpy.remember.relating.patterns import find_edges
from quaidpy.remember.words.gazetteer import PLACES
from quaidpy.remember.words.lowercase_names import end_of_full_name
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.salience import Salience, content_words, substance

_HEDGE = regex(
    r"\b(?:maybe|perhaps|probably|might|i think|i guess|not sure|possibly|apparently|supposedly)\b",
    re.IGNORECASE,
)
MOST_KEYWORDS = 5
_WEIGHTY = frozenset({Kind.PREFERENCE, Kind.DECISION, Kind.LESSON})
_LEAST_IN_EVENT = 0.4
_LEAST_SUBSTANCE = 0.3  # three words that say something
_VAGUE = regex(
    r"\b(?:something|somewhere|someone|somebody|anything|stuff|things?|several|impact"
    r"|difference|voice|resources|means|vibes?|"
    r"similar|various|whatever|kinda|sort of|kind of|another (?:country|place|one|level)"
    r"|positivity|goals?|journey)\b",
    re.IGNORECASE,
)
_LIFE_GOAL = regex(r"\b(?:want|wants|dream|dreams|hope|hoping|planning|saving)\b", re.IGNORECASE)
_NOT_DATE = regex(
    rf"(?P<day>\d{{1,2}} {MONTH} \d{{4}}), (?:and )?not (?:on )?"
    rf"(?P<other>(?:[A-Z][a-z]+day )?\d{{1,2}} {MONTH} \d{{4}})",
    re.IGNORECASE,
)
"""A day and the one it replaces: "not" would be the last word before the old one."""
_ARTICLE_INSIDE = regex(
    r"(?:(?<=[\w,;:] )|(?<=\())The (?=(?:user|assistant|team)\b)"
)  # of who has no name, where it begins nothing
_THE_USER = regex(r"\b[Tt]he user\b")
_OF_OWING = frozenset({"wants", "reminded", "needs"})  # how a task is put; it is found by what it is about
_TO_LISTENER = regex(r"\b(?:you|your|yours)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence in the third person, before dates are written out; `worth` from the salience gate.

    `is_dated`: whether it was said on the day of `stated_at`; else it was only read then.
    """

    text: str
    spoken: str
    salience: Salience
    stated_at: datetime
    is_dated: bool
    evidence: Evidence
    source: Source
    confidence: float
    speaker: str | None
    subject: EntityDraft | None


def draft_of(
    statement: Statement, known: Iterable[EntityDraft], relations: RelationMap, tuning: RememberTuning
) -> MemoryDraft:
    """The finished draft. Its importance says whether it is worth keeping at all."""
    known = list(known)
    dated = resolve_dates(statement.text, statement.stated_at, is_dated=statement.is_dated)
    text = finished(_NOT_DATE.sub(r"\g<day> instead of \g<other>", dated.text))
    text = with_initials_written(text, known)
    named = _without_our_capital(find_entities(text, known), text, known, statement.spoken)
    text = _ARTICLE_INSIDE.sub("the ", _with_capitals(text, named))
    hedged = bool(_HEDGE.search(statement.spoken))
    confidence = min(statement.confidence, tuning.hedged_confidence) if hedged else statement.confidence
    sure = min(confidence, tuning.edge_confidence)
    is_guess = statement.source is Source.ASSISTANT
    edges = () if is_guess else find_edges(text, _with_the_user(named, text), relations, confidence=sure)
    has_begun = dated.starts is not None and dated.starts <= statement.stated_at
    is_plan = "plan" in statement.salience.tags
    started = dated.starts if has_begun and not is_plan else None
    return MemoryDraft(
        kind=kind_of_statement(statement.spoken, statement.salience.kind),
        text=text,
        stated_at=statement.stated_at,
        evidence=(statement.evidence,),
        confidence=confidence,
        importance=_importance(statement, named, edges, is_dated=dated.is_dated),
        keywords=keywords_of(text, named, statement.speaker),
        tags=statement.salience.tags,
        source=statement.source,
        speaker=statement.speaker,
        valid_from=started,
        flagged=any(map(looks_like_instruction, dict.fromkeys((statement.spoken, text)))),
        mentions=_mentions(statement.subject, named, edges, tuning),
        edges=tuple(
            edge if relations.is_undated_role(edge.relation) else replace(edge, valid_from=started)
            for edge in edges
        ),
    )


def _without_our_capital(
    named: Sequence[Named], text: str, known: Iterable[EntityDraft], spoken: str
) -> list[Named]:
    """Without a name that only the capital makes one which we put at the start of what was written small."""
    if not spoken[:1].islower():
        return list(named)
    sure = {name.casefold() for entity in known for name in (entity.name, *entity.aliases)}
    return [_with_surname(one, text) for one in named if one.start or _is_sure(one.entity, sure)]


def _with_surname(one: Named, text: str) -> Named:
    """A given name at the start with the surname that stands small behind it: "Daniel voss"."""
    end = (
        one.end if one.start or one.entity.type is not EntityType.PERSON else end_of_full_name(text, one.end)
    )
    return one if end == one.end else Named(person(text[:end].title()), 0, end)


def _is_sure(entity: EntityDraft, known: set[str]) -> bool:
    lower = entity.name.casefold()
    return (
        lower in known
        or lower in PLACES
        or is_given_name(lower.split()[0])
        or entity.type is EntityType.ANIMAL
    )


def _with_the_user(named: Sequence[Named], text: str) -> list[Named]:
    """Whoever has no name yet takes part in relations as anybody does."""
    found = (Named(person(USER), match.start(), match.end()) for match in _THE_USER.finditer(text))
    return sorted([*named, *found], key=lambda one: one.start)


def _with_capitals(text: str, named: Sequence[Named]) -> str:
    """Names as they are written, where chat wrote them small."""
    for one in named:
        if text[one.start : one.end].casefold() == one.entity.name.casefold():
            text = text[: one.start] + one.entity.name + text[one.end :]
    return text


def keywords_of(text: str, named: Sequence[Named], speaker: str | None) -> tuple[str, ...]:
    """Three to five words to find it by: names first, then what it is about; never the speaker."""
    spoken = (speaker or "").casefold()
    names = [named_one.entity.name for named_one in named if named_one.entity.name.casefold() != spoken]
    covered = {word for name in [*names, spoken] for word in name.casefold().split()}
    covered |= _OF_OWING
    others = [
        word for word in content_words(text) if word.removesuffix("'s") not in covered and word.isalpha()
    ]
    return tuple(dict.fromkeys([*names, *others]))[:MOST_KEYWORDS]


_SMALL_BEHIND_STOP = regex(r"(?<=[a-z0-9]{4}[.!?] )[a-zà-ÿ]")  # short words with a stop are abbreviations


_PATH = regex(r"[a-z][\w-]{0,40}(?:/[\w.-]|_\w|\.(?:py|js|ts|go|rs|sh|md|toml|ya?ml|json|tsv|csv|smk)\b)")
_EMPTIED = regex(r"\s?\([^\w().]*(?:\)|(?=\.(?:\s|$)|$))")
"""A bracket of which only what strikes somebody stood in it: "(!!)"."""


def finished(text: str) -> str:
    """One tidy sentence: capital at the start, stop at the end."""
    text = re.sub(r" ([,.;:!?])(?=\s|$)", r"\1", re.sub(r"\s+", " ", text)).strip(" ,;:-–—")
    text = _EMPTIED.sub("", text)
    text = re.sub(r"\bgonna\b", "going to", text)
    text = re.sub(
        r"(?:\ba|\AA) (?=(?:LGBT|MRI|SUV|HR|(?!one\b|and\b)[aeio]\w{2,}))",
        lambda a: "an " if a[0][0] == "a" else "An ",
        text,
    )
    if not text:
        return text
    start = text[0] if _PATH.match(text) else text[0].upper()
    text = _SMALL_BEHIND_STOP.sub(lambda found: found[0].upper(), start + text[1:])
    return text if text[-1] in ".!?…。！？\"'”" else f"{text}."


def _importance(
    statement: Statement, named: Sequence[Named], edges: Sequence[EdgeDraft], *, is_dated: bool
) -> float:
    """Worth by kind, plus what makes it worth finding: substance, other names, a date, a relation."""
    own = statement.subject.name.casefold() if statement.subject else ""
    others = sum(1 for one in named if one.entity.name.casefold() != own)
    worth = statement.salience.worth
    is_sure = statement.salience.is_sure
    is_bare = not is_sure and not (others or edges or is_dated) and statement.salience.kind not in _WEIGHTY
    least = _LEAST_IN_EVENT if statement.salience.kind is Kind.EVENT else _LEAST_SUBSTANCE
    if is_bare and substance(statement.spoken) < least:
        worth -= 0.2
    worth -= 0.05 * min(2, len(_VAGUE.findall(statement.spoken)))
    if is_bare and "plan" in statement.salience.tags and not _LIFE_GOAL.search(statement.spoken):
        worth -= 0.06
    if not is_sure and _TO_LISTENER.search(statement.spoken):
        worth -= 0.2
    worth += 0.22 * substance(statement.spoken) + 0.06 * min(3, others) + 0.12 * is_dated + 0.15 * bool(edges)
    return round(min(1.0, worth), 3)


def _mentions(
    subject: EntityDraft | None, named: Sequence[Named], edges: Sequence[EdgeDraft], tuning: RememberTuning
) -> tuple[EntityMention, ...]:
    weights: dict[str, EntityMention] = {}
    if subject is not None:
        weights[subject.name.casefold()] = EntityMention(subject, tuning.subject_mention_weight)
    ends = [end for edge in edges for end in (edge.subject, edge.object)]
    for entity in (*ends, *(one.entity for one in named)):
        weights.setdefault(entity.name.casefold(), EntityMention(entity, tuning.other_mention_weight))
    return tuple(weights.values())
