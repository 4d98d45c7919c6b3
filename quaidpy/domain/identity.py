"""What names a row? Typed ids; each carries its kind in a prefix and sorts by time of birth."""

from collections.abc import Sequence
from typing import NewType, TypeAlias

Owner = NewType("Owner", str)
MemoryId = NewType("MemoryId", str)  # m_…
EntityId = NewType("EntityId", str)  # e_…
EdgeId = NewType("EdgeId", str)  # r_…
AttributeId = NewType("AttributeId", str)  # a_…
EpisodeId = NewType("EpisodeId", str)  # ep_…
TurnId = NewType("TurnId", str)  # <episode id>.<number of the turn, 6 digits>
ThemeId = NewType("ThemeId", str)  # th_…
OperationId = NewType("OperationId", str)  # op_…
RunId = NewType("RunId", str)  # run_…
RecallId = NewType("RecallId", str)  # q_…

NodeId: TypeAlias = MemoryId | EntityId | TurnId
"""Whatever a graph walk may stand on."""

MEMORY_PREFIX, ENTITY_PREFIX, EDGE_PREFIX, EPISODE_PREFIX = "m_", "e_", "r_", "ep_"
ATTRIBUTE_PREFIX, THEME_PREFIX = "a_", "th_"
OPERATION_PREFIX, RUN_PREFIX, RECALL_PREFIX = "op_", "run_", "q_"


EVERYBODY = Owner("")
"""In place of an owner, when something concerns the rows of all."""


class Together(str):
    """Several owners, whose rows are read as those of one. Nothing is ever written as theirs."""

    __slots__ = ("owners",)
    owners: tuple[Owner, ...]


def together(owners: Sequence[Owner]) -> Owner:
    """The owner whose rows are those of all of these."""
    if len(owners) == 1:
        return owners[0]
    several = Together("\x1f".join(owners))
    several.owners = tuple(owners)
    return Owner(several)


def owners_of(owner: Owner) -> tuple[Owner, ...]:
    """Each of them; of one owner it alone."""
    return owner.owners if isinstance(owner, Together) else (owner,)


def turn_id(episode: EpisodeId, seq: int) -> TurnId:
    """The id of an episode's turn; `seq` counts from 0."""
    return TurnId(f"{episode}.{seq:06d}")


def episode_of(turn: TurnId) -> EpisodeId:
    """The episode that a turn is in."""
    return EpisodeId(turn.rpartition(".")[0])


def adjacent_turns(turn: TurnId) -> tuple[TurnId, ...]:
    """The ids of the turns before and after; they need not exist."""
    episode, _, seq = turn.rpartition(".")
    number = int(seq)
    after = turn_id(EpisodeId(episode), number + 1)
    return (turn_id(EpisodeId(episode), number - 1), after) if number else (after,)


def turns_beside(turn: TurnId) -> tuple[TurnId | None, TurnId]:
    """The ids of the turns before (None: it is the first) and after; they need not exist."""
    *before, after = adjacent_turns(turn)
    return (before[0] if before else None), after


def is_turn(node: NodeId) -> bool:
    return node.startswith(EPISODE_PREFIX) and "." in node


def is_memory(node: NodeId) -> bool:
    return node.startswith(MEMORY_PREFIX)


def is_entity(node: NodeId) -> bool:
    return node.startswith(ENTITY_PREFIX)
