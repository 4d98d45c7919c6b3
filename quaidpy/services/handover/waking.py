"""What does a new session begin with? Notes for it, where it stopped, what waits, what holds always: one block."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.handoffs import Asking, Handoff, HandoffId, receiver_of
from quaidpy.domain.handover.waking import (
    Part,
    WakeLine,
    block_of,
    fitting,
    moment_text,
    wake_line,
)
from quaidpy.domain.identity import NodeId
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import QuestionState
from quaidpy.recall.brief import brief
from quaidpy.recall.giving.lines import line_of_memory
from quaidpy.services.handover.checkpoints import CheckpointRead, last_checkpoint, read_checkpoint
from quaidpy.services.parts import Parts

_RECEIVER_PREFIX = "w_"
_TURNS, _CHARACTERS = 2, 200
"""Of what was said last, as much as a session begins with; `quaid checkpoint restore` gives more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waking:
    """Who wakes. `session`: known where a host tells it; asking again by it gets what was not confirmed again.

    `is_new`: a session begins; False where one goes on, whose own notes to whoever comes next are not for it.
    `parts`: what is given. `contexts`: those it is in, beside agent and project.
    `limit`: most memories that hold always.
    """

    agent: AgentName
    session: str | None = None
    project: str | None = None
    budget_tokens: int | None = None
    limit: int | None = None
    is_new: bool = True
    parts: tuple[Part, ...] = tuple(Part)
    contexts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """The block and its lines. `receiver` has taken the notes `handoffs`; they are given once it confirms them.

    `left`: how many notes wait for which there was no room.
    """

    lines: tuple[WakeLine, ...]
    receiver: str
    handoffs: tuple[HandoffId, ...] = ()
    checkpoint: str | None = None
    left: int = 0

    @property
    def block(self) -> str:
        return block_of(self.lines)


def wake(waking: Waking, signals: list[Memory], parts: Parts, kept_out: Collection[NodeId]) -> Woken:
    """The block, and its notes taken: nobody else is given them until the claim has lapsed.

    `kept_out`: memories and turns that are not wanted in this session.
    """
    tuning, now = parts.handover.tuning, parts.remembering.clock.now()
    asking = Asking(
        owner=parts.owner,
        agent=waking.agent,
        receiver=receiver_of(waking.agent, waking.session) or parts.remembering.ids.new(_RECEIVER_PREFIX),
        now=now,
        free_since=now - timedelta(seconds=tuning.claim_s),
        is_new=waking.is_new,
    )
    notes = parts.handover.records.open_handoffs(asking) if Part.HANDOFF in waking.parts else []
    stopped = _stopped(waking, parts, kept_out)
    lines = [
        *(_of_note(note) for note in notes),
        *(_of_checkpoint(stopped) if stopped else ()),
        *(_waiting(waking, parts)),
        *(_of_memory(each, Part.SIGNAL) for each in signals),
        *_of_brief(waking, parts, kept_out),
    ]
    shares = {Part.HANDOFF: tuning.handoff_share, Part.CHECKPOINT: tuning.checkpoint_share}
    chosen = fitting(lines, budget_tokens=waking.budget_tokens or tuning.wake_tokens, shares=shares)
    wanted = [HandoffId(each.id) for each in chosen if each.part is Part.HANDOFF]
    taken = parts.handover.records.take_handoffs(asking, wanted)
    return Woken(
        lines=tuple(each for each in chosen if each.part is not Part.HANDOFF or each.id in taken),
        receiver=asking.receiver,
        handoffs=tuple(taken),
        checkpoint=stopped.checkpoint.name if stopped else None,
        left=len(notes) - len(wanted),
    )


def _of_note(note: Handoff) -> WakeLine:
    who = f"note from {note.sender}" + ("" if note.recipient != "next" else " to whoever comes next")
    return wake_line(note.id, Part.HANDOFF, note.text, who, moment_text(note.written_at))


def _stopped(waking: Waking, parts: Parts, kept_out: Collection[NodeId]) -> CheckpointRead | None:
    if Part.CHECKPOINT not in waking.parts:
        return None
    now, days = parts.remembering.clock.now(), parts.handover.tuning.checkpoint_days
    found = last_checkpoint(
        parts, agent=waking.agent, project=waking.project, since=now - timedelta(days=days)
    )
    return read_checkpoint(found, parts, kept_out=kept_out) if found else None


def _of_checkpoint(read: CheckpointRead) -> Iterator[WakeLine]:
    saved = read.checkpoint
    yield wake_line(
        f"checkpoint:{saved.name}",
        Part.CHECKPOINT,
        f"task: {read.task}" if read.task else "the last session ended here; what follows is where it stood",
        "stopped",
        f"checkpoint “{saved.name}”",
        moment_text(saved.saved_at),
    )
    yield from checkpoint_lines(read, turns=_TURNS, characters=_CHARACTERS)


def checkpoint_lines(read: CheckpointRead, *, turns: int, characters: int) -> Iterator[WakeLine]:
    """What was open and decided, the files, and the last turns, each up to so many characters."""
    name = read.checkpoint.name

    def line(text: str, *marks: str, identity: str | None = None) -> WakeLine:
        return wake_line(identity or f"checkpoint:{name}:{text}", Part.CHECKPOINT, text, *marks)

    for kind, points in (("open", read.todos), ("decided", read.decisions)):
        for point in points:
            marks = (kind, f"{point.now} by now") if point.now else (kind,)
            yield line(point.text, *marks, identity=point.id)
    if read.files:
        yield line(", ".join(read.files), "files")
    for turn in read.turns[-turns:]:
        said = " ".join(turn.text.split())
        cut = said if len(said) <= characters else f"{said[: characters - 1]}…"
        yield line(cut, "said last", *([turn.who] if turn.who else []))


def _waiting(waking: Waking, parts: Parts) -> Iterator[WakeLine]:
    if Part.WAITING not in waking.parts:
        return
    count = len(parts.nights.questions(parts.owner, state=QuestionState.OPEN))
    if count:
        what = "1 question waits" if count == 1 else f"{count} questions wait"
        yield wake_line("questions", Part.WAITING, f"{what} for the user: quaid review", "waiting")


def _of_brief(waking: Waking, parts: Parts, kept_out: Collection[NodeId]) -> list[WakeLine]:
    limit = parts.handover.tuning.wake_memories if waking.limit is None else waking.limit
    if Part.MEMORY not in waking.parts or not limit:
        return []
    store, now = parts.remembering.store, parts.remembering.clock.now()
    found = brief(store, parts.owner, now=now, project=waking.project, limit=limit, kept_out=kept_out)
    return [_of_memory(each, Part.MEMORY) for each in found]


def _of_memory(memory: Memory, part: Part) -> WakeLine:
    return WakeLine(
        id=memory.id, part=part, kind=memory.kind.value, text=memory.text, line=line_of_memory(memory)
    )
