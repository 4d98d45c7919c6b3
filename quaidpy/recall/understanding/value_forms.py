"""Of which form is the value that a question asks for, and has a text one: an amount, a time of day, a number, a date?

The expected answer type of question answering (Li and Roth 2002), as far as words show it without a model.
"""

import re
from functools import lru_cache

from quaidpy.domain.time.written_dates import MONTH, NUMERIC_DATE, WEEKDAY
from quaidpy.regex import regex

_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    r"|hundred|thousand)"
)
_CURRENCY = r"(?:euros?|eur|dollars?|bucks|pounds?|quid|pence|usd|gbp|chf|francs?|pln|zł)"
_LOCKED = r"(?:gate|door|key ?safe|lock(?:er)?|alarm|shed|cellar|garage|building|lift|bike|till)"
_DATE = (
    rf"\b{WEEKDAY}s?\b|\b{MONTH}(?!\w)|\b\d{{1,2}}(?:st|nd|rd|th)\b|\b\d{{1,2}}[./]\d{{1,2}}\b|\b20\d\d\b"
    r"|\b(?:tomorrow|tonight|today|weekend|next (?:week|month|year))\b"
)
BLOOD_GROUP = (
    r"\bblood (?:group|type)\b",
    r"\b(?:ab|[abo0])(?: ?[+−-](?!\w)| (?:rh )?(?:pos|neg)\w*)|\bblood (?:group|type)\b",
)
"""How it is asked for, and told."""
_FORMS = tuple(
    (regex(asked, re.IGNORECASE), regex(told, re.IGNORECASE))
    for asked, told in (
        BLOOD_GROUP,
        (
            r"\b(?:(?:tele)?phone|mobile|landline|whatsapp)\b|\bnumber (?:for|of|to)\b",
            rf"(?<![\w.,])(?<!\d[-/.])(?!{NUMERIC_DATE})\+?\d(?:[\s()/.-]{{0,2}}\d){{5,14}}(?!\d)",
        ),
        (
            (
                rf"\b(?:entry|{_LOCKED})(?: [a-z]{{2,8}})? code\b"
                rf"|\bcode (?:for|of|to) (?:the |my |our )?(?:[\w'’-]{{2,14}} ){{0,2}}{_LOCKED}\b"
            ),
            r"(?<![\d.,])[A-Za-z#*]?\d{3,8}[A-Za-z#*]?(?![\d.,]\d)\b",
        ),
        (
            (
                r"\bwhat time\b|\bhow (?:early|late)\b|\bopening (?:hours|times)\b"
                r"|\bwhen (?:do|does) .{1,60}\b(?:open|close|start|begin|finish|end|leave|arrive)\b"
            ),
            (
                r"\b\d{1,2}[:.h]\d\d\b|\b\d{1,2} ?(?:am|pm|uhr)\b|\bo['’]clock\b|\b(?:noon|midnight|half past)\b"
                rf"|\bquarter (?:to|past)\b|\b(?:at|from|till|until|by|before|after) (?:half )?(?:\d{{1,2}}|{_COUNT})\b"
            ),
        ),
        (
            (
                r"\bhow much\b.{1,60}\b(?:costs?|pays?|paid|charge[ds]?|rent|spend|spent|earn|owe|worth|price)\b"
                r"|\b(?:price|fee|rent|salary|wage|budget|fare|deposit|rate|payment|cost|charge|quote|bill)s?\b"
                r"|\bwhat(?:['’]s| is| was| do(?:es)?| did| will)\b.{1,60}\b(?:cost\w*|charge|pay|paid|owe|earn)\b"
                r"|\bhow much (?:is|was|are|were|did|do|does)\b"
            ),
            rf"[£$€]\s?\d|\b\d[\d.,]{{0,9}}\s?(?:[£$€%]|(?:k|percent|{_CURRENCY}|each)\b|an? \w|per\b)|\b\d{{2,}}\b",
        ),
        (
            r"\b(?:what|which) year\b",
            r"\b(?:19|20)\d\d\b|(?<!\w)['’]\d\d\b|\b(?:last|this|next) year\b|\byears? ago\b",
        ),
        (
            (
                r"\bhow (?:much|many|long|often|old|far|tall|big|high|fast|hot|heavy|wide|deep)\b"
                r"|\b(?:what|which) (?:percentage|number|size|version|port|temperature)\b"
            ),
            rf"\d|\b(?:{_COUNT}|once|twice|half|couple|dozen|daily|weekly|monthly)\b",
        ),
        (
            (
                r"\bwhen (?:is|are|does|do|will|am|can|should)\b|\bdeadline\b|\bdue\b"
                r"|\b(?:what|which) (?:date|day|weekday|evening|morning|month|week)s?\b|\bthe date\b"
            ),
            _DATE,
        ),
    )
)
DATE = _FORMS[-1][1]
"""What matches dates."""


@lru_cache(maxsize=256)
def form_of_value(question: str) -> re.Pattern[str] | None:
    """What matches in texts that have such a value; None of questions that show no form."""
    return next((told for asked, told in _FORMS if asked.search(question)), None)
