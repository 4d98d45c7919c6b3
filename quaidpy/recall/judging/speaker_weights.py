"""Whose words count for more: what the user told, or what an assistant answered?"""

import math
import re
from functools import lru_cache

from quaidpy.domain.language.passage_splitting import PASSAGE_TOKENS
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.tuning import RecallTuning
from quaidpy.regex import regex

_ESSAY = 4  # passages; what is as long or longer is an essay
_LETTERS_A_PASSAGE = 4 * PASSAGE_TOKENS  # near enough: counting its tokens would cost more than ranking it
# "You" who is asked is the assistant: what it once said is wanted. "Would you suggest" wants something new.
_OF_SAYING = (
    r"(?:say|said|tell|told|recommend(?:ed)?|suggest(?:ed)?|advise[d]?|propose[d]?|mention(?:ed)?|explain(?:ed)?"
    r"|describe[d]?|give|gave|given|show(?:ed|n)?|list(?:ed)?|write|wrote|written|provide[d]?|promise[d]?|answer(?:ed)?"
    r"|help(?:ed)?|come up|came up|point(?:ed)? out|outline[d]?|draft(?:ed)?)"
)
_PAST = (
    r"(?:said|told|recommended|suggested|advised|proposed|mentioned|explained|described|gave|showed|listed|wrote|provided"
    r"|promised|answered|helped|came up|pointed out|outlined|drafted)"
)
_ASKS_ASSISTANT = regex(
    rf"\b(?:did|have|had|were) you (?:\w+ly |just |ever |once )?{_OF_SAYING}\b"
    rf"|\byou(?: had|['’]d| have|['’]ve)? (?:\w+ly |just |once )?{_PAST}\b"
    r"|\byour (?:\w+ )?(?:recommendations?|suggestions?|advice|answers?|explanations?|proposals?|repl(?:y|ies)"
    r"|responses?)\b"
    r"|\bwas i (?:told|advised|given|recommended|shown)\b",
    re.IGNORECASE,
)
_ASKS_SUMMARY = regex(r"\b(?:summar(?:y|ies|i[sz]e[sd]?)|overview|recap)\b", re.IGNORECASE)


def assistant_share(turn: Turn, question: str, tuning: RecallTuning) -> float:
    """Of the relevance of an assistant's turn what counts, 0-1.

    An answer repeats what it answers, and the longer it is the more of it is true of everybody: what its user told is
    the source. All of it counts when the question asks for what the assistant said.
    """
    if turn.role is not Role.ASSISTANT or asks_for_assistant(question):
        return 1.0
    if asks_for_summary(question):
        return tuning.assistant_factor
    passages = max(1.0, len(turn.text) / _LETTERS_A_PASSAGE)
    length = min(1.0, math.log(passages) / math.log(_ESSAY))
    return tuning.assistant_factor + length * (tuning.essay_factor - tuning.assistant_factor)


@lru_cache(maxsize=256)
def asks_for_assistant(question: str) -> bool:
    """What it once said is wanted ("what did you recommend"), not what it would say now."""
    return _ASKS_ASSISTANT.search(question) is not None


@lru_cache(maxsize=256)
def asks_for_summary(question: str) -> bool:
    """A summary is made of both sides of a conversation."""
    return _ASKS_SUMMARY.search(question) is not None
