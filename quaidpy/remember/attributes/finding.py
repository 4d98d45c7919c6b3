"""Which changes of values do these turns tell, of what, and from when?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.questions import ends_with_question
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.drafts import USER, EntityDraft, Extraction, person
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.memory import Source
from quaidpy.domain.memories.value_kinds import DATE, PHRASE
from quaidpy.regex import regex
from quaidpy.remember.attributes.assistant_echo import (
    old_said_back,
    said_back,
    shifted_dates,
    topic_said_back,
)
from quaidpy.remember.attributes.changes import find_changes, taken_instead
from quaidpy.remember.attributes.clauses import Clause, Topic, clauses_of, topic_of, topic_stem, topic_stems
from quaidpy.remember.attributes.contacts import Contact, find_contacts, is_within
from quaidpy.remember.attributes.new_values import Change, moved_before
from quaidpy.remember.attributes.plain_values import plain_value
from quaidpy.remember.attributes.slots import SLOT, find_slots
from quaidpy.remember.attributes.values import Value
from quaidpy.remember.dates.relative import resolve_dates

_IT = regex(r"\b(?:it|them|that|this)\b", re.IGNORECASE)
_OWN = regex(r"\b(?:my|i|im|i'm|me|mine)\b", re.IGNORECASE)
_MINE = regex(
    r"\b(?:my|our)\b|\bthe (?:[\w'’-]{1,24} ){1,3}?(?:is|['’]s) (?:now )?(?-i:(?:Dr|Mrs?|Ms|Prof)\b)",
    re.IGNORECASE,
)
"""Something of whoever speaks; "the vet is Dr Voss" is said of one's own."""
_LONGEST_CLAUSE = 60
_FEW = 2  # content words; a turn with no more leans on what was said before it
_BEFORE = 3  # turns that a short one may lean on
_CLAUSES_THAT_DATE = 3  # from the one of the change on
_LONGEST = 1200  # characters of a turn; what is longer is a paste
_MOST_WORDS = 4  # of a qualifier
_HAVING = frozenset({EntityType.PERSON, EntityType.ORGANIZATION, EntityType.PROJECT, EntityType.ANIMAL})
_START = regex(
    r"\b(?:from|as of|since|starting|effective|beginning)(?: on)?(?: the)? (?=(?P<when>[^,.;:!?\n]{3,30}))",
    re.IGNORECASE,
)
_UNSURE = regex(
    r"\b(?:maybe|perhaps|might|may(?= \w{1,20} to\b)|thinking (?:of|about)|considering|not sure"
    r"|wonder(?:ing)?|should (?:i|we)|could|would|if (?:i|we|it|they|he|she)|what if|idea)\b|\?\s*$",
    re.IGNORECASE,
)
_IN_PART = regex(
    r"\b(?:stays?|remains?|unchanged)(?=\W*$|[.,;!\n]| (?:as|the same|like|unchanged))"
    r"|\b(?:price|time|place|date|day|fee|rent|rate|cost|rest)s? (?:is |are |stays? )?(?:the )?same\b",
    re.IGNORECASE,
)
"""Only some of it changed; which of it nobody can tell from the words, so nothing ends."""
_LEAVES_OUT = regex(
    r"\A\W*(?:(?:it|that|they|he|she)(?:['’]s| is| was| has| have)? )?(?:been )?(?:just )?"
    r"(?:now|moved?|changed?|switched|shifted|pushed|up|down|back|raised|cut|went|goes)\b",
    re.IGNORECASE,
)
_FEW_WORDS = 4
_HEDGED = regex(
    r"\b(?:maybe|perhaps|not (?:quite )?sure|not certain)\b|,? (?:right|correct|yes|no)\?\s*\Z", re.IGNORECASE
)
"""Somebody tells it as it may be; unlike a question, a plan or an idea."""
SOURCES = {Role.USER: Source.USER, Role.DOCUMENT: Source.IMPORT, Role.ASSISTANT: Source.ASSISTANT}
"""Whose word a turn is; tools say nothing of values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDraft:
    """A change as somebody told it in a turn; `starts`: from when the new value holds, or the old one does not.

    `is_weak`: only a word such as "now" tells that it is a change. `is_borrowed`: its own clause has no words that say
    of what it is; what stands around lends them. `is_own`: it is said of the speaker's own.
    `is_state`: the value of a listed attribute is told, whether or not it changed; `is_plain`: that of any other thing,
    in a plain clause: "the rent is 870 euros". `is_doubtful`: it is told as
    something that may be, or of a part: both values stay, and a person is asked.
    """

    turn: Turn
    at: datetime
    old: Value | None
    new: Value | None
    topic: Topic
    qualifier: str
    query: str
    subject: EntityDraft
    starts: datetime
    is_weak: bool = False
    is_borrowed: bool = False
    is_own: bool = False
    is_state: bool = False
    is_doubtful: bool = False
    is_plain: bool = False

    @property
    def source(self) -> Source:
        return SOURCES[self.turn.role]


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """What is known beside the turns: the listed attributes, who "I" is where no speaker is named, and the time."""

    names: AttributeNames
    user_name: str | None
    now: datetime


def changed_in(
    turns: Sequence[Turn],
    before: Sequence[Turn],
    extraction: Extraction,
    telling: ChangeContext,
) -> list[ChangeDraft]:
    """All that people and documents tell, in the order of the turns; an assistant's own words change nothing.

    `before`: the turns just before these.
    """
    every = [*before, *turns]
    subjects = _Subjects(extraction, telling.user_name)
    return [
        change
        for place in range(len(before), len(every))
        if every[place].role in {Role.USER, Role.DOCUMENT} and len(every[place].text) <= _LONGEST
        for change in (
            *_states_of(every[place], subjects, telling),
            *_contacts_of(every[place], subjects, telling),
            *_told_again(every[place], subjects, telling),
            *_changes_of(place, every, subjects, telling.now),
        )
    ]


class _Subjects:
    """Whose attribute is it? Somebody whom the clause names, else whoever speaks."""

    def __init__(self, extraction: Extraction, user_name: str | None) -> None:
        self._user = user_name or USER
        self._named: dict[TurnId, list[EntityDraft]] = {}
        for turn, mention in extraction.turn_mentions:
            if mention.entity.type in _HAVING:
                self._named.setdefault(turn, []).append(mention.entity)

    def of(self, clause: str, turn: Turn) -> EntityDraft:
        told = words(clause)
        for entity in self._named.get(turn.id, ()):
            if entity.name.split()[0].casefold() in told:
                return entity
        return self.speaker(turn)

    def people(self, turn: Turn) -> dict[str, EntityDraft]:
        """Whom the turn names, by the name."""
        named = self._named.get(turn.id, ())
        return {entity.name: entity for entity in named if entity.type is EntityType.PERSON}

    def of_contact(self, contact: Contact, turn: Turn) -> EntityDraft | None:
        """None where it is of whoever speaks, and nobody does: a document's "my" may be anybody's."""
        if contact.name is not None and not contact.is_kin:
            return self.people(turn)[contact.name]
        if turn.role is not Role.USER:
            return None
        speaker = self.speaker(turn)
        return speaker if contact.name is None else person(f"{speaker.name}'s {contact.name.lower()}")

    def speaker(self, turn: Turn) -> EntityDraft:
        name = turn.speaker or self._user
        return replace(person(name), aliases=(USER,)) if name == self._user != USER else person(name)


def _states_of(turn: Turn, subjects: "_Subjects", telling: ChangeContext) -> Iterable[ChangeDraft]:
    """Values of listed attributes, as somebody tells them of their own."""
    if not _MINE.search(turn.text):
        return
    contacts = find_contacts(turn.text, tuple(subjects.people(turn)))
    for value in find_slots(turn.text, telling.names):
        if is_within(value, contacts):
            continue
        clause = turn.text[max(0, value.start - _LONGEST_CLAUSE) : value.end]
        is_doubtful = _is_hedged(clause)
        if _UNSURE.search(clause) and not is_doubtful:
            continue
        name = value.kind.removeprefix(SLOT)
        at = turn.at or turn.recorded_at or telling.now
        yield ChangeDraft(
            turn=turn,
            at=at,
            old=None,
            new=value,
            topic=Topic(topic_stems(name.replace("_", " ")), topic_stems(turn.text)),
            qualifier="",
            query=turn.text,
            subject=subjects.speaker(turn),
            starts=_starts([clause], value, None, at),
            is_own=True,
            is_state=True,
            is_doubtful=is_doubtful,
        )


def _contacts_of(turn: Turn, subjects: "_Subjects", telling: ChangeContext) -> Iterable[ChangeDraft]:
    """How people are reached, where it is said of one of them."""
    people = subjects.people(turn)
    for contact in find_contacts(turn.text, tuple(people)):
        subject = subjects.of_contact(contact, turn)
        if subject is None:
            continue
        name = contact.value.kind.removeprefix(SLOT)
        at = turn.at or turn.recorded_at or telling.now
        yield ChangeDraft(
            turn=turn,
            at=at,
            old=None,
            new=contact.value,
            topic=Topic(topic_stems(name), topic_stems(turn.text)),
            qualifier="",
            query=turn.text,
            subject=subject,
            starts=at,
            is_state=True,
        )


def _told_again(turn: Turn, subjects: "_Subjects", telling: ChangeContext) -> Iterable[ChangeDraft]:
    """Values that a plain clause tells of one thing, with no word that says it was otherwise before."""
    if turn.role is not Role.USER:
        return
    for clause in clauses_of(turn.text):
        plain = plain_value(clause)
        if plain is None or _UNSURE.search(clause.text):
            continue
        what, value = plain
        at = turn.at or turn.recorded_at or telling.now
        yield ChangeDraft(
            turn=turn,
            at=at,
            old=None,
            new=value,
            topic=Topic(what, what),
            qualifier=_qualifier(turn.text, Topic(what, what)),
            query=clause.text,
            subject=subjects.of(clause.text, turn),
            starts=_starts([clause.text], value, None, at),
            is_own=is_of_oneself(clause.text),
            is_plain=True,
        )


def _changes_of(
    place: int, every: Sequence[Turn], subjects: _Subjects, now: datetime
) -> Iterable[ChangeDraft]:
    turn = every[place]
    clauses = clauses_of(turn.text)
    contacts = find_contacts(turn.text, tuple(subjects.people(turn)))
    told_of = find_changes(turn.text, clauses) or shifted_dates(place, every, clauses)
    changes = [change for change in told_of if not is_within(change.new, contacts)]
    if not changes:
        return
    is_in_part = _IN_PART.search(turn.text) is not None
    around = _around(place, every, clauses)
    for change in changes:
        clause = clauses[change.place]
        is_hedged = _is_hedged(clause.text) or _opens_hedged(clauses, change.place)
        if (_UNSURE.search(clause.text) or ends_with_question(clause.text)) and not is_hedged:
            continue
        echo = said_back(place, every, change)
        topic = _without_values(topic_of(clauses, change.place, [*around, *echo]), change)
        near = _asked_of(place, every, clauses[: change.place + 1]) or _given_up(change, changes, clauses)
        if not clause.topic and (moved := moved_before(clauses, change.place)) is not None:
            near = near or moved.topic
        topic = Topic((near or topic.near) | topic_said_back(echo, change), topic.wide | near)
        told, new = _made_up_for(place, every, change)
        at = told.at or told.recorded_at or now
        yield ChangeDraft(
            turn=told,
            at=at,
            old=change.old or old_said_back(echo, change),
            new=new,
            topic=topic,
            qualifier=_qualifier(turn.text, topic),
            query=" ".join([turn.text, *echo, *(around if not topic.near else ())]),
            subject=subjects.of(clause.text, turn),
            starts=_starts(
                [each.text for each in clauses[change.place :][:_CLAUSES_THAT_DATE]],
                change.new,
                change.old,
                at,
            ),
            is_weak=change.is_weak,
            is_borrowed=not (near or clause.topic),
            is_own=is_of_oneself(clause.text),
            is_doubtful=is_hedged or is_in_part,
        )


def _made_up_for(place: int, every: Sequence[Turn], change: Change) -> tuple[Turn, Value | None]:
    """What somebody does instead of what is off, and the turn that says so: this one, or one soon after."""
    turn, old = every[place], change.old
    if change.new is not None or old is None or old.kind != PHRASE:
        return turn, change.new
    for later in every[place : place + _BEFORE + 2]:
        if (later.episode, later.role, later.speaker) != (turn.episode, turn.role, turn.speaker):
            continue
        value = taken_instead(later.text, old.end if later is turn else 0)
        if value is not None:
            return later, value
    return turn, None


def _asked_of(place: int, every: Sequence[Turn], clauses: Sequence[Clause]) -> frozenset[str]:
    """Of what an answer tells a change that leaves it out: "moved to mondays", after a question that names it."""
    if not place or any(clause.topic for clause in clauses) or not _LEAVES_OUT.match(clauses[-1].text):
        return frozenset()
    asking = every[place - 1]
    if asking.episode != every[place].episode or not asking.text.rstrip().endswith("?"):
        return frozenset()
    asked = clauses_of(asking.text[-_LONGEST:])
    return next((clause.topic for clause in reversed(asked) if clause.topic), frozenset())


def _opens_hedged(clauses: Sequence[Clause], place: int) -> bool:
    """Whether a few words before the clause say so: "not sure, but …"."""
    before = clauses[place - 1].text if place else ""
    return 0 < len(before.split()) <= _FEW_WORDS and _is_hedged(before)


def _is_hedged(clause: str) -> bool:
    """Whether it is told as something that may be, and as nothing else that is unsure."""
    return _HEDGED.search(clause) is not None and _UNSURE.search(_HEDGED.sub("", clause)) is None


def is_of_oneself(clause: str) -> bool:
    """Whether somebody speaks of what is theirs alone."""
    return bool(_OWN.search(clause))


def _around(place: int, every: Sequence[Turn], clauses: Sequence[Clause]) -> list[str]:
    own = frozenset().union(*(clause.topic for clause in clauses))
    if len(own) > _FEW:
        return []
    turn = every[place]
    return [each.text for each in every[max(0, place - _BEFORE) : place] if each.episode == turn.episode]


def _given_up(change: Change, changes: Sequence[Change], clauses: Sequence[Clause]) -> frozenset[str]:
    """Of "camping is off, we do it in May instead" what "it" is."""
    if change.old is not None or not _IT.search(clauses[change.place].text):
        return frozenset()
    over = (each.old for each in changes if each.new is None and each.place < change.place)
    return next((frozenset(old.key.split()) for old in over if old and old.kind == PHRASE), frozenset())


def _without_values(topic: Topic, change: Change) -> Topic:
    named = {
        part
        for value in (change.old, change.new)
        if value and value.kind == PHRASE
        for part in value.key.split()
    }
    return Topic(topic.near - named, topic.wide - named)


def _qualifier(text: str, topic: Topic) -> str:
    found = dict.fromkeys(
        word for word in words(text) if topic_stem(word) in topic.near and word not in STOP_WORDS
    )
    return " ".join(list(found)[:_MOST_WORDS])


def _starts(texts: Iterable[str], new: Value | None, old: Value | None, at: datetime) -> datetime:
    """From "from 1 March", "as of tomorrow", "from May"; a date that is the new value itself starts nothing."""
    if new is not None and new.kind == DATE:
        return at
    for text in texts:
        for match in _START.finditer(text):
            starts = _first_day(match["when"].strip(), at)
            if starts is not None and old is not None and match["when"].startswith(old.text):
                continue
            if starts is not None and (starts <= at or not match.group().lower().startswith("since")):
                return starts
    return at


def _first_day(when: str, at: datetime) -> datetime | None:
    days = (resolve_dates(f"It will start {how} {when}.", at).starts for how in ("on", "in"))
    return next((day for day in days if day is not None), None)
