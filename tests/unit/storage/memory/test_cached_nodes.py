"""Does a node have the same key, whichever nodes it is asked with?"""

import numpy as np

from quaidpy.domain.identity import EpisodeId, MemoryId, turn_id
from quaidpy.storage.memory.nodes import NONE, InMemoryNodes, keys_of

TURNS = [
    turn_id(EpisodeId(talk), seq) for talk in ("ep_1", "ep_2", "ep_ü.3") for seq in (0, 1, 9, 10, 999_999)
]


def test_keys_do_not_depend_on_what_is_asked_beside() -> None:
    mixed = [*TURNS, MemoryId("m_1"), turn_id(EpisodeId("ep_long"), 10_000_000)]
    alone = [int(keys_of([node])[0]) for node in mixed]
    assert keys_of(mixed).tolist() == alone
    assert keys_of(TURNS[:10]).tolist() == alone[:10]
    assert len(set(alone)) == len(alone)


def test_keys_of_neighbours_are_one_apart() -> None:
    before, turn, after = keys_of([turn_id(EpisodeId("ep_1"), seq) for seq in (9, 10, 11)]).tolist()
    assert (before, after) == ((turn - 1) % 2**64, (turn + 1) % 2**64)


def test_numbers_around_a_turn_are_those_of_its_neighbours() -> None:
    nodes = InMemoryNodes()
    talk = [turn_id(EpisodeId("ep_1"), seq) for seq in (0, 1, 2, 4)]
    nodes.put(np.array([10, 11, 12, 14]), talk)
    own, before, after = nodes.numbers_around(keys_of([*talk, turn_id(EpisodeId("ep_1"), 3)]))
    assert own.tolist() == [10, 11, 12, 14, NONE]
    assert before.tolist()[:4] == [NONE, 10, 11, NONE]
    assert after.tolist()[:4] == [11, 12, NONE, NONE]
    assert [each.tolist() for each in InMemoryNodes().numbers_around(keys_of(talk[:1]))] == [[NONE]] * 3
