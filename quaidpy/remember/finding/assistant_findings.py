"""What of an assistant's own words is worth keeping?"""

import re

from quaidpy.regex import regex
from quaidpy.remember.words.definiteness import JUDGING
from quaidpy.remember.words.requests import is_order

_LONGEST_REPORT = 80  # words of a turn; a longer one explains the world, or gives advice


def is_exposition(turn: str) -> bool:
    """Whether an assistant's turn is too long for a report: no sentence of it is a finding."""
    return len(turn) > _LONGEST_REPORT and len(turn.split(maxsplit=_LONGEST_REPORT)) > _LONGEST_REPORT


def is_finding(spoken: str, turn: str) -> bool:
    """Whether a sentence of an assistant's `turn` reports names and figures it found out.

    Its advice, its small talk, its long expositions and what it drafts in the user's voice are not facts.
    """
    if is_exposition(turn):
        return False
    has_name = bool(re.search(r"(?<!^)(?<![.!?] )\b[A-Z][a-z]{2,}", spoken))
    is_told = has_name and any(character.isdigit() for character in spoken)
    is_opinion = JUDGING.search(spoken) is not None or _OF_SOMEBODY_THERE.search(spoken) is not None
    return is_told and not (is_opinion or is_order(spoken))


_OF_SOMEBODY_THERE = regex(
    r"\b(?:you|your|yours|we|our|my|me)\b|(?<!\w)I(?:['’]\w+)?(?!\w)(?!\.)", re.IGNORECASE
)
"""Said to the user, or in their voice: an assistant's draft of a letter is not what it did itself."""
