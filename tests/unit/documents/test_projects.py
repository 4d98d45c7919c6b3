"""Folders are registered once, found from anywhere inside, and errors say what to do."""

from pathlib import Path

import pytest

from quaidpy.documents.library import Library
from quaidpy.errors import ConflictError, NotFoundError, UsageError
from tests.unit.documents.conftest import of_another, write


def test_a_folder_is_registered_under_its_own_name(library: Library, folder: Path) -> None:
    project = library.register(str(folder))
    assert (project.name, project.root) == ("shop", folder.as_posix())


def test_a_folder_of_the_user_is_kept_portable(library: Library, tmp_path: Path) -> None:
    own = tmp_path / "somebody" / "work" / "x"
    own.mkdir(parents=True)
    project = library.register(str(own))
    assert project.root == "~/work/x"
    assert library.find(str(own / "docs" / "a.md")) == project


def test_a_missing_folder_is_refused_with_what_to_do(library: Library, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="projects create"):
        library.register(str(tmp_path / "gone"))


def test_the_same_folder_is_refused_with_its_name(library: Library, folder: Path) -> None:
    library.register(str(folder), name="bakery")
    with pytest.raises(ConflictError, match="is the project bakery, registered already"):
        library.register(str(folder / "docs" / ".."))


def test_a_folder_inside_another_needs_a_word_more(library: Library, folder: Path) -> None:
    outer = library.register(str(folder))
    with pytest.raises(ConflictError, match="--nested"):
        library.register(str(folder / "docs"))
    inner = library.register(str(folder / "docs"), is_nested=True)
    assert library.find(str(folder / "docs" / "oven.md")) == inner
    assert library.find(str(folder / "README.md")) == outer


def test_a_folder_around_another_needs_a_word_more(library: Library, folder: Path) -> None:
    library.register(str(folder))
    with pytest.raises(ConflictError, match="lies in"):
        library.register(str(folder.parent))


def test_what_is_nested_is_indexed_once(library: Library, folder: Path) -> None:
    library.register(str(folder))
    library.register(str(folder / "docs"), is_nested=True)
    library.reindex()
    assert [each.path for each in library.documents("shop")] == ["README.md"]
    assert [each.path for each in library.documents("docs")] == ["oven.md", "prices.rst"]


def test_the_users_whole_folder_is_refused(library: Library, tmp_path: Path) -> None:
    (tmp_path / "somebody").mkdir()
    for wide in (str(tmp_path / "somebody"), "/"):
        with pytest.raises(UsageError, match="more than one project"):
            library.register(wide)


def test_a_taken_name_gets_the_folder_above(library: Library, tmp_path: Path) -> None:
    for above in ("a", "b"):
        (tmp_path / above / "docs").mkdir(parents=True)
        library.register(str(tmp_path / above / "docs"))
    assert [each.project.name for each in library.projects()] == ["b-docs", "docs"]


def test_a_name_is_unique_whatever_its_case(library: Library, folder: Path, tmp_path: Path) -> None:
    library.register(str(folder), name="Bakery")
    (tmp_path / "other").mkdir()
    with pytest.raises(ConflictError, match="called bakery already"):
        library.register(str(tmp_path / "other"), name="bakery")


def test_creating_makes_a_folder_and_leaves_what_is_there(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "new", {"PROJECT.md": "mine"})
    library.create("New thing", str(tmp_path / "new"))
    library.create("Other", str(tmp_path / "other"))
    assert (tmp_path / "new" / "PROJECT.md").read_text() == "mine"
    assert (tmp_path / "other" / "PROJECT.md").read_text().startswith("# Other\n")


def test_renaming_and_archiving_change_what_is_searched(library: Library, folder: Path) -> None:
    library.register(str(folder))
    library.reindex()
    library.rename("shop", "bakery")
    assert {each.project for each in library.search("oven brush").passages} == {"bakery"}
    library.archive("bakery")
    assert library.search("oven brush").passages == ()
    with pytest.raises(UsageError, match="already"):
        library.archive("bakery")
    library.archive("bakery", is_archived=False)
    assert library.search("oven brush").passages


def test_unregistering_takes_its_documents_out_of_search(library: Library, folder: Path) -> None:
    library.register(str(folder))
    library.reindex()
    library.unregister("shop")
    assert library.search("oven").passages == ()
    assert (folder / "README.md").exists()


def test_discovery_finds_the_outermost_projects(library: Library, tmp_path: Path) -> None:
    write(
        tmp_path / "code",
        {
            "README.md": "all my code", "one/pyproject.toml": "", "one/sub/package.json": "{}", "two/README.md": "# Two",
            "deep/down/Cargo.toml": "", ".hidden/go.mod": "", "node_modules/x/package.json": "{}", "none/a.txt": "",
        },
    )  # fmt: skip
    (tmp_path / "code" / "three" / ".git").mkdir(parents=True)
    library.register(str(tmp_path / "code" / "two"))
    found = library.discover(str(tmp_path / "code"), depth=2)
    assert [(each.name, each.marker, each.project) for each in found] == [
        ("down", "a Rust crate", None),
        ("one", "a Python project", None),
        ("three", "a git repository", None),
        ("two", "a folder with a README", "two"),
    ]


def test_owners_never_see_each_others_projects(library: Library, folder: Path) -> None:
    library.register(str(folder))
    library.reindex()
    other = of_another(library, "bob")
    assert other.projects() == []
    assert other.find(str(folder)) is None
    assert other.search("oven").passages == ()
    with pytest.raises(NotFoundError):
        other.documents("shop")
    other.register(str(folder))
    other.reindex()
    other.unregister("shop")
    assert library.search("oven").passages


def test_an_unknown_project_is_told_with_those_there_are(library: Library, folder: Path) -> None:
    with pytest.raises(NotFoundError, match="none is registered yet"):
        library.project("shop")
    library.register(str(folder))
    with pytest.raises(NotFoundError, match="there are shop"):
        library.project("shp")
