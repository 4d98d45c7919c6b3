"""Rankings, scores and blocks of a file and a server are compared; what differs is said to come from where."""

from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.bench.data.datasets import Question, read_folder
from quaidpy.bench.parity import Answer, Pair, Ranked, measure_parity
from quaidpy.errors import UsageError
from quaidpy.settings import Settings
from tests.postgres_server import address_of

ONE, OTHER, LAST = Ranked("a lemon tree", ("d1",)), Ranked("a cactus", ("d2",)), Ranked("an oven", ("d3",))
ANSWER = Answer(
    ranking=(ONE, OTHER, LAST), scores=(0.5, 0.5, 0.25), lanes={"text": (2.0, 1.0)}, block="[MEMORY]"
)


def pair(server: Answer) -> Pair:
    asked = Question(id="q", text="what grows?", gold=(), category="", scope="chat")
    return Pair(question=asked, file=ANSWER, server=server)


def test_what_is_the_same_has_no_cause() -> None:
    same = pair(replace(ANSWER, scores=(0.5 + 1e-12, 0.5, 0.25)))
    assert (same.cause, same.first_difference) == ("", None)


def test_results_of_equal_scores_may_change_places() -> None:
    tied = pair(replace(ANSWER, ranking=(OTHER, ONE, LAST)))
    assert (tied.cause, tied.first_difference) == ("equal scores", 1)


def test_a_difference_is_laid_to_the_lane_that_found_other_scores() -> None:
    other = replace(ANSWER, ranking=(ONE, LAST, OTHER), lanes={"text": (2.0, 1.0), "vector": (0.3,)})
    assert (pair(other).cause, pair(other).first_difference) == ("lanes: vector", 2)
    assert pair(replace(other, lanes=ANSWER.lanes)).cause == "scores of the same finds"


def test_a_result_that_only_one_has_is_no_tie() -> None:
    shorter = pair(replace(ANSWER, ranking=(ONE, OTHER), scores=(0.5, 0.5)))
    assert (shorter.cause, shorter.first_difference) == ("scores of the same finds", 3)


def test_the_words_that_are_given_are_compared() -> None:
    assert pair(replace(ANSWER, block="")).cause == "words of the block"


def test_a_server_finds_what_a_file_finds(tiny_set: Path, settings: Settings, tmp_path: Path) -> None:
    dataset, url, folder = read_folder(tiny_set, "dev"), address_of(tmp_path), tmp_path / "homes"
    found = measure_parity(dataset, settings, url=url, folder=folder)
    assert {kept: [each.cause for each in pairs] for kept, pairs in found.pairs.items()} == {
        "in memory": [""] * 5,
        "nothing": [""] * 5,
    }
    assert all(each.file.ranking for each in found.pairs["nothing"])
    with pytest.raises(UsageError, match="the server is empty of memories"):
        measure_parity(dataset, settings, url=address_of(tmp_path / "other"), folder=folder)
    with pytest.raises(UsageError, match="the server has memories"):
        measure_parity(dataset, settings, url=url, folder=tmp_path / "other homes")


def test_the_first_conversations_of_a_set_are_taken_with_their_questions(tiny_set: Path) -> None:
    whole = read_folder(tiny_set, "dev")
    other = replace(whole.questions[0], scope="other")
    two = replace(
        whole,
        documents=(*whole.documents, {**whole.documents[0], "scope": "other"}),
        questions=(other, *whole.questions),
    )
    assert two.first(1) == whole
    assert two.first(None) == two
