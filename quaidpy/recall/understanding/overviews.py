"""Does a question ask for one thing that was said, or for all that was said in a long time?"""

import re

from quaidpy.regex import regex

_SPOKEN = r"(?:conversations?|chats?|sessions?|discussions?|messages?|requests?|questions?|talks?|meetings?)"
_ASKS_FOR_ALL = regex(
    r"\b(?:summar(?:y|ies|i[sz]e[sd]?)|overview|recap|timeline|chronolog\w+)\b"
    r"|\border (?:in which|that|of events)\b|\bin (?:what|which) order\b|\bin order\b(?! (?:to|for)\b)"
    r"|\bover time\b|\bso far\b"
    rf"|\b(?:throughout|across|over|during|in) (?:all )?(?:of )?(?:my|our|these|those|the|all)(?: \w+)? {_SPOKEN}\b",
    re.IGNORECASE,
)


_I_OR_YOU = r"(?:you|we|i)"
_OPENING = (
    r"^\W*(?:(?:ok|okay|hey|hi|so|and|now|also|please|pls|then|well)\b\W*)*+"
    r"(?:(?:can|could|would) you (?:please )?)?"
)
_OF_SUBJECT = regex(
    rf"{_OPENING}(?:"
    r"(?:what|how) about"
    r"|(?:tell|remind) (?:me|us) (?:(?:more|everything|all|anything|something|again|a bit|what you know) )*(?:about|of)"
    r"|(?:fill|clue) (?:me|us) in on|(?:catch|bring) (?:me|us) up(?: to (?:speed|date))? (?:on|with|about)"
    r"|(?:brief|update) (?:me|us) (?:on|about)"
    rf"|what (?:do|did|have|can|else do) {_I_OR_YOU} (?:already )?"
    r"(?:know|knew|have|got|remember|recall|note|noted|tell me|say|said|store|stored) (?:about|on|of|regarding)"
    r"|what(?:['’]s| is| are) (?:new|up|happening|going on|the (?:state|status|story|situation|latest|plans?))"
    r" (?:with|of|on|about|for)"
    rf"|where (?:are|do|did) {_I_OR_YOU} (?:stand )?(?:on|with)"
    r"|(?:anything|everything|something|all)(?: (?:you|we|i) (?:know|have))? (?:about|on|regarding)"
    r") (?P<subject>[^?!.]+)[?!.\s]*$",
    re.IGNORECASE,
)
_GOES = regex(
    rf"{_OPENING}how(?:['’]s| is| are| did| does| do) (?P<subject>[^?!.]+?) "
    r"(?:going|coming along|coming on|getting on|progressing|shaping up)[?!.\s]*$",
    re.IGNORECASE,
)
_ASKS_ONE_THING = regex(
    r"\b(?:when|where|who|whom|whose|why|which|whether|if|how|what|next|last|first)\b|\d", re.IGNORECASE
)
_LONGEST_SUBJECT = 7  # words; more of them narrow it down to one thing


def asks_about_subject(question: str) -> bool:
    """All that there is to say of somebody or something, no one thing of it: "What about the boat?" English."""
    found = _OF_SUBJECT.search(question) or _GOES.search(question)
    if found is None:
        return asks_for_overview(question)
    subject = found["subject"]
    return len(subject.split()) <= _LONGEST_SUBJECT and _ASKS_ONE_THING.search(subject) is None


def asks_for_overview(question: str) -> bool:
    """A summary, an order of events: its answer is a little of many conversations."""
    return _ASKS_FOR_ALL.search(question) is not None
