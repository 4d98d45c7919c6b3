"""Reindexing reads what changed and nothing else, and never reads what it must not."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.documents.indexing import IndexReport, plan_index
from quaidpy.documents.library import Library
from quaidpy.errors import NotFoundError
from tests.unit.documents.conftest import CountingEmbedder, write


def reindexed(library: Library) -> IndexReport:
    (report,) = library.reindex(["shop"])
    return report


@pytest.fixture
def shop(library: Library, folder: Path) -> Path:
    library.register(str(folder))
    reindexed(library)
    return folder


def paths(library: Library) -> list[str]:
    return [each.path for each in library.documents("shop")]


def test_documents_are_read_and_nothing_else(library: Library, shop: Path) -> None:
    assert paths(library) == ["README.md", "docs/oven.md", "docs/prices.rst"]


def test_a_second_look_finds_nothing_to_do(library: Library, shop: Path, embedder: CountingEmbedder) -> None:
    embedder.texts.clear()
    assert plan_index(library.project("shop"), library.tools).is_empty
    report = reindexed(library)
    assert (report.unchanged, report.added, report.embedded, embedder.texts) == (3, 0, 0, [])


def test_only_changed_parts_are_embedded_again(
    library: Library, shop: Path, embedder: CountingEmbedder
) -> None:
    text = (shop / "docs/oven.md").read_text().replace("250 degrees", "300 degrees")
    write(shop, {"docs/oven.md": text})
    embedder.texts.clear()
    report = reindexed(library)
    assert (report.changed, report.embedded, report.reused) == (1, 1, 3)
    assert embedder.texts == ["The oven › Heating\n## Heating\n\nTo 300 degrees."]


def test_a_renamed_document_keeps_its_chunks(
    library: Library, shop: Path, embedder: CountingEmbedder
) -> None:
    (shop / "docs/oven.md").rename(shop / "docs/furnace.md")
    embedder.texts.clear()
    report = reindexed(library)
    assert (report.renamed, report.added, report.removed, embedder.texts) == (1, 0, 0, [])
    assert library.search("furnace").passages[0].path == "docs/furnace.md"
    assert not any(each.path == "docs/oven.md" for each in library.search("oven brush").passages)


def test_a_deleted_document_is_found_no_more(library: Library, shop: Path) -> None:
    (shop / "docs/oven.md").unlink()
    assert reindexed(library).removed == 1
    assert not any("oven" in each.path for each in library.search("oven brush").passages)


def test_a_touched_document_is_not_read_as_changed(library: Library, shop: Path) -> None:
    os.utime(shop / "README.md", (1, 1))
    report = reindexed(library)
    assert (report.changed, report.unchanged) == (0, 3)
    assert plan_index(library.project("shop"), library.tools).is_empty


def test_two_documents_that_swap_names_are_told_apart(library: Library, shop: Path) -> None:
    one, two = (shop / "README.md").read_text(), (shop / "docs/oven.md").read_text()
    write(shop, {"README.md": two, "docs/oven.md": one})
    reindexed(library)
    assert (
        library.search(
            "never on Monday",
        )
        .passages[0]
        .path
        == "docs/oven.md"
    )


def test_a_folder_that_is_away_empties_nothing(library: Library, shop: Path) -> None:
    shop.rename(shop.parent / "elsewhere")
    (report,) = library.reindex()
    assert "is not there" in report.notes[0]
    assert library.search("oven brush").passages
    with pytest.raises(NotFoundError, match="unregister"):
        library.reindex(["shop"])


def test_what_is_no_text_or_too_large_is_left_out(library: Library, shop: Path) -> None:
    (shop / "binary.md").write_bytes(b"# a\0b")
    (shop / "latin.txt").write_bytes("naïve".encode("latin-1"))
    (shop / "huge.md").write_text("x" * 2_000_000)
    (shop / "words.txt").write_text("".join(f"word{n}\n" for n in range(3000)))
    (shop / "link.md").symlink_to(shop / "README.md")
    reasons = dict(reindexed(library).left_out)
    assert "no text" in reasons["binary.md"]
    assert "UTF-8" in reasons["latin.txt"]
    assert "kB" in reasons["huge.md"]
    assert "list of words" in reasons["words.txt"]
    assert "a link" in reasons["link.md"]
    assert plan_index(library.project("shop"), library.tools).is_empty


def test_secrets_are_neither_read_nor_kept(library: Library, shop: Path) -> None:
    key = "sk-ant-api03-" + "a1B2c3D4e5" * 9
    write(
        shop,
        {
            ".env.md": "# hidden\n\nword zebra",
            "credentials.txt": "password zebra",
            "docs/setup.md": f"# Setup\n\nexport ANTHROPIC_API_KEY={key}\n\nThen run it.\n",
            "docs/key.md": "# Key\n\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75\nabcdefg\n-----END RSA PRIVATE KEY-----\n",
        },
    )
    report = reindexed(library)
    assert library.search("zebra").passages == () or "zebra" not in library.search("zebra").passages[0].text
    found = library.search("setup export key").passages
    assert found
    assert not any(key in each.text or "MIIE" in each.text for each in found)
    assert any(path == "docs/key.md" for path, _ in report.left_out)


def test_what_is_ignored_is_not_read_with_or_without_git(library: Library, folder: Path) -> None:
    write(
        folder,
        {
            ".gitignore": "drafts/\n*.tmp.md\n!keep.tmp.md\n",
            "drafts/a.md": "x",
            "b.tmp.md": "x",
            "keep.tmp.md": "x",
        },
    )
    write(folder, {"docs/.gitignore": "inner.md\n", "docs/inner.md": "x", "inner.md": "x"})
    library.register(str(folder))
    reindexed(library)
    without = paths(library)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    reindexed(library)
    assert (
        without
        == paths(library)
        == ["README.md", "docs/oven.md", "docs/prices.rst", "inner.md", "keep.tmp.md"]
    )


def test_a_submodule_is_told_and_not_looked_into(library: Library, folder: Path, tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", "-C"]
    write(tmp_path / "inner", {"inside.md": "# Inside"})
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, str(tmp_path / "inner"), *command], check=True)
    subprocess.run([*git, str(folder), "init", "-q"], check=True)
    subprocess.run(
        [*git, str(folder), "submodule", "--quiet", "add", str(tmp_path / "inner"), "vendor"], check=True
    )
    library.register(str(folder))
    report = reindexed(library)
    assert "vendor/inside.md" not in paths(library)
    assert any("vendor is a submodule" in note for note in report.notes)


def test_without_an_embedder_words_are_searched_and_that_is_told(library: Library, folder: Path) -> None:
    silent = Library(replace(library.tools, embedder=None))
    silent.register(str(folder))
    silent.reindex()
    found = silent.search("oven brush")
    assert found.passages[0].path == "docs/oven.md"
    assert found.degraded == (("vectors", "no embedding model is set"),)


def test_vectors_of_another_embedder_are_made_anew(library: Library, shop: Path) -> None:
    class Other(CountingEmbedder):
        identity = replace(CountingEmbedder.identity, probe="other")

    changed = Library(replace(library.tools, embedder=Other()))
    assert "reindex" in changed.search("oven").degraded[0][1]
    changed.reindex()
    assert changed.search("oven").degraded == ()
