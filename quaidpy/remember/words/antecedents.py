"""Is something named before an "it", a "them" or a "that" for which it can stand?"""

import re

from quaidpy.regex import regex
from quaidpy.remember.words.gazetteer import CALENDAR_WORDS
from quaidpy.remember.words.names import KIN, is_given_name_in_small
from quaidpy.remember.words.verbs import (
    ADVERBS,
    BASE_VERBS,
    IRREGULAR_PAST,
    PARTICIPLES,
    is_past,
    is_verb_like,
)

_LIGHT = (
    ADVERBS
    | CALENDAR_WORDS
    | IRREGULAR_PAST
    | frozenset(
        """
    i i'm i've i'd i'll we we've we're we'll my me our us you your the a an and or but to of in on at for
    with about from x
    is am are was were be been being have has had do does did will would can could should going want need
    like love think
    know see good great fun blast time
    better worse best worst able busy up out off down away back over around along
    if when while because as how what why who all some much more most really not no by
    """.split()  # noqa: SIM905 - a word list reads as one
    )
)


def has_antecedent(pointer: str, before: str, after: list[str]) -> bool:
    """Whether a noun of the right number stands before: people are no "it", and "they" are several."""
    if pointer == "it":
        before = _GROUP.sub("", before)
    before = _TO_DO.sub("", _STRETCH.sub("", before))
    if pointer == "one" and after and _is_noun_like(after[0]) and after[0] not in _LIGHT:
        return True  # "one ward at a time" counts
    if pointer in {"one", "ones"}:
        before = _WHICH_ONE.sub("", before)
    found = [word.rstrip("-") for word in re.findall(r"[a-z][\w'-]+", before) if word not in _LIGHT]
    nouns = [word for word in found if not _is_somebody(word) and _is_noun_like(word)]
    if pointer == "that" and after[:1] and not is_verb_like(after[0]):
        return False  # "that world": which one?
    if (
        pointer == "they"
        and not _IMPERSONAL.isdisjoint(after[:2])
        and not {"me", "us"}.isdisjoint(after[1:5])
    ):
        return True  # "they've given me the 9th": whoever it is whose business that is
    if pointer == "them" and _OFF.search(before):
        found = re.findall(r"[a-z][\w'-]+", _COUNTED.sub("", before))
    if pointer in {"they", "them", "these", "those"}:
        several = [
            word
            for word in found
            if word.endswith("s")
            and not word.endswith(("ss", "'s", "ous", "us"))
            and len(word) > 3
            and word not in _NEVER_MEANT
            and not is_given_name_in_small(word)
        ]
        if (
            pointer != "they"
            and len(several) == 1
            and _IS_DOER.match(before)
            and before.lstrip().startswith(several[0])
        ):
            return False  # "crews don't see those": not the crews
        return bool(several) or "people" in found or "children" in found or "family" in found
    return bool(nouns) and (pointer != "it" or _is_one(nouns, before))


def _is_one(nouns: list[str], before: str) -> bool:
    """Whether one thing is named, or somebody tells what they do, for which an "it" of its own clause may stand."""
    is_of_a_doing = _DOING.search(before) is not None and _BEGINS_CLAUSE.search(before) is not None
    return is_of_a_doing or any(not _is_several(word) for word in nouns)


def _is_several(word: str) -> bool:
    """Whether a noun is surely of several, which no "it" is: "clips"; "news" and "lens" look like some."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "'s", "ws", "ns", "cs", "es"))


_DOING = regex(r"\b[a-z]{3,}ing\b")
_BEGINS_CLAUSE = regex(r"(?:[-–—,;:]|\b(?:and|but|so|as|because|since))\s*\Z")
"""Behind these an "it" may stand for what somebody does: "I write articles - it relaxes me"."""
_WHICH_ONE = regex(r"\b(?:the|that|this|an?|my|our|another) (?:[\w'-]+ ){0,2}$")
"""What tells one of several apart, and is not what they are: "the Austin one"."""
_TO_DO = regex(
    r"(?:(?<=\bto )|(?<=\bgonna )|(?<=\bwill )|(?<=\bcan )|(?<=['’]ll )|(?<=\bcould )|(?<=\bmight )|(?<=\bwould ))"
    r"[a-z]+ *(?:(?:with|on|at|into|about|for|through|around|out|up|down|off|in) *){0,2}\Z|\bkeep(?:ing|s)? (?:an"
    r"|a close|my|our) eye\b"
)
"""What is done to an "it" right before it, and what is only watched in a figure of speech."""
_GROUP = regex(r"\b[a-z]+ (?:family|household|couple|crew|twins)\b")
_OFF = regex(r"\b(?:off|from|by)\s*\Z")
_COUNTED = regex(r"\b\d+ [a-z]+s\b")
"""What one gets off somebody is not who one gets it off: "14 sacks a month off them"."""
_IS_DOER = regex(
    r"\A\s{0,3}+[a-z]{1,20}s (?:don't|do not|never|only|can't|cannot|won't|will|can|may|must|should|get|see|want"
    r"|need|use)\b[^,;]*+\Z"
)
_IMPERSONAL = frozenset(
    "give given gave offer offered sent send told tell booked put want moved charge charged".split()  # noqa: SIM905
)
"""What offices and shops do to one, who are called "they" without being named."""
_NEVER_MEANT = frozenset(
    """
    lots times things always perhaps means says goes gets does wants needs likes gives takes brings keeps sends thinks
    knows asks comes makes tells finds buys sells
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Words in s that no "they" stands for, where people or things are meant."""
_STRETCH = regex(
    r"\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of|many|several|some) "
    r"(?:second|minute|hour|day|week|month|year|mile|time)s\b"
)
"""A stretch of time, which is nobody either."""


def _is_somebody(word: str) -> bool:
    """Whether a small word is whom somebody is called or what they are to another."""
    bare = word.removesuffix("'s")
    return bare in KIN or word == "somebody-there" or is_given_name_in_small(bare)


def _is_noun_like(word: str) -> bool:
    if word in _TIMES or is_past(word) or word in PARTICIPLES - BASE_VERBS:
        return False
    is_of_manner = word.endswith("ly") and len(word) > _SHORTEST_IN_LY
    return (
        not is_verb_like(word) and not word.endswith("ing") and not is_of_manner and word not in _AUXILIARIES
    )


_TIMES = frozenset(
    """
    second minute hour day week weekend month year time today tomorrow tonight yesterday morning evening night after
    before since during until till once then
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""When something is, which is no "it"."""
_SHORTEST_IN_LY = 5  # letters; "lily", "july" and "ally" are none of manner
_AUXILIARIES = frozenset(
    {"gonna", "gotta", "wanna", "kinda", "sorta", "dunno", "lemme", "can't", "won't", "don't", "didn't"}
)
