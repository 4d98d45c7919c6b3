"""Is what is said of somebody else, or of a thing, worth a memory?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.graph.entities import ALIVE, EntityType
from quaidpy.domain.memories.drafts import EntityDraft, RejectionReason, person
from quaidpy.domain.memories.memory import Kind
from quaidpy.regex import regex
from quaidpy.remember.finding.plain_facts import is_plain_fact_of_somebody, tells_where_at_home
from quaidpy.remember.people.coreference import may_be, named_head
from quaidpy.remember.people.entities import Named
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.requests import is_order
from quaidpy.remember.words.rewriting import Voices, in_third_person
from quaidpy.remember.words.salience import Salience, substance
from quaidpy.remember.words.verbs import is_verb_like


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence in the third person, what it is good for, and whom it is about, if anybody."""

    text: str
    salience: Salience
    subject: EntityDraft | None


def of_third(
    spoken: str, salience: Salience, voices: Voices, named: Sequence[Named]
) -> Said | RejectionReason:
    """A statement about somebody or something named, with a verb soon after the name; or a dated appointment."""
    if is_order(spoken) and not is_given_name(spoken.split(maxsplit=1)[0].lower()):
        return RejectionReason.NOT_SALIENT
    leading = [one for one in named if one.start <= 4 and _can_lead(one.entity)]
    is_dated, is_at_home = bool(_APPOINTMENT.match(spoken)), tells_where_at_home(spoken)
    if not (leading or is_dated or is_at_home) or re.search(r"\b(?:you|your)\b", spoken, re.IGNORECASE):
        return RejectionReason.NOT_SALIENT
    about = leading[0].entity if leading else None
    is_alive = about is not None and about.type in ALIVE
    if is_at_home or (is_alive and is_plain_fact_of_somebody(spoken)):
        is_told_past = salience.kind is Kind.EVENT and " was " in spoken
        kind = Kind.FACT if salience.kind is Kind.EVENT and not is_told_past else salience.kind
        sure = replace(salience, kind=kind, worth=max(salience.worth, _OF_SOMEBODY), is_sure=True)
        return Said(in_third_person(spoken, voices), sure, about)
    head = spoken.split()[:6]
    verbs = [
        i
        for i, word in enumerate(head)
        if (i and is_verb_like(word.strip(",.'").split("'")[0])) or "'s" in word
    ]
    if not verbs or substance(spoken) < 0.3:
        return RejectionReason.NOT_SALIENT
    worth = of_somebody(salience) if about and _is_close(about, spoken) else salience
    return Said(in_third_person(spoken, voices), worth, about)


def of_one_meant(
    spoken: str, meant: str, salience: Salience, voices: Voices, *, is_they: bool
) -> Said | RejectionReason:
    """A statement that begins with a pronoun, with the name of whom it means."""
    head, _, rest = spoken.partition(" ")
    is_another_there = is_they and _PRONOUN.search(rest) is not None
    is_short = len(spoken.split()) < _LEAST_WORDS
    if is_another_there or is_short or not may_be(meant, head, rest):
        return RejectionReason.UNRESOLVED
    text = f"{named_head(head, meant, rest)} {rest}"
    return Said(in_third_person(text, voices), of_somebody(salience), person(meant))


_LEAST_WORDS = 4
_PRONOUN = regex(r"\b(?:she|he|they)\b", re.IGNORECASE)


def _can_lead(entity: EntityDraft) -> bool:
    """Whether a name at the start of a sentence is surely one: an unknown word may be any noun."""
    return entity.type not in {EntityType.CONCEPT, EntityType.THING}


_APPOINTMENT = regex(
    (
        r"^The [\w' -]{3,40} (?:is|was|will be|starts?|started|begins|ends?|moved|got moved) "
        r"(?>.*?\b(?:on|in|at|to|until|by)\b ).*\d"
    ),
    re.IGNORECASE,
)


_OF_SOMEBODY = 0.38  # worth of what is told about a third person: rarer than "I", and never a courtesy


def _is_close(entity: EntityDraft, spoken: str) -> bool:
    """Whether somebody is told of as one tells of people one knows: by first name, and not with mere promises."""
    return (
        entity.type in ALIVE
        and " " not in entity.name
        and not re.search(r"\b(?:will|would|should)\b", spoken)
    )


def of_somebody(salience: Salience) -> Salience:
    return replace(salience, worth=max(salience.worth, _OF_SOMEBODY))
