"""Does a user tell an assistant how things stand: what lives where, what happens when, what is the rule?"""

import re

from quaidpy.regex import regex
from quaidpy.remember.words.verbs import is_past, is_verb_like

_LEAST_WORDS = 3
_MOST_SUBJECT_WORDS = 6
_WORD = regex(r"`[^`]+`|\S+")
_NO_THINGS = (
    r"(?!(?:this|us|its|his|hers|ours|yes|always|perhaps|sometimes|sounds|looks|seems|thanks|makes|lots"
    r"|things)\b)"
)
# "The", "our", "every", a name, a figure, `code`, or several of a thing: what a statement can be about.
_OF_SOMETHING = regex(
    r"^(?:(?:the|our|my|we|all|every|each|any|no|both|anything under|everything in)\b"
    rf"|[A-Z][\w.+#-]*|`|[\w.-]*\d|\w+[./_-]\w+|{_NO_THINGS}\w+s\b|prod|production|staging)"
)
_OF_NOBODY = regex(
    r"^(?:there|here|it|this|that|these|those|what|which|who|why|how|if|when|you|he|she|they|let|two|three|some"
    r"|one|just|like|maybe|half|wait|going|i)\b|^[\w-]+:",
    re.IGNORECASE,
)
_OF_ONESELF = regex(
    r"\b(?:i|i'm|i've|i'd|i'll|me|you|your)\b|[—–…]|\b(?:probably|definitely|really|totally)\b", re.IGNORECASE
)
_OURS = regex(
    r"^we (?:never |always |only |also |all |usually |don't |do not )*(?P<verb>[a-z]+)\b", re.IGNORECASE
)
_HABITS = frozenset(
    """
    use deploy ship release build test log run host store support write name keep pay pin version publish merge squash
    review rotate cache target follow track document format lint tag mock commit rebase back sign generate encrypt
    monitor bill charge reset expire sync restart
    """.split()  # noqa: SIM905 - a word list reads as one
)
_AUXILIARIES = frozenset(
    {"is", "are", "must", "has", "have", "does", "do", "can", "may", "cannot", "don't", "doesn't"}
)
_BESIDE_VERB = frozenset(
    {"not", "only", "also", "always", "never", "usually", "strictly", "all", "both", "just", "automatically"}
)
_UNCHANGED_IN_PAST = frozenset({"run", "set", "put", "read", "cut", "cost"})
_LABELLED = regex(r"^(?:the|our|my) [\w -]{3,40}: .{4,}$", re.IGNORECASE)
_UNIVERSAL = regex(r"^(?:all|every|each|any|anything|everything|no|both)\b", re.IGNORECASE)
_RULING = regex(
    r"\b(?:must|mandatory|required|forbidden|banned|allowed|deprecated|protected|frozen|reserved|only|never|always"
    r"|belongs? to|stands? for|has to|have to|needed (?:to|for|by))\b",
    re.IGNORECASE,
)
_PLACED = regex(
    r"\b(?:lives?|stored|located|kept|hosted|sits?|configured|documented|next to|same|through|written|used for"
    r"|go(?:es)? to|managed|owns?|owned|reviews?|maintains?|starts? with|ends? with|named|called|talks? to"
    r"|reads? from|writes? to)\b"
)
_CONCRETE = regex(
    r"\d|`[^`]+`|\w[./_~]\w|\w/(?=\s|$|\W)|(?<=\s)[A-Z][a-z0-9+#.-][\w+#.-]*|\b[A-Z]{2,}s\b"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b"
    r"|\b(?:daily|nightly|weekly|monthly|quarterly|hourly|every|each|by|our)\b"
)
_FAULTS = (
    r"fail(?:s|ed|ing|ure)?|broken|breaks?|crash\w*|wrong|missing|slow(?:er|ly)?|stuck|undefined|null|none|nan"
    r"|errors?(?! (?:budget|messages?|codes?|tracker|pages?|handling))|bugs?(?! tracker)|warnings?|exceptions?"
    r"|(?:not|n't) (?:work|start|load|compile|match|exist|show)\w*|traceback|stack trace from|exits?|exit code"
    r"|status \d+|is \d{3} for|unused|never used|empty|down|refused|time[sd]? out|timing out|race condition"
    r"|leak\w*|hangs?|conflicts?|duplicates?|negative|out of range|cut off|rerun|says something"
)
_STATES = (
    r"right now|at the moment|yet|anymore|again|pass(?:es|ed|ing)?|currently|still|already|running|red|green|gets?"
    r"|should|could|would|might|seems?|looks?|appears?|but|to load|twice|forever|called (?:\w+ )?times"
    r"|too (?:big|long|large|small|many|much)|lines long|characters long|(?:is|are) \w+ing"
    r"|(?:is|are) (?:fine|ok|okay|good|great|enough|nice|bad|better|worse|weird|ugly|hard|easy)"
)
_AT_HAND = (
    r"the (?:answer|result|solution|sum|total|trick|point|question) (?:is|was)"
    r"|the (?:new|old)|a new|line \d+|diff|log says|output|response|screenshot|position"
    r"|(?:that|this) (?:file|function|class|line|test|method|job|one|change)"
    r"|the (?:first|second|third|last|next|previous|other|same|top|bottom) "
    r"(?!(?:\w+ ){0,2}of (?:each|every|the month|the year)|\w+day\b|schema|version|format|style|code)\w+"
)
_OF_THE_MOMENT = regex(rf"\b(?:{_FAULTS}|{_STATES}|{_AT_HAND})\b|\breturns \w+(?: instead|$)", re.IGNORECASE)


def tells_of_project(spoken: str) -> bool:
    """Whether a statement is a lasting fact with something concrete or a rule in it, and no state of the moment.

    "Port 8123 is reserved for the metrics server" is one; "The test fails on line 30" is what the task is about.
    """
    if not _OF_SOMETHING.match(spoken) or len(spoken.split()) < _LEAST_WORDS:
        return False
    if any(form.search(spoken) for form in (_OF_NOBODY, _OF_ONESELF, _OF_THE_MOMENT)):
        return False
    if _LABELLED.match(spoken):
        return True
    if ours := _OURS.match(spoken):
        return ours["verb"].lower() in _HABITS
    weighty = any(form.search(spoken) for form in (_UNIVERSAL, _RULING, _PLACED, _CONCRETE))
    return weighty and _has_present_verb(spoken)


def _has_present_verb(spoken: str) -> bool:
    """Whether a predicate in the present follows a subject of one to six words; orders and tales have none."""
    found = [match[0].strip(",.;:") for match in _WORD.finditer(spoken)][: _MOST_SUBJECT_WORDS + 2]
    for before, word in zip(found, (word.lower() for word in found[1:]), strict=False):
        if word in _AUXILIARIES:
            return True
        if word in _BESIDE_VERB or not word.isalpha():
            continue
        if is_past(word) and word not in _UNCHANGED_IN_PAST:
            return False
        if _agrees(word, with_several=before.lower().endswith("s")):
            return True
    return False


def _agrees(word: str, *, with_several: bool) -> bool:
    """Whether a word can be the verb of one thing ("takes") or of several ("happen")."""
    of_one = word.endswith("s") and not word.endswith("ss") and (is_verb_like(word) or word[:-1] in _HABITS)
    return of_one or (with_several and is_verb_like(word))
