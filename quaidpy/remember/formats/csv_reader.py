"""Which turns does a table of messages hold, one a row: who, when and what?"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import DamagedLine, RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import find_written_date, writes_day_first
from quaidpy.remember.formats.log_lines import shown_name
from quaidpy.remember.words.speakers import personal_name, role_of

_SAMPLE = 50  # lines looked at to recognise the format
_DELIMITERS = (",", ";", "\t")
_TEXTS = ("message", "text", "content", "body", "message text", "msg")
_SPEAKERS = ("sender", "speaker", "from", "author", "user", "username", "sender name", "role")
_TIMES = (
    "timestamp", "datetime", "date/time", "date time", "sent", "sent at", "created_at", "created at", "date", "time",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Table:
    delimiter: str
    text: int
    speakers: Sequence[int]
    times: Sequence[int]


def recognizes(source: SourceText) -> bool:
    """The first line names a column of messages and one of who wrote them, and whole rows stand below."""
    head = replace(source, lines=source.lines[:_SAMPLE])
    table = _table_of(head)
    return table is not None and bool(_rows(head, table).rows)


def read(source: SourceText) -> Transcript:
    """A turn a row that says something, in the order of the rows."""
    table = _table_of(source)
    assert table is not None, "recognized before"
    found = _rows(source, table)
    rows = found.rows
    is_day_first = writes_day_first([_stamp(row, table) for _, row in rows])
    turns = (
        _turn(line, row, table, is_day_first=is_day_first)
        for line, row in rows
        if line.start >= source.from_byte
    )
    return Transcript(
        format="csv",
        title=None,
        session=None,
        turns=tuple(turn for turn in turns if turn is not None),
        damaged=found.damaged(),
        consumed_bytes=max(found.broken_at.start if found.broken_at else source.size, source.from_byte),
    )


def _table_of(source: SourceText) -> _Table | None:
    head = next((line.text for line in source.lines if line.text.strip()), "")
    for delimiter in _DELIMITERS:
        names = [
            name.strip().casefold() for name in next(csv.reader([_plain(head)], delimiter=delimiter), [])
        ]
        places: Mapping[str, int] = {name: place for place, name in reversed([*enumerate(names)])}
        text = [places[name] for name in _TEXTS if name in places]
        speakers = [places[name] for name in _SPEAKERS if name in places]
        if text and speakers:
            return _Table(delimiter, text[0], speakers, [places[name] for name in _TIMES if name in places])
    return None


@dataclass(frozen=True, slots=True)
class _Rows:
    """Each row below the first with the line it begins in. `broken_at`: from where on there is no table."""

    rows: Sequence[tuple[SourceLine, Sequence[str]]]
    broken_at: SourceLine | None = None

    def damaged(self) -> tuple[DamagedLine, ...]:
        line = self.broken_at
        return () if line is None else (DamagedLine(line.number, "begins no whole row of the table"),)


def _rows(source: SourceText, table: _Table) -> _Rows:
    """A quoted message may go over several lines; what follows a quote that does not end is left for later."""
    lines = [line for line in source.lines if line.text.strip()]
    reader = csv.reader((f"{_plain(line.text)}\n" for line in lines), delimiter=table.delimiter, strict=True)
    rows: list[tuple[SourceLine, Sequence[str]]] = []
    begun = 0  # lines that were read before the row
    try:
        for row in reader:
            if begun and len(row) > max(table.text, *table.speakers):
                rows.append((lines[begun], row))
            begun = reader.line_num
    except csv.Error:
        return _Rows(rows, lines[begun])
    return _Rows(rows)


def _plain(line: str) -> str:
    """Without carriage returns within it, which end no row."""
    return line.replace("\r", " ")


def _turn(line: SourceLine, row: Sequence[str], table: _Table, *, is_day_first: bool) -> RawTurn | None:
    text = row[table.text].strip()
    label = next((name for place in table.speakers if (name := row[place].strip())), None)
    role = role_of(label)
    if not text or role is None or role is Role.TOOL:
        return None
    found = find_written_date(_stamp(row, table), is_day_first=is_day_first)
    at = found.at if found else None
    speaker = personal_name(shown_name(label)) if label else None
    return RawTurn(text=text, speaker=speaker, role=role, at=at, line=line.number)


def _stamp(row: Sequence[str], table: _Table) -> str:
    """What the columns of time say together: a day and an hour may have one each."""
    return " ".join(row[place].strip() for place in table.times if place < len(row))
