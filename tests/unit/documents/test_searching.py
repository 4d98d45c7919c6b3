"""A passage is found by its words and meaning, and shown with file, lines, headings and its exact words."""

from pathlib import Path

import pytest

from quaidpy.documents.library import Library
from quaidpy.documents.searching import DocumentQuery
from quaidpy.errors import UsageError
from tests.unit.documents.conftest import of_another, write


@pytest.fixture
def shop(library: Library, folder: Path) -> Path:
    library.register(str(folder))
    library.reindex()
    return folder


def test_a_passage_says_where_it_stands(library: Library, shop: Path) -> None:
    (best, *_) = library.search("how hot must the oven be heated").passages
    assert (best.path, best.headings, best.first_line, best.last_line) == (
        "docs/oven.md", ("The oven", "Heating"), 7, 9,
    )  # fmt: skip
    assert best.text == "## Heating\n\nTo 250 degrees."
    assert 0 < best.score <= 1


def test_the_words_are_those_of_the_file(library: Library, shop: Path) -> None:
    for passage in library.search(DocumentQuery(text="oven bread loaf hours", limit=50)).passages:
        lines = (shop / passage.path).read_text().split("\n")
        assert passage.text == "\n".join(lines[passage.first_line - 1 : passage.last_line])


def test_a_heading_counts_more_than_a_mention(library: Library, shop: Path) -> None:
    write(shop, {"docs/notes.md": "# Notes\n\n## Misc\n\nAbout cleaning we say little, cleaning is dull.\n"})
    library.reindex()
    assert library.search("cleaning").passages[0].headings == ("The oven", "Cleaning")


def test_a_project_bounds_the_search(library: Library, shop: Path, tmp_path: Path) -> None:
    write(tmp_path / "other", {"README.md": "# Other\n\nAn oven, too.\n"})
    library.register(str(tmp_path / "other"))
    library.reindex()
    assert {each.project for each in library.search("oven").passages} == {"shop", "other"}
    assert {
        each.project for each in library.search(DocumentQuery(text="oven", project="other")).passages
    } == {"other"}
    library.archive("other")
    with pytest.raises(UsageError, match="unarchive"):
        library.search(DocumentQuery(text="oven", project="other"))


def test_any_text_is_a_query(library: Library, shop: Path) -> None:
    for text in (
        "",
        "  ",
        '"',
        "AND OR NOT",
        "a* NEAR(b",
        "パンの値段",
        "x" * 5000,
        "'; DROP TABLE chunks --",
    ):
        library.search(text)


def test_other_scripts_are_found_by_part_of_a_run(library: Library, shop: Path) -> None:
    write(shop, {"docs/ja.md": "# パン屋\n\n朝七時に開店します。月曜日は休みです。\n"})
    library.reindex()
    assert library.search("月曜日").passages[0].path == "docs/ja.md"


def test_equal_questions_get_equal_answers(library: Library, shop: Path) -> None:
    assert library.search("oven hours") == library.search("oven hours")


def test_another_owner_finds_nothing(library: Library, shop: Path) -> None:
    assert of_another(library, "bob").search("oven").passages == ()
