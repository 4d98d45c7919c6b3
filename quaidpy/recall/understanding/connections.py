"""Does a question ask how those it names hang together?

"How are the two related?", "how does one know the other?", "what is the connection between …?", "what do they have in
common?": asked for is the tie itself, which no relation that could be named stands for. English.
"""

import re

from quaidpy.regex import regex

_HOW_OR_WHAT = regex(r"\b(?:how|what|which)\b", re.IGNORECASE)
_JOINED = regex(r"\b(?:connected|related|linked|associated|acquainted)\b", re.IGNORECASE)
_TIE = regex(
    r"\b(?:connections?|relationships?|relations?|links?|ties?)\s+(?:(?:is|are|was|were)\s+there\s+)?between\b",
    re.IGNORECASE,
)
_WHAT_JOINS = regex(r"\bwhat\s+(?:connects?|links?|relates?|joins?|ties)\b", re.IGNORECASE)
_SHARED = regex(r"\b(?:in\s+common|to\s+do\s+with)\b", re.IGNORECASE)
_HOW_DOES = regex(r"\bhow\s+(?:do|does|did)\b", re.IGNORECASE)
_KNOW = regex(
    r"\b(?:know|meet)\b(?!\s+(?:about|of|that|how|what|when|where|why|if|whether)\b)", re.IGNORECASE
)


def asks_for_connection(text: str) -> bool:
    if _TIE.search(text) or _WHAT_JOINS.search(text):
        return True
    if _HOW_OR_WHAT.search(text) and (_JOINED.search(text) or _SHARED.search(text)):
        return True
    return bool(_HOW_DOES.search(text) and _KNOW.search(text))
