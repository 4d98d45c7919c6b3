"""From where does somebody go on who takes up a checkpoint? A block of all of it, and of what is new since."""

from collections.abc import Iterator

from quaidpy.domain.handover.waking import Part, WakeLine, block_of, fitting, moment_text, wake_line
from quaidpy.recall.giving.lines import line_of_memory
from quaidpy.services.handover.checkpoints import CheckpointRead
from quaidpy.services.handover.waking import checkpoint_lines

_TURNS, _CHARACTERS, _NEW = 6, 400, 10
_MANY_NEW = 50


def restored_block(read: CheckpointRead, *, budget_tokens: int) -> str:
    """Within the budget; what was taken in since comes last, the most important of it."""
    return block_of(fitting(_lines(read), budget_tokens=budget_tokens, shares={}))


def _lines(read: CheckpointRead) -> Iterator[WakeLine]:
    saved = read.checkpoint
    marks = ("checkpoint", f"“{saved.name}”", f"version {saved.version}", f"of {saved.agent}")
    task = f"task: {read.task}" if read.task else "no task was named"
    yield wake_line("task", Part.CHECKPOINT, task, *marks, moment_text(saved.saved_at))
    yield from checkpoint_lines(read, turns=_TURNS, characters=_CHARACTERS)
    yield wake_line("new", Part.MEMORY, new_since(read), "since then")
    for memory in sorted(read.new, key=lambda each: (-each.importance, each.id))[:_NEW]:
        yield WakeLine(
            id=memory.id,
            part=Part.MEMORY,
            kind=memory.kind.value,
            text=memory.text,
            line=line_of_memory(memory),
        )


def new_since(read: CheckpointRead) -> str:
    """What the watermark says."""
    count = len(read.new)
    if not count:
        return "nothing new was taken in"
    if count >= _MANY_NEW:
        return f"{_MANY_NEW} or more memories are new"
    return "1 memory is new" if count == 1 else f"{count} memories are new"
