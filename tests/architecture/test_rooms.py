"""Rooms do not lean on each other in circles: within every package, what a child imports never imports it back."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.sources import READS_SOURCES, ROOT, nodes_of

pytestmark = READS_SOURCES
MOST_MODULES = 25
"""In one folder: what one person keeps in mind."""


@cache
def modules() -> dict[str, Path]:
    found = (ROOT / "quaidpy").rglob("*.py")
    return {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in found}


def packages() -> list[str]:
    return sorted(name for name, path in modules().items() if path.name == "__init__.py")


def imported_by(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("quaidpy"):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module


@cache
def imports() -> dict[str, frozenset[str]]:
    return {name: frozenset(imported_by(path)) for name, path in modules().items()}


def child_of(package: str, module: str) -> str | None:
    inside = module.startswith(package + ".")
    return module.removeprefix(package + ".").split(".")[0] if inside else None


def has_circle(package: str) -> bool:
    leans_on: dict[str, set[str]] = {}
    for module, targets in imports().items():
        own = child_of(package, module)
        if own is not None:
            others = {child_of(package, target) for target in targets}
            leans_on.setdefault(own, set()).update(other for other in others if other and other != own)
    try:
        TopologicalSorter(leans_on).prepare()
    except CycleError:
        return True
    return False


def test_no_circle_runs_through_the_rooms_of_a_package() -> None:
    assert len(packages()) > 100
    assert [package for package in packages() if has_circle(package)] == []


def test_a_folder_holds_what_one_person_keeps_in_mind() -> None:
    held = Counter(name.rpartition(".")[0] for name in modules())
    assert {package: held[package] for package in packages() if held[package] > MOST_MODULES} == {}
