"""How do findings become rows? Everything is decided first, then written in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.memories.drafts import Extraction, Rejection, RejectionReason
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.secrets.emptiness import says_only_a_secret
from quaidpy.remember.deciding.decisions import Plan, Section
from quaidpy.remember.deciding.embedding import Embedded
from quaidpy.remember.deciding.outcomes import ChunkOutcome
from quaidpy.remember.tools import RememberTools

__all__ = ["ChunkOutcome", "Section", "Stored", "store_chunk", "store_sections"]


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a section."""

    outcome: ChunkOutcome
    rejections: list[Rejection]


def store_chunk(
    extraction: Extraction,
    episode: Episode,
    vectors: Embedded,
    tools: RememberTools,
    cause: Cause,
    reading: Reading | None = None,
) -> tuple[ChunkOutcome, list[Rejection]]:
    """Resolve every draft against what is known and among each other, then commit once.

    `reading`: the stretch whose reading by a model this completes; its drafts may restate what rules found there.
    """
    section = Section(extraction=extraction, episode=episode, cause=cause, reading=reading)
    (stored,) = store_sections([section], vectors, tools)
    return stored.outcome, stored.rejections


def store_sections(sections: Sequence[Section], vectors: Embedded, tools: RememberTools) -> list[Stored]:
    """As if stored one after the other, but in one transaction; each section is an operation of its own.

    All of one owner, at least one.
    """
    plan = Plan(sections[0].episode.owner, vectors, tools)
    said = [_saying_something(section) for section in sections]
    plan.prepare(said)
    decided = [plan.decide(section) for section in said]
    with tools.store.writing_together(plan.owner) as group:
        for at, changes in enumerate(decided):
            with group.operation(changes.section.cause) as writing:
                changes.put_into(writing)
                if at == 0 and vectors.identity is not None:
                    writing.put_vectors(vectors.identity, vectors.by_text)
    return [
        Stored(changes.outcome(), [*_saying_nothing(section), *changes.rejections])
        for section, changes in zip(sections, decided, strict=True)
    ]


def _saying_something(section: Section) -> Section:
    """Without the drafts that are nothing but the place of a secret."""
    drafts = tuple(draft for draft in section.extraction.drafts if not says_only_a_secret(draft.text))
    return replace(section, extraction=replace(section.extraction, drafts=drafts))


def _saying_nothing(section: Section) -> list[Rejection]:
    return [
        Rejection(turn=draft.evidence[0].turn, text=draft.text, reason=RejectionReason.SECRET)
        for draft in section.extraction.drafts
        if says_only_a_secret(draft.text)
    ]
