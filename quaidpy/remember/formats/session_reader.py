"""Which turns does a session of a host hold, in the form it was written down for taking in?"""

from collections.abc import Mapping

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.json_lines import json_object
from quaidpy.domain.sources.sessions import HEAD_KEY
from quaidpy.domain.sources.transcripts import DamagedLine, RawTurn, SourceText, Transcript
from quaidpy.domain.time.written_dates import instant_of


def recognizes(source: SourceText) -> bool:
    """The first line is the head of a session."""
    return bool(source.lines) and isinstance(_row(source.lines[0].text).get(HEAD_KEY), int)


def read(source: SourceText) -> Transcript:
    """Every turn behind the cursor, and every line of the host's file that could not be read."""
    head = _row(source.lines[0].text)
    turns: list[RawTurn] = []
    damaged: list[DamagedLine] = []
    for line in source.lines[1:]:
        if line.start < source.from_byte:
            continue
        found = _told(_row(line.text), line.number)
        if isinstance(found, RawTurn):
            turns.append(found)
        else:
            damaged.append(found)
    return Transcript(
        format=_text(head, "format") or "session",
        session=_text(head, "session"),
        title=_text(head, "title"),
        project=_text(head, "project"),
        folder=_text(head, "cwd"),
        turns=tuple(turns),
        damaged=tuple(damaged),
        consumed_bytes=source.size,
    )


def _row(text: str) -> Mapping[str, object]:
    """What the line says; nothing when it is no JSON object."""
    return json_object(text) or {}


def _told(row: Mapping[str, object], number: int) -> RawTurn | DamagedLine:
    line = row.get("line")
    line = line if isinstance(line, int) else number
    text, role = _text(row, "text"), _text(row, "role")
    if text is None or role not in set(Role):
        return DamagedLine(line, _text(row, "damaged") or "no turn of a session")
    return RawTurn(
        text=text, speaker=_text(row, "speaker"), role=Role(role), at=instant_of(row.get("at")), line=line
    )


def _text(row: Mapping[str, object], key: str) -> str | None:
    value = row.get(key)
    return value if isinstance(value, str) else None
