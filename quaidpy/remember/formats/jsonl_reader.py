"""Which turns does a JSONL transcript hold: direct, wrapped, or speaker and text?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.json_lines import json_object, why_broken
from quaidpy.domain.sources.transcripts import (
    DamagedLine,
    RawTurn,
    SourceLine,
    SourceText,
    Transcript,
    half_a_line,
)
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.remember.words.speakers import personal_name, role_of

_SAMPLE = 50  # lines looked at to recognise the format
_TEXT_KEYS = ("content", "text", "body", "parts")
_SPEAKER_KEYS = ("speaker", "name", "author", "sender", "from", "user")
_TIME_KEYS = ("timestamp", "at", "time", "date", "created_at", "createdAt", "ts", "create_time")
_SESSION_KEYS = ("session_id", "sessionId", "session", "conversation_id", "thread_id")


def recognizes(source: SourceText) -> bool:
    """Most lines begin like an object, and one of the first holds a message."""
    lines = [line for line in source.lines if line.text.strip()][:_SAMPLE]
    objects = [line for line in lines if line.text.lstrip().startswith("{")]
    if len(objects) * 2 < len(lines) or not objects:
        return False
    return any(
        _turn(found, line) is not None for line in objects if (found := json_object(line.text)) is not None
    )


def read(source: SourceText) -> Transcript:
    """Every readable message; broken lines are reported, a half-written last line is left for later."""
    state = _State()
    consumed = source.size
    for line in source.lines:
        if not line.text.strip():
            continue
        found = json_object(line.text)
        if found is None and not line.is_complete:
            consumed = line.start
            state.damaged.append(half_a_line(line.number))
        else:
            state.take(line, found, is_new=line.start >= source.from_byte)
    return Transcript(
        format=state.format,
        title=state.title,
        session=state.session if state.is_one_session else None,
        turns=tuple(state.turns),
        damaged=tuple(state.damaged),
        consumed_bytes=max(consumed, source.from_byte),
    )


@dataclass(slots=True)
class _State:
    format: str = "jsonl"
    title: str | None = None
    session: str | None = None
    is_one_session: bool = True
    turns: list[RawTurn] = field(default_factory=list)
    damaged: list[DamagedLine] = field(default_factory=list)

    def take(self, line: SourceLine, found: Mapping[str, object] | None, *, is_new: bool) -> None:
        if found is None:
            if is_new:
                self.damaged.append(DamagedLine(line.number, why_broken(line.text)))
            return
        session = _first_text(found, _SESSION_KEYS) or _session_header(found)
        self.session = self.session or session
        self.is_one_session = self.is_one_session and session in {None, self.session}
        if "speaker" not in found:
            self.title = self.title or _first_text(found, ("title",))
        if _is_wrapped(found):
            self.format = "jsonl-wrapped"
        turn = _turn(found, line)
        if turn is not None and is_new:
            self.turns.append(turn)


def _is_wrapped(found: Mapping[str, object]) -> bool:
    return isinstance(found.get("message"), dict)


def _session_header(found: Mapping[str, object]) -> str | None:
    return _first_text(found, ("id",)) if found.get("type") == "session" else None


def _turn(found: Mapping[str, object], line: SourceLine) -> RawTurn | None:
    inner = found.get("message")
    message: Mapping[str, object] = inner if isinstance(inner, dict) else found
    text = _text_of(message).strip()
    label = _first_text(message, _SPEAKER_KEYS) or _first_text(found, _SPEAKER_KEYS)
    role_label = _first_text(message, ("role",)) or (
        _first_text(found, ("type",)) if message is not found else None
    )
    if not text or (role_label is None and label is None and not _is_passage(found)):
        return None
    role = Role.DOCUMENT if role_label is None and label is None else role_of(role_label or label)
    if role is None or role is Role.TOOL:
        return None
    speaker = personal_name(label) or (personal_name(role_label) if role is Role.USER else None)
    return RawTurn(
        text=text,
        speaker=speaker,
        role=role,
        at=_time_of(message) or _time_of(found),
        line=line.number,
        session=_first_text(found, _SESSION_KEYS),
    )


def _is_passage(found: Mapping[str, object]) -> bool:
    return isinstance(found.get("text"), str)


def _text_of(message: Mapping[str, object]) -> str:
    for key in _TEXT_KEYS:
        if message.get(key):
            return "\n\n".join(_spoken(message[key]))
    return ""


def _spoken(content: object) -> Iterator[str]:
    """The words of a message; thoughts, tool calls and their results are left out."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            yield from _spoken(block)
    elif isinstance(content, dict) and content.get("type", "text") in {"text", "input_text", "output_text"}:
        yield from _spoken(content.get("text"))


def _first_text(found: Mapping[str, object], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = found.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return None


def _time_of(found: Mapping[str, object]) -> datetime | None:
    return next((at for key in _TIME_KEYS if (at := instant_of(found.get(key)))), None)
