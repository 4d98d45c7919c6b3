"""What does a plain sentence that says something definite give: a fact, an event, a decision?"""

import re
from collections.abc import Collection

from quaidpy.domain.memories.drafts import EntityDraft, RejectionReason, person
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.time.written_dates import WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.dates.tenses import Direction, direction_of
from quaidpy.remember.finding.commitments import TECHNICAL
from quaidpy.remember.finding.of_others import Said
from quaidpy.remember.people.entities import Named, find_entities
from quaidpy.remember.words.chat_sentences import clearest_part
from quaidpy.remember.words.definiteness import (
    FIGURE,
    INTENSE,
    JUDGING,
    TIME,
    VERDICT,
    is_definite,
    is_labelled_value,
    is_noted_value,
)
from quaidpy.remember.words.requests import is_order, is_order_of_the_moment
from quaidpy.remember.words.rewriting import Voices, in_third_person, possessive
from quaidpy.remember.words.salience import Salience, content_words
from quaidpy.remember.words.self_contained import STATE, has_verb
from quaidpy.remember.words.subjects import Subject, subject_of
from quaidpy.remember.words.verbs import BASE_VERBS, MODALS, is_verb_like

_WORTH = 0.5
_WORTH_IN_COMPANY = 0.4
_LEAST_CONTENT = 2  # words that say something
_LEAST_NOTED = 1  # of them in a note: "Twilio is out"
_LEAST_WORDS = 3
_SETTLING = frozenset(
    """
    move set switch change drop replace rename keep use stay remove disable enable raise lower cancel postpone stop
    start limit
    """.split()  # noqa: SIM905 - a word list reads as one
)
_LEAST_ORDER = 4  # words
_LETS = regex(
    r"^(?:let's|lets|let us)\s+(?P<what>(?:go with|move|use|keep|switch|drop|stay|start|stop)\b.+)$",
    re.IGNORECASE,
)
_SO_IT_IS = regex(r"^(?P<what>[\w' .+/-]{2,40}?)\s+it is(?P<more>, [\w' .+/-]{2,40})?$", re.IGNORECASE)
_DOING = regex(
    r"^(?P<head>(?:(?:so|not|now|still|also) ){0,3})(?P<verb>[a-z]{2,20}ing)\b (?P<rest>.+)$", re.IGNORECASE
)
_POINTED_AT = frozenset({Subject.POINTER, Subject.SHE, Subject.HE, Subject.THEY})
_UNSETTLED = regex(
    r"^(?:i|we)(?:'d| would| might| could)? (?:need|want|like|think|thought|guess|mean|might|could|would|should"
    r"|must|gotta|have to|tell)\b",
    re.IGNORECASE,
)
_VAGUE = regex(r"\b(?:some(?:thing|where|body|one)|whatever|or so)\b", re.IGNORECASE)
_AT_START = 4  # characters; "The " may stand before a name
_TO_LISTENER = regex(r"\b(?:you|your|yours)\b", re.IGNORECASE)
_SPEECH_OF_ANOTHER = regex(
    r"^[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*){0,2}: (?!\d|[£$€]|(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|tomorrow|today|from"
    r"|until)\b)"
)
"""What somebody else said; a day or an amount behind a word is what it names: "Prizegiving: Sunday 11 October"."""


def definite_fact(
    spoken: str, voices: Voices, known: Collection[EntityDraft], *, is_note: bool
) -> Said | RejectionReason:
    """The sentence as a fact or an event, where it says something definite and can be understood alone.

    `is_note`: told to an assistant or written down for oneself, where hardly a word is said for company: a value may
    stand without a verb.
    """
    if is_order(spoken) or is_order_of_the_moment(spoken):
        return RejectionReason.NOT_SALIENT
    spoken = _with_subject(spoken)
    subject = subject_of(spoken)
    named = [one for one in find_entities(spoken, known) if not _is_shouted(one.entity.name)]
    if not _is_worth_keeping(spoken, named, is_note=is_note):
        return RejectionReason.NOT_SALIENT
    if _is_no_news(spoken, subject):
        return RejectionReason.NOT_SALIENT
    if not (has_verb(spoken) or STATE.search(spoken)):
        if (
            _OF_NO_THING.match(spoken)
            or not is_noted_value(spoken)
            or not (is_note or is_labelled_value(spoken))
        ):
            return RejectionReason.FRAGMENT
        spoken = spoken if is_note else f"{possessive(voices.speaker)} note: {spoken}"
    clear = clearest_part(spoken)
    if clear is None or subject in _POINTED_AT or (subject is Subject.LISTENER and voices.listener is None):
        return RejectionReason.UNRESOLVED
    is_event = direction_of(clear, 0, 0) is Direction.BACK
    worth = _WORTH if is_note else _WORTH_IN_COMPANY
    salience = Salience(Kind.EVENT if is_event else Kind.FACT, worth, is_sure=is_note)
    return Said(in_third_person(clear, voices), salience, _about(subject, voices, named))


def is_arranging(spoken: str) -> bool:
    """Whether what sounds like a courtesy gives a day, an hour or a number: "I can do Saturdays", "we will be 74"."""
    is_long = len(spoken.split()) > _LONGEST_ARRANGED
    if is_long or _ARRANGED.match(spoken) is None or _TO_LISTENER.search(spoken):
        return False
    is_timed = TIME.search(spoken) is not None or re.search(r"\d", spoken) is not None
    return is_timed and not (JUDGING.search(spoken) or INTENSE.search(spoken))


_ARRANGED = regex(
    r"\A(?:so |then )?(?:i|we)(?:(?:['’](?:m|re)| am| are)(?: not| also| all)? (?:free|off|away|back|out|in|at|booked"
    r"|closed|open|home|\d)|(?:['’]ll| will| won['’]t| can| can['’]t| cannot)"
    r" (?!(?:always |never |only )?(?:wait|help|imagine|remember|forget|believe|keep|see|try|think|miss|so"
    r"|be (?:sure|ready|there))\b))",
    re.IGNORECASE,
)
_LONGEST_ARRANGED = 16  # words; more tell how somebody feels about it


def _is_no_news(spoken: str, subject: Subject) -> bool:
    """Whether it only judges, or speaks of nothing certain, and gives no figure."""
    is_verdict = VERDICT.search(spoken) is not None and subject is not Subject.SPEAKER
    if is_verdict and not (FIGURE.search(spoken) or TIME.search(spoken)):
        return True
    if _BARE_END.search(spoken):
        return True
    return _VAGUE.search(spoken) is not None and not (has_verb(spoken) and FIGURE.search(spoken))


_BARE_END = regex(
    r"\b(?:stays?|remains?) (?:at )?(?:one|two|three|four|five|\d{1,2}|as offered|the same)\W*$",
    re.IGNORECASE,
)
"""A number of what is told elsewhere."""


def _is_shouted(name: str) -> bool:
    """Whether capitals only raise the voice: "a bad MONTH"; an acronym is shorter, or no word."""
    return name.isupper() and len(name) >= _SHOUTED and " " not in name


_SHOUTED = 5  # letters


def _about(subject: Subject, voices: Voices, named: Collection[Named]) -> EntityDraft | None:
    if subject in {Subject.SPEAKER, Subject.SPEAKERS_OWN}:
        return person(voices.speaker)
    return next((one.entity for one in named if one.start <= _AT_START), None)


def _is_worth_keeping(spoken: str, named: Collection[Named], *, is_note: bool) -> bool:
    least = _LEAST_NOTED if is_note else _LEAST_CONTENT
    is_too_short = len(content_words(spoken)) < least or len(spoken.split()) < _LEAST_WORDS
    is_inward = subject_of(spoken) is Subject.SPEAKER and (
        TECHNICAL.search(spoken) or _UNSETTLED.match(spoken)
    )
    if is_inward and not TIME.search(spoken):
        return False
    is_addressed = _TO_LISTENER.search(spoken) is not None and not FIGURE.search(spoken)
    if is_too_short or (not is_note and (is_addressed or _SPEECH_OF_ANOTHER.match(spoken))):
        return False
    return is_definite(spoken, names=len(named), is_note=is_note)


def _with_subject(spoken: str) -> str:
    """The same of oneself, where only a doing is told: "moving to Leeds in May"."""
    doing = _DOING.match(spoken)
    if (
        doing is None
        or not _is_deed(doing["verb"].lower())
        or _is_subject(doing["rest"])
        or _DOER.match(doing["rest"])
    ):
        return spoken
    if any(form.match(doing["rest"]) for form in (_NAMES_A_THING, _COMPOUND, _OF_A_DOING, _MEASURE)):
        return spoken
    return f"I am {doing['head'].lower().removeprefix('so ')}{doing['verb'].lower()} {doing['rest']}"


_OF_NO_THING = regex(
    r"(?:around|about|until|till|by|before|after|from|to|at|in|on|with|without|for|near|opposite|behind"
    r"|end of) (?![^,:]{2,30}: )"
    r"|(?<![\w-])(?:the |an? |some )?[\w-]{1,40}(?: [\w-]{1,40})? (?:that|which|who)\b [^,]*\Z",
    re.IGNORECASE,
)
"""A time, a place or which of some, without what is then or there: "around mid November, on a Thursday"."""
_DOER = regex(r"(?:(?:i|we|he|she|they)|[^,]{1,40}, (?:i|we)) [a-z]", re.IGNORECASE)
"""What is done may stand before whoever does it: "training we do on Sundays"."""
_NAMES_A_THING = regex(r"[a-z]{1,24}(?: [\w-]{1,24}){0,3}: \S")
"""The rest of a label: "opening hours: …" tells of nobody who opens something."""


_OF_A_DOING = regex(
    r"(?:tests?|lessons?|class(?:es)?|courses?|sessions?|licen[cs]e|days?|dates?|times?|lists?|rooms?|kit|gear|trips?|tours?"
    r"|plans?|fees?|costs?|permits?|season|team|club|group|hours|school|machine|shoes|practice|exams?|bee|party|lunch|dinner"
    r"|do|drinks|cards?|presents?|cert|ovation|orders?|points?|water|pool)\b",
    re.IGNORECASE,
)
"""What is called after a doing: "driving test with the OT" tells of nobody who drives."""
_COMPOUND = regex(
    rf"(?!(?:into|onto|through|over|out|off|back|down|the|our|some|more|for|with"
    rf"|from)\b)[a-z]{{3,30}}(?<!s) (?!(?:in|on|at|to|for|with|from|by|and|or|again|every|each|until|till|since"
    rf"|next|this|that|now|here|there"
    rf"|{WEEKDAY}|\w{{1,20}}ly)\b)[A-Za-zÀ-ÿ]{{3,30}}\b"
)
"""The rest of a thing that is for a doing: "sailing area Baltic coast"."""


_MEASURE = regex(
    r"(?!(?:until|till|since|about|around|after|before|over|under|only|all|nearly|almost|another|chapters?|pages?|parts?"
    r"|episodes?|lessons?|bus|tram|line|train)\b)[a-z]{3,20}(?: is)?[:=]? ?[\d£$€]"
)
"""The rest of a thing with its value: "sampling rate 250 kHz", "opening hours 9 to 5"."""


def _is_deed(verb: str) -> bool:
    stem = verb.removesuffix("ing")
    return stem in BASE_VERBS or f"{stem}e" in BASE_VERBS or stem[:-1] in BASE_VERBS


def _is_subject(rest: str) -> bool:
    """Whether a doing is itself the subject of what follows: "staging db gets wiped", "running helps"."""
    clause = re.split(
        r"[,;:.]|\b(?:because|so|since|while|when|that|what|which|who|where|how|if)\b", rest, maxsplit=1
    )[0]
    words = [word.lower() for word in clause.split()]
    return any(
        word in MODALS or (is_verb_like(word) and (word.endswith("s") or word in {"are", "were"}))
        for word in words
    )


def decided(spoken: str, voices: Voices) -> Said | RejectionReason | None:
    """What a note settles by an order: "move the API to port 8620"; None for any other sentence."""
    settled = _settled(spoken)
    return None if settled is None else _decision(settled, voices)


def _settled(spoken: str) -> str | None:
    """What is settled by an order that changes how things are from here on, or by "X it is"."""
    lets = _LETS.match(spoken)
    if lets and not _OF_THE_MOMENT.search(spoken):
        return lets["what"]
    chosen = _SO_IT_IS.match(spoken)
    if chosen and chosen["what"].split()[-1].lower() not in _NOT_CHOSEN:
        return f"go with {chosen['what']}{chosen['more'] or ''}"
    verb = spoken.split(maxsplit=1)[0].lower() if spoken.split() else ""
    if verb not in _SETTLING or len(spoken.split()) < _LEAST_ORDER or not is_order(spoken):
        return None
    if (
        _TOLD_BY_ANOTHER.search(spoken)
        or _OF_THE_MOMENT.search(spoken)
        or (TECHNICAL.search(spoken) and not re.search(r"(?<![\w.])\d+\b(?!\.\w)", spoken))
    ):
        return None
    told = spoken.split(",", maxsplit=1)[0] if _ONE_DEED.match(spoken) else spoken
    is_lasting = re.search(r"\d|\b(?:to|for|from|into|not|never|no|instead)\b", told)
    return spoken if is_lasting else None


_NOT_CHOSEN = frozenset(
    ["where", "what", "how", "who", "when", "why", "which", "as", "than", "that", "whatever"]
)
"""Before an "it is" that settles nothing: "the saddle stays where it is"."""
_TOLD_BY_ANOTHER = regex(
    r", (?:she|he|they|(?-i:[A-ZÀ-Þ])[\w-]+) (?:says?|said|thinks?|told)\b", re.IGNORECASE
)
_ONE_DEED = regex(r"(?:rename|remove|start|set|disable|enable) (?:the|this|that|my|our)\b", re.IGNORECASE)
"""What is done once to one thing; only its own clause can tell that it lasts."""
_OF_THE_MOMENT = regex(
    r"\b(?:here|for now|yet|next|first|second|last|above|below|on to|helper|\w+\.(?:py|js|ts|go|rs|java|md|json"
    r"|toml|ya?ml))\b",
    re.IGNORECASE,
)


def _decision(settled: str, voices: Voices) -> Said | RejectionReason:
    clear = clearest_part(settled)
    if clear is None:
        return RejectionReason.UNRESOLVED
    text = in_third_person(clear, voices)
    salience = Salience(Kind.DECISION, _WORTH, is_sure=True)
    return Said(f"{voices.speaker} decided: {text[0].lower()}{text[1:]}", salience, person(voices.speaker))
