"""Are words that were retired for good out of every answer, and free again once that is undone?"""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid, chat, quaid

__all__ = ["chat", "quaid"]

SAID = "Ana's greenhouse stands in Xanadu."


def _retired(run: Quaid) -> tuple[str, str]:
    """The memory and the operation."""
    memory = str(run("--json", "store", SAID).json["new"][0]["id"])
    done = run("--json", "retire", memory, "--reason", "never true", "--persist").json
    return memory, str(done["operation"])


def _answers(run: Quaid) -> str:
    return (
        run("recall", "where does Ana's greenhouse stand?").out + run("search", "the greenhouse of Ana").out
    )


@pytest.mark.parametrize(
    "again",
    [
        ("store", SAID),
        ("extract", "--text", f"Ana: {SAID}"),
        (
            "extract",
            "--text",
            f"date: 2 June 2025 20:15\n\nBen: Hello there.\nAna: {SAID}\nBen: I see.",
            "--label",
            "later",
        ),
    ],
)
def test_what_was_retired_for_good_is_not_recalled_word_for_word_either(
    quaid: Quaid, again: tuple[str, ...]
) -> None:
    _retired(quaid)
    assert quaid(*again).code == 0
    assert "Xanadu" not in _answers(quaid)


def test_a_rebuilt_database_does_not_recall_it_either(quaid: Quaid, clean_environment: Path) -> None:
    _retired(quaid)
    for file in clean_environment.glob("memory.sqlite*"):
        file.unlink()
    quaid("store", SAID)
    assert "Xanadu" not in _answers(quaid)


def test_undoing_it_frees_the_words(quaid: Quaid) -> None:
    memory, operation = _retired(quaid)
    assert quaid("undo", operation).code == 0
    assert "Xanadu" in _answers(quaid)
    quaid("forget", memory)
    assert len(quaid("--json", "store", SAID).json["new"]) == 1
    assert "Xanadu" in _answers(quaid)


def test_undoing_the_undo_keeps_them_out_again(quaid: Quaid) -> None:
    _, operation = _retired(quaid)
    back = str(quaid("--json", "undo", operation).json["operation"])
    assert quaid("undo", back).code == 0
    assert quaid("--json", "store", SAID).json["new"] == []
    assert "Xanadu" not in _answers(quaid)


def test_a_memory_retired_only_here_may_be_told_again(quaid: Quaid) -> None:
    memory = str(quaid("--json", "store", SAID).json["new"][0]["id"])
    quaid("retire", memory, "--reason", "moved")
    assert len(quaid("--json", "store", SAID).json["new"]) == 1
