"""What do people say of how things are to be done, or of what they would rather have?"""

import re

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.memory import KINDS_OF_PREFERENCES
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.regex import regex

_PREFERS = regex(
    r"\b(?:i|we)(?!(?:['’]d| would)(?: really)? (?:like|love) to\b)(?:['’]d| would)?"
    r"(?: (?:really|usually|always|also|generally|mostly|much|strongly|only))?"
    r" (?:prefer|rather|like|love|hate|avoid|dislike|favou?r|prioriti[sz]e|tend to|can['’]?t stand)\b"
    r"|\bmy (?:preference|taste)s?\b|\bprefer\b|\b(?:allergic|vegan|vegetarian)\b",
    re.IGNORECASE,
)
"""Not what somebody would like to do once: "we'd like to take a week in July"."""


def states_preference(candidate: Candidate) -> bool:
    """Whether a person says in it what they would rather have, or how something is to be done."""
    if any(memory.kind in KINDS_OF_PREFERENCES for memory in candidate.memories):
        return True
    turn = candidate.turn
    return turn is not None and turn.role is Role.USER and bool(_PREFERS.search(turn.text))
