"""Who is a sentence about, by how it begins?"""

import re
from collections.abc import Callable
from enum import Enum, auto

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN, is_given_name
from quaidpy.remember.words.verbs import ADVERBS, BASE_VERBS, IRREGULAR_PAST


class Subject(Enum):
    """Who a sentence is about, by how it begins."""

    SPEAKER = auto()
    SPEAKERS_OWN = auto()  # "my sister …", "our house …"
    LISTENER = auto()
    POINTER = auto()  # "it", "this", "there": means nothing alone
    SHE = auto()
    HE = auto()
    THEY = auto()
    DROPPED = auto()  # "Went home."
    NAMED = auto()
    GENERAL = auto()


_NAME_START = regex(r"^(?:the )?[A-ZÀ-ÞĀ-Ž]")


def subject_of(statement: str) -> Subject:
    """By the first words of a stripped statement."""
    found = re.findall(r"[\w'-]+", statement.lower())
    if not found:
        return Subject.GENERAL
    first = found[0]
    head = first.split("'")[0]
    by_word = _SUBJECTS.get(head) or _SUBJECTS.get(first)
    if _is_of_another(statement):
        by_word = Subject.POINTER
    if by_word:
        return by_word
    rest = [word for word in found if word not in ADVERBS] or found
    if rest[0].split("'")[0] in {"i", "we"}:
        return Subject.SPEAKER
    if (
        ENDS_ON.match(statement)
        or (_is_dropped_verb(rest[0]) and not _IS_OF_A_NOUN.match(statement))
        or (rest[0].endswith("ed") and rest[1:2] in (["my"], ["our"]))
        or re.match(r"(?:got|planning|thinking of)\b", rest[0])
        or _DONE_TO_OWN.match(statement)
    ):
        return Subject.DROPPED
    if _leads_to_speaker(statement):
        return Subject.SPEAKER
    return Subject.NAMED if _NAME_START.match(statement) else Subject.GENERAL


_TOOK_A_WHILE = regex(
    r"(?:took|cost|meant|turned out|helped|felt|looked|sounded|seemed) (?:me\b|us\b|some (?:time|trial"
    r"|work|effort|doing|getting)|a while"
    r"|ages|forever|longer|so long|too long|a (?:bit|lot|few))",
    re.IGNORECASE,
)
"""What an "it" did that is left out: "took me ages"."""
TO_SPEAKER = regex(
    r"(?:told|asked|reminded|warned|showed|taught|promised|invited|offered|lent|gave|sent|owes|texted|rang|called"
    r"|phoned|emailed|helped|drove|paid|advised|begged|wants|wanted) (?:me|us)\b(?! myself| ourselves)",
    re.IGNORECASE,
)
"""What somebody else does to whoever speaks: "told me to wait" leaves out no "I"."""
_PUT_OFF = regex(
    r"(?:moved|pushed|postponed|delayed|rescheduled|shifted|put off|brought forward|cancel+ed|called off|extended)"
    r"(?: (?:back|forward|up|again|it))?(?:[,:]| (?:online|(?:to|until|till|by) (?:the |next |this |a |about )?"
    rf"(?:\d|{WEEKDAY}|{MONTH}\b|week|month|year|spring|summer|autumn|winter|morning|afternoon|evening)))",
    re.IGNORECASE,
)
"""An appointment that was put off, and is not named: "pushed to Friday", "moved online"."""
_WHEN_SHUT = regex(
    rf"(?:closed|open|opened|shut)(?: on)? (?:{WEEKDAY}s?|at|from|until|till|all|for|over|now|today|tomorrow"
    r"|again|\d)\b",
    re.IGNORECASE,
)
"""What is closed or open at that time is left out: "closed Tuesdays then"."""
_DEED_TO_SOME = regex(
    r"(?:renewed|sold|fixed|paid|booked|ordered|signed|submitted|replaced|returned|repaired|sent|hired|fired|bought"
    r"|cancell?ed|rejected|approved|refused|confirmed)"
    r"(?:\W*$|[.!] |,? (?:[£$€]\d|(?:about )?\d[\d.,]*(?:k\b| ?(?:€|£|\$|euros?|dollars?|bucks|quid|pounds|francs"
    r"|percent|%))|until\b|till\b|for (?:another )?(?:a|one|two|three|\d+) (?:day|week|month|year)))",
    re.IGNORECASE,
)
"""A deed without what it was done to: "renewed, 14 euro"."""
ENDS_ON = regex(
    r"(?:(?:finish|start|leave|fly|arrive|land|retire|return)(?: (?:in|out|back|home|off|work))?"
    r"|move(?: (?:back|home))?),? (?:(?:on|in|at) )?(?:the )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\b|{WEEKDAY}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
"""What somebody does on a day, their "I" left out; nobody orders one to retire on a date."""


_DONE_TO_OWN = regex(
    r"(?!need|feed|seed|weed|embed|loved|liked|hated|enjoyed|used|based|supposed|allowed"
    r"|meant)[a-z]{2,12}ed (?:my|our|myself|the"
    r"|an?|some|all|it|them|him|her|both|\S+ to \d)\b",
    re.IGNORECASE,
)
"""A past that no list knows, with what it was done to behind it: "sprained my wrist", "glued the joint"."""


_OF_ITSELF = regex(
    r"(?:mine|ours|yours|hers|theirs)\b|(?:came|went) (?:in|through|off|up|down)\b"
    r"|[a-z]{2,12}ed,? (?:it['’]?s|it is|it was|they['’]re|now (?:it|at))\b",
    re.IGNORECASE,
)
"""What belongs to somebody and is not named, or has done something by itself: "changed, it's 90 now"."""
_DONE_BY = regex(
    r"(?!(?:stopp|dropp|pass|walk|cycl|travell|swung|popp|mov|liv|stay|went|came|ran|flew|drove|rode)[a-z]*\b)"
    r"[a-z]{2,14}(?:ed|en|wn|ught|lt|pt|nt|ld|ung|ade|ut)(?: off| up| out| down)? by (?!\d|my ?self|then|now|noon)",
    re.IGNORECASE,
)
"""What was done by somebody, and not to whom: "replaced by a new nurse"."""
_HAD_FROM = regex(
    r"(?:inherited|bought|borrowed|copied|rented|hired|adopted|imported|stolen|stole|taken|built|translated"
    r"|recommended) (?:from|by)\b",
    re.IGNORECASE,
)
"""Where something is from that is not named: "inherited from an aunt"."""
_BOTH = regex(
    r"(?:both|neither)(?: of (?:them|us|you))? (?!of\b)(?:[a-z]{2,14}ed|(?:do|did|was|were|have|had|went|came|got|said"
    r"|took|ate|like|want|love|hate|need|are|can|will)(?:n['’]t)?)\b",
    re.IGNORECASE,
)
"""Two who are told of elsewhere: "both laughed"."""
_PRAISED = regex(
    r"(?:well )?(?:played|spotted|remembered|deserved)(?: (?:both|all|everyone|everybody|you two|lads|girls|team))?"
    r"(?:[.!,]+(?: |$)|$)",
    re.IGNORECASE,
)
"""What is said to whoever did it: "well played"."""
_TAKEN_NOTE = regex(
    r"(?:noted|understood|acknowledged|confirmed|agreed|recorded)(?=\W|$)(?! (?:the|that|my|our|a|to|on|with)\b)",
    re.IGNORECASE,
)
"""Somebody says that they have heard: "noted, not on the list"."""
_OF_ANOTHER = (
    _TOOK_A_WHILE,
    TO_SPEAKER,
    _PUT_OFF,
    _WHEN_SHUT,
    _DEED_TO_SOME,
    _OF_ITSELF,
    _DONE_BY,
    _HAD_FROM,
    _BOTH,
    _PRAISED,
    _TAKEN_NOTE,
)
"""What does not begin with an "I" left out, though it begins with a verb."""
_IS_OF_A_NOUN = regex(
    r"(?i:first|second|third|next|last) [a-z]+ (?!(?:the|an?|my|our|his|her|their|it|that|him|them|me|us|to"
    r"|with|about|off|up"
    r"|out|over|down|through)\b)"
    r"|(?i:left) (?!(?:the|an?|my|our|his|her|their|it|that|this|him|them|me|us|all|some|two|three|work"
    r"|home|school|town|early|late"
    r"|behind|out|off|after|before|around|about|for|from|at|on|in|by|with|without|because|when|over|everything"
    r"|nothing|today|yesterday|last|and|but|so|just|alone)\b)[a-z]"
)
"""A verb's form that only says which: "left bearing", "first cut on Monday"."""


def speaks_of_speaker(text: str) -> bool:
    """Whether whoever speaks, or what is theirs, is named in it."""
    return _OF_SPEAKER.search(text) is not None


_OF_SPEAKER = regex(r"\b(?:i|we|my|our|me|us|got)\b", re.IGNORECASE)


def may_be_of_somebody_else(follows: str, told: str, is_known: Callable[[str], bool] = is_given_name) -> bool:
    """Whether a sentence that leaves out who does it may be of whom the one before it is.

    `is_known`: whether a word in lower case is the first name of somebody known.
    """
    if ENDS_ON.match(follows):
        return not speaks_of_speaker(told)
    return _tells_of_somebody_else(told, is_known)


def _tells_of_somebody_else(sentence: str, is_known: Callable[[str], bool]) -> bool:
    """Whether somebody else is its subject, and the speaker does nothing in it: what comes next may be theirs."""
    first = _WHO.match(sentence)
    if first is None or _SPEAKER.search(sentence, first.end()):
        return False
    who = first["who"].lower()
    return first["title"] is not None or who in _OTHERS or who in KIN or is_given_name(who) or is_known(who)


_WHO = regex(
    r"\W{0,3}(?:(?:and|but|so|then|well|my|our|his|her|their) )?(?P<title>(?:mrs?|ms|miss|dr)\.? )?"
    r"(?P<who>\w[\w'-]{1,19})\b",
    re.IGNORECASE,
)
_OTHERS = frozenset({"he", "she", "they", "he's", "she's", "hes", "shes", "they're"})
_SPEAKER = regex(r"\b(?:i|we)\b", re.IGNORECASE)


def leaves_out_its_subject(statement: str) -> bool:
    """Whether whoever or whatever does it stands elsewhere: "went home", "pushed to Friday"."""
    return subject_of(statement) is Subject.DROPPED or _is_of_another(statement)


def _is_of_another(statement: str) -> bool:
    return any(form.match(statement) for form in _OF_ANOTHER)


def _is_dropped_verb(word: str) -> bool:
    """Whether a first word is the past of a known verb, so that "I" was left out before it."""
    if word in IRREGULAR_PAST:
        return word not in {"let", "put", "set", "felt", "was", "were", "read", "been"}
    return (
        word.endswith("ed")
        and len(word) > _SHORTEST_PAST
        and not BASE_VERBS.isdisjoint(_stems(word))
        and word not in _FELT
    )


def _stems(past: str) -> tuple[str, ...]:
    """What a past in -ed may come from: walked, baked, stopped, tried."""
    is_doubled = past[-3:-2] == past[-4:-3]
    stems = (past[:-2], past[:-1], f"{past[:-3]}y" if past.endswith("ied") else past[:-2])
    return (*stems, past[:-3]) if is_doubled else stems


_FELT = frozenset(
    """
    loved liked pumped excited stoked psyched hyped thrilled tired relieved bored inspired confused determined blessed
    honored honoured obsessed interested worried annoyed amazed surprised impressed disappointed exhausted
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""How somebody feels, and nothing they have done."""
_SHORTEST_PAST = 4  # letters; "bed", "red" and "shed" are things
_SUBJECTS = {
    **dict.fromkeys(("i", "we", "im", "ive"), Subject.SPEAKER),
    **dict.fromkeys(("my", "our"), Subject.SPEAKERS_OWN),
    **dict.fromkeys(("you", "your", "youre"), Subject.LISTENER),
    **dict.fromkeys(
        ("it", "this", "that", "these", "those", "there", "here", "its", "thats", "what", "which"),
        Subject.POINTER,
    ),
    **dict.fromkeys(("she", "her"), Subject.SHE),
    **dict.fromkeys(("he", "his", "him"), Subject.HE),
    **dict.fromkeys(("they", "their", "them"), Subject.THEY),
}


def _leads_to_speaker(statement: str) -> bool:
    """Whether a few introducing words are followed by the speaker: "Last week I …", "After the move, we …"."""
    intro = re.match(
        r"^(?:[\w' -]{2,60}?),? (?:i|i'm|i've|we|we're|we've|i'd|i'll)\b", statement, re.IGNORECASE
    )
    if not intro:
        return False
    first = re.match(r"[\w']+", statement)
    return bool(first) and first[0].lower() in _INTRODUCTIONS if first else False


_INTRODUCTIONS = frozenset(
    """
    after at before by during every for from in last next on once one since this these through today
    tomorrow tonight until
    when while with yesterday recently lately as because although if back now nowadays growing
    """.split()  # noqa: SIM905 - a word list reads as one
)
