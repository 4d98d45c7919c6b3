"""Which notices is somebody given now, and in which words? The words are those that memory has now."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.handoffs import receiver_of
from quaidpy.domain.identity import MemoryId, RecallId, together
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory, Status
from quaidpy.domain.notice_tuning import Channel, NoticeKind, clock_time, is_quiet
from quaidpy.domain.notices import PERSON, Notice, NoticeId, Taking
from quaidpy.domain.recall.blocks import escaped
from quaidpy.domain.recall.traces import Trace
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.spaces import names_in
from quaidpy.errors import QuaidError
from quaidpy.ports.notices import Message, NoticeChannel
from quaidpy.services.notices.noticing import (
    RECALL_OF,
    TROUBLE_OF,
    notice_what_happened,
    open_questions,
    spaces_of,
)
from quaidpy.services.parts import Parts

_DAY = timedelta(days=1)
_NIGHTS_SEARCHED = 100
_LINE_TOKENS = 40
_ALWAYS_SAID = MappingProxyType(
    {
        NoticeKind.TEST: "a test: notices reach you here",
        NoticeKind.NIGHT: "the night is done: quaid journal",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A notice in words."""

    notice: Notice
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What `receiver` holds. `taken`: all of them, with those of which there is nothing to tell any more."""

    receiver: str
    lines: tuple[Line, ...] = ()
    taken: tuple[NoticeId, ...] = ()


def notices_asked_for(recipient: AgentName, receiver: str, parts: Parts) -> Given:
    """All that wait for the recipient."""
    return _given(_taking(recipient, receiver, parts, most=None), parts)


def notices_unasked(recipient: AgentName, receiver: str, parts: Parts) -> Given:
    """At most so many a day, and none in quiet hours."""
    tuning, local = parts.notices.tuning, parts.remembering.clock.now().astimezone().time()
    if is_quiet(local, clock_time(tuning.quiet_from), clock_time(tuning.quiet_until)):
        return Given(receiver=receiver)
    return _given(_taking(recipient, receiver, parts, most=tuning.most_a_day), parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentLine:
    """The line that an agent gets beside its answers; with it is given what there is nothing to tell of any more."""

    receiver: str
    line: str
    taken: tuple[NoticeId, ...]


def line_for_agent(agent: AgentName, session: str, parts: Parts) -> AgentLine | None:
    """Its own, else one of the person who writes to it now, by whom there is nothing quiet to keep.

    None when nothing waits, or enough was told for a day. Agents have no quiet hours.
    """
    receiver = receiver_of(agent, session) or session
    given = _given(_taking(agent, receiver, parts, most=parts.notices.tuning.most_a_day), parts)
    if not given.lines:
        confirm_notices(receiver, given.taken, parts)
        if agent == PERSON or Channel.HOOK not in parts.notices.tuning.channels:
            return None
        return line_for_agent(PERSON, session, parts)
    first = given.lines[0]
    later = {each.notice.id for each in given.lines[1:]}
    return AgentLine(
        receiver=receiver,
        line=_short_line(first),
        taken=tuple(each for each in given.taken if each not in later),
    )


def _short_line(told: Line) -> str:
    """Within the tokens that a line may cost a session; cut at a word."""
    words = escaped(" ".join(told.text.split())).split()
    mark = "replaced" if told.notice.kind is NoticeKind.REPLACED else "notice"
    mark = f"{mark} for the user" if told.notice.recipient == PERSON else mark
    whole = f"- ({mark}) {' '.join(words)}"
    while words and count_tokens(whole) > _LINE_TOKENS:
        words.pop()
        whole = f"- ({mark}) {' '.join(words)} …"
    return whole


def push_notices(receiver: str, parts: Parts) -> int:
    """Tell the person what waits by the channels that tell at once, the first that takes it; how many were told.

    Raises what the last channel failed with, when none took one; those wait on.
    """
    channels = parts.notices.channels()
    if not channels:
        return 0
    given = notices_unasked(PERSON, receiver, parts)
    waiting = {line.notice.id for line in given.lines}
    told = [each for each in given.taken if each not in waiting]
    try:
        for line in given.lines:
            _tell_by_one(line, channels)
            told.append(line.notice.id)
    finally:
        confirm_notices(receiver, told, parts)
    return len(given.lines)


def _tell_by_one(line: Line, channels: Sequence[NoticeChannel]) -> None:
    notice = line.notice
    text = without_secrets(line.text)
    message = Message(id=notice.id, kind=notice.kind, happened_at=notice.happened_at, text=text)
    *others, last = channels
    for channel in others:
        with suppress(QuaidError):  # the next one is asked
            channel.tell(message)
            return
    last.tell(message)


def confirm_notices(receiver: str, ids: Sequence[NoticeId], parts: Parts) -> list[NoticeId]:
    if not ids:
        return []
    return parts.notices.records.confirm(parts.owner, receiver, ids, parts.remembering.clock.now())


def _taking(recipient: AgentName, receiver: str, parts: Parts, *, most: int | None) -> Taking:
    now = parts.remembering.clock.now()
    return Taking(
        owner=parts.owner,
        recipient=recipient,
        receiver=receiver,
        now=now,
        free_since=now - timedelta(seconds=parts.handover.tuning.claim_s),
        day_began=now - _DAY,
        most=most,
    )


def _given(taking: Taking, parts: Parts) -> Given:
    parts.effects.flush()
    notice_what_happened(parts)
    records = parts.notices.records
    taken = records.take(taking) if records.waits(parts.owner, taking.recipient) else []
    told = _texts(taken, taking.recipient, parts)
    lines = ((each, _said(each, told, parts)) for each in taken)
    return Given(
        receiver=taking.receiver,
        lines=tuple(Line(notice=notice, text=text) for notice, text in lines if text),
        taken=tuple(each.id for each in taken),
    )


def _texts(notices: Sequence[Notice], recipient: AgentName, parts: Parts) -> dict[MemoryId, str]:
    """What the memories say that may still be told, and still be read by the recipient; of a space with its name."""
    ids = [each for notice in notices for each in (notice.memory, notice.before) if each is not None]
    spaces = spaces_of(recipient, parts)
    names = names_in(spaces, for_=parts.owner) | {parts.owner: ""}
    found = parts.remembering.store.memories(together(list(names)), list(dict.fromkeys(ids)))
    return {
        each.id: f"{each.text} ({names[each.owner]})" if names[each.owner] else each.text
        for each in found
        if _may_be_told(each)
    }


def _may_be_told(memory: Memory) -> bool:
    return memory.status in {*LIVE_STATUSES, Status.SUPERSEDED}


def _said(notice: Notice, texts: dict[MemoryId, str], parts: Parts) -> str | None:
    """None where there is nothing to tell any more."""
    if notice.kind in _ALWAYS_SAID:
        return _ALWAYS_SAID[notice.kind]
    if notice.kind in {NoticeKind.REPLACED, NoticeKind.SUBSCRIBED}:
        return _told_of(notice, texts)
    return _OF_RECORDS[notice.kind](notice, parts)


def _waiting(notice: Notice, parts: Parts) -> str | None:
    del notice
    count = len(open_questions(parts, parts.remembering.clock.now()))
    if not count:
        return None
    return f"{count} question{' waits' if count == 1 else 's wait'} for you: quaid review"


def _taken_in(notice: Notice, parts: Parts) -> str:
    del parts
    return f"taken in: {notice.count} memor{'y' if notice.count == 1 else 'ies'}"


def _documents(notice: Notice, parts: Parts) -> str:
    del parts
    return f"documents of {notice.count} project{'' if notice.count == 1 else 's'} changed: quaid docs stale"


def _recalled(notice: Notice, parts: Parts) -> str | None:
    """Who asked what, as the log of recalls has it."""
    recall = RecallId(notice.event.removeprefix(RECALL_OF))
    for text in parts.remembering.store.recall_traces(parts.owner, recall):
        trace = Trace.from_json(text)
        return f"recalled for {trace.agent or 'you'}: “{trace.query}”, {notice.count} given"
    return None


def _trouble(notice: Notice, parts: Parts) -> str | None:
    """What failed, as the night's own record has it; that holds no words of memories."""
    run = notice.event.removeprefix(TROUBLE_OF)
    for night in parts.nights.nights(parts.owner, limit=_NIGHTS_SEARCHED):
        if night.run == run:
            failed = [f"{task.task}: {task.failure}" for task in night.tasks if task.failure]
            return f"the night failed: {'; '.join(failed) or 'it was cut off'}; see quaid health"
    return None


_OF_RECORDS: Mapping[NoticeKind, Callable[[Notice, Parts], str | None]] = MappingProxyType(
    {
        NoticeKind.QUESTIONS: _waiting,
        NoticeKind.TROUBLE: _trouble,
        NoticeKind.RECALLED: _recalled,
        NoticeKind.DOCUMENTS: _documents,
        NoticeKind.TAKEN_IN: _taken_in,
    }
)


def _told_of(notice: Notice, texts: dict[MemoryId, str]) -> str | None:
    if notice.memory not in texts:
        return None
    if notice.before in texts:
        return f"{texts[notice.memory]} (before: {texts[notice.before]})"
    return texts[notice.memory]
