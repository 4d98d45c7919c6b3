"""Who is the "I" of a text without speakers: of a diary, a memo, a letter?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quaidpy.domain.language.text import words
from quaidpy.domain.time.written_dates import WEEKDAY, find_written_date
from quaidpy.regex import regex

_FIRST_PERSON = regex(
    r"(?<!\w)(?:I|I['’]\w+|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Ii]ch|[Mm]ein\w*|[Yy]o|[Mm]is?|[Jj]e|[Mm]on(?!,? ?\d)|[Mm]a)(?!\w)"
)
_HEADING_MARKS = regex(r"^[\s#*=_\[-]*|[\s#*=_:\])-]*$")
_WEEKDAY = regex(rf"\b{WEEKDAY}\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b", re.IGNORECASE)
_YEAR_HEADING = regex(r"#{1,6} (?:[^\W\d_][\w'’-]*[ ,]+){0,3}(?P<year>(?:19|20)\d\d)")
_MEMO = regex(
    r"^\W*(?:(?:transcript (?:of )?(?:a |the )?)?(?:voice|audio) (?:memo|note)|memo\b|recording\b"
    r"|note to (?:self|myself)|notes to (?:self|myself)|diary|journal|dear diary"
    r"|notiz an mich|tagebuch|sprachnotiz|nota para m[ií]|nota de voz|diario|note à moi|journal intime)",
    re.IGNORECASE,
)
_MEMO_BEFORE = regex(
    r"\A(?:transcript (?:of )?(?:a |the )?)?(?:(?:voice|audio) )?(?:memo|note|recording|entry|log)\b"
    r"(?: ?(?:no\.? ?|#)?\d{1,4}(?= ?[,:.(–—-]| -))?[\s,:.(–—-]{0,4}",
    re.IGNORECASE,
)
_CLOCK_BEHIND = regex(
    r"[\s,]{1,3}(?:at )?\d{1,2}[:.]\d\d(?: ?[ap]m)?"
    r"(?:, \d{1,3} ?(?:m(?:in)?|s(?:ec)?)\b[^,]{0,8}| ?\(\d{1,3}(?::\d\d){0,2}[\w\s]{0,10}\)?)?\Z",
    re.IGNORECASE,
)
"""What a dictation machine writes around the day of a memo: "Voice memo 2026-03-14 18:22 (1:04)"."""
_SALUTATION = regex(
    r"^(?:my )?(?:dear(?:est)?|hello|hi|hey|lieber?|liebste[rn]?|sehr geehrte\w*|hallo|querid[oa]s?|estimad[oa]s?|hola"
    r"|ch(?:er|ère|ers)|bonjour)\b[^.!?:;]{0,50}[,!]?$",
    re.IGNORECASE,
)
_GREETS_BY_NAME = regex(r"^Dear (?!Diary\b)(?:[A-ZÀ-Þ][\w.'’-]*,? ?){1,4}$")
_CLOSING = regex(
    r"(?:^|[.!?]\s+)(?:(?:with |much |lots of |all my |all )?love|yours(?: \w+)?|sincerely"
    r"|(?:with )?(?:(?:my|all|very) )?(?:\w+ )?(?:regards|wishes|greetings)(?: from [\w'’ ]{2,30})?"
    r"|best|cheers|take care|hugs|warmly|your \w+|(?:viele|liebe|herzliche|beste) grüße|alles liebe|dein\w?|ihr\w?"
    r"|(?:un )?abrazos?|saludos|besos|cordialmente|amitiés|bises|cordialement),?$",
    re.IGNORECASE,
)
_SIGNED = regex(r"^[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’.-]+){0,3}$")
_ATTENDED = regex(r"^[*_]{0,2}(?:present|attendees|attending|participants|in attendance)\s*:", re.IGNORECASE)
_WORDS_OF_A_TIME = 4  # more, where a head says when and how long
_LONGEST_HEAD = 8  # words of a line that only says what the text is, or when it was written
_HEAD_LINES = 6  # within which a letter greets


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes; `name` is None for the owner of the memory, whose diary or memo it is."""

    name: str | None


def author_of(lines: Sequence[str], *, is_diary: bool = False) -> Author | None:
    """Whoever says "I" in a letter, a diary or a memo; None for a text whose "I" may be anybody."""
    told = [line.strip() for line in lines if line.strip()]
    if not is_told_by_somebody(told) and not (told and _MEMO.match(told[0])):
        return None
    if signer := _signer(told):
        return Author(signer)
    if any(map(_ATTENDED.match, told)) or _are_letters(told):
        return None  # minutes of several meetings, letters of several people: "we" is the group, "I" each of them
    is_memo = (
        bool(told)
        and len(words(told[0])) <= _LONGEST_HEAD + _WORDS_OF_A_TIME
        and bool(_MEMO.match(bare_line(told[0])))
    )
    return Author(None) if is_diary or is_memo else None


def _are_letters(told: Sequence[str]) -> bool:
    return sum(_GREETS_BY_NAME.match(line) is not None for line in told) > 1


def is_told_by_somebody(lines: Sequence[str]) -> bool:
    """Whether anybody says "I" or "we" in it."""
    return any(_FIRST_PERSON.search(line) for line in lines)


def _signer(told: Sequence[str]) -> str | None:
    if not any(_SALUTATION.match(line) for line in told[:_HEAD_LINES]):
        return None
    for closing, name in zip(told[-4:], told[-3:], strict=False):
        if _CLOSING.search(closing) and _SIGNED.match(name):
            return name
    return None


def signers_of(text: str) -> frozenset[str]:
    """Who signs a letter at its end: "Kind regards, Ana Ruiz"."""
    return frozenset(found["name"] for found in _SIGNED_LAST.finditer(text))


_SIGNED_LAST = regex(
    r"\b(?i:regards|wishes|sincerely|yours|cheers|love|thanks|grüße|gruß|respect),?\s+"
    r"(?P<name>[A-ZÀ-Þ][\w'’-]{0,30}\w(?: [A-ZÀ-Þ][\w'’-]{0,30}\w)?)[\"”'’.]{0,4}\s*$"
)


def date_line(line: str, *, is_day_first: bool = True) -> str | None:
    """The date, where a line or heading is nothing else: "## 2025-11-02", "Voice memo 3 March 2026, 18:22".

    Beside it may be where it was: "1 September 2025, Auxonne".
    """
    bare = day_told(line)
    found = find_written_date(bare, is_day_first=is_day_first)
    if found is None:
        return None
    rest = _WEEKDAY.sub("", bare[: found.start] + _PLACE_BEHIND.sub("", bare[found.end :]))
    return bare if not re.search(r"\w", rest) else None


_PLACE_BEHIND = regex(
    r"^,? ?(?:\([^)]{2,40}\)|,? (?P<place>(?=[A-ZÀ-Þ])(?:(?:[A-ZÀ-Þ][\w'’.-]*|d['’][A-ZÀ-Þ][\w'’-]*|de|la|le"
    r"|les|du|von|am|an|der|in|on|upon|sur|of|the|and|at|(?<=['’]s )[a-z]{3,20})(?: |(?=\W*$))){1,6}))\W*$"
)


def place_told(line: str) -> str:
    """What stands behind the date of such a line: "Auxonne"; empty where nothing does."""
    found = find_written_date(bare_line(line))
    place = _PLACE_BEHIND.match(bare_line(line)[found.end :]) if found else None
    told = (place["place"] or "").strip() if place else ""
    return "" if _WEEKDAY.fullmatch(told) else told


def day_told(line: str) -> str:
    """Without marks around it, what a dictation machine writes before a day, and the time of day behind it."""
    return _CLOCK_BEHIND.sub("", _MEMO_BEFORE.sub("", bare_line(line)))


def is_of_memo(line: str) -> bool:
    """Whether it names a memo or a recording."""
    return _MEMO_BEFORE.match(bare_line(line)) is not None


def year_of(line: str) -> int | None:
    """The year, where a heading is one, or ends with it: "# 2026", "# Diary 2026"."""
    found = _YEAR_HEADING.fullmatch(line.strip())
    return int(found["year"]) if found else None


def head_date(line: str) -> str | None:
    """The date of a first line that says where and when a text was written: "Leeds, 14 September 2026"."""
    is_short = len(words(line)) <= _LONGEST_HEAD + 4 and not line.rstrip().endswith((".", "?"))
    return line if is_short and find_written_date(line) is not None else None


def is_salutation(text: str) -> bool:
    """Whether a line only greets: "Dear Mr Fenn,"."""
    return bool(_SALUTATION.match(text.strip().rstrip(".")))


def is_closing(text: str) -> bool:
    """Whether a line, with the name below it, only takes leave: "Kind regards, Ana"."""
    first, _, rest = re.sub(r"(?<=,)\s+|\n", "\n", text.strip().rstrip(".")).partition("\n")
    return bool(_CLOSING.match(first)) and (not rest or bool(_SIGNED.match(rest.strip())))


def bare_line(line: str) -> str:
    """Without marks of headings and emphasis around it."""
    return _HEADING_MARKS.sub("", line.strip())
