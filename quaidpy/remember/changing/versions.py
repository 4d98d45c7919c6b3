"""Which wordings has a memory had, and how does an earlier one come back?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import MemoryId, OperationId, Owner
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.index_texts import index_text_of_memory
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.versions import Version, version_at, version_numbered, wording
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.errors import ConflictError, NotFoundError, StaleError, UsageError
from quaidpy.remember.deciding.embedding import embed_missing
from quaidpy.remember.tools import RememberTools

_Stated = TypeVar("_Stated", Edge, Attribute)


@dataclass(frozen=True, slots=True)
class Current:
    """The version that holds now, and its number."""

    number: int
    memory: Memory


def history(identity: MemoryId, owner: Owner, tools: RememberTools) -> list[Version]:
    """Every version, the first one first. Raises NotFoundError."""
    found = tools.store.versions(owner, identity)
    if not found:
        raise _unknown(identity)
    return found


def known_then(identity: MemoryId, at: datetime, owner: Owner, tools: RememberTools) -> Memory:
    """As it was worded at that instant. Raises NotFoundError when it was not known then."""
    version = version_at(history(identity, owner, tools), at)
    if version is None or version.memory is None:
        raise NotFoundError(f"{identity} was not known at {at.isoformat()}; `quaid history` tells since when")
    return version.memory


def current_version(versions: Sequence[Version], identity: MemoryId) -> Current:
    """Raises NotFoundError when there is no such memory, or none any more."""
    if not versions or versions[-1].memory is None:
        raise _unknown(identity)
    return Current(versions[-1].number, versions[-1].memory)


def stale(now: Current, expected: int, text: str | None) -> StaleError:
    """Somebody was faster: both texts, and how to go on."""
    yours = f" — yours: “{without_secrets(text.strip())}”" if text else ""
    return StaleError(
        f"{now.memory.id} is at version {now.number}, not {expected}: somebody was faster, nothing was changed."
        f" It says: “{now.memory.text}”{yours}; look at both, then edit version {now.number}"
    )


def rollback(identity: MemoryId, to: int | datetime, owner: Owner, tools: RememberTools) -> OperationId:
    """Word a memory as its version `to` did, or the one in force then; one operation that can be undone.

    What the words came from stays. Relations and values that went with the memory come back with it, and go with it.
    Raises NotFoundError for a version that never was, UsageError when it holds already.
    """
    wanted = _wanted(history(identity, owner, tools), to, identity)
    vectors = embed_missing(owner, [index_text_of_memory(wanted)], tools.search, tools.embedder)
    edges = tools.store.edges_stated_by(owner, [identity])
    attributes = tools.store.attributes_stated_by(owner, [identity])
    number = f"version {to}" if isinstance(to, int) else f"{to:%Y-%m-%d %H:%M} UTC"
    with tools.store.writing(Cause(owner=owner, verb="rollback", why=f"to {number}, {identity}")) as writing:
        now = current_version(writing.versions(identity), identity).memory
        if wording(now) == wording(wanted):
            raise UsageError(f"nothing to change in {identity}: it is worded as it was then")
        restored = _restored(now, wanted, tools.clock.now())
        writing.put_memory(restored)
        for edge in edges:
            writing.put_edge(_following(edge, now, restored))
        writing.put_attributes(_following(attribute, now, restored) for attribute in attributes)
        if vectors.identity is not None:
            writing.put_vectors(vectors.identity, vectors.by_text)
    return writing.operation


def _wanted(versions: Sequence[Version], to: int | datetime, identity: MemoryId) -> Memory:
    chosen = version_numbered(versions, to) if isinstance(to, int) else version_at(versions, to)
    if chosen is None:
        asked = f"version {to}" if isinstance(to, int) else f"version of {to:%Y-%m-%d %H:%M} UTC"
        known = (
            f"it has versions 1 to {versions[-1].number}, the first of {versions[0].at:%Y-%m-%d %H:%M} UTC"
        )
        raise NotFoundError(f"{identity} has no {asked}; {known}")
    if chosen.memory is None:
        raise UsageError(
            f"in version {chosen.number} of {identity} there was no such memory; `quaid undo` may help"
        )
    if versions[-1].memory is None:
        raise ConflictError(f"{identity} was undone; undo {versions[-1].operation}, then roll back")
    return chosen.memory


def _restored(now: Memory, then: Memory, at: datetime) -> Memory:
    """As worded then, with the words it came from, its use and its approval as they are now."""
    are_live = now.status in LIVE_STATUSES and then.status in LIVE_STATUSES
    return replace(
        now,
        text=then.text,
        content_hash=then.content_hash,
        abstract=then.abstract,
        overview=then.overview,
        keywords=then.keywords,
        flagged=then.flagged,
        kind=then.kind,
        tags=then.tags,
        importance=then.importance,
        status=now.status if are_live else then.status,
        superseded_by=then.superseded_by,
        lifetime=_lifetime(now.lifetime, then.lifetime, at),
    )


def _lifetime(now: Lifetime, then: Lifetime, at: datetime) -> Lifetime:
    """The interval of then. An end that comes back is known from `at` on, like a withdrawal."""
    closed = None if then.valid_to is None else now.closed_at if now.valid_to == then.valid_to else at
    retracted = None if then.retracted_at is None else now.retracted_at or at
    return replace(
        now, valid_from=then.valid_from, valid_to=then.valid_to, closed_at=closed, retracted_at=retracted
    )


def _following(stated: _Stated, now: Memory, restored: Memory) -> _Stated:
    """What went with the memory comes back with it; what holds goes with it. All else stays."""
    gone, back = now.lifetime.retracted_at, restored.lifetime.retracted_at
    if gone == back or stated.lifetime.retracted_at != gone:
        return stated
    return replace(stated, lifetime=replace(stated.lifetime, retracted_at=back))


def _unknown(identity: MemoryId) -> NotFoundError:
    return NotFoundError(f"no memory {identity}; `quaid search` prints ids")
