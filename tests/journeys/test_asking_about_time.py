"""Questions about times find what was said then, what states that date, and what came first or last."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.memories.memory import Kind
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.pipeline import Intake

DIARY = {
    "2024-03-03": "I cooked dumplings with Ben and we played cards.",
    "2024-07-20": "I cooked a fish soup with Ben, much too salty.",
    "2024-11-09": "I cooked pumpkin risotto with Ben while it rained.",
    "2025-02-14": "The regatta was wonderful, our boat came in third.",
    "2025-02-16": "I cooked lentils with Ben and we mended the sail.",
    "2025-06-01": "I cooked crepes with Ben for the children.",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("diary")
    with Memory(home=folder, owner="ana") as memory:
        for day, text in DIARY.items():
            line = f'{{"speaker": "Ana", "text": "{text}", "timestamp": "{day}T10:00:00"}}'
            memory.extract(Intake(owner=memory.owner, source_key=day, data=line.encode()))
    return folder


@pytest.fixture
def diary(home: Path) -> Iterator[Memory]:
    with Memory(home=home, owner="ana") as memory:
        yield memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did Ana cook with Ben in July 2024?", "fish soup"),
        ("What did Ana cook with Ben in November?", "risotto"),
        ("What did Ana cook with Ben on 2024-03-03?", "dumplings"),
    ],
)
def test_a_question_about_a_time_is_answered_from_that_time(
    diary: Memory, question: str, answer: str
) -> None:
    found = diary.recall(Query(text=question, aim=Aim.RANK))
    assert answer in found.results[0].evidence[0].text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did we talk about on 3 March 2024?", {"dumplings"}),
        ("What happened on 2025-02-14?", {"regatta"}),
        ("What did Ana tell me in February 2025?", {"regatta", "lentils"}),
        ("What was the main topic of our conversation in June 2025?", {"crepes"}),
    ],
)
def test_a_question_that_names_nothing_but_a_time_is_told_what_was_said_then(
    diary: Memory, question: str, told: set[str]
) -> None:
    found = diary.recall(Query(text=question))
    texts = [result.evidence[0].text for result in found.results]
    assert len(texts) == len(told)
    assert all(any(word in text for text in texts) for word in told)


def test_without_an_embedder_too(diary: Memory) -> None:
    found = diary.recall(Query(text="What did we talk about on 3 March 2024?", words_only=True))
    assert ["dumplings" in result.evidence[0].text for result in found.results] == [True]


def test_nothing_is_given_of_a_time_when_nothing_was_said(diary: Memory) -> None:
    found = diary.recall(Query(text="What did we talk about on 1 January 2020?"))
    assert found.results == ()
    assert found.trace.abstained == "nothing of the kind or the time asked for is known"


def test_decisions_and_what_is_to_be_done_are_listed_newest_first(tmp_path: Path) -> None:
    with Memory(home=tmp_path, owner="ana") as memory:
        memory.store(Note(owner=memory.owner, text="We decided to paint the boat red.", kind=Kind.DECISION))
        memory.store(Note(owner=memory.owner, text="Ana likes lentils.", kind=Kind.PREFERENCE))
        memory.store(Note(owner=memory.owner, text="We decided to sell the old sail.", kind=Kind.DECISION))
        memory.store(Note(owner=memory.owner, text="Ana needs to call the harbour master.", kind=Kind.TODO))
        decided = [result.text for result in memory.recall("What did we decide?").results]
        assert decided == ["We decided to sell the old sail.", "We decided to paint the boat red."]
        due = [result.text for result in memory.recall("What do I still have to do?").results]
        assert due == ["Ana needs to call the harbour master."]
        assert memory.recall("Which lessons did we learn?").results == ()


def test_what_was_said_on_a_day_is_found_by_less_than_elsewhere(diary: Memory) -> None:
    told = diary.recall(Query(text="How was the boat race on 2025-02-14?", aim=Aim.RANK)).results
    assert "regatta" in told[0].evidence[0].text


def places(memory: Memory, question: str) -> dict[str, int]:
    """Where in the ranking each dish stands."""
    found = memory.recall(Query(text=question, aim=Aim.RANK)).results
    dishes = ("dumplings", "fish soup", "risotto", "lentils", "crepes", "regatta")
    texts = [result.evidence[0].text for result in found]
    return {dish: place for dish in dishes for place, text in enumerate(texts) if dish in text}


def test_first_favours_the_earliest_and_latest_the_last(diary: Memory) -> None:
    first = places(diary, "What was the first dish that Ana cooked with Ben?")
    last = places(diary, "What was the latest dish that Ana cooked with Ben?")
    assert first["dumplings"] < first["crepes"]
    assert last["crepes"] < last["dumplings"]


def test_after_an_event_is_what_was_said_soon_after_it(diary: Memory) -> None:
    after = places(diary, "What did Ana cook with Ben after the regatta?")
    assert after["lentils"] == min(after[dish] for dish in after if dish != "regatta")


def test_a_time_in_a_question_hides_nothing(diary: Memory) -> None:
    found = diary.recall(Query(text="What did Ana cook with Ben in July 2024?", aim=Aim.RANK))
    cooked = {result.evidence[0].text for result in found.results if "cooked" in result.evidence[0].text}
    assert len(cooked) == 5


def test_the_trace_says_which_time_was_understood(diary: Memory) -> None:
    trace = diary.recall(Query(text="What did Ana cook in July 2024?")).trace
    (note,) = [stage.note for stage in trace.stages if stage.stage == "time"]
    assert note.startswith("2024-07-01 to 2024-07-31")
