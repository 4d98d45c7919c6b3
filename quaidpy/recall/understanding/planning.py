"""What exactly is looked for? The question, cleaned and understood, before any lane runs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Protocol

from quaidpy.domain.graph.entities import ALIVE, Entity, EntityType
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.small_talk import is_small_talk
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import normalized, with_cjk_bigrams, words
from quaidpy.domain.memories.drafts import USER
from quaidpy.domain.recall.intents import IntentPattern, IntentPatterns
from quaidpy.domain.recall.queries import Filter, Query
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import UsageError
from quaidpy.ports.asking import Asking
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.understanding.asked_list import AskedList, asked_list
from quaidpy.recall.understanding.asked_time import AskedTime, asked_moment, asked_time, without_now
from quaidpy.recall.understanding.cleaning import clean_question
from quaidpy.recall.understanding.framing import without_frame, without_reason
from quaidpy.recall.understanding.name_candidates import (
    MOST_WORDS,
    bare_name,
    names_asked_about,
    single_names,
)
from quaidpy.recall.understanding.nicknames import (
    RelatedNames,
    beginnings_of,
    called_by_nobody,
    called_in_short,
)
from quaidpy.recall.understanding.overviews import asks_for_overview
from quaidpy.recall.understanding.prompt_intent import wants_advice
from quaidpy.recall.understanding.question_subjects import question_subjects
from quaidpy.recall.understanding.typed_times import require_order
from quaidpy.regex import regex

_LONGEST_NAME = 4  # words
_FIRST_PERSON = {
    "i": "{}", "me": "{}", "myself": "{}", "my": "{}'s", "mine": "{}'s", "i'm": "{} is", "i've": "{} has",
    "i'd": "{} would", "i'll": "{} will",
}  # fmt: skip
_OUR_OR_MY = regex(r"\b(?:i|my|mine|me|we|us|our|ours)\b(?!['’]t)", re.IGNORECASE)
_OF_ASKER = regex(r"\b(?:i['’](?:m|ve|d|ll)|i|me|myself|my|mine)\b(?!['’]\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`terms`: content words of the question, in order. `strangers`: names in it that nobody known bears.

    `keep` bounds memories, `keep_turns` turns. `kept_out`: what is not wanted in this session, by
    which context. `question_subjects`: names of those whose doing is asked about, lower case.

    `asker`: whom it means by "my" and "our", as far as that is known; not among `entities`, being no name in it.
    `listed`: what it asks for a list of, when it asks for nothing in particular.
    `moment` is None when the question is about now: then the graph engine may answer the walk.
    """

    query: Query
    text: str
    terms: tuple[str, ...]
    intent: IntentPattern
    entities: tuple[Entity, ...]
    asker: tuple[Entity, ...]
    strangers: tuple[str, ...]
    question_subjects: frozenset[str]
    keep: Filter
    keep_turns: Filter | None
    kept_out: Mapping[NodeId, str]
    moment: Moment | None
    time: AskedTime
    listed: AskedList | None
    now: datetime

    @property
    def search_text(self) -> str:
        """What is compared with texts: the question without how it asks."""
        return without_frame(self.text)

    @property
    def answered_as_of(self) -> Moment:
        return self.moment or Moment(as_of=self.now, known_at=self.now)

    @property
    def wants_advice(self) -> bool:
        """Whether it asks what to do or how, or for work to be done, which preferences and standing orders decide."""
        return wants_advice(self.text) and not asks_for_overview(self.text)

    @property
    def is_small_talk(self) -> bool:
        return self.listed is None and is_small_talk(self.text)

    @property
    def people(self) -> frozenset[str]:
        """Names by which the question calls somebody, lower case."""
        return frozenset(
            name.casefold()
            for entity in self.entities
            if entity.type is EntityType.PERSON
            for name in (entity.name, *entity.aliases)
        )


class PlanTools(Protocol):
    """What planning needs of what a recall has."""

    @property
    def owner(self) -> Owner: ...
    @property
    def store(self) -> MemoryStore: ...
    @property
    def intents(self) -> IntentPatterns: ...
    @property
    def related_names(self) -> RelatedNames: ...
    @property
    def asking(self) -> Asking: ...


def make_plan(query: Query, tools: PlanTools, now: datetime) -> Plan:
    """Raises UsageError when the question is empty, or a window or limit makes no sense."""
    _require_sense(query)
    owner, store = tools.owner, tools.store
    tools.asking.foresee(partial(ask_ahead, query, tools))
    asked, named = _with_entities_named(_asked(query), owner, store)
    as_of = query.as_of or asked_moment(asked, now=now)
    in_short = called_in_short(single_names(asked), named, owner, store, tools.related_names)
    otherwise = {**_by_alias(asked, named), **in_short}
    moment = Moment(as_of=as_of or now, known_at=query.known_at or now)
    time = asked_time(asked, now=query.as_of or now)
    foreign = [
        name for name in names_asked_about(asked) if name not in in_short and name.lower() not in time.words
    ]
    strangers = called_by_nobody(foreign, named, owner, store)
    kept_out = store.kept_out(owner, query.contexts) if query.contexts else {}
    keep = Filter(
        owner=owner,
        project=query.project,
        session=query.session,
        kinds=query.kinds,
        tags=query.tags,
        since=query.since,
        until=query.until,
        moment=moment,
        kept_out=frozenset(kept_out),
    )
    entities = (*named, *(person for person in in_short.values() if person not in named))
    text = disambiguated(asked, otherwise.values())
    terms = content_words(without_now(_with_main_names(asked, otherwise)))
    called = {word for e in entities for name in (e.name, *e.aliases) for word in words(name)}
    return Plan(
        query=query,
        text=text,
        terms=terms,
        intent=tools.intents.match(asked),
        entities=entities,
        asker=_asker(asked, owner, store),
        strangers=tuple(strangers),
        question_subjects=question_subjects(
            asked, [each for each in entities if each.type is EntityType.PERSON], in_short
        ),
        keep=keep,
        keep_turns=None if query.kinds or query.tags else _said_by_then(keep, as_of),
        kept_out=kept_out,
        moment=moment if as_of or query.known_at else None,
        time=time,
        listed=asked_list(text, terms, called, time, now=now),
        now=now,
    )


def _asked(query: Query) -> str:
    return _as_asked_by(without_reason(clean_question(query.text)), query.asker)


def ask_ahead(query: Query, tools: PlanTools) -> None:
    """Whom the question may name, in whole or in short, and whom it means by "my"."""
    asked, owner, store = _asked(query), tools.owner, tools.store
    tools.asking.together(
        partial(_with_entities_named, asked, owner, store),
        partial(_asker, asked, owner, store),
        *(
            partial(store.names_beginning, owner, beginnings)
            for beginnings in beginnings_of(
                single_names(asked), names_asked_about(asked), tools.related_names
            )
        ),
    )


def disambiguated(text: str, meant: Iterable[Entity]) -> str:
    """The question with the names of those it means without naming them."""
    names = ", ".join(dict.fromkeys(entity.name for entity in meant))
    return f"{text} ({names})" if names else text


def _by_alias(text: str, named: Iterable[Entity]) -> dict[str, Entity]:
    """Names by which the question calls people, that have no word of the main one."""
    return {
        alias: entity
        for entity in named
        if entity.type is EntityType.PERSON
        for alias in entity.aliases
        if _whole(alias).search(text) and set(words(alias)).isdisjoint(words(entity.name))
    }


def _with_main_names(text: str, otherwise: Mapping[str, Entity]) -> str:
    for name, entity in otherwise.items():
        text = entity.name.join(_whole(name).split(text))
    return text


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def content_words(text: str) -> tuple[str, ...]:
    """Distinct words that say what a text is about, in order."""
    small = stop_words_of(text)
    spoken = words(with_cjk_bigrams(text))
    return tuple(dict.fromkeys(word for word in spoken if word not in small))


def _require_sense(query: Query) -> None:
    if not query.text.strip():
        raise UsageError("the question is empty; ask something, for instance “where does Ana live?”")
    if query.limit < 1:
        raise UsageError(f"limit {query.limit} is out of range: 1 or more")
    require_order(query.since, query.until)


def _said_by_then(keep: Filter, as_of: datetime | None) -> Filter:
    """Turns have no validity: what was true then is at best what had been said by then."""
    if as_of is None:
        return keep
    return replace(keep, until=as_of if keep.until is None else min(as_of, keep.until))


def _asker(text: str, owner: Owner, store: MemoryStore) -> tuple[Entity, ...]:
    """Whose memory this is, where the question says "my" and names no other asker."""
    if not _OUR_OR_MY.search(text):
        return ()
    return tuple(store.entities_named(owner, USER))


def _as_asked_by(text: str, asker: str | None) -> str:
    if asker is None:
        return text
    return _OF_ASKER.sub(lambda found: _FIRST_PERSON[found[0].lower().replace("’", "'")].format(asker), text)


_MAYBE_OWNER = regex(
    r"(?<![\w'’])([^\W\d_]{3,})s(?= (?!(?:the|an?|my|our|his|her|their|to|for|in|on|at|up|out|off|with|and|or|it|me|us"
    r"|you)\b)[^\W\d_])",
    re.IGNORECASE,
)


def _with_entities_named(text: str, owner: Owner, store: MemoryStore) -> tuple[str, list[Entity]]:
    """Entities that the question calls by name or alias, longest names first; and it with the apostrophes it lacks.

    "imogens birthday" is Imogen's where somebody is called so, and nothing Imogens.
    """
    owners = [found[1] for found in _MAYBE_OWNER.finditer(text)]
    by_name: dict[str, list[Entity]] = {}
    for entity in store.entities_named(owner, *dict.fromkeys((*_spans(text).values(), *owners))):
        for called in dict.fromkeys(normalized(name) for name in (entity.name, *entity.aliases)):
            by_name.setdefault(called, []).append(entity)

    def spelt(found: re.Match[str]) -> str:
        called = by_name.get(normalized(found[1]), ())
        is_owner = normalized(found[0]) not in by_name and any(each.type in ALIVE for each in called)
        return f"{found[1]}'s" if is_owner else found[0]

    text = _MAYBE_OWNER.sub(spelt, text)
    return text, _called_in(text, by_name)


def _called_in(text: str, by_name: Mapping[str, Sequence[Entity]]) -> list[Entity]:
    spans = _spans(text)
    found: dict[str, Entity] = {}
    taken: set[int] = set()
    for span, name in spans.items():
        if normalized(name) in by_name and not taken.intersection(span):
            taken.update(span)
            found.update((entity.id, entity) for entity in by_name[normalized(name)])
    return list(found.values())


@lru_cache(maxsize=64)  # several steps ask it of the same question
def _spans(text: str) -> Mapping[range, str]:
    """What may be a name: words in a row and where they stand, longest first."""
    tokens = text.split()[:MOST_WORDS]
    spans: dict[range, str] = {}
    for length in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            name = bare_name(" ".join(tokens[start : start + length]))
            if name and name.casefold() not in STOP_WORDS:
                spans[range(start, start + length)] = name
    return spans
