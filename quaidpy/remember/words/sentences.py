"""Where does one sentence end and the next begin?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from quaidpy.regex import regex

_ABBREVIATIONS = frozenset(
    {
        "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "rev", "gen", "col", "capt", "lt", "sgt",
        "hon", "vs", "etc", "e.g", "i.e", "cf", "al", "approx", "no", "vol", "fig", "dept", "est", "inc",
        "ltd", "co", "corp", "ave", "blvd", "rd", "mt", "ft", "jan", "feb", "mar", "apr", "jun", "jul",
        "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
        "incl", "excl", "resp", "nr", "str", "temp", "avg", "ref", "ver", "a.m", "p.m", "u.s", "u.k", "u.n",
        "ph.d", "d.c", "b", "c", "ca", "pp",
    }
)  # fmt: skip
_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d\u2764"
_END = regex(
    rf"(?P<cjk>[。！？]+[」』”’）]*)"
    rf"|(?P<hard>\n\s*\n\s*|\n(?=\s*(?:[-*•]|\d+[.)])\s)|(?<=[\w)])\n(?=[A-Z][\w ]{{1,20}}:\s))"
    rf"|(?P<stop>(?<![.!?…])[.!?…]++[\"'”’)\]]*+)(?=\s|$|[{_EMOJI}])"
    rf"|(?P<emoji>(?<![{_EMOJI}])[{_EMOJI}]++)(?=\s|$)"
    rf"|(?P<smile>\s(?:[:;]-?[)DP(]|<3|xD|\^\^|lol|haha\w*|lmao)(?=\s|$))"
    rf"|(?P<line>(?<=[\w)])\n(?=\w))"
)
_FULL_LINE = (
    40  # characters: text is wrapped behind so many; who types a line for each thought seldom types as many
)
_LEAST_LINES = 3
_OF_FULL = 0.75  # of the longest line: as long as lines are that a program wrapped
_STOPS = ".,;:!?…"
_LEADS_ON = regex(
    r"(?:^|\W)(?:an?|the|this|that|these|those|my|your|our|his|her|its|their|some|any|no|every|each|and|or|but|so|if|when"
    r"|because|as|than|like|of|to|in|on|at|for|from|with|by|about|into|over|under|per|is|are|was|were|be|been|am|has|have|had|do"
    r"|does|did|will|would|can|could|should|must|may|might|not|who|which|called|named|very|mr|mrs|ms|dr|st)\Z",
    re.IGNORECASE,
)
"""The last word of a line that has to go on."""
_GOES_ON = regex(
    r"(?:of|to|in|on|at|for|from|with|by|about|into|over|under|per|than|as|because|since|until|till|which|whose|whom|or|and|\d)\b",
    re.IGNORECASE,
)
"""The first word of a line that goes on with the one before."""
_OPENS = regex(
    r"(?:i|we|you|he|she|it|they|this|that|these|those|there|here|my|our|your|his|her|their|the|an?|and|but|so|also|then|now"
    r"|what|when|where|who|how|why|if|no|yes|ok(?:ay)?|please|can|could|did|does|do|is|are|was|were|will|would|has|have|had"
    r"|got|need|don['’]?t|let['’]?s|mum|mom|dad|today|tomorrow|yesterday|next|last)\b",
    re.IGNORECASE,
)
"""The first word of a thought, also where a phone has written it large."""
_NAME_LINE = regex(r"[A-ZÀ-Þ][\w'’-]{1,30}(?: [A-ZÀ-Þ][\w'’.-]{0,30}){0,2}")
"""A line that holds nothing but a name."""
_BULLET = regex(r"(?:[-*•]|\d{1,2}[.)])\s++")
_HEADING = regex(r"#{1,6}[ \t][^\n]*+(?:\n|$)")
_GERMAN_DAY = regex(r"\b(?:am|zum|vom|bis|ab|seit|der|den|dem)\s+\d{1,2}$", re.IGNORECASE)
_GERMAN_MONTH = regex(
    r"\s{1,8}(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a text, and those characters; where a line is only wrapped, a space."""

    start: int
    end: int
    text: str


def split_sentences(text: str) -> Iterator[Span]:
    """Sentences in order, without surrounding space and bullets.

    Abbreviations, initials, decimals and stops within a quotation do not end one; emoji, blank lines, list items and
    CJK stops do. A line break alone does between two short lines, where the one is whole and the other begins a
    thought: mail is wrapped. So it does in what is dictated or typed a line for each thought.
    """
    start = 0
    for match in _END.finditer(text):
        if match["stop"] and (_is_quoted(text, start, match) or _is_inside(text, start, match)):
            continue
        if match["line"] and not _is_between_thoughts(text, match):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _is_inside(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop belongs to an abbreviation, an initial, or "…" before a lower-case word."""
    stop = match["stop"]
    following = text[match.end() : match.end() + _WIDEST_GAP].lstrip()[:1]
    if stop.startswith(("...", "…")) and following.islower():
        return True
    if stop == "." and (_is_german_day(text, start, match) or _is_item_number(text, start, match)):
        return True
    if stop != ".":
        return stop[-1] in _QUOTES and following.islower() and not _SPEAKER.match(text, match.end())
    word = text[start : match.start()].rsplit(maxsplit=1)[-1:] or [""]
    bare = word[0].lstrip("(\"'“").lower()
    if bare in _BEFORE_NUMBERS:
        return following.isdigit() or (bare == "no" and _CODE.match(text, match.end()) is not None)
    is_letter = len(bare) == 1 and bare.isalpha() and word[0][-1:].isupper() and bare != "i"
    if is_letter or (_INITIALS.fullmatch(word[0].lstrip("(\"'“")) and (following.islower() or not following)):
        return True
    goes_on = following.islower() or following.isdigit() or bare in _TITLES or bare in _LEADING_ON
    return bare in _ABBREVIATIONS and goes_on and not _is_end_of_date(text, start, match)


def _is_quoted(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether more of what is quoted follows on the same line: she wrote "Ten minutes? Now?"."""
    if match["stop"][-1] in _QUOTES:
        return False
    before = text[max(start, match.start() - _LONGEST_QUOTE) : match.start()]
    return _OPEN_QUOTE.search(before) is not None and _REST_OF_QUOTE.match(text, match.end()) is not None


_QUOTES = "\"'”’"
_LONGEST_QUOTE = 120  # characters on either side of the stop
_OPEN_QUOTE = regex(rf"(?:\A|[\s(])[\"“](?=\S)[^\"“”\n]{{0,{_LONGEST_QUOTE}}}\Z")
_REST_OF_QUOTE = regex(rf"[^\"“”\n]{{1,{_LONGEST_QUOTE}}}[\"”](?!\w)")
_SPEAKER = regex(r"\s{1,9}i\b")
_WIDEST_GAP = 40  # characters


def _is_end_of_date(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop ends a sentence in small letters, too: "until 29 aug. my cousin has the key"."""
    is_day = _ENDS_WITH_DATE.search(text, max(start, match.start() - _LONGEST_DAY), match.start())
    return is_day is not None and _TELLS_ANEW.match(text, match.end()) is not None


def _is_between_thoughts(text: str, line_end: re.Match[str]) -> bool:
    begins_at = text.rfind("\n", 0, line_end.start()) + 1
    line = text[begins_at : line_end.start()].strip()
    if _NAME_LINE.fullmatch(line) and text[max(0, begins_at - 2) : begins_at] == ",\n":
        return True  # "Best wishes,\nAna\nHead of Programme"
    if _NAME_LINE.fullmatch(line) and text[max(0, begins_at - 2) : begins_at] in {"", "\n\n"}:
        return text[line_end.end()].isupper()  # "Wilf\nSue has it": to Wilf
    if " " not in line or _LEADS_ON.search(line) or _GOES_ON.match(text, line_end.end()):
        return False
    following = text[line_end.end() : line_end.end() + _FULL_LINE].partition("\n")[0]
    if " " in following and are_lines_thoughts(text):
        return True
    if max(len(line), len(following)) >= _FULL_LINE:
        return False
    return bool(following[:1].islower() or _OPENS.match(text, line_end.end()))


@lru_cache(maxsize=64)  # each line end of a text asks it
def are_lines_thoughts(text: str) -> bool:
    """Whether a text is typed or dictated a line for each thought, with no stops: wrapped lines are of one length."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not len(lines) >= _LEAST_LINES or sum(line[-1] in _STOPS for line in lines) * 2 > len(lines):
        return False
    longest = max(map(len, lines))
    full = sum(len(line) >= _OF_FULL * longest for line in lines[:-1])
    return full * 2 <= len(lines) - 1


def _is_item_number(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop stands behind the number of a list's item, or of a heading."""
    line = text.rfind("\n", 0, match.start()) + 1
    before = text[max(start, line) : match.start()].lstrip("# ").strip()
    return before.isdigit() and len(before) <= _LONGEST_ITEM_NUMBER and max(start, line) == line


_BEFORE_NUMBERS = frozenset({"no", "chap", "ch", "p", "sec", "art", "tel", "ext", "apt"})
"""Short before a number alone: "chap. 22", and not the "no." that ends a sentence."""
_CODE = regex(r"\s{0,2}[A-Z]{1,6}[- ]?(?:\d|[A-Z]{1,4}[- ]?\d)")
"""Behind "no." the number of a policy or a manuscript: "AHC 70315"."""
_ENDS_WITH_DATE = regex(r"\d (?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\Z", re.IGNORECASE)
_TELLS_ANEW = regex(r"\s{1,4}(?:my|our|his|her|their|he|she|it|they)(?:['’]s)?\s", re.IGNORECASE)
_LONGEST_DAY = 8  # characters: "29 sept"
_LEADING_ON = frozenset({"e.g", "i.e", "cf"})
"""What always has something behind it."""
_LONGEST_ITEM_NUMBER = 2  # digits


def _is_german_day(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the stop makes a number a day: "am 27. Juni", "am 20. bin ich weg"."""
    before = text[max(start, match.start() - 12) : match.start()]
    if not before[-1:].isdigit():
        return False
    follows = text[match.end() : match.end() + 2].strip()
    return bool(_GERMAN_MONTH.match(text, match.end())) or (
        bool(_GERMAN_DAY.search(before)) and follows.islower()
    )


_INITIALS = regex(r"(?:[A-ZÀ-Þ]\.){1,3}[A-ZÀ-Þ]")
"""Letters that stand for somebody: "M.T. is due in May"."""
_TITLES = frozenset(
    {"mr", "mrs", "ms", "dr", "prof", "st", "rev", "gen", "col", "capt", "lt", "sgt", "mt", "vs", "no"}
)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    if heading := _HEADING.match(text, start, end):
        start = heading.end()
    while start < end and text[start].isspace():
        start += 1
    if bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    while end > start and text[end - 1].isspace():
        end -= 1
    if any(character.isalnum() for character in text[start:end]):
        yield Span(start, end, text[start:end].replace("\n", " "))
