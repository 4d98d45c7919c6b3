"""Which turns does a `Speaker: text` log hold, and when were they said?"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import MONTH, find_written_date, time_of_day, writes_day_first
from quaidpy.regex import regex
from quaidpy.remember.formats.dated_entries import days_alone
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.speakers import personal_name, role_of, role_of_named

_NAME = r"(?P<name>[^\W\d_][\w.'’ -]{0,38}?|\+\d[\d ]{6,16})"
_STAMP = (
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?"
    r"(?:[T\s]\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[APap]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s*[APap]\.?[Mm]\.?)?"
_NAME_AND_PLACE = (
    rf"{_NAME}(?:,\s[^()\n]{{1,40}})?"  # "Kadri, Tartu": of a customer the town or the company, too
)
_ROLE = r"(?P<role>[^\W\d_][\w -]{1,20}?)"
_MARK = "\u200e\u200f\u202a\u202c"
_FORMS = (
    regex(
        rf"^[{_MARK}]*\[?(?P<stamp>{_STAMP})\]?\s{{1,5}}[-–—|]?\s{{0,5}}{_ROLE}\s{{0,5}}\({_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"
    ),
    regex(rf"^{_ROLE}\s{{0,5}}\((?!\D{{0,40}}\d){_NAME_AND_PLACE}\)\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*\[(?P<stamp>[^\]]{{4,40}})\]\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^[{_MARK}]*(?P<stamp>{_STAMP})\s+[-–—]\s+{_NAME}:\s(?P<text>.*)$"),
    regex(rf"^(?P<stamp>{_STAMP})\s{{1,5}}[-–—|]?\s{{0,5}}{_NAME}\s{{0,5}}:\s(?P<text>.*)$"),
    regex(rf"^{_NAME}\s*[\[(](?P<stamp>[^\])]{{4,40}})[\])]\s*:\s(?P<text>.*)$"),
    regex(rf"^[-*>]?\s*\*\*{_NAME}(?::\*\*|\*\*:)\s+(?P<text>.*)$"),  # "- **Heater** died" is an item
    regex(rf"^{_NAME}\s?:\s(?P<text>.*)$"),
    regex(rf"^{_NAME}\s{{1,4}}(?P<stamp>{_CLOCK})(?P<text>)$"),
)
_LEFT_OUT = regex(
    r"^<?(?:media omitted|image omitted|video omitted|audio omitted|sticker omitted|gif omitted|document omitted"
    r"|attached: [^>]*|this message was deleted|you deleted this message|missed (?:voice|video) call"
    r"|has (?:joined|left) the (?:channel|group)|@?[\w.]+ has (?:joined|left) the (?:channel|group))[>.]?$",
    re.IGNORECASE,
)
"""What an export puts where a message was none of words."""
_SYSTEM_LINE = regex(rf"^[{_MARK}]*\[?{_STAMP}\]?\s+[-–—]\s+[^:]*$")
_HEADER = regex(
    rf"^\W*(?:#+|=+|-{{2,}}|\*{{2,}}|(?:session|date|conversation|chat|day|started|time)\b|{_STAMP}\W*$"
    rf"|(?:(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{MONTH}|{MONTH}\s+\d{{1,2}}))",
    re.IGNORECASE,
)
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
_LEAST_LABELS = 4
_LINES_OF_A_TURN = 3  # at most, on average, in what is nothing but a log: who and when, and what is said below it
_MANY_STAMPED = 5
_MOST_WORDS_OF_A_TITLE = 8  # more before the first speaker are prose


@dataclass(frozen=True, slots=True)
class _SpokenLine:
    name: str
    text: str
    stamp: str | None
    role: str | None = None


def recognizes(source: SourceText) -> bool:
    """Enough lines begin with a speaker: stamped ones count at once, bare ones must be many or recur."""
    lines = [line.text for line in source.lines if line.text.strip()]
    spoken = [found for text in lines if (found := _spoken_line(text))]
    stamped = [found for found in spoken if found.stamp]
    headers = sum(1 for text in lines if _HEADER.match(text))
    if len(stamped) * _LINES_OF_A_TURN >= len(lines) - headers and stamped:
        return True
    if _is_quoting(lines):
        return False
    if len(stamped) >= _MANY_STAMPED:
        return True
    counts = Counter(found.name for found in spoken)
    share = len(spoken) / max(1, len(lines) - headers)
    is_recurring = bool(counts) and max(counts.values()) >= 2 and len(counts) * 1.5 <= len(spoken)
    are_people = len(counts) > 1 and all(_is_known_speaker(name) for name in counts)
    is_log = share >= 0.9 and not _are_labels(counts)
    return is_log or (share >= 0.3 and (is_recurring or are_people))


def _are_labels(counts: Counter[str]) -> bool:
    """Whether they are what items of notes are about: many, each once, hardly one the name of a person."""
    people = sum(map(_is_known_speaker, counts))
    return len(counts) >= _LEAST_LABELS and max(counts.values()) == 1 and people * 2 < len(counts)


def _is_quoting(lines: Sequence[str]) -> bool:
    """Whether prose stands before the first speaker: a document in which somebody is quoted, and no log of a talk.

    Whoever writes "User: …" into a document does not speak for the user by that.
    """
    before = list(takewhile(lambda text: _spoken_line(text) is None, lines))
    prose = [text for text in before if not (_HEADER.match(text) or _SYSTEM_LINE.match(text))]
    return any(len(text.split()) > _MOST_WORDS_OF_A_TITLE for text in prose)


def _is_known_speaker(name: str) -> bool:
    return personal_name(name) is None or is_given_name(name.split(maxsplit=1)[0].casefold())


def read(source: SourceText) -> Transcript:
    """Every line that names a speaker begins a turn; others continue it, or are headers that date what follows."""
    spoken = [_spoken_line(line.text) for line in source.lines]
    stamps = [found.stamp for found in spoken if found and found.stamp]
    state = _State(
        from_byte=source.from_byte,
        is_day_first=writes_day_first(stamps),
        days=days_alone(
            [line for line, found in zip(source.lines, spoken, strict=True) if found is None],
            source.written_at,
        ),
    )
    for line, found in zip(source.lines, spoken, strict=True):
        state.take(line, found)
    state.finish_turn()
    return Transcript(
        format="log", title=state.title, session=None, turns=tuple(state.turns), consumed_bytes=source.size
    )


@dataclass(slots=True)
class _State:
    from_byte: int
    is_day_first: bool
    days: Mapping[int, datetime]
    title: str | None = None
    day: datetime | None = None
    turns: list[RawTurn] = field(default_factory=list)
    label: str | None = None
    role: str | None = None
    at: datetime | None = None
    first_line: int = 0
    text: list[str] = field(default_factory=list)

    def take(self, line: SourceLine, spoken: _SpokenLine | None) -> None:
        is_new = line.start >= self.from_byte
        if is_new and line.start == self.from_byte:
            self.text.clear()  # what stands before the cursor was given before
        if spoken:
            self._begin(line, spoken)
        elif day := self.days.get(line.number):
            self.finish_turn()
            self.day = day
        elif self._is_header(line.text) or _SYSTEM_LINE.match(line.text):
            self.finish_turn()
        elif line.text.strip() or self.text:
            self._go_on(line)
        if line.end <= self.from_byte:
            self.text.clear()

    def _begin(self, line: SourceLine, spoken: _SpokenLine) -> None:
        self.finish_turn()
        self.label, self.role = spoken.name, spoken.role
        self.at, self.first_line = self._time(spoken.stamp), line.number
        self.text = [_behind_cursor(line, spoken.text, self.from_byte)]

    def _go_on(self, line: SourceLine) -> None:
        if not self.text:
            self.first_line = line.number
        self.text.append(_behind_cursor(line, line.text, self.from_byte))

    def _time(self, stamp: str | None) -> datetime | None:
        if stamp is None:
            return self.day
        found = find_written_date(stamp, is_day_first=self.is_day_first)
        if found:
            self.day = found.at
            return found.at
        clock = time_of_day(stamp)
        if clock is None or self.day is None:
            return self.day
        return self.day.replace(hour=0, minute=0, second=0) + clock

    def _is_header(self, text: str) -> bool:
        """A heading or date line; a date in it dates the turns below."""
        if not _HEADER.match(text):
            return False
        found = find_written_date(text, is_day_first=self.is_day_first)
        if found and len(text.split()) <= 16:
            self.day = found.at
            return True
        heading = re.match(r"\A#++\s++(\S.*+)$", text)
        if heading and self.title is None and not self.turns:
            self.title = heading[1].strip()
        return bool(heading) or not re.search(r"\w", text) or (bool(found) and not self.text)

    def finish_turn(self) -> None:
        text = "\n".join(self.text).strip()
        self.text = []
        if self.label is None:
            role: Role | None = Role.DOCUMENT  # what stands over a log, nobody says
        else:
            role = role_of(self.label) if self.role is None else role_of_named(self.role)
        if not text or role is None or role is Role.TOOL or _LEFT_OUT.match(text):
            return
        self.turns.append(
            RawTurn(
                text=text,
                speaker=personal_name(self.label),
                role=role,
                at=self.at,
                line=self.first_line,
            )
        )


def _behind_cursor(line: SourceLine, text: str, cursor: int) -> str:
    """The part of a line's text that is new, when the cursor stands within the line."""
    if not line.start < cursor < line.end:
        return text
    tail = line.text.encode()[cursor - line.start :].decode("utf-8", errors="ignore")
    return tail if len(tail) < len(text) else text


def _spoken_line(text: str) -> _SpokenLine | None:
    for form in _FORMS:
        match = form.match(text)
        if match and _is_name(match["name"]):
            found = match.groupdict()
            return _SpokenLine(
                _shown(found["name"].strip()), found["text"].strip(), found.get("stamp"), found.get("role")
            )
    return None


def _shown(name: str) -> str:
    """A chat name in small letters as people write it elsewhere: karim → Karim, amara.dube → Amara Dube."""
    is_handle = personal_name(name) is not None and re.fullmatch(r"[^\W\d_]{2,}(?:[._-][^\W\d_]{2,})?", name)
    return re.sub(r"[._-]", " ", name).title() if is_handle and name.islower() else name


def _is_name(name: str) -> bool:
    words = name.split()
    if len(words) > _LONGEST_NAME_WORDS or name.casefold() in _NOT_NAMES or words[0].casefold() in _NOT_NAMES:
        return False
    return len(words) == 1 or all(not word[0].islower() or len(word) <= 3 for word in words)
