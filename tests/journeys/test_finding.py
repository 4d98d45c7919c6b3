"""Questions at the command line: the block for an agent, the list for a person, and why."""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid


@pytest.fixture
def memories(quaid: Quaid) -> dict[str, str]:
    texts = ("Ana lives in Porto.", "Ben bakes rye bread.", "Clara is a vet in York.")
    return {text: quaid("store", text, "--json").json["new"][0]["id"] for text in texts}


@pytest.mark.usefixtures("memories")
def test_recall_prints_the_block_and_nothing_else(quaid: Quaid) -> None:
    out = quaid("recall", "where does Ana live in Porto?").out
    assert out.startswith("[MEMORY]")
    assert out.rstrip().endswith("[/MEMORY]")
    assert "Ana lives in Porto." in out


@pytest.mark.usefixtures("memories")
def test_a_question_that_nothing_answers_gives_nothing_and_says_why(quaid: Quaid) -> None:
    shown = quaid("recall", "quantum chromodynamics lattice")
    assert (shown.code, shown.out) == (0, "")
    assert "nothing recalled" in shown.err
    assert quaid("recall", "quantum chromodynamics lattice", "--quiet").err == ""


def test_search_lists_results_with_ids_and_the_words_behind_them(
    quaid: Quaid, memories: dict[str, str]
) -> None:
    out = quaid("search", "who bakes rye bread?").out
    assert "Ben bakes rye bread." in out
    assert memories["Ben bakes rye bread."][-8:] in out
    assert "“Ben bakes rye bread.”" in out


@pytest.mark.usefixtures("memories")
def test_results_as_json_have_stable_keys(quaid: Quaid) -> None:
    found = quaid("search", "who bakes rye bread?", "--json").json
    assert list(found) == ["recall", "query", "results", "theme", "abstained", "beside", "degraded", "trace"]
    assert set(found["results"][0]) == {
        "id", "kind", "score", "text", "said_at", "status", "valid_from", "valid_to", "evidence", "path",
        "flagged", "origin", "context", "also", "later", "line", "form", "space",
    }  # fmt: skip
    assert set(found["results"][0]["evidence"][0]) == {
        "turn", "speaker", "role", "at", "text", "quote", "session",
    }  # fmt: skip


def test_why_tells_the_last_recall_and_one_result_of_it(quaid: Quaid, memories: dict[str, str]) -> None:
    recalled = quaid("search", "who bakes rye bread?", "--json").json["recall"]
    assert quaid("why", "--json").json["id"] == recalled
    assert "who bakes rye bread?" in quaid("why", "last").out
    identity = memories["Ben bakes rye bread."]
    one = quaid("why", recalled, "--result", identity, "--json").json
    assert one["node"] == identity
    assert sum(share for _, share in one["parts"]) == pytest.approx(one["score"], abs=0.01)


def test_why_of_what_was_left_out_says_what_dropped_it(quaid: Quaid, memories: dict[str, str]) -> None:
    quaid("search", "who bakes rye bread in Porto?", "-n", "1")
    identity = memories["Ana lives in Porto."]
    told = quaid("why", "last", "--result", identity, "--json").json
    assert told["node"] == identity
    assert told["left_out"]
    assert told["lanes"]
    assert told["left_out"][:30] in quaid("why", "last", "--result", identity).out
    assert "left out" in quaid("why", "last").out


def test_why_of_what_no_search_came_near_says_so(quaid: Quaid, memories: dict[str, str]) -> None:
    quaid("search", "who bakes rye bread?", "-n", "1")
    shown = quaid("why", "last", "--result", memories["Clara is a vet in York."])
    assert shown.code == 3


def test_explain_shows_the_tree_with_the_answer(quaid: Quaid, memories: dict[str, str]) -> None:
    assert memories
    assert "lanes" in quaid("search", "who bakes rye bread?", "--explain").out


def test_feedback_moves_the_outcome(quaid: Quaid, memories: dict[str, str]) -> None:
    quaid("search", "who bakes rye bread?")
    used, corrected = memories["Ben bakes rye bread."], memories["Ana lives in Porto."]
    told = quaid("feedback", "last", "--used", used, "--corrected", corrected, "--json").json
    assert told["outcomes"][used] > 0.5 > told["outcomes"][corrected]
    assert quaid("feedback", "last").code == 2


def test_recalling_strengthens_a_memory_and_looking_up_words_does_not(
    quaid: Quaid, memories: dict[str, str]
) -> None:
    identity = memories["Ben bakes rye bread."]
    quaid("search", "rye bread", "--text")
    assert quaid("show", identity, "--json").json["usage"]["recalls"] == 0
    quaid("search", "rye bread")
    assert quaid("show", identity, "--json").json["usage"]["recalls"] == 1


@pytest.mark.usefixtures("memories")
def test_a_skipped_stage_is_named_and_strict_fails(quaid: Quaid) -> None:
    assert "degraded: embed" in quaid("search", "who bakes rye bread?").err
    assert quaid("search", "who bakes rye bread?", "--strict").code == 12


def test_filters_narrow_the_answer(quaid: Quaid) -> None:
    quaid("store", "Ana likes rye bread.", "--kind", "preference", "--project", "bakery")
    quaid("store", "Ben sells rye bread.", "--kind", "fact")
    [one] = quaid("search", "rye bread", "--kind", "preference", "--json").json["results"]
    assert one["text"] == "Ana likes rye bread."
    found = quaid("search", "rye bread", "--project", "bakery", "--json").json["results"]
    assert {result["text"] for result in found} == {"Ana likes rye bread."}


def test_relative_dates_bound_the_answer(quaid: Quaid, memories: dict[str, str]) -> None:
    assert memories
    assert quaid("search", "rye bread", "--until", "3 days ago", "--json").json["results"] == []
    assert quaid("search", "rye bread", "--since", "yesterday", "--json").json["results"]


def test_feedback_on_a_turn_moves_it_down_as_well(quaid: Quaid, tmp_path: Path) -> None:
    for number, text in enumerate(
        ("Ugh, the kiln by the shed, so loud on Mondays.", "Ugh, that kiln, so hot on Mondays and Fridays.")
    ):
        path = tmp_path / f"{number}.txt"
        path.write_text(f"date: {number + 2} June 2026 20:15\n\nUser: {text}\nAssistant: Hm.\n")
        quaid("extract", str(path))
    question = ("recall", "kiln Mondays", "--json")
    top = quaid(*question).json["results"][0]["id"]
    assert "." in top
    for _ in range(10):
        assert quaid("feedback", "last", "--unused", top).code == 0
    assert quaid(*question).json["results"][0]["id"] != top
