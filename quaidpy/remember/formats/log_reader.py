"""Which turns does a `Speaker: text` log hold, and when were they said?"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import MONTH, find_written_date, time_of_day, writes_day_first
from quaidpy.regex import regex
from quaidpy.remember.formats.chat_marks import own_words
from quaidpy.remember.formats.copied_pages import as_copied
from quaidpy.remember.formats.dated_entries import days_between, days_of
from quaidpy.remember.formats.log_lines import (
    STAMP,
    SpokenLine,
    clock_of,
    has_cues,
    is_cue,
    is_system_line,
    spoken_line,
)
from quaidpy.remember.words.names import is_given_name
from quaidpy.remember.words.speakers import personal_name, role_of, role_of_named

_HEADER = regex(
    rf"^\W*(?:#+|=+|[-—─]{{2,}}|\*{{2,}}|(?:session|date|conversation|chat|day|started|time)\b|{STAMP}\W*$"
    rf"|(?:(?:mon|tue|wed|thu|fri|sat|sun)\w*,?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{MONTH}|{MONTH}\s+\d{{1,2}}))",
    re.IGNORECASE,
)
_OF_A = regex(r"^A: (?P<text>\S.*)$")
_DAYS_BESIDE = {"today": timedelta(), "yesterday": timedelta(days=1)}  # the day of writing
_LEAST_LABELS = 4
_LINES_OF_A_TURN = (
    3  # at most, on average, in what is nothing but a log: who and when, and what is said below it
)
_MANY_STAMPED = 5
_STAMPED_TO_BARE = 3  # times as many lines with a time of day, at least, as those without by others
_MOST_WORDS_OF_A_TITLE = 8  # more before the first speaker are prose


def recognizes(source: SourceText) -> bool:
    """Enough lines begin with a speaker: stamped ones count at once, bare ones must be many or recur."""
    lines = [line.text for line in as_copied(source.lines) if line.text.strip()]
    read_as = [spoken_line(text) for text in lines]
    spoken = [found for found in read_as if found]
    stamped = sum(map(_is_stamped, read_as, [*read_as[1:], None]))
    headers = sum(1 for text in lines if _is_short_head(text) or is_cue(text))
    if stamped * _LINES_OF_A_TURN >= max(1, len(lines) - headers):
        return True
    if _is_quoting(lines, read_as):
        return False
    if stamped >= _MANY_STAMPED:
        return True
    counts = Counter(found.name for found in spoken)
    share = len(spoken) / max(1, len(lines) - headers)
    is_recurring = bool(counts) and max(counts.values()) >= 2 and len(counts) * 1.5 <= len(spoken)
    are_people = len(counts) > 1 and all(_is_known_speaker(name) for name in counts)
    is_log = share >= 0.9 and not _are_labels(counts) and not all(found.may_be_item for found in spoken)
    return is_log or (share >= 0.3 and (is_recurring or are_people))


def _is_short_head(text: str) -> bool:
    """Whether it only heads what follows; a diary has its days before what was done on them."""
    return _HEADER.match(text) is not None and len(text.split()) <= _MOST_WORDS_OF_A_TITLE


def _is_stamped(line: SpokenLine | None, following: SpokenLine | None) -> bool:
    """Whether it says when, as programs do; a time of day alone stands before items of a programme, too."""
    if line is None or line.stamp is None:
        return False
    return following is None if line.is_head else not line.may_be_item


def _are_labels(counts: Counter[str]) -> bool:
    """Whether they are what items of notes are about: many, each once, hardly one the name of a person."""
    people = sum(map(_is_known_speaker, counts))
    return len(counts) >= _LEAST_LABELS and max(counts.values()) == 1 and people * 2 < len(counts)


def _is_quoting(lines: Sequence[str], read_as: Sequence[SpokenLine | None]) -> bool:
    """Whether prose stands before the first speaker: a document in which somebody is quoted, and no log of a talk.

    Whoever writes "User: …" into a document does not speak for the user by that.
    """
    before = [text for text, _ in takewhile(lambda each: each[1] is None, zip(lines, read_as, strict=True))]
    prose = [text for text in before if not (_HEADER.match(text) or is_system_line(text) or is_cue(text))]
    return any(len(text.split()) > _MOST_WORDS_OF_A_TITLE for text in prose)


def _is_known_speaker(name: str) -> bool:
    return personal_name(name) is None or is_given_name(name.split(maxsplit=1)[0].casefold())


def read(source: SourceText) -> Transcript:
    """Every line that names a speaker begins a turn; others continue it, or are headers that date what follows."""
    lines = as_copied(source.lines)
    spoken = _without_labels(_with_a_among_initials(lines, [spoken_line(line.text) for line in lines]))
    stamps = [found.stamp for found in spoken if found and found.stamp]
    told = {
        line.number: found.stamped_day if found else line.text
        for line, found in zip(lines, spoken, strict=True)
    }
    unsaid = [line for line, found in zip(lines, spoken, strict=True) if found is None]
    state = _State(
        from_byte=source.from_byte,
        is_day_first=writes_day_first(stamps),
        days=days_of(told, source.written_at) or days_between(unsaid, source.written_at),
        are_subtitles=has_cues(lines),
        written_at=source.written_at,
    )
    for line, found in zip(lines, spoken, strict=True):
        state.take(line, found)
    state.finish_turn()
    return Transcript(
        format="log", title=state.title, session=None, turns=tuple(state.turns), consumed_bytes=source.size
    )


def _with_a_among_initials(
    lines: Sequence[SourceLine], spoken: Sequence[SpokenLine | None]
) -> list[SpokenLine | None]:
    """With an "A:" as somebody where other initials speak; beside a "Q:" it is an answer, and else an option."""
    initials = {found.name for found in spoken if found and len(found.name) == 1}
    if not initials or any(line.text.startswith("Q:") for line in lines):
        return list(spoken)
    return [
        found or (SpokenLine("A", said["text"], None) if (said := _OF_A.match(line.text)) else None)
        for line, found in zip(lines, spoken, strict=True)
    ]


def _without_labels(spoken: Sequence[SpokenLine | None]) -> list[SpokenLine | None]:
    """Without what only looks like a speaker: "Heads-up: …" in a message, where whoever speaks has a time."""
    stamped = {line.name.casefold() for line in spoken if line and line.stamp}
    bare = [line for line in spoken if line and line.stamp is None and line.name.casefold() not in stamped]
    times = sum(line is not None and line.stamp is not None for line in spoken)
    if len(bare) * _STAMPED_TO_BARE > times:
        return list(spoken)
    return [None if line in bare else line for line in spoken]


@dataclass(slots=True)
class _State:
    from_byte: int
    is_day_first: bool
    days: Mapping[int, datetime]
    are_subtitles: bool = False
    written_at: datetime | None = None
    title: str | None = None
    day: datetime | None = None
    turns: list[RawTurn] = field(default_factory=list)
    label: str | None = None
    role: str | None = None
    at: datetime | None = None
    first_line: int = 0
    text: list[str] = field(default_factory=list)

    def take(self, line: SourceLine, spoken: SpokenLine | None) -> None:
        is_new = line.start >= self.from_byte
        if is_new and line.start == self.from_byte:
            self.text.clear()  # what stands before the cursor was given before
        if spoken:
            self._begin(line, spoken)
        elif line.number in self.days:
            self.finish_turn()
            self.day = self.at = self.days[line.number]
            self.label = self.role = None  # who spoke on the day before says nothing on this one
        elif self._is_no_speech(line.text):
            self.finish_turn()
        elif line.text.strip() or self.text:
            self._go_on(line)
        if line.end <= self.from_byte:
            self.text.clear()

    def _begin(self, line: SourceLine, spoken: SpokenLine) -> None:
        self.finish_turn()
        self.label, self.role = spoken.name, spoken.role
        self.day = self.days.get(line.number, self.day)
        self.at, self.first_line = self._time(spoken.stamp), line.number
        self.text = [_behind_cursor(line, spoken.text, self.from_byte)]

    def _go_on(self, line: SourceLine) -> None:
        if not self.text:
            self.first_line = line.number
        self.text.append(_behind_cursor(line, line.text, self.from_byte))

    def _time(self, stamp: str | None) -> datetime | None:
        if stamp is None:
            return self.day
        if (beside := _DAYS_BESIDE.get(stamp.split(maxsplit=1)[0].casefold().rstrip(","))) is not None:
            self.day = self.written_at - beside if self.written_at else None
        found = find_written_date(stamp, is_day_first=self.is_day_first)
        if found:
            self.day = found.at
            return found.at
        clock = time_of_day(clock_of(stamp))
        if clock is None or self.day is None:
            return self.day
        return self.day.replace(hour=0, minute=0, second=0) + clock

    def _is_no_speech(self, text: str) -> bool:
        is_of_subtitles = self.are_subtitles and is_cue(text)
        return is_of_subtitles or self._is_header(text) or is_system_line(text)

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
        text = text if self.label is None else own_words(text)
        self.text = []
        if self.label is None:
            role: Role | None = Role.DOCUMENT  # what stands over a log, nobody says
        else:
            role = role_of(self.label) if self.role is None else role_of_named(self.role)
        if not text or role is None or role is Role.TOOL:
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
