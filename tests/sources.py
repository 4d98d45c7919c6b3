"""The sources of the product, for tests that read them: each is read and parsed once in a process, not once a rule."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
READS_SOURCES = pytest.mark.xdist_group("sources")
"""Of modules whose tests ask for trees or nodes: one worker parses for all of them."""


@cache
def shipped() -> tuple[Path, ...]:
    return tuple(sorted([*(ROOT / "quaidpy").rglob("*.py"), *(ROOT / "janitor").rglob("*.py")]))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def dotted(node: ast.AST) -> str:
    """What a chain of names says, as "datetime.now"; nothing for what is none. `ast.unparse` is 20 times slower."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            before = dotted(value)
            return f"{before}.{name}" if before else ""
    return ""


def last_name(node: ast.AST) -> str:
    """Of what is called: the name after the last dot."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
