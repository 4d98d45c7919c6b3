"""Does a plain sentence say something definite: a figure, a time, a name, a value, a change?"""

import re
from collections.abc import Collection

from quaidpy.domain.drafts import EntityDraft, RejectionReason
from quaidpy.domain.memories import Kind
from quaidpy.domain.written_dates import MONTH
from quaidpy.remember.drafting import person
from quaidpy.remember.entities import find_entities
from quaidpy.remember.names import KIN
from quaidpy.remember.of_others import Said
from quaidpy.remember.requests import is_order, is_order_of_the_moment
from quaidpy.remember.rewriting import Voices, in_third_person, possessive
from quaidpy.remember.salience import Salience, content_words
from quaidpy.remember.statements import Subject, clearest_part, subject_of
from quaidpy.remember.tenses import Direction, direction_of
from quaidpy.remember.verbs import is_verb_like
from quaidpy.remember.wholeness import STATE, has_verb

_WORTH = 0.5
_LEAST_CONTENT = 2  # words that say something
_LEAST_NOTED = 1  # of them in a note: "Twilio is out"
_LEAST_WORDS = 3
_UNDECIDED = re.compile(r"^(?:maybe|perhaps|not sure|no idea|whatever|i mean|or something)\b", re.IGNORECASE)
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|half)\b"
)
_TIME = re.compile(
    rf"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|yesterday|this morning|last night"
    rf"|(?:next|last|this|every|each) (?:week|month|year|weekend|morning|evening|summer|winter|spring|autumn)"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {MONTH}|{MONTH} \d{{1,2}}\b|(?:in|since|until|till|from|by|end of) (?:early |late |the end of )?{MONTH}|weekends?|mornings?|evenings?|nightly|daily|weekly"
    r"|since|until|till)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:not|never|no|nobody|no longer|instead|rather than|except|only|any ?more|except)\b|n['’]t\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:moved?|moves|moving|died|dead|broke|broken|sold|bought|left|leaves|leaving|starts?|started|begins?|began|stops?|stopped"
    r"|ends?|ended|done|finished|ordered|cancel+ed|off|replaced|postponed|changed?|changes|swap(?:ped|ping)?|switch(?:ed|ing)?"
    r"|closed|opens?|opened|repaired|fixed|painted|repainted|arrived|retired?|retires|pregnant|married|engaged|divorced|won|lost"
    r"|drops?|dropped|raised?|raises|decided|agreed|signed|paid|owes?|costs?|needs?|fell|found|split up|gave (?:in|up|back)|quit|resign\w*|passed|failed|born|hired|fired|injured|diagnosed|hospital"
    r"|operation|surgery|hired|announced|accepted|offered|rented|stolen|crashed|expires?|expired|allergic|coeliac|celiac|vegan|vegetarian)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^[^\W\d_][\w '/&-]{1,30}:\s+\S")
_CALLED = re.compile(r"\b(?:called|named|means|stands for)\s+\S", re.IGNORECASE)
_JUDGING = re.compile(
    r"\b(?:is|are|was|were|'s|'re|looks?|sounds?|seems?|feels?|smells?|tastes?)\s+(?:\w+ly |so |such |very |really |pretty |quite"
    r"|just |too |a |an |the |still |all |kind of |not )*(?:great|awesome|amazing|cool|nice|fun|good|bad|awful|terrible|silly|stupid"
    r"|annoying|boring|lovely|wonderful|beautiful|perfect|hard|tough|easy|fine|ok|okay|weird|funny|crazy|insane|hilarious|cute|sweet"
    r"|gorgeous|delicious|interesting|important|best|worst|legend|joke|shame|pity|mess|nightmare|dream|star|hero|angel)\b",
    re.IGNORECASE,
)
_OF_MACHINES = re.compile(
    r"^\[|[{}<>;=]{1}.*[{}<>;=]|\b\d+ (?:passed|failed|warnings?|errors?)\b|^\w*(?:Error|Exception|Warning):|^(?:traceback|at line)\b"
    r"|^\s*[\w./-]+\.(?:py|js|ts|go|rs|java|log):\d+|=>|::",
    re.IGNORECASE,
)
_SETTLING = frozenset(
    """
    move set switch change drop replace rename keep use stay remove disable enable raise lower cancel postpone stop
    start limit
    """.split()  # noqa: SIM905 - a word list reads as one
)
_LETS = re.compile(
    r"^(?:let's|lets|let us)\s+(?P<what>(?:go with|move|use|keep|switch|drop|stay|make|do|take|meet|start|stop)\b.+)$",
    re.IGNORECASE,
)
_SO_IT_IS = re.compile(r"^(?P<what>[\w' .+/-]{2,40}?)\s+it is$", re.IGNORECASE)
_DOING = re.compile(
    r"^(?P<head>(?:so |not |now |still |also )*)(?P<verb>[a-z]{2,}ing)\b (?P<rest>.+)$", re.IGNORECASE
)
_THINGS_IN_ING = frozenset(
    {
        "anything",
        "everything",
        "nothing",
        "something",
        "thing",
        "morning",
        "evening",
        "during",
        "wedding",
        "king",
        "ring",
        "spring",
        "string",
        "parking",
        "training",
        "building",
        "meeting",
        "booking",
        "ceiling",
        "heating",
    }
)
_OTHERS_POINTED_AT = frozenset({Subject.POINTER, Subject.SHE, Subject.HE, Subject.THEY, Subject.LISTENER})


def told_definitely(
    spoken: str, voices: Voices, known: Collection[EntityDraft], *, is_note: bool
) -> Said | RejectionReason:
    """The sentence as a fact or an event, where it says something definite and can be understood alone.

    `is_note`: told to an assistant or written down for oneself, where hardly a word is said for company: one sign of
    definiteness is enough, and a value may stand without a verb. Between people it takes two, and a verb.
    """
    if _OF_MACHINES.search(spoken) or _UNDECIDED.match(spoken):
        return RejectionReason.NOT_SALIENT
    if is_note and (settled := _settled(spoken)):
        return _decision(settled, voices)
    if is_order(spoken) or is_order_of_the_moment(spoken):
        return RejectionReason.NOT_SALIENT
    spoken = _with_subject(spoken)
    subject = subject_of(spoken)
    if subject is Subject.LISTENER and voices.listener is None:
        return RejectionReason.UNRESOLVED
    named = find_entities(spoken, known)
    signs = _signs(spoken) + bool(named)
    least = _LEAST_NOTED if is_note else _LEAST_CONTENT
    if (
        len(content_words(spoken)) < least
        or len(spoken.split()) < _LEAST_WORDS
        or signs < (1 if is_note else 2)
    ):
        return RejectionReason.NOT_SALIENT
    if not (has_verb(spoken) or STATE.search(spoken)):
        if not _is_noted_value(spoken) or not (is_note or _is_labelled_value(spoken)):
            return RejectionReason.FRAGMENT
        spoken = spoken if is_note else f"{possessive(voices.speaker)} note: {spoken}"
    if _JUDGING.search(spoken) and not (_FIGURE.search(spoken) or _TIME.search(spoken)):
        return RejectionReason.SMALL_TALK
    clear = clearest_part(spoken)
    if clear is None or (subject in _OTHERS_POINTED_AT and subject is not Subject.LISTENER):
        return RejectionReason.UNRESOLVED
    is_of_speaker = subject in {Subject.SPEAKER, Subject.SPEAKERS_OWN}
    about = (
        person(voices.speaker)
        if is_of_speaker
        else next((one.entity for one in named if one.start <= _AT_START), None)
    )
    is_event = direction_of(clear, 0, 0) is Direction.BACK
    salience = Salience(Kind.EVENT if is_event else Kind.FACT, _WORTH, is_sure=True)
    return Said(in_third_person(clear, voices), salience, about)


_AT_START = 4  # characters; "The " may stand before a name


def _signs(spoken: str) -> int:
    """How many kinds of definiteness a sentence has."""
    words = {word.lower().removesuffix("'s").removesuffix("s") for word in spoken.split()}
    told = (_FIGURE, _TIME, _CONTRAST, _CHANGE, _LABEL, _CALLED)
    return sum(bool(form.search(spoken)) for form in told) + bool(words & KIN.keys()) + _has_predicate(spoken)


def _has_predicate(spoken: str) -> bool:
    """Whether a verb stands soon behind the first word, as behind a subject."""
    return any(is_verb_like(word.lower().strip(".,'’")) for word in spoken.split()[1:5])


def _is_labelled_value(spoken: str) -> bool:
    """Whether a name stands before a value: between people only that says what the value is of."""
    return bool(_LABEL.match(spoken) and _FIGURE.search(spoken))


def _is_noted_value(spoken: str) -> bool:
    """Whether a note without a verb names a thing and its value: "api on 8417", "milk: Dales Dairy, 62p a litre"."""
    head = re.match(r"[^\W\d]", spoken)
    return head is not None and bool(
        _FIGURE.search(spoken) or _TIME.search(spoken) or _LABEL.match(spoken) or _CONTRAST.search(spoken)
    )


def _with_subject(spoken: str) -> str:
    """The same of oneself, where only a doing is told: "moving to Leeds in May"."""
    doing = _DOING.match(spoken)
    if (
        doing is None
        or doing["verb"].lower() in _THINGS_IN_ING
        or re.match(r"(?:is|are|was|were|has)\b", doing["rest"])
    ):
        return spoken
    return f"I am {doing['head'].lower().replace('so ', '')}{doing['verb'].lower()} {doing['rest']}"


_HAS_OWN_VERB = re.compile(
    r"(?:[\w'’-]+\s+){0,3}?(?:is|are|was|were|has|have|had|gets?|got|goes|went|runs?|needs?|takes?|costs?|will|can)\b"
)


def _has_own_verb(rest: str) -> bool:
    """Whether a doing is itself the subject of what follows: "staging db gets wiped"."""
    soon = rest.split()[1:3]
    return bool(_HAS_OWN_VERB.match(rest)) or any(
        word.endswith("s") and is_verb_like(word) for word in (*rest.split()[:1], *soon)
    )


def _settled(spoken: str) -> str | None:
    """What is settled by an order that changes how things are from here on, or by "X it is"."""
    if lets := _LETS.match(spoken):
        return lets["what"]
    if chosen := _SO_IT_IS.match(spoken):
        return f"go with {chosen['what']}"
    verb = spoken.split(maxsplit=1)[0].lower() if spoken.split() else ""
    is_lasting = (
        _FIGURE.search(spoken) or _CONTRAST.search(spoken) or re.search(r"\b(?:to|for|from|into)\b", spoken)
    )
    if verb in _SETTLING and is_order(spoken) and is_lasting and len(spoken.split()) >= _LEAST_ORDER:
        return spoken
    return None


_LEAST_ORDER = 4  # words


def _decision(settled: str, voices: Voices) -> Said | RejectionReason:
    clear = clearest_part(settled)
    if clear is None:
        return RejectionReason.UNRESOLVED
    text = in_third_person(clear, voices)
    salience = Salience(Kind.DECISION, _WORTH, is_sure=True)
    return Said(f"{voices.speaker} decided: {text[0].lower()}{text[1:]}", salience, person(voices.speaker))
