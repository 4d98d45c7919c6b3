"""Can somebody who reads only this statement understand it? The one judge of a statement's form."""

import re

from quaidpy.domain.drafts import RejectionReason
from quaidpy.remember.own_writing import is_closing, is_salutation
from quaidpy.remember.verbs import is_past, is_verb_like

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_JOINING_FIRST = frozenset(
    {"and", "but", "or", "because", "cause", "which", "than", "except", "nor", "though", "whereas"}
)
_NO_SUBJECT_FIRST = frozenset(
    {"was", "were", "didn't", "doesn't", "isn't", "wasn't", "weren't", "hasn't", "hadn't"}
)
_LEADING_FIRST = frozenset({"to", "of"})
_HANGING_LAST = frozenset(
    {
        "and", "but", "or", "the", "a", "an", "of", "to", "with", "from", "because", "than", "if", "my", "his",
        "their", "is", "are", "was", "were", "that", "which", "very", "by",
    }
)  # fmt: skip
_OPEN_CLAUSE = re.compile(
    r"^(?:before|after|while|when|if|although|since|until|without|by|despite)\s+(?P<rest>[^,;:.]+)[.!]?$",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"^(?:(?:with|of|for|in|on|from) (?:its|their|them)\b|(?:it|its|it's|this|that|that's|thats|these|those"
    r"|they|they're|them|she|she's|he|he's|him|hers)\b)"
    r"(?! (?:year|month|week|morning|one's)\b)",
    re.IGNORECASE,
)
_ELLIPTIC = re.compile(
    r"^(?:[A-ZÀ-Þ][\w'’-]*|The \w+)(?: [\w'’-]+){0,3} (?:did|does|do|has|have|was|is|will|would|can"
    r"|could)(?: too| so)?\s*[,.!]",
    re.IGNORECASE,
)
"""What somebody did is not told: "Sunniva did, because of the rain"."""
_LEADING_PREPOSITION = re.compile(r"^(?:from|in|on|at|with|for|by|into|over|under)\b", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"^[\d.,]+%? ")
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|can|do|does|did|must|\w+s)\b", re.IGNORECASE)
_MOVED_FIRST = re.compile(
    r"^(?:moved|changed|postponed|rescheduled|shifted|delayed|extended|put off) (?:from|to|until"
    r"|till) (?:the )?(?:\d|[A-Z])",
    re.IGNORECASE,
)
_LONGEST_LEAD_IN = 9  # words of a clause that nothing follows
_NO_DEED = re.compile(
    r"(?:n['’]t|\b(?:will|would|can|could|should|must|did|does|do)(?: not| too)?)\W*$", re.IGNORECASE
)
"""An auxiliary at the end: what somebody will or won't do stands elsewhere."""
_MOST_WITHOUT_DEED = 5  # words; a longer sentence may tell the deed before
_STAMP = re.compile(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d\b")
_GARBLED = re.compile(
    r"\b(?:to|from|by|until|till|since|of|at|for|as) on \d|\b(?P<word>the|a|an|is|to|of|in|on|and) (?P=word)\b"
    r"|\buser's user\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"(?:n['’]t|['’](?:s|re|m|ve|ll|d))\b|\b(?:im|its|thats|theres|hes|shes)\b", re.IGNORECASE
)
_VALUE = re.compile(r"\d|:\s\S")
STATE = re.compile(
    r"^(?>.*?\S \S).* (?:done|gone|ready|over|off|live|away|ill|sick|closed|open)\b", re.MULTILINE
)
"""A state told without its verb: "site survey done"."""


def fault_of(text: str) -> RejectionReason | None:
    """What keeps a statement from standing alone; None when it can: whole, nobody left unnamed, no mere heading."""
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return RejectionReason.TOO_SHORT
    first = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
    faults = (
        (_is_heading(text), RejectionReason.HEADING),
        (is_salutation(text) or is_closing(text), RejectionReason.SALUTATION),
        (_is_cut(words, text) or _is_open_clause(first), RejectionReason.DANGLING),
        (bool(_POINTING.match(text) or _ELLIPTIC.match(text)), RejectionReason.UNRESOLVED),
        (_is_fragment(text), RejectionReason.FRAGMENT),
    )
    return next((reason for is_so, reason in faults if is_so), None)


def _is_heading(text: str) -> bool:
    return text.lstrip().startswith("#") or text.rstrip(" .").endswith(":") or bool(_STAMP.search(text))


def _is_cut(words: list[str], text: str) -> bool:
    if words[0] in _NO_SUBJECT_FIRST or text.count('"') % 2:
        return True
    is_bare = len(words) <= _MOST_WITHOUT_DEED and _NO_DEED.search(text) is not None
    return words[0] in _JOINING_FIRST | _LEADING_FIRST or _hangs(words[-1], text) or is_bare


def _is_fragment(text: str) -> bool:
    is_told = (_may_have_verb(text) and not _only_lists(text)) or _VALUE.search(text) or STATE.search(text)
    return _has_no_subject(text) or bool(_GARBLED.search(text)) or not is_told


def _only_lists(text: str) -> bool:
    """Whether things are only named one after another: "the rent, what we eat, where the keys are"."""
    parts = [part.strip() for part in re.split(r",|\band\b", text.rstrip(".!"))]
    if len(parts) < _LEAST_LISTED:
        return False
    return all(
        _ASKED_ABOUT.match(part) or _THING.fullmatch(part) or not has_verb(_OWNING.sub("", part))
        for part in parts
    )


_OWNING = re.compile(r"['’]s\b|(?<=s)['’](?=\s)")
_THING = re.compile(r"\A(?:the|an?|my|our|his|her|their|\S+['’]s|\S+s['’]) [\w-]+(?: [\w-]+)?", re.IGNORECASE)
_LEAST_LISTED = 4
_ASKED_ABOUT = re.compile(r"(?:where|what|who|how|when|which|why)\b", re.IGNORECASE)


def _has_no_subject(text: str) -> bool:
    """Whether only a place, an amount or a new day is told, and not of what."""
    if _MOVED_FIRST.match(text):
        return True
    is_bare = _LEADING_PREPOSITION.match(text) and not has_verb(text)
    amount = _LEADING_NUMBER.match(text)
    is_amount = amount is not None and not any(
        is_verb_like(word) for word in _FINITE.findall(text[amount.end() :])
    )
    return bool(is_bare) or is_amount


def _hangs(last: str, text: str) -> bool:
    return last in _HANGING_LAST and not re.search(r"\bit (?:is|was)\W*$", text)


def _may_have_verb(text: str) -> bool:
    """Whether a verb that no list knows may stand behind the first word: "ignores", "juggled"."""
    return has_verb(text) or any(
        len(word) > _SHORTEST and word.endswith("s") for word in _WORD.findall(text)[1:5]
    )


_SHORTEST = 3  # letters; a shorter word in s is no verb of a subject


def has_verb(text: str) -> bool:
    """Whether some word can be the verb of a clause."""
    words = [word.lower() for word in _WORD.findall(text)]
    return bool(_AUXILIARY.search(text)) or any(is_verb_like(word) or is_past(word) for word in words)


def _is_open_clause(text: str) -> bool:
    """Whether nothing follows a clause that only leads up to something: "Before leaving the team"."""
    found = _OPEN_CLAUSE.match(text.strip())
    if found is None:
        return False
    if text.lower().startswith(("when ", "while ", "if ")) and len(text.split()) <= _LONGEST_LEAD_IN:
        return True
    verbs = [word for word in _WORD.findall(found["rest"].lower()) if is_verb_like(word)]
    return len(verbs) < 2
