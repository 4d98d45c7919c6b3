"""Decisions keep their numbers: each has one short file, the index lists it, and what names it finds it."""

import ast
import re
from pathlib import Path

import pytest

from tools.write_reference import DECISIONS, SUBJECTS, decisions, index_line, read_decision

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(DECISIONS.glob("[0-9]*.md"))
SECTIONS = ["Context", "Decision", "Evidence", "Consequence", "What would change our mind"]
MOST_BYTES = 2_500  # of one decision; more is a page of its own
MODULE = re.compile(r"`((?:\w+/)+\w+)(?:\.\w+)?`")
NAMED = re.compile(r"\bD(\d{1,3})\b(?![\w-])")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_decision_is_short_and_says_what_was_decided(path: Path) -> None:
    decision = read_decision(path)
    headings = re.findall(r"^## (.+)$", path.read_text(), flags=re.MULTILINE)
    assert path.name.startswith(f"{decision.number:04d}-")
    assert decision.subject in SUBJECTS
    assert headings == [each for each in SECTIONS if each in headings], (
        "unknown headings, or in another order"
    )
    assert "Decision" in headings
    assert len(path.read_bytes()) <= MOST_BYTES


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = [read_decision(path).number for path in FILES]
    assert len(numbers) == len(set(numbers)) >= 140


def test_a_superseded_decision_names_later_ones_that_exist() -> None:
    known = [read_decision(path) for path in FILES]
    numbers = {each.number for each in known}
    wrong = [
        (each.number, successor)
        for each in known
        for successor in each.successors
        if successor not in numbers or successor <= each.number
    ]
    assert wrong == []


def test_the_index_lists_every_decision_once_with_its_status() -> None:
    index = (DECISIONS / "README.md").read_text()
    assert decisions() in index
    lines = [index_line(read_decision(path)) for path in FILES]
    assert [line for line in lines if index.splitlines().count(line) != 1] == []


def test_every_decision_that_is_named_has_its_file() -> None:
    numbers = {read_decision(path).number for path in FILES}
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {path: NAMED.findall(path.read_text()) for path in pages} | {
        path: NAMED.findall(prose_of(path))
        for folder in ("quaidpy", "janitor", "tests", "tools")
        for path in (ROOT / folder).rglob("*.py")
    }
    unknown = [
        f"{path.relative_to(ROOT)}: D{number}"
        for path, found in named.items()
        for number in found
        if int(number) not in numbers
    ]
    assert named[ROOT / "AI-REFERENCE.md"]
    assert unknown == []


def test_the_modules_that_a_decision_in_force_names_are_there() -> None:
    rooms = ("quaidpy", "janitor", "tests", "tools", "docs", "config")
    files = [path for room in rooms for path in (ROOT / room).rglob("*")]
    there = {f"/{path.relative_to(ROOT).with_suffix('')}/" for path in files} | {"/quaidpy/_shipped/"}
    gone = [
        f"{path.name}: {named}"
        for path in FILES
        if not read_decision(path).is_whole
        for named in MODULE.findall(path.read_text())
        if not any(f"/{named}/" in each for each in there)
    ]
    assert gone == []


def prose_of(path: Path) -> str:
    """Its docstrings, and its comments but those to the linter, whose rules have such names, too."""
    text = path.read_text(encoding="utf-8")
    if NAMED.search(text) is None:
        return ""
    comments = [
        comment for comment in re.findall(r"(?:^|\s\s)# (.*)$", text, re.MULTILINE) if "noqa" not in comment
    ]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [
        ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, documented)
    ]
    return "\n".join([*comments, *docstrings])


@pytest.mark.parametrize(
    "head",
    [
        "# D7 Vectors\n\n- Status: superseded\n- Subject: storage\n",
        "# D7 Vectors\n\n- Status: accepted by [0008](0008-x.md)\n- Subject: storage\n",
        "# D7 Vectors\n\nStatus: accepted\n",
    ],
)
def test_a_head_that_does_not_add_up_is_refused(head: str, tmp_path: Path) -> None:
    path = tmp_path / "0007-vectors.md"
    path.write_text(head, encoding="utf-8")
    with pytest.raises(ValueError, match="0007-vectors"):
        read_decision(path)
