"""How far the window of a turn tells of the turn itself."""

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.identity import EntityId, NodeId
from quaidpy.recall.finding.windows import for_their_own, own_shares
from tests.fakes import DictSearch
from tests.samples import ANA, episode, turn

_ESSAY = "Prune in late winter, above a bud that looks outwards, and never in the rain. " * 60
_NODES = st.sampled_from([EntityId(name) for name in "abcd"])
_SHARES = st.dictionaries(_NODES, st.floats(0, 1))


def _told(*texts: str) -> tuple[DictSearch, list[NodeId]]:
    turns = [turn(seq, text=text) for seq, text in enumerate(texts)]
    search = DictSearch()
    search.take_turns(episode(), turns)
    return search, [each.id for each in turns]


def test_a_remark_between_essays_has_hardly_a_window_of_its_own() -> None:
    search, (before, remark, after) = _told(_ESSAY, "When do I prune a quince?", _ESSAY)
    shares = own_shares([before, remark, after], ANA, search)
    assert shares[remark] < 0.2
    assert before not in shares
    assert after not in shares


def test_turns_of_like_length_keep_their_windows() -> None:
    search, turns = _told("Shall we go?", "At five.", "Good, I bring the boat.")
    assert own_shares(turns, ANA, search) == {}


@given(_SHARES, _SHARES, _SHARES)
def test_a_window_that_is_not_its_own_scores_between_itself_and_its_turn(
    windows: dict[NodeId, float], alone: dict[NodeId, float], shares: dict[NodeId, float]
) -> None:
    mixed = for_their_own(windows, alone, shares)
    for node, score in mixed.items():
        low, high = sorted((windows.get(node, 0.0), alone.get(node, 0.0)))
        assert score == windows.get(node) if node not in shares else low - 1e-9 <= score <= high + 1e-9
