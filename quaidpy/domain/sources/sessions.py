"""What does a host application keep of one session, and how is that written down as one source?

The written form is JSON lines: a head, then a line a turn. A session that grew has the old lines as its beginning, so
the byte cursor of its episode goes on where it stopped, whatever the host's own file looks like.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from quaidpy.domain.sources.transcripts import DamagedLine, RawTurn

HEAD_KEY = "quaid_session"
HEAD_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSession:
    """One session of a host, its noise taken away; turns in the order they were said.

    `session`: the host's own id of it; `cwd`: the folder it ran in; `left_out`: what was passed over,
    counted by name. `is_side_talk`: a sub-agent, a scheduled job or the like: nobody's own words.
    """

    host: str
    session: str
    turns: tuple[RawTurn, ...] = ()
    damaged: tuple[DamagedLine, ...] = ()
    title: str | None = None
    cwd: str | None = None
    is_side_talk: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def source_key(self) -> str:
        """How the session is recognised again, wherever its file was moved to."""
        return f"{self.host}:{self.session}"

    @property
    def project(self) -> str | None:
        """The last name of the folder it ran in."""
        parts = (self.cwd or "").replace("\\", "/").rstrip("/").rpartition("/")
        return parts[2] or None


@dataclass(frozen=True, slots=True)
class HostFile:
    """One file of a host, unpacked. `cwd`: the folder the host was working in, as far as its neighbours tell."""

    name: str
    data: bytes
    cwd: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a host's database or archive holds of one conversation, before a reader of that host has looked at it."""

    host: str
    head: Mapping[str, object]
    records: tuple[Mapping[str, object], ...]


def written_form(session: HostSession) -> bytes:
    """The session as one source; equal sessions give equal bytes."""
    return b"".join(_line(row) for row in _rows(session))


def _rows(session: HostSession) -> Iterator[Mapping[str, object]]:
    head = {
        HEAD_KEY: HEAD_VERSION,
        "format": session.host,
        "session": session.session,
        "title": session.title,
        "project": session.project,
        "cwd": session.cwd,
    }
    yield {key: value for key, value in head.items() if value is not None}
    told = [(turn.line, _turn_row(turn)) for turn in session.turns]
    told += [
        (each.line, {"line": each.line, "damaged": each.reason})
        for each in session.damaged
        if not each.is_unfinished  # a turn stands in its place the next time, and what is written stays as it is
    ]
    for _, row in sorted(told, key=lambda pair: pair[0]):
        yield row


def _turn_row(turn: RawTurn) -> dict[str, object]:
    row = {
        "line": turn.line,
        "role": turn.role.value,
        "speaker": turn.speaker,
        "at": turn.at.isoformat() if turn.at else None,
        "text": turn.text,
    }
    return {key: value for key, value in row.items() if value is not None}


def _line(row: Mapping[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n"
