"""Who is a sentence about, by how it begins?"""

import re
from enum import Enum, auto

from quaidpy.domain.time.written_dates import WEEKDAY
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


_NAME_START = re.compile(r"^(?:the )?[A-ZÀ-ÞĀ-Ž]")


def subject_of(statement: str) -> Subject:
    """By the first words of a stripped statement."""
    found = re.findall(r"[\w'-]+", statement.lower())
    if not found:
        return Subject.GENERAL
    first = found[0]
    head = first.split("'")[0]
    by_word = _SUBJECTS.get(head) or _SUBJECTS.get(first)
    if _TOOK_A_WHILE.match(statement):
        by_word = Subject.POINTER
    if by_word:
        return by_word
    rest = [word for word in found if word not in ADVERBS] or found
    if rest[0].split("'")[0] in {"i", "we"}:
        return Subject.SPEAKER
    if (
        _ENDS_ON.match(statement)
        or _is_dropped_verb(rest[0])
        or (rest[0].endswith("ed") and rest[1:2] in (["my"], ["our"]))
        or re.match(r"(?:got|planning|thinking of)\b", rest[0])
        or _DONE_TO_OWN.match(statement)
    ):
        return Subject.DROPPED
    if _leads_to_speaker(statement):
        return Subject.SPEAKER
    return Subject.NAMED if _NAME_START.match(statement) else Subject.GENERAL


_TOOK_A_WHILE = re.compile(
    r"(?:took|cost|meant|turned out|helped|felt|looked|sounded|seemed) (?:me\b|us\b|some (?:time|trial"
    r"|work|effort|doing|getting)|a while"
    r"|ages|forever|longer|so long|too long|a (?:bit|lot|few))",
    re.IGNORECASE,
)
"""What an "it" did that is left out: "took me ages"."""
_ENDS_ON = re.compile(
    r"(?:finish|start|leave|fly|arrive|land|retire|move|return)(?: (?:in|out|back|home|off|work))?,? (?:on "
    r"|in |at )?(?:the )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\b|{WEEKDAY}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
"""What somebody does on a day, their "I" left out; nobody orders one to retire on a date."""


_DONE_TO_OWN = re.compile(r"[a-z]{2,12}ed (?:my|our|myself)\b", re.IGNORECASE)
"""A past that no list knows, with what is one's own behind it: "sprained my wrist"."""


def _is_dropped_verb(word: str) -> bool:
    """Whether a first word is the past of a known verb, so that "I" was left out before it."""
    if word in IRREGULAR_PAST:
        return word not in {"let", "put", "set", "felt", "was", "were", "read", "been"}
    return (
        word.endswith("ed")
        and len(word) > _SHORTEST_PAST
        and (word[:-2] in BASE_VERBS or word[:-1] in BASE_VERBS)
        and word not in {"loved", "liked"}
    )


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
