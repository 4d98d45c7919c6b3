"""A statement that was taken for a known one: is it seen, and can a person tell the two apart?"""

from tests.journeys.conftest import Quaid

SAID = "Ana sings in the choir on Mondays."
SAID_AGAIN = "Ana sings in the choir on Mondays!"


def decided(quaid: Quaid, *options: str) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = quaid("--json", "janitor", "decisions", *options).json["decisions"]
    return listed


def test_a_decision_says_what_was_taken_for_what_and_why(quaid: Quaid) -> None:
    assert decided(quaid) == []
    kept = quaid("--json", "store", SAID).json["new"][0]["id"]
    quaid("store", SAID_AGAIN)
    (told,) = decided(quaid)
    assert (told["outcome"], told["statement"], told["memory"]) == ("confirm", SAID_AGAIN, kept)
    assert told["memory_text"] == SAID
    printed = quaid("janitor", "decisions").out
    assert "known already" in printed
    assert str(told["id"]) in printed
    assert decided(quaid, "--since", "2100-01-01") == []


def test_what_was_taken_for_known_is_told_apart_and_back(quaid: Quaid) -> None:
    quaid("store", SAID)
    quaid("store", SAID_AGAIN)
    (told,) = decided(quaid)
    run = quaid("--json", "janitor", "apart", str(told["id"])).json["run"]
    assert quaid("--json", "stats").json["counts"]["memories"] == 2
    quaid("undo", run)
    assert quaid("--json", "stats").json["counts"]["memories"] == 1


def test_what_has_a_memory_of_its_own_is_not_made_another(quaid: Quaid) -> None:
    quaid("store", SAID)
    quaid("store", SAID_AGAIN)
    (told,) = decided(quaid)
    assert quaid("janitor", "apart", "op_0123456789:0").code == 3
    assert "no decision" in quaid("janitor", "apart", "choir").err
    quaid("forget", str(told["memory"]))
    quaid("purge", "--yes", str(told["memory"]))
    gone = quaid("janitor", "apart", str(told["id"]))
    assert gone.code == 3
