"""Which passages does a text without speakers hold?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import RawTurn, SourceText, Transcript
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.regex import regex
from quaidpy.remember.words.authorship import author_of, date_line, head_date, year_of
from quaidpy.remember.words.sentences import split_sentences

_HEADING = regex(r"^#{1,6}\s++(?P<title>\S.*+)$")
_RULE = regex(r"^\s*(?:[-=*_]\s*){3,}$")
_FRONT_KEY = regex(
    r"^[*_]{0,2}(?P<key>title|session|(?:date|day|datum|fecha)(?: of [\w ]{3,20})?)[*_]{0,2}:"
    r"[*_]{0,2}\s*(?P<value>.+)$",
    re.IGNORECASE,
)
_LONGEST_PASSAGE = 1200  # characters; longer paragraphs are cut between sentences
_LONGEST_TITLE_WORDS = 12
_HALF_A_YEAR = timedelta(days=180)


def recognizes(_source: SourceText) -> bool:
    """Any text is a document when nothing else knows it."""
    return True


def read(source: SourceText) -> Transcript:
    """One turn a paragraph, a heading joined to what follows it.

    Dates come from a `date:` line, a heading or line that is a date, the first line, the file's name and its stamp.
    What the owner of a diary, or the writer of a letter, says of themselves is said by them.
    """
    state = _Passages(
        from_byte=source.from_byte, date=_date_of_name(source.name), year=_year_of_diary(source)
    )
    for line in source.lines:
        state.take(line.text, line.number, is_new=line.start >= source.from_byte)
    state.finish()
    author = author_of([line.text for line in source.lines])
    return Transcript(
        format="markdown" if state.is_markdown else "text",
        title=state.title,
        turns=tuple(
            replace(turn, role=Role.USER, speaker=author.name) if author else turn for turn in state.turns
        ),
        consumed_bytes=source.size,
    )


def _year_of_diary(source: SourceText) -> int | None:
    """In which year a diary begins that never says so: its last day was not after its file was written."""
    headings = [line.text for line in source.lines if _HEADING.match(line.text)]
    if source.written_at is None or any(year_of(text) or date_line(text) for text in headings):
        return None
    written = source.written_at.year
    days = [
        found.at
        for text in headings
        if (day := date_line(text, year=written)) and (found := find_written_date(day))
    ]
    if not days:
        return None
    passed = sum(later < earlier - _HALF_A_YEAR for earlier, later in pairwise(days))
    return written - passed - (days[-1].replace(tzinfo=UTC) > source.written_at)


def _date_of_name(name: str) -> str | None:
    """The date in a file's name, as notes of meetings and exports carry it."""
    found = re.search(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)", name.rsplit("/", 1)[-1])
    return found[0] if found else None


_CHANGED = regex(
    r"\A\W{0,6}(?:last )?(?:change|changed|update|updated|edited|modified|revised|reviewed|version of|valid from"
    r"|as of|status)(?: on| of)?[:,]?\s+"
    r"(?P<date>[^.;|]{4,40})",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Passages:
    from_byte: int
    title: str | None = None
    date: str | None = None
    year: int | None = None
    last: datetime | None = None
    is_markdown: bool = False
    is_fenced: bool = False
    first_line: int = 0
    lines: list[str] = field(default_factory=list)
    turns: list[RawTurn] = field(default_factory=list)

    def take(self, text: str, number: int, *, is_new: bool) -> None:
        if text.lstrip().startswith(("```", "~~~")):
            self.is_fenced = not self.is_fenced
            self.is_markdown = True
        heading = None if self.is_fenced else _HEADING.match(text)
        self.year = year_of(text) or self.year
        if not self.is_fenced and (day := date_line(text, year=self.year if heading else None)):
            self._begin_day(day, is_heading=heading is not None)
            return
        if heading:
            self._begin_section(heading["title"].rstrip().rstrip("#").rstrip())
        elif not self.is_fenced and (not text.strip() or _RULE.match(text)):
            if not self._is_lone_heading():
                self.finish()
            return
        elif self._is_front_matter(text):
            return
        if is_new:
            self.first_line = self.first_line if self.lines else number
            self.lines.append(text)

    def finish(self) -> None:
        text = "\n".join(self.lines).strip()
        self.lines = []
        if not text:
            return
        if not self.turns and self.date is None:
            self.date = _written_on(text) or _changed_on(text)
        if self.title is None and not self.turns:
            self.title = _first_line_title(text)
        at = found.at if self.date and (found := find_written_date(self.date)) else None
        for part in _parts(text):
            self.turns.append(RawTurn(text=part, role=Role.DOCUMENT, at=at, line=self.first_line))

    def _begin_section(self, title: str) -> None:
        self.finish()
        self.is_markdown = True
        self.title = self.title or title
        if find_written_date(title):
            self.date = title

    def _begin_day(self, day: str, *, is_heading: bool) -> None:
        """What follows was written on that day."""
        self.finish()
        self.is_markdown = self.is_markdown or is_heading
        self.date = self._of_next_year(day) if is_heading else day

    def _of_next_year(self, day: str) -> str:
        """The day, in the year after, where a diary whose days have no year has gone past December."""
        found = find_written_date(day)
        if found is None:
            return day
        year, last, self.last = found.at.year, self.last, found.at
        self.year = year  # the next days may stand without one
        if last is None or last.year != year or found.at > last - _HALF_A_YEAR:
            return day
        self.year, self.last = year + 1, found.at.replace(year=year + 1, day=min(found.at.day, 28))
        return day.replace(str(year), str(year + 1))

    def _is_lone_heading(self) -> bool:
        return len(self.lines) == 1 and bool(_HEADING.match(self.lines[0]))

    def _is_front_matter(self, text: str) -> bool:
        match = _FRONT_KEY.match(text)
        if not match or self.turns or (self.lines and not self._is_lone_heading()):
            return False
        if match["key"].lower() == "title":
            self.title = self.title or match["value"].strip().strip("\"'")
        elif match["key"].lower() != "session":
            self.date = match["value"]
        return True


_RECORD = regex(
    r"\b(?:minutes|meeting|committee|agm|call|notes|stand-?up|weekly|retro\w*|session|protocol|held)\b",
    re.IGNORECASE,
)
_HEAD_LINES = 3


def _written_on(text: str) -> str | None:
    """The date of the first line, or under the title of a record: "Minutes of the board, Friday 6 March 2026"."""
    lines = text.splitlines()[:_HEAD_LINES]
    dated = (
        line for place, line in enumerate(lines) if head_date(line) and (not place or _RECORD.search(line))
    )
    return next(dated, None)


def _changed_on(text: str) -> str | None:
    """The date that the head of a text gives for itself: "Last change: 18 November 2026, by Ana"."""
    found = next((line for line in map(_CHANGED.match, text.splitlines()[:3]) if line), None)
    return found["date"] if found and find_written_date(found["date"]) else None


def title_line(text: str) -> str | None:
    """The first line, when it stands over a text as its title does: short, unpunctuated, with more below."""
    first, _, rest = text.partition("\n")
    first = first.strip().lstrip("#").strip()
    if not rest.strip() or not first or first[-1] in ".!?…:;," or len(first.split()) > _LONGEST_TITLE_WORDS:
        return None
    return first if first[0].isupper() or first[0].isdigit() or not first[0].isascii() else None


def _first_line_title(text: str) -> str | None:
    return title_line(text)


def _parts(text: str) -> Iterator[str]:
    if len(text) <= _LONGEST_PASSAGE:
        yield text
        return
    start = end = 0
    for sentence in split_sentences(text):
        if sentence.end - start > _LONGEST_PASSAGE and end > start:
            yield text[start:end].strip()
            start = sentence.start
        end = sentence.end
    if text[start:].strip():
        yield text[start:].strip()
