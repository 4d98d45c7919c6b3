"""Which clause of a sentence stands alone where the whole of it points elsewhere?"""

import re
from collections.abc import Iterator

from quaidpy.remember.words.chat_sentences import is_understood_alone
from quaidpy.remember.words.verbs import is_past, is_verb_like

_OWN_SUBJECT = re.compile(
    r"(?:,? (?:but|and|so|only)|[,;–—]| -) (?P<rest>(?:(?:i|we)(?:['’](?:m|ve|ll|re|d))?|my \w+|our \w+"
    r"|the \w+|[A-ZÀ-Þ][\w'’-]+"
    r"|[a-zà-ÿ]{3,14}(?= (?:only|just|is|has|works|lives|does|covers|wants|says|starts|comes"
    r"|goes)\b))\s+(?P<next>\S.*))$",
    re.IGNORECASE,
)
_TAIL = re.compile(r"^(?P<kept>(?:i|we|my|our|the|[A-ZÀ-Þ])[^.;]*?), (?P<tail>[^,.;]+)$", re.IGNORECASE)
_TURNING = re.compile(
    r"n['’]t\b|\b(?:not|no|never|but|because|since|until|till|instead|except|unless|only|if|when|again|anymore)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:[A-ZÀ-Þ][\w'’-]*|him|her|me|them) and $")
"""Somebody who does something together with whoever comes next: "that run Dora and I did"."""
_LONGEST_JOIN = 5  # characters
_LONGEST_NAME = 30  # characters
_LEAST = 4  # words
_NEXT_WORDS = 4  # within which the verb of a clause stands


def clauses_alone(spoken: str) -> Iterator[str]:
    """The last clause with a subject of its own, then the beginning without a tail that has no verb; longest first.

    What turned or limited a clause is never cut from it: only what stands before a clause that turns, and a mere tail.
    """
    for start in (found.start() for found in re.finditer(r",? (?:but|and|so|only) |[,;] | [–—-] ", spoken)):
        clause = _OWN_SUBJECT.match(spoken, start)
        if clause is None or _JOINED.search(spoken, max(0, start - _LONGEST_NAME), start + _LONGEST_JOIN):
            continue
        if not _has_verb(clause["next"]) or len(clause["rest"].split()) < _LEAST:
            continue
        if is_understood_alone(clause["rest"]):
            yield clause["rest"]
            break
    tail = _TAIL.match(spoken)
    if tail and not _has_verb(tail["tail"]) and not _TURNING.search(tail["tail"]):
        kept = tail["kept"]
        if len(kept.split()) >= _LEAST and is_understood_alone(kept):
            yield kept


def _has_verb(text: str) -> bool:
    found = [word.lower().strip(".,!'’") for word in text.split()[:_NEXT_WORDS]]
    return any(is_verb_like(word) or is_past(word) for word in found) or "'" in text.split(maxsplit=1)[0]
