"""How much does a question want: one thing, some, or all there is?"""

import re
from enum import StrEnum

from quaidpy.recall.understanding.overviews import asks_for_overview
from quaidpy.recall.understanding.planning import Plan
from quaidpy.regex import regex


class Breadth(StrEnum):
    """`ONE` thing is asked for by its name, place, time or number; `ALL` of a list; an `OVERVIEW` of what was said."""

    ONE = "one thing"
    SOME = "some"
    ALL = "all there is"
    OVERVIEW = "an overview"


_ALL = regex(
    r"^\W*list\b|\b(?:all|every|everything|sequence|history)\b"
    r"|\b(?:what|how much) (?:has |have )?(?:happened|changed|(?:did|have) \w+ learn(?:ed|t)?)\b"
    r"|\bhow (?:has|have|did|do) .{1,80}\b(?:chang|evolv|develop|progress|differ|compar|relat)\w*"
    r"|\bhow many (?:times|different)\b|\bwho are\b|\bwhat are\b",
    re.IGNORECASE,
)
_ASKING = r"\A|[^\w\s]\s*|\b(?i:and|or|of|on|in|at|to|with|for|from|about|know|tell me|say|ok|so|also) "
"""What stands before a word that asks; "the step which installs" asks nothing."""
_PLURAL = regex(
    rf"(?:{_ASKING})(?i:what|which) "
    r"(?:(?:other|different|new|main|big|small|(?:kind|type|sort)s? of) )?"
    r"(?![a-z]*(?:ss|us|is)\b|(?:was|does|has|kinds|types|sorts) )[a-z]{2,}s\b"
)
_ONE = regex(
    r"^\W*(?:and |so |ok(?:ay)? )?(?:when|where|who|whom|whose|what time|what date|how (?:much|many|long|old)"
    r"|until when|since when|(?:on|at|in|from|to|by|with|for) (?:which|what|whom)"
    r"|which|what (?:is|was|are|were)|what['’]s)\b",
    re.IGNORECASE,
)
_OF_TWO = regex(
    r"\bbetween\b.{1,200}\band\b"
    r"|\b(?:first|last|earlier|later|sooner|more|less|longer|shorter|better|bigger|smaller|older|younger)\b[^.?!]{1,80}\bor\b",
    re.IGNORECASE,
)
"""How long lies between two things, which of two: an answer needs both."""


def breadth_of(plan: Plan) -> Breadth:
    """By how the question is put; English, and `SOME` where that tells nothing."""
    if asks_for_overview(plan.text):
        return Breadth.OVERVIEW
    if plan.listed is not None or _ALL.search(plan.text) or _PLURAL.search(plan.text):
        return Breadth.ALL
    return Breadth.ONE if _ONE.search(plan.text) and not _OF_TWO.search(plan.text) else Breadth.SOME
