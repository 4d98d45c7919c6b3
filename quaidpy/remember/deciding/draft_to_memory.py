"""How does a draft look as a memory, and a memory when it is said once more?"""

from dataclasses import replace
from datetime import datetime

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.drafts import MemoryDraft
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.memory import Memory, Source, Status
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.domain.tuning import ResolutionTuning


def memory_of(draft: MemoryDraft, episode: Episode, identity: MemoryId, digest: str, now: datetime) -> Memory:
    return Memory(
        id=identity,
        owner=episode.owner,
        kind=draft.kind,
        text=draft.text,
        content_hash=digest,
        lifetime=Lifetime(recorded_at=now, valid_from=draft.valid_from, valid_to=draft.valid_to),
        stated_at=draft.stated_at,
        confidence=draft.confidence,
        importance=draft.importance,
        flagged=draft.flagged,
        keywords=draft.keywords,
        tags=draft.tags,
        source=draft.source,
        speaker=draft.speaker,
        project=episode.project,
        session=episode.session,
        evidence=draft.evidence,
    )


def retired_of(
    draft: MemoryDraft, episode: Episode, identity: MemoryId, digest: str, now: datetime
) -> Memory:
    """The memory as one that was withdrawn in the moment it was made."""
    made = memory_of(draft, episode, identity, digest, now)
    return replace(made, status=Status.RETIRED, lifetime=made.lifetime.retracted(now))


def confirmed(memory: Memory, draft: MemoryDraft, tuning: ResolutionTuning) -> Memory:
    """The memory, said once more: a little surer, one confirmation richer, with the new words behind it.

    What the user says as well is the user's word from then on.
    """
    confidence = min(
        tuning.confirmation_confidence_cap, memory.confidence + tuning.confirmation_confidence_gain
    )
    if draft.source is Source.USER and memory.source is not Source.USER:
        memory = replace(memory, source=Source.USER, speaker=draft.speaker)
    return replace(
        memory,
        confidence=max(memory.confidence, round(confidence, 6)),
        confirmations=memory.confirmations + 1,
        evidence=tuple(dict.fromkeys([*memory.evidence, *draft.evidence])),
    )


def reworded(memory: Memory, draft: MemoryDraft, tuning: ResolutionTuning) -> Memory:
    """The memory, said once more and in fuller words."""
    return replace(
        confirmed(memory, draft, tuning),
        text=draft.text,
        content_hash=content_hash(draft.text),
        flagged=memory.flagged or draft.flagged,
    )
