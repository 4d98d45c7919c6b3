"""What is a question about, without how it asks? "Can you list what I said of the garden, in order?": the garden."""

import re
from functools import lru_cache

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.recall.understanding.asked_value import SHELL_NOUNS
from quaidpy.recall.understanding.prompt_intent import wants_done
from quaidpy.regex import regex

_POLITE = r"\W*(?:(?:ok|okay|hey|hi|hello|so|and|now|also|please|pls|thanks)\b\W*)*+"
_MODAL = (
    r"(?:(?:can|could|would|will) you\W+(?:(?:please|just|also|maybe|kindly)\W+)*|i(?:['’]d| would) like (?:you )?to "
    r"|i want you to |please )"
)
_TELLING = (
    r"(?:(?:tell|show|give|remind|walk|help|teach|guide)\W+(?:me|us)\b"
    r"(?: (?:with|through|about|of|again|understand)\b)*"
    r"|(?:list|describe|summari[sz]e|outline|recap|explain|provide|go (?:over|through))\b(?: (?:to )?(?:me|us)\b)?)"
)
_OPENING = regex(rf"^{_POLITE}{_MODAL}?{_TELLING}\W*", re.IGNORECASE)
_MADE = regex(
    r"^in (?:the )?order\b,? |^(?:(?:a|an|the|some) )?(?:[\w-]+,? ){0,2}"
    r"(?:summary|overview|recap|timeline|rundown|list|order|sequence|account)\b,? (?:of|in which|about|on|for|that)\b",
    re.IGNORECASE,
)
_TOLD = regex(
    r"\b(?:that |which )?(?:(?:did|have|had) (?:i|we)|(?:i|we)(?:['’]ve| have|['’]d| had)?)"
    r"(?: (?:ever|just|also|already|first|previously))? "
    r"(?:mention(?:ed)?|br(?:ing|ought) up|talk(?:ed)? (?:to you )?about|discuss(?:ed)?|(?:tell|told) you(?: about)?"
    r"|ask(?:ed)? you(?: about)?|rais(?:e|ed)|sp(?:eak|oke|oken) (?:of|about)|sa(?:y|id))\b",
    re.IGNORECASE,
)
_TALK = r"(?:conversations?|chats?|sessions?|discussions?)"
_ACROSS = regex(
    r"\b(?:throughout|across|over|during|through|in|from|based on) (?:all )?(?:of )?(?:(?:my|our|these|those|the|all) )"
    rf"(?:(?:past|previous|recent|earlier|last|many|whole) )?{_TALK}(?: with you| together)?\b"
    r"|,? \b(?:in|by) (?:chronological )?order\b(?! (?:to|for|that|of)\b)|\bover time\b|\bso far\b",
    re.IGNORECASE,
)
_VAGUE = regex(
    r"\b(?:the )?(?:(?:different|various|several|many) )?(?:aspects?|facets?) (?:of|related to|in|about)\b",
    re.IGNORECASE,
)
_FORM = regex(
    r"(?<=[.!?])\s+(?:please )?"
    r"(?:mention|list|name|give|answer|respond|reply|keep|limit|include|return|use|make|write)\b"
    r"[^.!?]*\b(?:only|items?|points?|bullets?|words?|sentences?|lines?|paragraphs?|brief(?:ly)?|short|concise(?:ly)?"
    r"|detail(?:s|ed)?|json|markdown|tables?|format)\b[^.!?]*[.!?]*$",
    re.IGNORECASE,
)
_OF_ANYTHING = frozenset(
    ["happen", "happens", "happened", "help", "now", "know", "think", "next", "wrong", "right"]
)
_SPACED = regex(r" ([?!.,;:])")


_PASSED_ON = regex(
    r"^\W{0,3}(?:(?:my|our|the) )?(?!(?:i|we|you|who|what|they|he|she|it|if|when)\b)[^\W\d_][\w'’.-]{0,30}"
    r"(?: [\w'’-]{1,30})? (?:(?:is|was|keeps|just|also) )?(?:asks|asked|asking|wants to know|wanted to know|wonders"
    r"|wondering|would like to know|needs to know)(?: me| us)?(?: again)?:? "
    r"(?=(?:what|which|who|whose|whom|where|when|why|how|if|whether)\b)",
    re.IGNORECASE,
)
"""Who asked the asker."""
_OF_WHO_ASKS = regex(r"\b(?:he|she|they|him|her|his|their|them)\b", re.IGNORECASE)


@lru_cache(maxsize=64)
def without_frame(question: str) -> str:
    """What is to be looked for; the question itself where nothing that tells would be left.

    Left out: the request ("could you walk me through"), what is to be made of it ("a short summary of"), that it was
    told and where ("which I mentioned in our chats"), and the form of the answer ("Mention only three items.").
    English; of other languages nothing is left out.
    """
    bare = _FORM.sub("", question)
    opened = _OPENING.sub("", bare)
    if opened != bare:
        opened = _MADE.sub("", opened)
    for frame in (_TOLD, _ACROSS, _VAGUE):
        opened = frame.sub(" ", opened)
    sought = _SPACED.sub(r"\1", " ".join(opened.split())).strip(" ,;:")
    return sought if any(word not in STOP_WORDS for word in words(sought)) else question


def without_reason(question: str) -> str:
    """Without why it is asked: "what may Rex eat? the lady of the shop asks", "auntie asks which Camilo is which".

    What else is told before a question says of what it is, and what is ordered behind it is to be done.
    """
    if (before := _PASSED_ON.match(question)) and _OF_WHO_ASKS.search(question, before.end()) is None:
        question = question[before.end() :]
    asked, mark, behind = question.rpartition("? ")
    is_reason = bool(mark) and "?" not in behind and not wants_done(behind)
    return f"{asked}?" if is_reason and any(map(_is_telling, words(asked))) else question


def _is_telling(word: str) -> bool:
    """Whether a question with this word says of what it is; "any idea?" and "what happened?" do not."""
    return word not in STOP_WORDS and word not in SHELL_NOUNS and word not in _OF_ANYTHING
