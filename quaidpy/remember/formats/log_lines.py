"""Who begins to speak in this line of a log, and when? What programs of chat put before, over or around words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.domain.time.days_of_year import leading_day
from quaidpy.domain.time.written_dates import EASTERN_HALF, MONTH
from quaidpy.regex import regex
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.speakers import is_side_of_talk, personal_name

_LETTER = r"[^\W\d_]"
_NAME = rf"(?P<name>{_LETTER}[\w.'’ -]{{0,38}}?|\+\d[\d ]{{6,16}})"
LONE_NAME = rf"(?:{_LETTER}[\w.'’ -]{{0,38}}|\+\d[\d ]{{6,16}})"
_ANY_NAME = r"(?P<name>[^\s:<>\[\]][^:<>\[\]\n]{0,38}?)"  # where marks around it tell that it is one
CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[APap](?:\.\s?)?[Mm]\.?)?"
_DATE = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}-[A-Za-z]{3}-\d{2,4})"
STAMP = (
    rf"{_DATE},?"
    r"(?:[T\s]\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[APap](?:\.\s?)?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_WORDED_DAY = rf"(?i:{MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th|\.)? {MONTH})(?:,? \d{{4}})?"
_WEEKDAY = r"(?i:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? )?"
_ANY_DAY = rf"(?:{_DATE}|\d{{1,2}}[/.]\d{{1,2}}\.?|{_WORDED_DAY}|(?i:today|yesterday))"
DATED_CLOCK = rf"{_WEEKDAY}{_ANY_DAY},?(?: at|\sum)?\s{{1,2}}{CLOCK}"
DAY_AND_CLOCK = rf"(?:{DATED_CLOCK}|{CLOCK})"
_NAME_AND_PLACE = (
    rf"{_NAME}(?:,\s[^()\n]{{1,40}})?"  # "Kadri, Tartu": of a customer the town or the company, too
)
_ROLE = rf"(?P<role>{_LETTER}[\w -]{{1,20}}?)"
_MARK = "\u200e\u200f"
_AROUND = regex(
    "[\u202a-\u202e\u2066-\u2069]"
)  # what programs put around names for whoever reads from the right
_STATUS = r"(?::[a-z_+-]+:)?"  # a sign beside the name, as Slack writes it
_TIMED_ITEM = regex(rf"^\(?(?P<stamp>{CLOCK})\)?\s{{1,5}}(?:[-–—|]\s{{1,5}})?{_NAME}\s?:\s(?P<text>.*)$")
"""What somebody says at a time, or what a programme has then: "12:30 Lunch: soup"."""
_ITEM_TIMED = regex(rf"^{_NAME},?\s{{1,4}}[\[(]?(?P<stamp>{CLOCK})[\])]?\s?[:>]\s(?P<text>.*)$")
"""The same with the time behind the name: "Ada 18:20: how is he"."""
_TIME_FIRST = regex(
    rf"^(?P<name>{LONE_NAME}?)\s{{2,4}}(?P<clock>{CLOCK})\s{{1,4}}(?P<day>{_WEEKDAY}{_WORDED_DAY}),?$"
)
"""A head whose time stands before its day."""
_FORMS = (
    regex(
        rf"^[{_MARK}]*\[?(?P<stamp>{STAMP})\]?\s{{1,5}}[-–—|]?\s{{0,5}}{_ROLE}\s{{0,5}}\({_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"
    ),
    regex(rf"^{_ROLE}\s{{0,5}}\((?!\D{{0,40}}\d){_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*\[(?P<stamp>[^\]]{{4,40}})\]\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*\[(?P<stamp>{STAMP})\]\s{{0,5}}{_ANY_NAME}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*(?P<stamp>{STAMP})\s+[-–—]\s+{_ANY_NAME}:\s(?P<text>.*)$"),
    regex(rf"^(?P<stamp>{STAMP})\s{{1,5}}[-–—|]?\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^{_NAME},?\s*[\[(](?P<stamp>[^\])]{{4,40}})[\])]\s*:\s(?P<text>.*)$"),
    regex(rf"^\[?(?P<stamp>{STAMP}|{CLOCK})\]?\s+<[@+%~&\s]?{_ANY_NAME}>\s(?P<text>.*)$"),  # IRC
    regex(rf"^(?P<stamp>\d{{1,2}}[/.]\d{{1,2}}\.?)\s{{1,3}}{_NAME}\s?:\s(?P<text>.*)$"),  # a book of a family
    regex(rf"^(?P<stamp>{STAMP}|{CLOCK})\t{_ANY_NAME}\t(?P<text>.*)$"),
    regex(rf"^(?P<stamp>{DATED_CLOCK}), {_ANY_NAME}\s:\s(?P<text>.*)$"),
    regex(
        rf"^(?P<stamp>{STAMP}|{CLOCK})\s{{0,4}}\|\s{{0,4}}(?P<name>[^\s|][^|\n]{{0,48}}?)\s{{0,4}}\|\s{{0,4}}(?P<text>.*)$"
    ),
    regex(
        rf"^(?P<stamp>{STAMP}|{CLOCK})\s+From\s+{_ANY_NAME}(?:\s+[Tt]o\s[^:\n]{{1,60}})?\s?:\s?(?P<text>.*)$"
    ),  # Zoom's chat
    regex(rf"^\[{_ANY_NAME}\]\s\[(?P<stamp>(?:{EASTERN_HALF}\s?)?{CLOCK})\]\s(?P<text>.*)$"),  # KakaoTalk
    regex(rf"^{_NAME}\s{{2,4}}(?P<stamp>{CLOCK})\s{{2,4}}(?P<text>\S.*)$"),  # columns
    _TIMED_ITEM,
    _ITEM_TIMED,
    regex(rf"^<v\s+{_ANY_NAME}>(?P<text>.*?)(?:</v>)?$"),  # subtitles
    regex(rf"^[-*>]?\s*\*\*{_NAME}(?::\*\*|\*\*:)\s+(?P<text>.*)$"),  # "- **Heater** died" is an item
    regex(rf"^{_NAME}\s?:\s(?P<text>.*)$"),
)
_HEADS = (
    regex(rf"^{_NAME}{_STATUS}\s{{1,4}}\[(?P<stamp>{DAY_AND_CLOCK})\]:?$"),
    regex(rf"^{_ANY_NAME},?\s{{1,4}}[\[(](?P<stamp>{STAMP}|{DAY_AND_CLOCK})[\])]:?$"),
    regex(rf"^{_NAME}(?:\s\([+\d][\d ]{{6,16}}\))?(?:,|\s[-–—])?\s{{1,4}}(?P<stamp>{DAY_AND_CLOCK}):?$"),
    regex(rf"^{_NAME}{_STATUS}\s{{1,4}}(?P<stamp>{CLOCK})$"),
    regex(rf"^\[(?P<stamp>{STAMP}|{DAY_AND_CLOCK})\]\s{{1,4}}{_ANY_NAME}$"),
)
"""A line of its own over what somebody says."""
_ROLE_HEADS = (
    regex(rf"^(?:#{{1,6}}\s+|\*\*|__)(?P<name>{_LETTER}[\w ]{{1,20}}?):?(?:\*\*|__)?:?$"),
    regex(rf"^(?P<name>{_LETTER}[\w ]{{1,20}}?)(?: said:?|:)$"),
)
"""Likewise, of a talk with an assistant that was copied out of a browser."""
_CUE = regex(r"^(?:WEBVTT\b.*|\d+|(?:\d+:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s.*|)$")
_CUE_TIME = regex(r"^(?:\d+:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s")
_COMES_OR_GOES = (
    r"[^:\n]{1,60}? (?:left|joined|was added|were added|(?:added|removed|invited) [^:]{1,80}|joined using [^:]{1,60}"
    r"|(?:changed|created|deleted|pinned) (?:the|this|their|group|a) [^:]{1,80}|(?:is|are) now an? admins?)"
)
_SYSTEM_LINE = regex(
    rf"^(?:[{_MARK}]*\[?{STAMP}\]?\s+[-–—]\s+[^:]*|{CLOCK}\t[^\t]*|[{_MARK}]*\[{STAMP}\]\s+{_COMES_OR_GOES}\.?)$"
)
_CLOCK_AT_END = regex(rf"(?:{EASTERN_HALF}\s?|(?<![\d:])){CLOCK}\s*$")
_BEHIND_A_NAME = regex(
    r"\s{0,3}(?:#\d{1,4}|\([^()]{0,40}\))$"
)  # the number of a user, a telephone, another name
_SIGNS = regex(r"^[~\W]+|[^\w.)]+$")
_NOT_NAMES = frozenset(
    {
        "note", "notes", "todo", "title", "date", "session", "warning", "summary", "example", "ps",
        "fyi", "re", "edit", "update", "important", "tip", "source", "subject", "from", "to", "cc",
        "time", "time zone", "location", "agenda", "question", "answer", "q", "a", "tl;dr", "http",
        "https", "step", "result", "conversation", "participants", "topic", "chat", "day", "started",
        "abstract", "author", "authors", "tags", "url", "ingredients", "status", "error", "output",
        "input", "version", "name", "address", "email", "phone", "description", "remember", "reminder",
        "decision", "decisions", "present", "absent", "attendees", "attending", "apologies", "chair", "minutes",
        "next meeting", "next", "owner", "severity", "who", "where", "when", "what", "why", "todo list", "goal",
        "goals", "plan", "lesson", "idea", "memo", "recording", "entry", "log", "voice", "audio",
    }
)  # fmt: skip
_LONGEST_NAME_WORDS = 4


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """`is_head`: what is said stands in the lines below. `may_be_item`: it may be of a programme."""

    name: str
    text: str
    stamp: str | None
    role: str | None = None
    is_head: bool = False
    may_be_item: bool = False

    @property
    def stamped_day(self) -> str:
        """What stands before the time of day; all of it, where there is none."""
        stamp = self.stamp or ""
        clock = _CLOCK_AT_END.search(stamp)
        return stamp[: clock.start() if clock else None].strip().removesuffix(" at").rstrip(", ")


def spoken_line(text: str) -> SpokenLine | None:
    text = _TIME_FIRST.sub(r"\g<name>  \g<day> \g<clock>", _AROUND.sub("", text))
    for form in _FORMS:
        if (match := form.match(text)) and (found := _of_match(match)):
            return replace(found, may_be_item=form in {_TIMED_ITEM, _ITEM_TIMED})
    for form in _HEADS:
        if (match := form.match(text)) and (found := _of_match(match, is_head=True)):
            return found
    for form in _ROLE_HEADS:
        if (match := form.match(text.strip())) and is_side_of_talk(match["name"]):
            return SpokenLine(match["name"], "", None, is_head=True)
    return None


def clock_of(stamp: str) -> str:
    """The time of day at its end; all of it where there is none."""
    found = _CLOCK_AT_END.search(stamp)
    return found[0].strip() if found else stamp


def is_system_line(text: str) -> bool:
    """Whether the program tells something itself: "04/05/2026, 10:12 - Ana added Ben"."""
    return _SYSTEM_LINE.match(text) is not None


def is_cue(text: str) -> bool:
    """Whether a line of subtitles says when something is said, and not what."""
    return _CUE.match(text) is not None


def has_cues(lines: Iterable[SourceLine]) -> bool:
    return any(_CUE_TIME.match(line.text) for line in lines)


def _of_match(match: re.Match[str], *, is_head: bool = False) -> SpokenLine | None:
    found = match.groupdict()
    name, role = _BEHIND_A_NAME.sub("", found["name"]).strip(), found.get("role")
    if role is not None and is_given_name(role.split(maxsplit=1)[0].casefold()):
        name, role = role, None  # "Ben (Goalie)" is Ben
    name = name if name.startswith("+") else _SIGNS.sub("", name)
    if (
        not name or not _is_name(name) or leading_day(f"{name} …")
    ):  # "Feb 20. Rink: we're in" is an entry of a book
        return None
    return SpokenLine(shown_name(name), (found.get("text") or "").strip(), found.get("stamp"), role, is_head)


_SURNAME_FIRST = regex(
    r"(?P<surname>[A-ZÀ-Þ][\w'’-]{1,40}), (?P<given>[A-ZÀ-Þ][\w'’-]{1,40}(?: [A-ZÀ-Þ][\w'’.-]{0,40})?)"
)


def shown_name(name: str) -> str:
    """A chat name as people write it elsewhere: karim → Karim, amara.dube → Amara Dube, "Ruiz, Ana" → Ana Ruiz."""
    if turned := _SURNAME_FIRST.fullmatch(name):
        return f"{turned['given']} {turned['surname']}"
    is_handle = personal_name(name) is not None and re.fullmatch(r"[^\W\d_]{2,}(?:[._-][^\W\d_]{2,})?", name)
    return re.sub(r"[._-]", " ", name).title() if is_handle and name.islower() else name


def _is_name(name: str) -> bool:
    words = name.split()
    if len(words) > _LONGEST_NAME_WORDS or name.casefold() in _NOT_NAMES or words[0].casefold() in _NOT_NAMES:
        return False
    return len(words) == 1 or all(not word[0].islower() or len(word) <= 3 for word in words)
