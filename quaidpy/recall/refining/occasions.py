"""Which standing orders are for what is asked now? They are found by their occasion, not by what they order."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from quaidpy.domain.identity import NodeId
from quaidpy.ports.embedding import Vector
from quaidpy.recall.state import RecallTools, State
from quaidpy.regex import regex

_ORDER = regex(r"\bwants? you\b|\basks? you to\b")
_OCCASION = regex(
    r"\b(?:when(?:ever)?|if|(?:every|each|any) time) (?:the user|[A-ZÀ-Þ][\w'’-]{1,30}|you|he|she|they)"
    r"(?: (?:asks?|wants?|needs?|requests?))?(?: you)?(?: (?:about|for|to|how to|help with))?"
    r" (?P<asked>[^,;.:!?]{3,120})"
    r"|\b(?:before|after) (?:you|every|each|any) (?P<done>[^,;.:!?]{3,120})"
)


def occasion_of(statement: str) -> str | None:
    """What an order is for: "deadlines", of "… wants you to … when the user asks about deadlines"; else None."""
    found = _OCCASION.search(statement) if _ORDER.search(statement) else None
    return (found["asked"] or found["done"]).strip() if found else None


def orders_for_it(state: State, tools: RecallTools) -> Mapping[NodeId, float]:
    """Standing orders whose occasion is near what is asked, with its cosine to the question.

    An occasion is the smaller part of an order: "format dates as month-day-year when I ask about deadlines" as a whole
    is nearer to a question about calendars than to "when is the submission due?".
    """
    found: dict[NodeId, float] = {}
    if tools.embedder is None or state.vector is None:
        return found
    for memory in state.findings.preferences:
        occasion = occasion_of(memory.text)
        if occasion is None:
            continue
        cosine = float(np.vecdot(_vector_of(tools.embedder.embed, occasion), state.vector))
        if cosine >= tools.tuning.occasion_least:
            found[memory.id] = cosine
    return found


@lru_cache(maxsize=256)
def _vector_of(embed: "Callable[[Sequence[str]], list[Vector[float]]]", occasion: str) -> "Vector[float]":
    """Of a few words that are asked for again and again: a second text costs an embedder more than the question."""
    return embed([occasion])[0]
