"""Does the clause around a date look back or ahead?"""

import re
from enum import Enum, auto

from quaidpy.domain.time.written_dates import MONTH, WEEKDAY
from quaidpy.regex import regex
from quaidpy.remember.words.names import KIN, is_surely_given_name
from quaidpy.remember.words.verbs import (
    ADVERBS,
    BASE_VERBS,
    HAS_SIDES,
    IRREGULAR_PAST,
    MODALS,
    PARTICIPLES,
    is_past,
    is_verb_like,
)


class Direction(Enum):
    """In which direction a clause looks from the day it was said on."""

    BACK = auto()
    AHEAD = auto()
    PRESENT = auto()  # ahead, except for what has only just been
    ARRANGED = auto()  # the nearest: what is past is the arranging, the day arranged may be on either side
    AROUND = auto()  # nothing tells; the nearest, if it is near


_BREAK = regex(
    r"[.!?;:()]\s+|,\s+|\s[-–—]+\s|\s(?=(?:and|but|so|because|cos|coz|cuz|bc|while|although|though|then|which|who"
    r"|when)\s)"
)
_PLANNED_AHEAD = regex(
    r"\b(?:(?<!my )(?<!our )(?<!the )(?<!'s )(?<!her )(?<!his )will"
    r"|would|'ll|won't|going to|gonna|coming up|lined up|(?:is|are) to be|plan(?:s|ning)?"
    r"|want(?:s|ed)?|hop(?:e|es|ing)|can't wait|upcoming|next"
    r"|tomorrow|soon|intend\w*|decid(?:ed|ing) to|promised to|agreed to|scheduled?|look(?:ing)? forward"
    r"|to be [a-z]{2,}(?:ed|en|t|ne)|(?:is|are|'s|'re) getting|ha(?:ve|s) (?:got )?to|needs?"
    r"|reminded to|must|shall|should|might|starting|(?<!was )(?<!were )due"
    r"|(?:undertak(?:es?|ing)|promises?|agrees?|offers?) to|to have (?:the|an?|my|our|his|her|its|their|it|them)"
    r"|deadline|expires?|ought to|(?<!was )(?<!were )(?:expected|anticipated))\b",
    re.IGNORECASE,
)
"""Words that put a clause ahead whatever its verb's form."""
_ARRANGED = regex(
    r"\b(?:sign(?:ed|ing) up|(?:re)?book(?:ed|ing)|order(?:ed|ing)|regist(?:ered|ering)|enrol+ed|arranged|invited"
    r"|reserved|set (?:a|the) date|deposit|(?<!was )(?<!were )(?<!been )(?<!get )(?<!got )paid"
    r"|(?:was|were) due|moved|postponed|rescheduled|delayed|pushed|shifted|changed|extended|put off|brought forward"
    r"|put (?:it |them )?back(?= (?:to|until|till)\b)"
    r"|planned|renewed|considered|proposed|suggested|discussed|foreseen|promised(?! to)"
    r"|noted|recorded|logged|saved|added|listed|written down|jotted"
    r"|(?:given|gave|offered) (?:me|us|him|her|them|the user|(?-i:[A-Z])\w+))\b",
    re.IGNORECASE,
)
_PUT_ELSEWHERE = regex(
    r"(?<!was )(?<!were )(?<!got )(?<!been )\b(?:moved|shifted|changed|pushed|extended)\b(?! (?:the |my "
    r"|our )?(?:meeting|appointment|date|call|demo))"
    rf"[^,;]{{0,60}}?\b(?:to|into|off|onto|over) (?!the \d|\d|{WEEKDAY}"
    r"|next)\S{1,40}(?: \S{1,40}){0,3} (?:on |in |last )?$",
    re.IGNORECASE,
)
"""A thing was moved to a place, and the day is the day it was done: "we moved the build to Woodpecker on …"."""
_MOVED_HOUSE = regex(
    r"(?P<who>[\w'’-]{1,30}) (?:(?:have|has|had|just|finally|already) ){0,2}moved"
    r"(?: (?:in|out|away|back|house|home|flats?|here|there)(?: [\w'’-]{1,20}){0,4})?(?: (?:on|last|in))?(?: the)? $",
    re.IGNORECASE,
)
_WHO_MOVES = frozenset({"i", "we", "he", "she", *KIN})
"""Of an exam that moved, the day is where it went to; of somebody, when they went."""
_HAS_GOT = regex(r"(?:\bha(?:ve|s)|['’](?:ve|s)) got (?:an?|the|my|our|two|three|\S+['’]s) ", re.IGNORECASE)
"""What somebody has, in the form of a past."""
_DONE_OR_PLANNED = regex(r"\b(?:decid(?:ed|ing)|promised|agreed) to\b", re.IGNORECASE)
_BOOKED = regex(
    r"\b(?:(?:re)?book(?:ed|ing)|reserved|enrol+ed|registered|signed up|invited|(?:flights?|tickets?|seats?"
    r"|berths?) bought|bought (?:\S+ ){0,4}(?:flights?|tickets?|seats?|berths?))\b(?!.{0,60} on (?:the )?$)",
    re.IGNORECASE,
)
"""What is booked lies ahead of the booking; the day behind "booked it on" may be that of the booking."""
_ENTERED = regex(
    r"\bentered (?:\S+ ){0,4}?(?:\d+ ?k|race|run|marathon|half|triathlon|competition|contest|tournament|show)\b",
    re.IGNORECASE,
)
_OFFERED = regex(r"\bsaid (?:the )?(?:same (?:again|price|time|place|deal)|yes to|to come)\b", re.IGNORECASE)
"""What somebody has said they would do again, not when they said it."""
_TO_START = regex(
    r"(?:\A|(?<!the )(?<!my )(?<!our )(?<!at )\b)(?:start|begin)(?: (?:on|in|from))?(?: the)? ?$",
    re.IGNORECASE,
)
"""Who will: "paediatric ward, start 2 November"."""
_LED_BY = regex(r"(?:on|from|starting(?: in| on| from)?|as of) ", re.IGNORECASE)
_FROM_THEN = regex(r"\b(?:from|starting(?: in| on| from)?|as of)\s+(?:the\s+)?$", re.IGNORECASE)
_LASTED = regex(
    r"\b(?:was|were|been|had|did|didn't|used to|worked|lived|stayed|studied|rented|commuted|trained|played|taught"
    r"|served|travell?ed|volunteered|dated|attended|suffered|practi[sc]ed|ran|went|came|slept|kept|knew|drove|heard"
    r"|saw|got|read)\b",
    re.IGNORECASE,
)
"""What went on from then, in a past; what was settled once holds from then: "they raised the rent from May"."""
_AS_OF = regex(
    r"\b(?:as of|effective(?: from| as of)?|with effect from)\s+(?:the\s+)?(?:(?:end|start|beginning) of\s+)?$",
    re.IGNORECASE,
)
"""From when something holds, whenever that was settled: "cancelled as of the end of June"."""
_NOT_YET_SO = regex(
    r"\A\W*(?:before|until|till|once|as soon as)\s+(?:the|my|our|his|her|their|i|we|he|she|they|it|[A-Z]\w+)\b",
    re.IGNORECASE,
)
_SINCE = regex(r"\bsince\s+(?:the\s+|early\s+|late\s+)?$", re.IGNORECASE)
_AS_PLANNED = regex(
    r"\bas (?:(?:planned|agreed|decided|discussed|announced|promised|said|arranged) ?)?(?:back )?(?:in|on)?(?: the)?"
    r" ?$",
    re.IGNORECASE,
)
_IS_DONE = regex(
    r"(?<!be )(?<!is )(?<!are )(?<!gets )(?<!get )\b(?:done|finished|completed|delivered|shipped|launched"
    r"|deployed|merged|went live)"
    r" (?:on|in) (?:the )?$",
    re.IGNORECASE,
)
_IS_SHUT = regex(
    r"(?<!was )(?<!were )(?<!been )(?<!had )\b(?:closed|shut|open) (?:from )?(?:the )?$", re.IGNORECASE
)
"""How something is at that time: "office closed 24 December to 3 January"."""
_MEANT_FOR = regex(r"\bfor (?:(?:the|my|our|his|her|their|an?) )?$", re.IGNORECASE)
"""What was done for a day may well have been done before it."""
_WORD = regex(r"[^\W\d_]+(?:['’][a-z]+)?")
_BE_NOW = frozenset(
    {"is", "are", "am", "i'm", "we're", "it's", "he's", "she's", "they're", "that's", "gets", "get"}
)
_HAVE = frozenset({"have", "has", "i've", "we've", "they've", "you've"})
_PAST_HELPERS = frozenset({"was", "were", "had", "did", "wasn't", "weren't", "didn't", "hadn't", "been"})
_CAN = frozenset({"can", "can't", "cannot", "cant"})
_ORDINALS = frozenset({"first", "second", "third", "next", "last"})
_ENDS = frozenset({"until", "till", "for", "by"})
_BEFORE_NOUNS = frozenset(
    {"the", "a", "an", "my", "our", "his", "her", "their", "your", "its", "this", "these", "those"}
)
_SUBJECTS = frozenset({"i", "we", "they", "you", "to", "who", "that"})


_NAMING = regex(
    r"(?P<whom>\b(?:an?|some|another|some(?:body|one)|two|three)(?: [a-z][\w-]*){0,3}?)"
    r" (?:called|named|titled)(?= [A-Z“\"])"
)


_HAS_DONE = regex(
    r"(?P<has>\b(?:has|have|having|gets?|getting) (?:his|her|my|our|your|their|the|an?) (?:[\w'’-]{1,20} ){1,3}?)"
    r"(?:done|cut|fixed|repaired|removed|replaced|checked|serviced|cleaned|mended|delivered|installed|fitted|painted"
    r"|renewed|scanned|tested|measured|collected|pulled)\b",
    re.IGNORECASE,
)
_LEFT_SIDE = regex(rf"\bleft(?= {HAS_SIDES}\b)", re.IGNORECASE)


def without_seeming_pasts(text: str) -> str:
    """With blanks, as many, for what looks like a past and is none.

    It tells a name ("a guy called Ray comes on Thursday"), what is to be done ("has her hip done on 4 May") or a side.
    """
    text = _NAMING.sub(lambda found: found["whom"].ljust(len(found[0])), text)
    text = _HAS_DONE.sub(lambda found: found["has"].ljust(len(found[0])), text)
    return _LEFT_SIDE.sub("    ", text)


def direction_of(text: str, start: int, end: int) -> Direction:
    """How the clause around [start, end) looks; one without a verb takes after the clauses before it, then after it.

    Of other sentences it takes no past: "not signed. Meeting in January" tells nothing of which January.
    """
    text = without_seeming_pasts(text)
    clauses = list(_clauses(text))
    at = next((i for i, (first, last) in enumerate(clauses) if first <= start < last), len(clauses) - 1)
    for index in (*range(at, -1, -1), *range(at + 1, len(clauses))):
        first, last = clauses[index]
        if (
            index == at
            and text[start:end][:3].lower() == "on "
            and _DONE_OR_PLANNED.search(text, first, start)
        ):
            return Direction.ARRANGED  # "decided to try it on 6 July"
        split = start if index == at else last
        rest = max(split, end) if index == at else last
        led = _LED_BY.match(text, start) if index == at else None
        found = _direction(f"{text[first:split]}{led[0] if led else ''}", text[rest:last])
        if found is Direction.AHEAD and index == at and _is_reached(text, clauses, at, start):
            return Direction.ARRANGED
        if found is Direction.BACK and (
            _MEANT_FOR.search(text, clauses[at][0], start) or _is_put_off(text, start, end)
        ):
            return Direction.ARRANGED
        if found is Direction.BACK and index != at:
            told = _of_thing(text, clauses[at], start) if index < at else None
            return told or (Direction.AROUND if _is_apart(text, clauses[index], clauses[at]) else found)
        if found is not None:
            return found
    return Direction.AROUND


def _is_apart(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a sentence ends between two clauses."""
    first, last = min(one, other), max(one, other)
    return _SENTENCE_END.search(text, max(0, first[1] - 2), last[0]) is not None


_SENTENCE_END = regex(r"[.!?]\s")


def _is_reached(text: str, clauses: list[tuple[int, int]], at: int, start: int) -> bool:
    """Whether a day that sounds ahead is of what has been done: "added slots starting 1 July"."""
    before = text[clauses[at][0] : start]
    if _STARTING.search(before):
        return _verb_of(before) is Direction.BACK
    is_bare_end = _BY.search(before) is not None and _verb_of(before) is None and at > 0
    return is_bare_end and _verb_of(text[slice(*clauses[at - 1])]) is Direction.BACK


def _of_thing(text: str, clause: tuple[int, int], start: int) -> Direction | None:
    """Of a clause that only says what is on a day, behind what was done: "saw the doctor, surgery on 4 May"."""
    if _FIRST.search(text, *clause) is not None:
        return Direction.ARRANGED
    return Direction.PRESENT if _THING.fullmatch(text[clause[0] : start]) is not None else None


def _is_put_off(text: str, start: int, end: int) -> bool:
    """Whether the day is the one that something was to be on, before it was moved: "it was 4 May, now 6 May"."""
    return bool(_WAS.search(text, max(0, start - _LONGEST_WAS), start)) and bool(_NOW.match(text, end))


_LONGEST_WAS = 20  # characters
_WAS = regex(r"\b(?:was|were)(?: (?:on|for|at|set for|planned for))? (?:the )?\Z", re.IGNORECASE)
_NOW = regex(
    r"\W{0,3}(?:and |but |so )?(?:(?:it|that|they)(?:['’]s|s| is| are|['’]re)? )?(?:been )?(?:now|moved|pushed"
    r"|postponed|brought forward|changed)\b",
    re.IGNORECASE,
)
_FIRST = regex(
    rf"\b(?:first|next|last|final) (?!{MONTH}\b)[a-z]+ (?:on |is )?(?:the )?(?:\d|{MONTH} \d)", re.IGNORECASE
)
_THING = regex(
    r"\W{0,3}(?:and |so )?(?:(?:the|my|our|his|her|their|an?) )?"
    r"(?!(?:in|on|at|from|since|until|till|by|with|for|to|then|last|about|around|early|late|mid|all|back|again)\b)"
    r"[a-z][\w'-]{2,30}(?: (?:of|with|at|for|by) (?:the )?[\w'-]{2,30}| [\w'-]{2,30}){0,2} (?:on )?(?:the )?",
    re.IGNORECASE,
)
_STARTING = regex(r"\bstarting (?:on |from )?(?:the )?$", re.IGNORECASE)
_BY = regex(r"\bby (?:the )?$", re.IGNORECASE)


def clause_around(text: str, place: int) -> tuple[int, int]:
    """Where the clause begins and ends that the place is in."""
    return next((clause for clause in _clauses(text) if clause[0] <= place < clause[1]), (0, len(text)))


def _clauses(text: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in _BREAK.finditer(text)]
    return list(zip([0, *ends], [*ends, len(text) + 1], strict=True))


def _direction(before: str, after: str) -> Direction | None:
    """Of one clause, given as what stands before and after the date; None when it has no verb."""
    if _SINCE.search(before) or _IS_DONE.search(before) or _AS_PLANNED.search(before):
        return Direction.BACK
    if _IS_SHUT.search(before):
        return Direction.PRESENT
    if (told := _by_words(before, after)) is not None:
        return told
    if re.search(r"\b(?:until|till|by|before)\s+(?:the\s+)?$", before, re.IGNORECASE) and not _verb_of(
        before
    ):
        return Direction.AHEAD
    if not _WORD.search(_LEADING.sub("", before)) and _PARTICIPLE_FIRST.match(after):
        return Direction.PRESENT  # "from May closed on Mondays"
    first, second = (after, before) if _OF_WHAT_FOLLOWS.search(before) else (before, after)
    return _verb_of(first) or _verb_of(second)


_OF_WHAT_FOLLOWS = regex(r"\bthat (?:the )?$", re.IGNORECASE)
"""The day begins a clause of its own: "I wrote that 30 September is not possible"."""


def _by_words(before: str, after: str) -> Direction | None:
    """What single words of a clause tell, whatever its verb's form."""
    if _verb_of(before) is Direction.BACK:
        after = _UPCOMING.sub("", after)
    clause = f"{before} {after}"
    if _HAS_GOT.search(before):
        return Direction.PRESENT
    ahead = (_BOOKED, _ENTERED, _OFFERED, _TO_START)
    is_ahead = any(form.search(before) for form in ahead) or _PLANNED_AHEAD.search(clause)
    if is_ahead or _is_not_yet_so(clause):
        return Direction.AHEAD
    is_told = _PUT_ELSEWHERE.search(before) is not None or _has_moved_house(before)
    is_once = _verb_of(before) is Direction.BACK and not _LASTED.search(before)
    is_start = _FROM_THEN.search(before) and not _verb_of(after) and (is_once or not _verb_of(before))
    is_meant = _MEANT_FOR.search(before) and _verb_of(before) is Direction.BACK
    is_settled = is_meant or is_start or _AS_OF.search(before)
    is_arranged = (_ARRANGED.search(clause) and not is_told) or is_settled
    return Direction.ARRANGED if is_arranged else None


def _has_moved_house(before: str) -> bool:
    found = _MOVED_HOUSE.search(before)
    who = found["who"].lower() if found is not None else ""
    return who in _WHO_MOVES or is_surely_given_name(who)


_UPCOMING = regex(r"\bupcoming\b", re.IGNORECASE)
"""Of what something was done for on that day: "I hosted it on 3 September for our upcoming projects"."""


def _is_not_yet_so(clause: str) -> bool:
    """Whether a clause tells up to what something holds, and nothing of what has been: "before the clocks change"."""
    return _NOT_YET_SO.match(clause) is not None and not any(is_past(word) for word in _WORD.findall(clause))


_LEADING = regex(r"\b(?:and|but|so|from|in|on|since|until|as of|starting)\b", re.IGNORECASE)
_PARTICIPLE_FIRST = regex(r"\A\W*(?:only |also )?(?:closed|opened|moved|cancelled|[a-z]+ed)\b", re.IGNORECASE)


def _verb_of(text: str) -> Direction | None:
    return _verb_before([found.lower().replace("’", "'") for found in _WORD.findall(text)][::-1])


def _verb_before(words: list[str]) -> Direction | None:
    """The direction of the last verb, given the words from last to first."""
    for i, word in enumerate(words):
        if i and i == len(words) - 1 and words[i - 1] in _ENDS and word not in _PAST_HELPERS:
            continue  # "fixed until June": nobody did it in June
        if i == len(words) - 2 and words[-1] in _ORDINALS and word in IRREGULAR_PAST:
            continue  # "first shot on 2 May": a thing
        led = next((other for other in words[i + 1 :] if other not in ADVERBS), "")
        found = _of_verb(word, led)
        if found is not None:
            return found
    return Direction.PRESENT if any(_is_doing(word) for word in words) else None


def _of_verb(word: str, led: str) -> Direction | None:
    """`led`: the word before, adverbs left out."""
    if word in _PAST_HELPERS:
        return Direction.BACK
    if word in _BE_NOW | _CAN:
        return Direction.PRESENT
    if is_past(word) or word in PARTICIPLES:
        is_told = is_past(word) or led in _HAVE  # "done" alone is no verb: "is having it done"
        return Direction.PRESENT if led in _BE_NOW else Direction.BACK if is_told else None
    if word.endswith("ing") and len(word) > 4:
        return Direction.PRESENT if led in _BE_NOW else None
    if word in BASE_VERBS:
        return Direction.PRESENT if led in _SUBJECTS else None
    is_third = word.endswith("s") and is_verb_like(word) and word not in _HAVE
    return (
        Direction.PRESENT if is_third and led not in _BEFORE_NOUNS | MODALS else None
    )  # "from the logs bucket"


def _is_doing(word: str) -> bool:
    return word.endswith("ing") and (word[:-3] in BASE_VERBS or f"{word[:-3]}e" in BASE_VERBS)
