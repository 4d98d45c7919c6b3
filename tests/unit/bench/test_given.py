"""Do the words that answer stand in a block, and is the same asked of everybody?"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given as for_all
from hypothesis import settings as bounded
from hypothesis import strategies as st

from quaidpy.bench.data.datasets import Dataset, Question, World, read_folder
from quaidpy.bench.data.world_files import Form, file_of, in_one_log
from quaidpy.bench.given.measuring import BM25, VECTOR, Given, How, earlier_values, measure_given
from quaidpy.bench.given.passages import MOST_CHARACTERS, Rarity, best_passage
from quaidpy.bench.given.wanted import Gold, bare_words
from quaidpy.domain.recall.blocks import escaped
from quaidpy.settings import Settings, load_settings
from tests.unit.bench.conftest import written_set

_LONG = " ".join(
    ["The kettle on the upper shelf was polished again."] * 12
    + ["Grandmother hid the brass key under the third stair of the lighthouse."]
    + ["The harbour was quiet that winter and nobody rowed out."] * 12
)


def document(
    number: int, text: str, *, session: str = "s1", at: str = "2025-06-02T20:15:00"
) -> dict[str, object]:
    return {"doc_id": f"d{number}", "text": text, "session_id": session, "speaker": "Ana", "timestamp": at}


def question(gold: tuple[str, ...], text: str = "Where is the key?", answer: str = "") -> Question:
    return Question(id="q", text=text, gold=gold, category="any", scope="w", answer=answer)


def gold_of(*documents: dict[str, object], by_session: bool = False) -> Gold:
    return Gold(World(scope="w", documents=documents, questions=()), by_session=by_session)


def test_a_short_turn_must_stand_there_whole_whatever_the_markup() -> None:
    (wanted,) = gold_of(document(1, "The key:\n* under the **third** stair!")).wanted(question(("d1",)))
    assert wanted.is_in(bare_words("- (said by Ana) “The key: under the third stair!”"))
    assert not wanted.is_in(bare_words("- (said by Ana) “The key: under the third …”"))
    assert not wanted.is_in(bare_words("The key: under the third staircase"))


def test_of_a_long_turn_sixty_characters_of_the_passage_that_answers_are_enough() -> None:
    gold = gold_of(document(1, _LONG), document(2, "We rowed out to the harbour with a kettle."))
    (wanted,) = gold.wanted(question(("d1",), "Where is the key hidden?", "under the third stair"))
    assert wanted.is_in(bare_words("…mother hid the brass key under the third stair of the lighthouse …"))
    assert not wanted.is_in(bare_words(_LONG[:240])), "its beginning does not answer"
    assert not wanted.is_in(bare_words("the brass key under the third stair")), "that is too little"


def test_where_sessions_are_gold_the_turns_that_answer_are_wanted_and_either_of_two_equals_will_do() -> None:
    documents = (
        document(1, "Shall we meet on Monday?"),
        document(2, "The key hangs behind the clock."),
        document(3, "So the key hangs behind the clock, good."),
        document(4, "The key hangs nowhere.", session="s2"),
    )
    asked = question(("s1",), "Where does the key hang?", "behind the clock")
    (wanted,) = gold_of(*documents, by_session=True).wanted(asked)
    assert [turn.id for turn in wanted.turns] == ["d2", "d3"]
    assert wanted.is_in(bare_words("So the key hangs behind the clock, good."))
    assert not wanted.is_in(bare_words("Shall we meet on Monday?"))


def test_of_gold_sessions_those_are_wanted_that_tell_something_of_the_answer() -> None:
    documents = (
        document(1, "The lighthouse key, where did I leave the key?"),
        document(2, "The key hangs behind the clock.", session="s2"),
        document(3, "Nobody else knows of the key but the ferryman.", session="s3"),
    )
    gold = gold_of(*documents, by_session=True)
    asked = question(
        ("s1", "s2", "s3"), "Who knows where the key hangs?", "behind the clock, only the ferryman"
    )
    assert {wanted.unit for wanted in gold.wanted(asked)} == {"s2", "s3"}
    undecided = question(("s1", "s2"), "Is there a key?", "yes")
    assert [wanted.unit for wanted in gold.wanted(undecided)] == ["s1", "s2"], "no session has the word"


@bounded(max_examples=25)
@for_all(st.text(max_size=900), st.text(max_size=40))
def test_a_passage_is_a_part_of_its_text_and_never_too_long(text: str, asked: str) -> None:
    _, passage = best_passage(text, Rarity([text, asked]).weights(asked))
    assert passage in text
    assert len(passage) <= MOST_CHARACTERS


@bounded(max_examples=50)
@for_all(st.text(max_size=200))
def test_escaping_and_wrapping_a_turn_leaves_its_bare_words(text: str) -> None:
    assert bare_words(escaped(text)) == bare_words(text.replace("```", " "))


def test_a_log_holds_sessions_by_when_they_began_and_messages_as_they_stand() -> None:
    documents = [
        document(1, "late", session="b", at="2025-06-03T09:00:00"),
        document(2, "later", session="b", at="2025-06-03T09:01:00"),
        document(3, "early", session="a", at="2025-06-01T09:00:00"),
    ]
    assert [json.loads(line)["text"] for line in file_of(in_one_log(documents)).splitlines()] == [
        "early",
        "late",
        "later",
    ]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return read_folder(written_set(tmp_path_factory.mktemp("set")), "dev")


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(scope="module")
def bench_settings(homes: Path) -> Settings:
    return load_settings(home=homes / "own", owner="bench", environment={})


@pytest.fixture(scope="module")
def measured(tiny: Dataset, bench_settings: Settings, homes: Path) -> Given:
    return measure_given(tiny, bench_settings, How(folder=homes, budgets=(2000, 60)))


def test_both_forms_and_all_baselines_are_asked_the_scored_questions(measured: Given) -> None:
    assert measured.systems == ["sessions", "log", "sessions quoted", BM25, VECTOR, "log quoted"]
    for readings in measured.readings.values():
        assert [each.question.id for each in readings] == ["q0", "q1", "q2", "q3"]


def test_what_is_missing_is_not_in_the_block_and_what_is_given_is(measured: Given) -> None:
    for (_, budget), readings in measured.readings.items():
        for each in readings:
            bare = bare_words(each.block)
            assert each.tokens <= budget
            assert not any(wanted.is_in(bare) for wanted in each.missing)
            assert each.given == 1 - len(each.missing) / len(each.question.gold)
    assert measured.values(BM25, 2000) == [1.0, 1.0, 1.0, 1.0], "the whole set fits into the budget"


def test_kept_homes_give_the_same_and_an_earlier_file_is_compared_by_question(
    measured: Given, tiny: Dataset, bench_settings: Settings, homes: Path
) -> None:
    before = sorted(path.name for path in homes.iterdir())
    how = How(folder=homes, forms=(Form.LOG,), budgets=(2000,), with_baselines=False)
    again = measure_given(tiny, bench_settings, how)
    assert sorted(path.name for path in homes.iterdir()) == before
    assert again.systems == ["log", "log quoted"]
    assert again.values("log", 2000) == measured.values("log", 2000)
    earlier = earlier_values([measured.document()], tiny)
    assert list(earlier["log", 2000].values()) == again.values("log", 2000)
    assert not earlier_values([measured.document()], replace(tiny, split="test"))


def test_a_sample_is_the_same_each_time_and_holds_only_scored_questions(tiny: Dataset) -> None:
    drawn = tiny.sampled(2)
    assert drawn.questions == tiny.sampled(2).questions
    assert len(drawn.scored) == len(drawn.questions) == 2
    assert tiny.sampled(9) is tiny
