"""Does a question ask for one thing that was said, or for all that was said in a long time?"""

import re

_SPOKEN = r"(?:conversations?|chats?|sessions?|discussions?|messages?|requests?|questions?|talks?|meetings?)"
_ASKS_FOR_ALL = re.compile(
    r"\b(?:summar(?:y|ies|i[sz]e[sd]?)|overview|recap|timeline|chronolog\w+)\b"
    r"|\border (?:in which|that|of events)\b|\bin (?:what|which) order\b|\bin order\b(?! (?:to|for)\b)"
    r"|\bover time\b|\bso far\b"
    rf"|\b(?:throughout|across|over|during|in) (?:all )?(?:of )?(?:my|our|these|those|the|all)(?: \w+)? {_SPOKEN}\b",
    re.IGNORECASE,
)


def asks_for_overview(question: str) -> bool:
    """A summary, an order of events: its answer is a little of many conversations."""
    return _ASKS_FOR_ALL.search(question) is not None
