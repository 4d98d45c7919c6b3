"""Does what somebody writes end with a question? In chats most have no mark: "who takes the cat", "where did i go"."""

from functools import lru_cache

from quaidpy.regex import regex

_CLAUSES = regex(r"(?<=[.!?…,])\s+|\n+")
_HELPING = (
    r"(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|has|have|had|isn['’]?t|aren['’]?t|don['’]?t"
    r"|doesn['’]?t|didn['’]?t|won['’]?t|can['’]?t)"
)
_UNMARKED = regex(
    r"\W{0,3}(?:(?:and|but|so|ok|okay|oh|hey|hi|wait|also|then|well|btw|sorry|[a-z]{2,12},)\b,? ){0,2}(?:"
    r"who(?:se|m)?(?! (?:knows|cares|needs)\b)\b"
    r"|(?:what|where|when|why|how)['’]?s\b"
    rf"|(?:what|where|when|why|how) {_HELPING}\b"
    rf"|(?:what|which|how)(?: (?!(?:i|you|we|he|she|it|they|the|this|that)\b)\w[\w'’-]{{0,20}}){{1,3}}? {_HELPING}\b"
    r"|how (?:much|many|long|old|big|far|often|come)\b"
    r"|(?:what|which|where|when|why|how|what time|which one|what day)\W{0,3}$"
    r"|(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|has|have|had)"
    r" (?:i|you|u|ya|we|he|she|it|they|that|this|there|any(?:one|body)|some(?:one|body)|every(?:one|body))\b"
    r")",
)
"""By its order of words: a question word with a helping verb near, or a helping verb before its subject."""


@lru_cache(maxsize=4096)
def ends_with_question(text: str) -> bool:
    """Whether its last clause or two ask, with a mark, or without one where a chat leaves it out."""
    said = text.rstrip()
    if said.endswith("?"):
        return True
    if not said[-1:].isalnum():
        return False
    *_, first, before, last = ["", "", *_CLAUSES.split(said.lower())]
    leads = before.endswith(",") and not first.endswith(",")  # "what does he do, send an invoice"
    return _UNMARKED.match(last) is not None or (leads and _UNMARKED.match(before) is not None)
