"""Does an explanation say in words what came of a recall?"""

from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Query
from quaidpy.domain.recall.traces import Trace
from quaidpy.recall.explaining import in_plain_words


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    kept = Memory(home=tmp_path, owner="ana")
    kept.store("Ana keeps her spare key under the blue pot.")
    kept.store("Ben bakes rye bread on Saturdays.")
    return kept


def asked(memory: Memory, question: str, **bounds: str) -> Trace:
    return memory.recall(Query(text=question, **bounds)).trace


def test_an_answer_says_how_much_speaks_for_it(memory: Memory) -> None:
    lines = in_plain_words(asked(memory, "Where is the spare key?"))
    assert "given, the best with" in lines[0]
    assert "certainty" in lines[1]


def test_silence_says_what_is_missing_and_what_was_nearest(memory: Memory) -> None:
    trace = asked(memory, "Which submarine sank in Gdynia?")
    ids = [node for lane in trace.lanes for node, _ in lane.head]
    lines = in_plain_words(trace, dict.fromkeys(ids, "the nearest text"))
    assert lines[0].startswith("nothing given: too little speaks for an answer")
    assert any("submarine" in line and "said nowhere" in line for line in lines)
    assert any(line.startswith("near, but not given: the nearest text") for line in lines)


def test_bounds_that_leave_nothing_are_said_to(memory: Memory) -> None:
    lines = in_plain_words(asked(memory, "Where is the spare key?", project="boat"))
    assert "within the bounds of the question nothing" in lines[0]


def test_small_talk_says_that_nothing_was_asked(memory: Memory) -> None:
    assert "names nothing to look for" in in_plain_words(asked(memory, "thanks, great"))[0]


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("Where do I live?", "Where do Ana live?"),
        ("who is my sister", "who is Ana's sister"),
        ("Did Ben write to me?", "Did Ben write to Ana?"),
        ("Is the blue one mine?", "Is the blue one Ana's?"),
        ("What did I’ve planned; I'm in?", "What did Ana has planned; Ana is in?"),
    ],
)
def test_the_first_person_is_the_asker(memory: Memory, question: str, understood: str) -> None:
    assert asked(memory, question, asker="Ana").cleaned == understood
    assert asked(memory, question).cleaned == question
