"""Which passages does a text without speakers hold?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.regex import regex
from quaidpy.remember.formats.dated_entries import Entry, dated_entries
from quaidpy.remember.formats.list_items import Passage, listed_passages, recurring_labels
from quaidpy.remember.words.authorship import author_of, head_date
from quaidpy.remember.words.sentences import split_sentences

_HEADING = regex(r"^#{1,6}\s++(?P<title>\S.*+)$")
_RULE = regex(r"^\s*(?:[-=*_]\s*){3,}$")
_FRONT_KEY = regex(
    r"^[*_]{0,2}(?P<key>title|session|(?:date|day|datum|fecha)(?: of [\w ]{3,20})?)[*_]{0,2}:"
    r"[*_]{0,2}\s*(?P<value>.+)$",
    re.IGNORECASE,
)
_WIKI_LINK = regex(r"\[\[(?:[^\s\[\]|][^\[\]|]{0,80}\|)?(?P<shown>[^\s\[\]|][^\[\]|]{0,80})\]\]")
_LONGEST_PASSAGE = 1200  # characters; longer paragraphs are cut between sentences
_LONGEST_TITLE_WORDS = 12
_LEAST_DAYS = 2  # of a diary


def recognizes(_source: SourceText) -> bool:
    """Any text is a document when nothing else knows it."""
    return True


def read(source: SourceText) -> Transcript:
    """One turn a paragraph or an item of a long list, a heading joined to what follows it.

    Dates come from a `date:` line, a heading or line that is a date, the first line, the file's name and its stamp.
    What the owner of a diary, or the writer of a letter, says of themselves is said by them.
    """
    entries = dated_entries(source.lines, source.written_at)
    state = _Passages(
        from_byte=source.from_byte, at=_date_of_name(source.name), labels=recurring_labels(source.lines)
    )
    for line in source.lines:
        is_new = line.start >= source.from_byte
        if entry := entries.get(line.number):
            state.begin_entry(entry, line, is_new=is_new)
        else:
            state.take(line.text, line.number, is_new=is_new)
    state.finish()
    days = sum(entry.is_diary for entry in entries.values())
    author = author_of([line.text for line in source.lines], is_diary=days >= _LEAST_DAYS)
    return Transcript(
        format="markdown" if state.is_markdown else "text",
        title=state.title,
        turns=tuple(
            replace(turn, role=Role.USER, speaker=author.name) if author else turn for turn in state.turns
        ),
        consumed_bytes=source.size,
    )


def _date_of_name(name: str) -> datetime | None:
    """The date in a file's name, as notes of meetings and exports carry it."""
    found = re.search(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)", name.rsplit("/", 1)[-1])
    return _instant(found[0]) if found else None


def _instant(text: str) -> datetime | None:
    found = find_written_date(text)
    return found.at if found else None


_CHANGED = regex(
    r"\A\W{0,6}(?:last )?(?:change|changed|touched|update|updated|edited|modified|revised|reviewed|version of"
    r"|valid from|as of|status)(?: on| of)?[:,]?\s+"
    r"(?P<date>[^.;|]{4,40})",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Passages:
    from_byte: int
    labels: frozenset[str]
    title: str | None = None
    at: datetime | None = None
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
        if heading:
            self._begin_section(heading["title"].rstrip().rstrip("#").rstrip())
        elif not self.is_fenced and (not text.strip() or is_rule(text)):
            if not self._is_lone_heading():
                self.finish()
            return
        elif self._is_front_matter(text):
            return
        if is_new:
            self.first_line = self.first_line if self.lines else number
            self.lines.append(text if self.is_fenced else _WIKI_LINK.sub(r"\g<shown>", text))

    def begin_entry(self, entry: Entry, line: SourceLine, *, is_new: bool) -> None:
        """What follows was written on that day."""
        self.finish()
        self.is_markdown = self.is_markdown or bool(_HEADING.match(line.text))
        self.at = entry.at
        if entry.text and is_new:
            self.first_line = line.number
            self.lines.append(entry.text)

    def finish(self) -> None:
        text = "\n".join(self.lines).strip()
        self.lines = []
        if not text:
            return
        if not self.turns and self.at is None and (head := _written_on(text) or _changed_on(text)):
            self.at = _instant(head)
        if self.title is None and not self.turns:
            self.title = title_line(text)
        passages = listed_passages(text, self.labels) or [Passage(part, 0) for part in _parts(text)]
        for each in passages:
            line = self.first_line + each.line
            self.turns.append(RawTurn(text=each.text, role=Role.DOCUMENT, at=self.at, line=line))

    def _begin_section(self, title: str) -> None:
        if not self._is_lone_heading():
            self.finish()
        self.is_markdown = True
        self.title = self.title or title
        self.at = _instant(title) or self.at

    def _is_lone_heading(self) -> bool:
        return bool(self.lines) and all(map(_HEADING.match, self.lines))

    def _is_front_matter(self, text: str) -> bool:
        match = _FRONT_KEY.match(text)
        if not match or self.turns or (self.lines and not self._is_lone_heading()):
            return False
        if match["key"].lower() == "title":
            self.title = self.title or match["value"].strip().strip("\"'")
        elif match["key"].lower() != "session":
            self.at = _instant(match["value"]) or self.at
        return True


_RECORD = regex(
    r"\b(?:minutes|meeting|committee|agm|call|notes|stand-?up|weekly|retro\w*|session|protocol|held)\b",
    re.IGNORECASE,
)
_HEAD_LINES = 3
_ITEM = regex(r"^\s*[-*+•]\s")


def _written_on(text: str) -> str | None:
    """The date of the first line, or under the title of a record: "Minutes of the board, Friday 6 March 2026"."""
    first, *others = text.splitlines()[:_HEAD_LINES] or [""]
    if head_date(first) and not _ITEM.match(first):
        return first
    if not any(map(_RECORD.search, [first, *others])):
        return None
    return next((line for line in others if _begins_with_date(line)), None) or next(
        (line for line in others if head_date(line) and _RECORD.search(line)), None
    )


def _begins_with_date(line: str) -> bool:
    found = find_written_date(line)
    return found is not None and not found.start


def _changed_on(text: str) -> str | None:
    """The date that the head of a text gives for itself: "Last change: 18 November 2026, by Ana"."""
    found = next((line for line in map(_CHANGED.match, text.splitlines()[:3]) if line), None)
    return found["date"] if found and find_written_date(found["date"]) else None


def is_rule(line: str) -> bool:
    """Whether it only parts what is above from what is below: "---"."""
    return _RULE.match(line) is not None


def title_line(text: str) -> str | None:
    """The first line, when it stands over a text as its title does: short, unpunctuated, with more below."""
    first, _, rest = text.partition("\n")
    first = first.strip().lstrip("#").strip()
    if not rest.strip() or not first or first[-1] in ".!?…:;," or len(first.split()) > _LONGEST_TITLE_WORDS:
        return None
    return first if first[0].isupper() or first[0].isdigit() or not first[0].isascii() else None


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
