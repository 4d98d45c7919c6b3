"""Memory stands in a folder as Markdown; what a person changes there comes back as operations that can be undone."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid

ABOUT_ANA = ("Ana works at Hetzner in Falkenstein.", "Ana likes green tea.", "Ana has a cat named Miso.")


@pytest.fixture
def folder(quaid: Quaid, tmp_path: Path) -> Path:
    for text in ABOUT_ANA:
        quaid("store", text)
    quaid("store", "I need to call the bank before Friday", "--kind", "todo")
    place = tmp_path / "memory"
    assert quaid("mirror", "to", str(place)).code == 0
    return place


def change(page: Path, by: Callable[[str], str]) -> None:
    text = page.read_text()
    changed = by(text)
    assert changed != text
    page.write_text(changed)


def texts(quaid: Quaid) -> set[str]:
    rows = quaid("export", "-").out.splitlines()
    return {
        row["text"]
        for row in map(json.loads, rows)
        if row["type"] == "memory" and row["status"] in {"active", "pending"}
    }


def test_a_page_a_person_and_one_for_the_rest(folder: Path) -> None:
    assert {each.name for each in folder.iterdir()} == {"Ana.md", "Other.md"}
    assert all(f"- {text} <!-- m_" in (folder / "Ana.md").read_text() for text in ABOUT_ANA)
    assert "- [ ] I need to call the bank" in (folder / "Other.md").read_text()


def test_changed_ticked_deleted_and_new_items_come_back_and_one_undo_takes_them_all_back(
    quaid: Quaid, folder: Path
) -> None:
    before = texts(quaid)
    change(folder / "Ana.md", lambda text: text.replace("green tea", "black tea"))
    change(folder / "Ana.md", lambda text: text.replace("## Facts", "## Facts\n\n- Ana is allergic to nuts."))
    change(folder / "Ana.md", lambda text: "".join(x for x in text.splitlines(True) if "Hetzner" not in x))
    change(folder / "Other.md", lambda text: text.replace("[ ]", "[x]"))
    told = quaid("mirror", "sync", "--json").json
    assert [len(told[part]) for part in ("reworded", "ticked", "struck", "added")] == [1, 1, 1, 1]
    now = texts(quaid)
    assert now - before == {"Ana likes black tea.", "Ana is allergic to nuts."}
    assert "Ana works at Hetzner in Falkenstein." not in now
    assert quaid("todo", "list", "--json").json["todos"] == []
    assert "allergic to nuts. <!-- m_" in (folder / "Ana.md").read_text()
    assert quaid("mirror", "sync", "--json").json["run"] is None
    assert quaid("undo", told["run"]).code == 0
    assert texts(quaid) == before
    quaid("mirror", "sync")
    assert "Ana likes green tea." in (folder / "Ana.md").read_text()


def test_a_dry_run_says_what_would_come_in_and_changes_nothing(quaid: Quaid, folder: Path) -> None:
    change(folder / "Ana.md", lambda text: text.replace("green tea", "black tea"))
    before, page = texts(quaid), (folder / "Ana.md").read_text()
    told = quaid("mirror", "sync", "--dry-run")
    assert "black tea" in told.out
    assert (texts(quaid), (folder / "Ana.md").read_text()) == (before, page)


def test_what_memory_learns_and_forgets_stands_in_the_pages_next_time(quaid: Quaid, folder: Path) -> None:
    quaid("store", "Ana sings in a choir.")
    tea = next(x for x in quaid("search", "tea", "--json").json["results"] if x["kind"] != "turn")
    quaid("forget", tea["id"])
    quaid("mirror", "sync")
    page = (folder / "Ana.md").read_text()
    assert "sings in a choir" in page
    assert "green tea" not in page  # the letters of "tea" may stand in an id


def test_notes_of_ones_own_outside_of_the_marks_stay_and_are_not_taken_in(quaid: Quaid, folder: Path) -> None:
    page = folder / "Ana.md"
    change(page, lambda text: text.replace("# Ana", "# My Ana\n\nShe is great.") + "- call her mother\n")
    before = texts(quaid)
    quaid("store", "Ana sings in a choir.")
    quaid("mirror", "sync")
    assert texts(quaid) - before == {"Ana sings in a choir."}
    text = page.read_text()
    assert text.startswith("# My Ana\n\nShe is great.")
    assert text.endswith("- call her mother\n")


def test_both_changed_the_same_then_the_page_stands_and_history_has_both(quaid: Quaid, folder: Path) -> None:
    tea = next(x for x in quaid("search", "tea", "--json").json["results"] if x["kind"] != "turn")["id"]
    quaid("edit", tea, "--text", "Ana likes white tea.")
    change(folder / "Ana.md", lambda text: text.replace("green tea", "black tea"))
    told = quaid("mirror", "sync")
    assert "white tea" in told.err
    worded = [each["text"] for each in quaid("history", tea, "--json").json["versions"]]
    assert worded == ["Ana likes green tea.", "Ana likes white tea.", "Ana likes black tea."]


def test_a_page_that_is_gone_or_broken_forgets_nothing(quaid: Quaid, folder: Path) -> None:
    before = texts(quaid)
    (folder / "Ana.md").unlink()
    change(folder / "Other.md", lambda text: text.replace("<!-- quaid: your own", "<!-- mine"))
    told = quaid("mirror", "sync")
    assert "Other.md is left as it is" in told.err
    assert texts(quaid) == before
    assert "Miso" in (folder / "Ana.md").read_text()


def test_very_many_deletions_are_forgotten_only_by_who_is_sure(quaid: Quaid, folder: Path) -> None:
    for number in range(12):
        quaid("store", f"Ana keeps a jar number {number} of honey from village {number}.")
    quaid("mirror", "sync")
    before = texts(quaid)
    change(
        folder / "Ana.md", lambda text: "".join(x for x in text.splitlines(True) if not x.startswith("- "))
    )
    refused = quaid("mirror", "sync")
    assert refused.code != 0
    assert "--yes" in refused.err
    assert texts(quaid) == before
    assert quaid("mirror", "sync", "--yes").code == 0
    assert not [text for text in texts(quaid) if text.startswith("Ana")]


def test_purge_reaches_the_pages(quaid: Quaid, folder: Path) -> None:
    cat = next(x for x in quaid("search", "Miso", "--json").json["results"] if x["kind"] != "turn")["id"]
    told = quaid("purge", cat, "--yes", "--json").json
    assert "Miso" not in (folder / "Ana.md").read_text()
    assert str(folder / "Ana.md") in told["files_rewritten"]


def test_a_folder_with_other_markdown_or_that_is_gone_is_refused(
    quaid: Quaid, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "notes"
    other.mkdir()
    (other / "diary.md").write_text("Dear diary")
    refused = quaid("mirror", "to", str(other))
    assert refused.code != 0
    assert "diary.md" in refused.err
    for each in folder.iterdir():
        each.unlink()
    folder.rmdir()
    gone = quaid("mirror", "sync")
    assert gone.code != 0
    assert "is not there" in gone.err
    assert quaid("mirror", "off").code == 0
    assert "nothing is mirrored" in quaid("mirror", "show").out


def test_the_night_writes_it_too(quaid: Quaid, folder: Path) -> None:
    quaid("store", "Ana sings in a choir.")
    assert str(folder) in quaid("janitor", "run").out
    assert "sings in a choir" in (folder / "Ana.md").read_text()
