"""Which drafts are kept of so many turns?"""

import math
import re
from collections.abc import Sequence

from quaidpy.domain.memories.drafts import MemoryDraft, Rejection, RejectionReason
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.tuning import RememberTuning
from quaidpy.regex import regex

_WORDS_OF_A_TURN = 15  # a page of notes counts as the many turns it would be in talk
_LISTED = regex(r"^[ \t]*(?:[-*•|]|\d{1,2}[.)])[ \t]", re.MULTILINE)
"""Each item of a list is a statement, however short."""


def within_budget(
    drafts: Sequence[MemoryDraft], turns: Sequence[Turn], tuning: RememberTuning
) -> tuple[list[MemoryDraft], list[Rejection]]:
    """The most important ones, in the order they were said; and those left out."""
    most = max(tuning.least_drafts, math.ceil(tuning.drafts_per_turn * sum(map(_size, turns))))
    order = sorted(range(len(drafts)), key=lambda i: (-drafts[i].importance, i))
    kept = set(order[:most])
    over = [
        Rejection(drafts[i].evidence[0].turn, drafts[i].text, RejectionReason.OVER_BUDGET)
        for i in sorted(set(order) - kept)
    ]
    return [drafts[i] for i in sorted(kept)], over


def _size(turn: Turn) -> int:
    return max(1, len(turn.text.split()) // _WORDS_OF_A_TURN, len(_LISTED.findall(turn.text)))
