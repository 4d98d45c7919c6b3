"""What names a row? Typed ids; each carries its kind in a prefix and sorts by time of birth."""

from typing import NewType, TypeAlias

Owner = NewType("Owner", str)
MemoryId = NewType("MemoryId", str)  # m_…
EntityId = NewType("EntityId", str)  # e_…
EdgeId = NewType("EdgeId", str)  # r_…
AttributeId = NewType("AttributeId", str)  # a_…
EpisodeId = NewType("EpisodeId", str)  # ep_…
TurnId = NewType("TurnId", str)  # <episode id>.<number of the turn, 6 digits>
OperationId = NewType("OperationId", str)  # op_…
RunId = NewType("RunId", str)  # run_…
RecallId = NewType("RecallId", str)  # q_…

NodeId: TypeAlias = MemoryId | EntityId | TurnId
"""Whatever a graph walk may stand on."""

MEMORY_PREFIX, ENTITY_PREFIX, EDGE_PREFIX, EPISODE_PREFIX = "m_", "e_", "r_", "ep_"
ATTRIBUTE_PREFIX = "a_"
OPERATION_PREFIX, RUN_PREFIX, RECALL_PREFIX = "op_", "run_", "q_"


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
