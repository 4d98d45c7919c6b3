"""Which memory, operation or recall is meant by what was typed?"""

from typing import TYPE_CHECKING

from quaidpy.domain.identity import (
    MEMORY_PREFIX,
    THEME_PREFIX,
    EpisodeId,
    MemoryId,
    NodeId,
    RecallId,
    ThemeId,
    TurnId,
    is_turn,
    turn_id,
)
from quaidpy.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from quaidpy.domain.identity import OperationId
    from quaidpy.memory import Memory

SHORTEST = 6  # characters after the prefix letters; fewer would soon mean several
_SHOWN = 8  # characters of an id's random end: 40 bits, enough for one owner's rows
_WHOLE = 26


def short(identity: str) -> str:
    """An id as it is printed: its prefix and its last characters. Every command takes it back."""
    if is_turn(TurnId(identity)):
        episode, _, seq = identity.rpartition(".")
        return f"{short(episode)}.{int(seq)}"
    prefix, _, rest = identity.rpartition("_")
    return f"{prefix}_{rest[-_SHOWN:]}" if len(rest) == _WHOLE else identity


def whole_id(typed: str, memory: "Memory") -> str:
    """The one id that begins with, or ends like, what was typed.

    Raises UsageError when it is too short or means several, NotFoundError when there is none.
    """
    text = typed.strip().strip("[]…").lower()
    episode, _, seq = text.rpartition(".")
    if episode and seq.isdigit():
        return turn_id(EpisodeId(whole_id(episode, memory)), int(seq))
    rest = text.rpartition("_")[2]
    if "_" not in text or not rest.isalnum():
        raise UsageError(f"{typed!r} is not an id; ids look like m_7h2k9qwe, `quaid search` prints them")
    if len(rest) < SHORTEST:
        raise UsageError(f"{typed} is too short to be sure; give at least {SHORTEST} characters after the _")
    found = memory.ids_like(text)
    if text in found:
        return text
    if len(found) > 1:
        raise UsageError(f"{typed} could be any of {', '.join(found)}; give more of it")
    if not found:
        raise NotFoundError(f"nothing here is called {typed}; `quaid search` and `quaid changes` print ids")
    return found[0]


def memory_id(typed: str, memory: "Memory") -> MemoryId:
    """As whole_id, for a memory; the prefix may be left out."""
    text = typed.strip()
    identity = whole_id(text if "_" in text else f"{MEMORY_PREFIX}{text}", memory)
    if not identity.startswith(MEMORY_PREFIX):
        raise UsageError(f"{typed} is not a memory; ids of memories begin with {MEMORY_PREFIX}")
    return MemoryId(identity)


def theme_id(typed: str, memory: "Memory") -> ThemeId:
    """As whole_id, for a theme."""
    identity = whole_id(typed, memory)
    if not identity.startswith(THEME_PREFIX):
        raise UsageError(f"{typed} is not a theme; ids of themes begin with {THEME_PREFIX}")
    return ThemeId(identity)


def result_id(typed: str, memory: "Memory") -> NodeId:
    """As whole_id, for what a recall gives: a memory, or a turn that no memory was made of."""
    identity = whole_id(typed, memory) if "." in typed else typed
    return TurnId(identity) if is_turn(TurnId(identity)) else memory_id(typed, memory)


def recall_id(typed: str, memory: "Memory") -> RecallId | None:
    """As whole_id, for a recall; None for `last`."""
    return None if typed == "last" else RecallId(whole_id(typed, memory))


def name_or_id(typed: str, memory: "Memory") -> str:
    """An entity's name as it is, a shortened id made whole."""
    head, _, rest = typed.partition("_")
    looks_like_id = head in {"m", "e", "ep"} and rest.isalnum() and rest.islower() and len(rest) >= SHORTEST
    return whole_id(typed, memory) if looks_like_id else typed


def meant_change(identity: str, memory: "Memory") -> "str | OperationId":
    """`last` is the newest change that stands: a run when it belongs to one."""
    if identity != "last":
        return whole_id(identity, memory)
    for operation in memory.changes(limit=100):
        if operation.undone_by is None and operation.cause.verb != "undo":
            return operation.cause.run or operation.id
    raise UsageError("there is nothing to undo; `quaid changes` lists what happened")
