"""What the rest of an episode says for a turn."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EpisodeId, NodeId, turn_id
from quaidpy.recall.finding.episode_support import with_episode_support

TURNS = st.builds(turn_id, st.sampled_from([EpisodeId(f"ep_{name}") for name in "abc"]), st.integers(0, 9))
SCORES: st.SearchStrategy[dict[NodeId, float]] = st.dictionaries(TURNS, st.floats(0, 1), max_size=15)


def _turn(episode: str, seq: int) -> NodeId:
    return turn_id(EpisodeId(f"ep_{episode}"), seq)


def test_of_two_equal_turns_the_one_whose_conversation_is_about_it_wins() -> None:
    scores = {_turn("off", 0): 0.6, _turn("about", 0): 0.6, _turn("about", 4): 0.5}
    supported = with_episode_support(scores, 0.3)
    assert supported[_turn("about", 0)] > supported[_turn("off", 0)]


def test_a_long_conversation_does_not_win_by_its_length() -> None:
    scores = {_turn("short", 0): 0.9, **{_turn("long", seq): 0.3 for seq in range(40)}}
    supported = with_episode_support(scores, 0.3)
    assert max(supported, key=lambda turn: supported[turn]) == _turn("short", 0)


@pytest.mark.property
@given(SCORES, st.floats(0, 1))
def test_support_keeps_exactly_its_turns_between_0_and_1(scores: dict[NodeId, float], share: float) -> None:
    supported = with_episode_support(scores, share)
    assert set(supported) == set(scores)
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in supported.values())


@pytest.mark.property
@given(SCORES)
def test_no_share_changes_nothing(scores: dict[NodeId, float]) -> None:
    assert with_episode_support(scores, 0.0) == scores


@pytest.mark.property
@given(SCORES, st.floats(0, 0.99))
def test_within_an_episode_the_order_stays(scores: dict[NodeId, float], share: float) -> None:
    supported = with_episode_support(scores, share)
    for one, other in permutations(scores, 2):
        is_same_episode = one.rpartition(".")[0] == other.rpartition(".")[0]
        if is_same_episode and scores[one] > scores[other]:
            assert supported[one] >= supported[other]
