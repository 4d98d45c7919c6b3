"""A document is stale when what it speaks of changed after it; what cannot matter to a reader is no change."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.documents.freshness import Freshness
from quaidpy.documents.library import Library
from quaidpy.documents.tidiness import Untidiness
from quaidpy.errors import NotFoundError, UsageError
from tests.unit.documents.conftest import write

DOCUMENT = """# Tool

Run `tool --limit 5` to list; `--colour` paints. It reads `TOOL_HOME`.
The work is done by `list_items()` in [src/tool.py](../src/tool.py), sizes by `src/sizes.py`.
The default of `most_items` is ten.
"""
CODE = '''"""Lists."""
import os

most_items = 10


def list_items(limit=5):
    """All of them."""
    options = ["--limit", "--colour"]
    return os.environ["TOOL_HOME"], options[:limit]
'''


def git(folder: Path, *arguments: str, day: int = 1) -> str:
    at = f"2026-01-{day:02d}T12:00:00+0000"
    command = [
        "git",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "-c",
        "init.defaultBranch=main",
        "-C",
        str(folder),
    ]
    done = subprocess.run(
        [*command, *arguments], check=True, capture_output=True, text=True,
        env={**os.environ, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at},
    )  # fmt: skip
    return done.stdout.strip()


def committed(folder: Path, files: dict[str, str], *, day: int, subject: str = "change") -> str:
    write(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", subject, day=day)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun")
    git(folder, "init", "-q")
    files = {
        "docs/use.md": DOCUMENT,
        "src/tool.py": CODE,
        "src/sizes.py": "SIZE = 1\n",
        "README.md": "# Tool\n\nSee docs.\n",
    }
    committed(folder, files, day=1, subject="Begin")
    return folder


@pytest.fixture
def tool(tmp_path: Path, library: Library, begun: Path) -> Path:
    """A project whose document was committed together with what it describes."""
    folder = shutil.copytree(begun, tmp_path / "tool")
    library.register(str(folder))
    return folder


def reasons(library: Library) -> dict[str, list[str]]:
    found = library.freshness("tool")
    return {
        each.path: [f"{reason.sureness}: {reason.words}" for reason in each.reasons] for each in found.stale
    }


def test_a_document_as_old_as_its_code_is_fresh(library: Library, tool: Path) -> None:
    found = library.freshness("tool")
    assert (found.checked, found.stale, found.unknown) == (2, (), None)


def test_a_flag_that_is_gone_is_named_with_its_commit_and_what_it_may_be_now(
    library: Library, tool: Path
) -> None:
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--colours")}, day=2, subject="Rename a flag")
    (stale,) = library.freshness("tool").stale
    (reason,) = stale.reasons
    assert (
        reason.words
        == "it speaks of --colour, which src/tool.py no longer has and nothing else does; perhaps it is --colours now"
    )
    assert (stale.path, reason.line, reason.commits[0].subject, reason.is_uncommitted) == (
        "docs/use.md",
        3,
        "Rename a flag",
        False,
    )
    assert stale.since is not None
    assert stale.since.subject == "Begin"


def test_a_change_that_is_not_committed_counts_too(library: Library, tool: Path) -> None:
    write(tool, {"src/tool.py": CODE.replace("TOOL_HOME", "TOOL_PLACE")})
    (stale,) = library.freshness("tool").stale
    assert "TOOL_HOME" in stale.reasons[0].words
    assert stale.reasons[0].is_uncommitted


def test_files_that_moved_or_went_are_named(library: Library, tool: Path) -> None:
    git(tool, "mv", "src/tool.py", "src/lister.py")
    git(tool, "rm", "-q", "src/sizes.py")
    git(tool, "commit", "-qm", "Tidy", day=2)
    told = reasons(library)["docs/use.md"]
    assert "certain: it speaks of ../src/tool.py, which is now src/lister.py" in told
    assert "certain: it speaks of src/sizes.py, which was deleted" in told


def test_a_definition_that_changed_makes_it_likely(library: Library, tool: Path) -> None:
    committed(tool, {"src/tool.py": CODE.replace("most_items = 10", "most_items = 20")}, day=2)
    assert reasons(library)["docs/use.md"] == [
        "likely: what defines most_items in src/tool.py changed: “most_items = 10” is now “most_items = 20”"
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"src/tool.py": CODE.replace('"""All of them."""', '"""Every one: no --colour."""')},
        {
            "src/tool.py": CODE.replace(
                '["--limit", "--colour"]', '[\n        "--limit",\n        "--colour",\n    ]'
            )
        },
        {"src/tool.py": CODE + "\n\n# the end of --limit\n"},
        {"src/tool.py": CODE.replace("    ", "        ")},
        {"tests/test_tool.py": "def test_colour(): assert '--colour'\n"},
        {"uv.lock": "x\n", "package-lock.json": "{}\n"},
        {"docs/use.md": DOCUMENT + "\nMore.\n", "src/tool.py": CODE.replace("--colour", "--paint")},
    ],
    ids=["docstring", "formatting", "comment", "indentation", "tests", "locks", "with the document"],
)
def test_what_cannot_matter_is_no_change(library: Library, tool: Path, files: dict[str, str]) -> None:
    committed(tool, files, day=2)
    assert reasons(library) == {}


def test_a_verified_document_is_held_against_what_came_later_only(library: Library, tool: Path) -> None:
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=2)
    operation = library.verify("tool", "docs/use.md", "it is meant so")
    assert reasons(library) == {}
    committed(
        tool, {"src/tool.py": CODE.replace("--colour", "--paint").replace("TOOL_HOME", "TOOL_PLACE")}, day=3
    )
    (only,) = reasons(library)["docs/use.md"]
    assert "TOOL_HOME" in only
    assert operation.startswith("op_")


def test_a_document_that_changed_is_not_verified_any_more(library: Library, tool: Path) -> None:
    library.verify("tool", "docs/use.md", "looked at")
    committed(
        tool, {"docs/use.md": DOCUMENT + "\n`old_name` is here.\n", "src/a.py": "old_name = 1\n"}, day=2
    )
    committed(tool, {"src/a.py": "new = 1\n"}, day=3)
    assert "old_name" in reasons(library)["docs/use.md"][0]


def test_documents_of_the_past_are_never_stale(library: Library, tool: Path) -> None:
    committed(tool, {"CHANGELOG.md": "# Changes\n\nAdded `--colour`.\n"}, day=2)
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=3)
    found = library.freshness("tool")
    assert [each.path for each in found.stale] == ["docs/use.md"]
    assert found.historic == 1


@pytest.mark.parametrize("folder", ["docs/decisions", "decisions", "handbook/adr"])
def test_records_of_what_was_decided_are_never_stale(library: Library, tool: Path, folder: str) -> None:
    committed(tool, {f"{folder}/0007-colours.md": "# Colours\n\nWe add `--colour`.\n"}, day=2)
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=3)
    assert list(reasons(library)) == ["docs/use.md"]


def test_a_renamed_document_keeps_its_age(library: Library, tool: Path) -> None:
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=2)
    git(tool, "mv", "docs/use.md", "docs/using.md")
    git(tool, "commit", "-qm", "Rename", day=3)
    assert list(reasons(library)) == ["docs/using.md"]


def unknown(found: Freshness) -> str:
    assert found.stale == ()
    return found.unknown or ""


def test_without_a_repository_or_git_that_is_told(
    library: Library, folder: Path, tool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.register(str(folder))
    assert "is no git repository" in unknown(library.freshness("shop"))
    with pytest.raises(UsageError, match="cannot be verified"):
        library.verify("shop", "README.md", "x")
    git(folder, "init", "-q")
    assert "nothing is committed yet" in unknown(library.freshness("shop"))
    monkeypatch.setenv("PATH", "/nonexistent")
    assert "git is not installed" in unknown(library.freshness("tool"))


def test_a_shallow_clone_and_a_detached_head_are_told(library: Library, tool: Path, tmp_path: Path) -> None:
    committed(tool, {"src/tool.py": CODE.replace("--colour", "--paint")}, day=2)
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tool}", str(tmp_path / "shallow"))
    git(tmp_path / "shallow", "checkout", "-q", "--detach")
    library.register(str(tmp_path / "shallow"))
    found = library.freshness("shallow")
    assert found.unknown is None
    assert "shallow clone" in found.notes[0]
    assert "detached" in found.notes[1]


def test_a_project_below_the_root_of_its_repository_is_looked_at_alone(
    library: Library, tool: Path, tmp_path: Path
) -> None:
    committed(
        tool,
        {
            "sub/README.md": "# Sub\n\nCall `sub_work()` of `work.py`.\n",
            "sub/work.py": "def sub_work(): pass\n",
        },
        day=2,
    )
    library.register(str(tool / "sub"), is_nested=True)
    committed(
        tool,
        {"sub/work.py": "def other_work(): pass\n", "src/tool.py": CODE.replace("--colour", "--paint")},
        day=3,
    )
    (stale,) = library.freshness("sub").stale
    assert {reason.file for reason in stale.reasons} == {"work.py"}
    assert list(reasons(library)) == ["docs/use.md"]


def test_names_with_spaces_umlauts_and_options_are_names(library: Library, tool: Path) -> None:
    text = "# Ä\n\nSee `-x/öl.py` and [a](<b c.py>) and `old_oil`.\n"
    committed(tool, {"docs/Ä b.md": text, "-x/öl.py": "old_oil = 1\n", "docs/b c.py": "x = 1\n"}, day=2)
    git(tool, "rm", "-q", "--", "-x/öl.py")
    git(tool, "commit", "-qm", "--help", day=3)
    (told,) = [each for path, each in reasons(library).items() if path == "docs/Ä b.md"]
    assert any("old_oil" in each for each in told)


def test_a_huge_diff_is_judged_by_names(library: Library, tool: Path) -> None:
    write(tool, {"src/big.py": "".join(f"value_{n} = {n}\n" for n in range(20_000))})
    committed(tool, {"docs/big.md": "# Big\n\nAll in `src/big.py`.\n"}, day=2)
    committed(tool, {"src/big.py": "".join(f"other_{n} = {n}\n" for n in range(40_000))}, day=3)
    assert "was written anew" in reasons(library)["docs/big.md"][0]


def test_untidy_documents_are_told(library: Library, tool: Path) -> None:
    files = {
        "docs/links.md": "# Links\n\n[gone](gone.md), [there](use.md#tool), [no heading](use.md#nothing), [web](https://x.y/z)\n",
        "docs/empty.md": "# Title only\n", "docs/copy.md": DOCUMENT, "docs/alone.md": "# Alone\n\nNobody speaks of this one.\n",
        "README.md": "# Tool\n\n[use](docs/use.md) [links](docs/links.md)\n",
    }  # fmt: skip
    committed(tool, files, day=2)
    git(tool, "mv", "src/tool.py", "src/lister.py")
    git(tool, "commit", "-qm", "Move", day=3)
    found = [(each.path, each.kind) for each in library.untidy("tool")]
    assert ("docs/links.md", Untidiness.DEAD_LINK) in found
    assert ("docs/links.md", Untidiness.DEAD_ANCHOR) in found
    assert ("docs/empty.md", Untidiness.EMPTY) in found
    assert ("docs/use.md", Untidiness.COPY) in found
    assert ("docs/alone.md", Untidiness.ORPHAN) in found
    assert ("README.md", Untidiness.ORPHAN) not in found
    moved = {
        each.target: each.moved_to for each in library.untidy("tool") if each.kind is Untidiness.DEAD_LINK
    }
    assert moved == {"gone.md": None, "../src/tool.py": "src/lister.py"}


def test_verifying_what_is_not_there_says_so(library: Library, tool: Path) -> None:
    with pytest.raises(NotFoundError, match="docs list"):
        library.verify("tool", "docs/none.md", "x")


def test_looking_changes_nothing_in_the_repository(library: Library, tool: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in sorted(tool.rglob("*")) if path.is_file()}
    library.freshness("tool")
    library.untidy("tool")
    assert before == {path: path.stat().st_mtime_ns for path in sorted(tool.rglob("*")) if path.is_file()}


def test_the_share_that_makes_it_maybe_is_a_setting(library: Library, tool: Path) -> None:
    committed(tool, {"src/sizes.py": "LENGTH = 1\n"}, day=2)
    assert reasons(library)["docs/use.md"] == [
        "maybe: it describes src/sizes.py, of which 100% was written anew"
    ]
    strict = Library(replace(library.tools, tuning=replace(library.tools.tuning, stale_share=1.0)))
    assert list(reasons(strict)) == ["docs/use.md"]
