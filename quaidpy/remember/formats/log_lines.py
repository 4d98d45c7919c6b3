"""Who begins to speak in this line of a log, and when? What programs of chat put before, over or around words."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.domain.time.days_of_year import leading_day
from quaidpy.domain.time.written_dates import MONTH
from quaidpy.regex import regex
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.speakers import is_side_of_talk, personal_name

_LETTER = r"[^\W\d_]"
_NAME = rf"(?P<name>{_LETTER}[\w.'’ -]{{0,38}}?|\+\d[\d ]{{6,16}})"
_ANY_NAME = r"(?P<name>[^\s:<>\[\]][^:<>\[\]\n]{0,38}?)"  # where marks around it tell that it is one
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[APap]\.?[Mm]\.?)?"
_DATE = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}-[A-Za-z]{3}-\d{2,4})"
STAMP = (
    rf"{_DATE},?"
    r"(?:[T\s]\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[APap]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_WORDED_DAY = rf"(?i:{MONTH} \d{{1,2}}|\d{{1,2}}\.? {MONTH})(?:,? \d{{4}})?"
_WEEKDAY = r"(?i:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? )?"
_DAY_AND_CLOCK = rf"(?:{_WEEKDAY}(?:{_DATE}|{_WORDED_DAY}),?(?: at|\sum)?\s)?{_CLOCK}"
_NAME_AND_PLACE = (
    rf"{_NAME}(?:,\s[^()\n]{{1,40}})?"  # "Kadri, Tartu": of a customer the town or the company, too
)
_ROLE = rf"(?P<role>{_LETTER}[\w -]{{1,20}}?)"
_MARK = "\u200e\u200f\u202a\u202c"
_STATUS = r"(?::[a-z_+-]+:)?"  # a sign beside the name, as Slack writes it
_TIMED_ITEM = regex(rf"^\(?(?P<stamp>{_CLOCK})\)?\s{{1,5}}(?:[-–—|]\s{{1,5}})?{_NAME}\s?:\s(?P<text>.*)$")
"""What somebody says at a time, or what a programme has then: "12:30 Lunch: soup"."""
_FORMS = (
    regex(
        rf"^[{_MARK}]*\[?(?P<stamp>{STAMP})\]?\s{{1,5}}[-–—|]?\s{{0,5}}{_ROLE}\s{{0,5}}\({_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"
    ),
    regex(rf"^{_ROLE}\s{{0,5}}\((?!\D{{0,40}}\d){_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*\[(?P<stamp>[^\]]{{4,40}})\]\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*\[(?P<stamp>{STAMP})\]\s{{0,5}}{_ANY_NAME}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*(?P<stamp>{STAMP})\s+[-–—]\s+{_ANY_NAME}:\s(?P<text>.*)$"),
    regex(rf"^(?P<stamp>{STAMP})\s{{1,5}}[-–—|]?\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^{_NAME}\s*[\[(](?P<stamp>[^\])]{{4,40}})[\])]\s*:\s(?P<text>.*)$"),
    regex(rf"^\[?(?P<stamp>{STAMP}|{_CLOCK})\]?\s+<[@+%~&\s]?{_ANY_NAME}>\s(?P<text>.*)$"),  # IRC
    regex(rf"^(?P<stamp>{STAMP})\t{_ANY_NAME}\t(?P<text>.*)$"),
    regex(
        rf"^(?P<stamp>{STAMP})\s{{0,4}}\|\s{{0,4}}(?P<name>[^\s|][^|\n]{{0,48}}?)\s{{0,4}}\|\s{{0,4}}(?P<text>.*)$"
    ),
    regex(
        rf"^(?P<stamp>{_CLOCK})\s+From\s+{_ANY_NAME}\s+[Tt]o\s[^:\n]{{1,60}}:\s?(?P<text>.*)$"
    ),  # Zoom's chat
    _TIMED_ITEM,
    regex(rf"^<v\s+{_ANY_NAME}>(?P<text>.*?)(?:</v>)?$"),  # subtitles
    regex(rf"^[-*>]?\s*\*\*{_NAME}(?::\*\*|\*\*:)\s+(?P<text>.*)$"),  # "- **Heater** died" is an item
    regex(rf"^{_NAME}\s?:\s(?P<text>.*)$"),
)
_HEADS = (
    regex(rf"^{_NAME}{_STATUS}\s{{1,4}}\[(?P<stamp>{_DAY_AND_CLOCK})\]:?$"),
    regex(rf"^{_ANY_NAME},?\s{{1,4}}[\[(](?P<stamp>{STAMP}|{_DAY_AND_CLOCK})[\])]:?$"),
    regex(rf"^{_NAME}(?:\s\([+\d][\d ]{{6,16}}\))?(?:,|\s[-–—])?\s{{1,4}}(?P<stamp>{_DAY_AND_CLOCK}):?$"),
    regex(rf"^{_NAME}{_STATUS}\s{{1,4}}(?P<stamp>{_CLOCK})$"),
    regex(rf"^\[(?P<stamp>{STAMP}|{_DAY_AND_CLOCK})\]\s{{1,4}}{_ANY_NAME}$"),
)
"""A line of its own over what somebody says."""
_ROLE_HEADS = (
    regex(rf"^(?:#{{1,6}}\s+|\*\*|__)(?P<name>{_LETTER}[\w ]{{1,20}}?):?(?:\*\*|__)?:?$"),
    regex(rf"^(?P<name>{_LETTER}[\w ]{{1,20}}?)(?: said)?:$"),
)
"""Likewise, of a talk with an assistant that was copied out of a browser."""
_CUE = regex(r"^(?:WEBVTT\b.*|\d+|(?:\d+:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s.*|)$")
_CUE_TIME = regex(r"^(?:\d+:)?\d{2}:\d{2}[.,]\d{3}\s+-->\s")
_SYSTEM_LINE = regex(rf"^[{_MARK}]*\[?{STAMP}\]?\s+[-–—]\s+[^:]*$")
_CLOCK_AT_END = regex(rf"(?<![\d:]){_CLOCK}\s*$")
_CLOCK_ALONE = regex(rf"^\s*{_CLOCK}\s*$")
_NAME_ALONE = regex(rf"^{_NAME}$")
_STAMP_ALONE = regex(
    rf"^(?P<stamp>(?:{_DATE}|{_WORDED_DAY}),?\s{{1,2}}{_CLOCK})(?:\s\((?:Read|Edited) [^()]{{1,60}}\))?$"
)
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
        "goals",
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
        """What stands before the time of day."""
        stamp = self.stamp or ""
        return stamp.removesuffix(clock_of(stamp)).strip().removesuffix(" at").rstrip(", ")


def spoken_line(text: str) -> SpokenLine | None:
    for form in _FORMS:
        if (match := form.match(text)) and (found := _of_match(match)):
            return replace(found, may_be_item=form is _TIMED_ITEM)
    for form in _HEADS:
        if (match := form.match(text)) and (found := _of_match(match, is_head=True)):
            return found
    for form in _ROLE_HEADS:
        if (match := form.match(text.strip())) and is_side_of_talk(match["name"]):
            return SpokenLine(match["name"], "", None, is_head=True)
    return None


def with_heads_joined(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """A name and its time in two lines are one: below it on Slack's page, above it where Messages is exported."""
    joined: list[SourceLine] = []
    below = _are_stamps_below_names(lines)
    for line in lines:
        above = joined[-1] if joined else None
        stamped = _STAMP_ALONE.match(line.text.strip()) if below else None
        if above is not None and (_CLOCK_ALONE.match(line.text) or stamped) and _NAME_ALONE.match(above.text):
            time = f"[{' '.join(stamped['stamp'].split())}]" if stamped else line.text.strip()
            joined[-1] = replace(
                above, end=line.end, text=f"{above.text.strip()}  {time}", is_complete=line.is_complete
            )
        elif (
            above is not None
            and (stamp := _STAMP_ALONE.match(above.text.strip()))
            and _NAME_ALONE.match(line.text)
        ):
            text = f"{line.text}  [{' '.join(stamp['stamp'].split())}]"
            joined[-1] = replace(above, end=line.end, text=text, is_complete=line.is_complete)
        else:
            joined.append(line)
    return joined


def _are_stamps_below_names(lines: Sequence[SourceLine]) -> bool:
    """Whether what stands above lone stamps repeats more than what stands below: names do, words do not."""
    told = [line.text.strip() for line in lines if line.text.strip()]
    places = [place for place in range(1, len(told) - 1) if _STAMP_ALONE.match(told[place])]
    return len({told[place - 1] for place in places}) < len({told[place + 1] for place in places})


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


_SURNAME_FIRST = regex(r"(?P<surname>[A-ZÀ-Þ][\w'’-]+), (?P<given>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’.-]*)?)")


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
