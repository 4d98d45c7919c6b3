"""Does a text tell of something that is yet to be done?"""

import re

from quaidpy.regex import regex

_OWED = regex(
    r"\[ \]|\b(?:have|has|had|need|needs|got|ought|want|wants|going|supposed|due|remember|forget) to\b"
    r"|\bremind(?:ed)?(?: \w+)? to\b"
    r"|\b(?:must|should|gotta|todo|to-do|to do|task|tasks|reminder|deadline|still open|on (?:the|my|our) list)\b"
    r"|\b(?:due|by|before|until) (?:the )?(?:\d|next|end|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow"
    r"|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|christmas|easter)",
    re.IGNORECASE,
)


def tells_of_a_task(text: str) -> bool:
    """Whether words of duty, or of a term, are in it; English."""
    return _OWED.search(text) is not None
