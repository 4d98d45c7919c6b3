"""Is this statement new, said before, or does it replace something? Decides; changes nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.measures import SPELLED
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.drafts import MemoryDraft, triple_of
from quaidpy.domain.memories.memory import Evidence, Kind, Memory, may_end
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.regex import regex
from quaidpy.remember.deciding.word_order import have_changed_places, is_said_by

NEVER_MERGED = frozenset({Kind.EVENT, Kind.CASE})
"""Two occurrences are two, however alike they sound (SPEC W6)."""

_NUMBER = regex(r"\d+(?:[.,:/-]\d+)*")
_NEGATION = regex(
    r"\b(?:not|never|no|none|nobody|nothing|without|cannot|no longer)\b|n['’]t\b", re.IGNORECASE
)
_NUMBER_WORDS = frozenset({*SPELLED, "first", "second", "third"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A stored memory near a draft; `similarity` is the cosine; `triples` the edges it states, by names."""

    memory: Memory
    similarity: float
    entities: frozenset[str]
    triples: frozenset[tuple[str, str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A memory so near that the janitor should look at the pair, and what keeps the two apart."""

    memory: MemoryId
    difference: str
    similarity: float


class Verdict(StrEnum):
    """What a model says of a statement beside a memory that is nearly like it (SPEC W6)."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    SKIP = "SKIP"
    SUPERSEDE = "SUPERSEDE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A model's verdict on one statement and the memory it was held against, with its reason."""

    verdict: Verdict
    memory: MemoryId
    reason: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """Keep it as a new memory; `related` are near ones of another kind, worth an edge.

    `instead_of`: the ruling by which a memory is history from now on.
    """

    related: tuple[MemoryId, ...] = ()
    doubt: Doubt | None = None
    instead_of: Ruling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """Said before: the existing memory gains confidence and evidence."""

    existing: MemoryId
    reason: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reword:
    """The same fact, said more fully: the existing memory takes the new words and keeps all it had."""

    existing: MemoryId
    reason: str
    similarity: float


Resolution: TypeAlias = Insert | Confirm | Reword


def ruled(draft: MemoryDraft, memory: Memory, ruling: Ruling) -> Resolution | None:
    """What a model's ruling comes to; None where it would lose something, and the statement is judged without it.

    None by what a document, a tool or an assistant says ends or rewords what the user said. None merges what numbers, a
    "not" or the order of the same words set apart, and none takes words away from a memory.
    """
    is_comparable = draft.kind not in NEVER_MERGED and draft.kind == memory.kind
    if not is_comparable or (ruling.verdict is not Verdict.SKIP and not may_end(draft.source, memory.source)):
        return None
    reason = f"model: {ruling.reason}"
    if ruling.verdict is Verdict.SUPERSEDE:
        return Insert(instead_of=ruling) if draft.stated_at >= memory.stated_at else None
    new, old = draft.statement, memory.statement
    if _is_denied(new, old) or have_changed_places(new, old):
        return None
    if ruling.verdict is Verdict.SKIP and _numbers(new) <= _numbers(old):
        return Confirm(existing=memory.id, reason=reason, similarity=ruling.similarity)
    is_fuller = _numbers(old) <= _numbers(new) and not _adds_words(old, new)
    if ruling.verdict is Verdict.UPDATE and is_fuller:
        return Reword(existing=memory.id, reason=reason, similarity=ruling.similarity)
    return None


def resolve(draft: MemoryDraft, neighbours: Sequence[Neighbour], tuning: ResolutionTuning) -> Resolution:
    """What to do with a draft whose text is not stored yet, given the nearest memories, nearest first.

    Merging loses words, so a confirmation above the hash demands more than closeness: numbers, dates, negation and
    entities must agree, and the new wording must add nothing, or both must state the same relations.
    """
    if draft.kind in NEVER_MERGED:
        return Insert()
    subject = subject_of(draft)
    doubtful: Doubt | None = None
    related: list[MemoryId] = []
    for near in neighbours:
        if near.similarity < tuning.related_similarity:
            break
        if not _is_same_matter(near, subject, tuning):
            continue
        if near.memory.kind != draft.kind:
            related.append(near.memory.id)
            continue
        difference = difference_between(draft, near)
        if difference is None:
            return Confirm(existing=near.memory.id, reason="says the same", similarity=near.similarity)
        if doubtful is None:
            doubtful = Doubt(memory=near.memory.id, difference=difference, similarity=near.similarity)
    return Insert(related=tuple(related), doubt=doubtful)


def subject_of(draft: MemoryDraft) -> str | None:
    """The name of the entity the draft is about: the heaviest mention, the first of equals."""
    best = max(draft.mentions, key=lambda mention: mention.weight, default=None)
    return best.entity.name.casefold() if best else None


def triples_of(draft: MemoryDraft) -> frozenset[tuple[str, str, str]]:
    return frozenset(triple_of(edge) for edge in draft.edges)


def is_twin(
    draft: MemoryDraft,
    memory: Memory,
    similarity: float,
    triples: frozenset[tuple[str, str, str]],
    tuning: ResolutionTuning,
) -> bool:
    """Whether draft and memory restate the same words: their evidence overlaps and nothing sets them apart.

    `similarity` is their cosine, `triples` what the memory states; equal relations count as much as closeness.
    """
    if not any(_overlap(one, other) for one in draft.evidence for other in memory.evidence):
        return False
    new, old = draft.statement, memory.statement
    if _is_denied(new, old):
        return False
    if not _numbers(new) <= _numbers(old):
        return False  # a date or figure that the other reader left out is worth a statement
    own = triples_of(draft)
    if own and own <= triples:
        return True
    return similarity >= tuning.twin_similarity or not _adds_words(new, old)


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.turn == other.turn and one.start < other.end and other.start < one.end


def _is_same_matter(near: Neighbour, subject: str | None, tuning: ResolutionTuning) -> bool:
    """Close enough to be compared in detail: at the lower band only when both speak of the same subject."""
    if near.similarity >= tuning.same_text_similarity:
        return True
    return subject is not None and subject in near.entities


def difference_between(draft: MemoryDraft, near: Neighbour) -> str | None:
    """What keeps the two apart; None when nothing does."""
    new, old = draft.statement, near.memory.statement
    if _numbers(new) != _numbers(old):
        return "numbers or dates differ"
    if _is_denied(new, old):
        return "one of them is negated"
    if frozenset(mention.entity.name.casefold() for mention in draft.mentions) != near.entities:
        return "they name other people or things"
    triples = triples_of(draft)
    if triples != near.triples:
        return "they state other relations"
    if not is_said_by(new, old, triples):
        return "the new one says more, or gives the same words other roles"
    return None


def _is_denied(new: str, old: str) -> bool:
    return bool(_NEGATION.search(new)) != bool(_NEGATION.search(old))


def _numbers(text: str) -> frozenset[str]:
    spelled = (word for word in words(text) if word in _NUMBER_WORDS)
    return frozenset([*_NUMBER.findall(text), *spelled])


def _adds_words(new: str, old: str) -> bool:
    known = set(words(old))
    return any(not _is_form_of_any(word, known) for word in words(new) if len(word) > 2)


def _is_form_of_any(word: str, known: set[str]) -> bool:
    return word in known or any(_share_stem(word, other) for other in known)


def _share_stem(one: str, other: str) -> bool:
    """lives/lived/living, but not biking/hiking: equal up to a short ending."""
    longest = max(len(one), len(other))
    stem = longest - 3
    return stem >= 3 and one[:stem] == other[:stem]
