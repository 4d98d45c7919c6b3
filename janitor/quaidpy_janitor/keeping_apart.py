"""How does a statement that was taken for a known one become a memory of its own?"""

from dataclasses import replace
from hashlib import sha256

from quaidpy.domain.identity import MEMORY_PREFIX, RUN_PREFIX, MemoryId, Owner, RunId
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.nights import Matter, Question
from quaidpy.errors import ConflictError, NotFoundError, UsageError
from quaidpy_janitor.applying import apply_rows
from quaidpy_janitor.judging import Decided
from quaidpy_janitor.questions import asked
from quaidpy_janitor.runner import night_of
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Night, NightTools, Rows

TURNED_AWAY = frozenset({"confirm"})
"""Outcomes by which a statement got no memory of its own."""


def keep_apart(decision: Decision, owner: Owner, tools: NightTools) -> RunId:
    """Carry out what a person says of it, as one operation. Returns its run, for `quaid undo`.

    Raises UsageError when it has a memory of its own, NotFoundError when the one it was held against is gone,
    ConflictError when that changes meanwhile.
    """
    if decision.outcome not in TURNED_AWAY:
        raise UsageError(f"“{decision.text}” has a memory of its own already")
    found = tools.store.memories(owner, [MemoryId(decision.other)] if decision.other else [])
    if not found:
        raise NotFoundError(
            f"the memory that “{decision.text}” was held against is gone; `quaid store` keeps it"
        )
    night = night_of(owner, RunId(tools.ids.new(RUN_PREFIX)), tools)
    if not apply_rows(night, [own_memory(decision, found[0], night, reason="by hand")], who="user"):
        raise ConflictError(f"{decision.other} has changed since it was read; look at it again")
    return night.run


def own_memory(
    decision: Decision, memory: Memory, night: Night, *, reason: str, by: Decided | None = None
) -> Change:
    """The statement as a memory: of the same kind, day and words behind it as the one that took its place."""
    fresh = replace(
        memory,
        id=MemoryId(night.tools.ids.new(MEMORY_PREFIX)),
        text=decision.text,
        content_hash=content_hash(decision.text),
        flagged=looks_like_instruction(decision.text),
        confirmations=0,
        pinned=False,
        verified=False,
        superseded_by=None,
        lifetime=replace(memory.lifetime, recorded_at=night.now),
    )
    mentions = night.tools.store.mentions_of(night.owner, [memory.id])
    return Change(
        verb="reverse",
        summary=f"kept after all: {reason}",
        lines=(f"~ {memory.text}", f"+ {fresh.text}"),
        rows=Rows(
            memories=(fresh,),
            mentions=tuple(replace(mention, node=fresh.id) for mention in mentions),
            questions=(looked_at(decision, night, "reverse", reason),),
            texts=(fresh.text,),
            planned_on=(memory,),
        ),
        model=by.model if by else None,
        prompt=by.prompt if by else None,
    )


def looked_at(decision: Decision, night: Night, verdict: str, reason: str) -> Question:
    """Never looked at again."""
    subjects, digest = subjects_of(decision)
    question = asked(night, Matter.REJECTED, subjects, [decision.text], reason)
    return settled(replace(question, digest=digest), verdict)


def subjects_of(decision: Decision) -> tuple[list[str], str]:
    """A memory can have many statements turned away: each is a subject beside it, by its words' hash."""
    mark = sha256(decision.text.encode()).hexdigest()[:16]
    return [f"{decision.other}:{mark}"], mark
