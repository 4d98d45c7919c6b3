"""In which order are results given of which several conversations each have a part?"""

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.giving.spread import over_conversations
from quaidpy.recall.judging.scoring import Scored
from tests.samples import memory, turn

SCORES = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 1000)), max_size=30)


def found(seq: int, conversation: str, score: float) -> Scored:
    spoken = turn(seq, "The hedge was cut.", f"ep_{conversation}")
    return Scored(
        candidate=Candidate(key=spoken.id, turn=spoken, memories=(), is_outdated=False),
        score=score,
        parts=(("relevance", score),),
    )


def ranked(drawn: list[tuple[str, int]]) -> list[Scored]:
    said = [found(seq, conversation, points / 1000) for seq, (conversation, points) in enumerate(drawn)]
    return sorted(said, key=lambda each: (-each.score, each.candidate.key))


@given(SCORES, st.floats(0, 1))
def test_nothing_is_lost_and_each_conversation_keeps_its_order(
    drawn: list[tuple[str, int]], kept_share: float
) -> None:
    before = ranked(drawn)
    after = over_conversations(before, kept_share=kept_share)
    assert sorted(each.candidate.key for each in after) == sorted(each.candidate.key for each in before)
    for conversation in "abc":
        of_it = [each for each in before if each.candidate.key.startswith(f"ep_{conversation}")]
        assert [each for each in after if each in of_it] == of_it


@given(SCORES)
def test_who_takes_nothing_off_changes_nothing(drawn: list[tuple[str, int]]) -> None:
    assert over_conversations(ranked(drawn), kept_share=1.0) == ranked(drawn)


def test_the_best_of_another_conversation_passes_the_third_of_the_same() -> None:
    same = [found(seq, "a", score) for seq, score in enumerate((0.9, 0.89, 0.88))]
    other = found(9, "b", 0.86)
    assert over_conversations([*same, other], kept_share=0.95) == [same[0], other, *same[1:]]


def test_a_memory_of_no_conversation_stands_for_itself() -> None:
    alone = [
        Scored(
            candidate=Candidate(key=each.id, turn=None, memories=(each,), is_outdated=False),
            score=score,
            parts=(),
        )
        for each, score in ((memory("m_1"), 0.9), (memory("m_2"), 0.8))
    ]
    said = found(0, "a", 0.78)
    assert over_conversations([*alone, said], kept_share=0.5) == [*alone, said]
