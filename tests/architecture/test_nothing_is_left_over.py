"""What nobody reads goes: settings, prompts, functions and classes that only a definition names."""

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = {
    path: path.read_text(encoding="utf-8")
    for folder in ("quaidpy", "janitor")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
PARSED = {path: ast.parse(text) for path, text in PRODUCT.items()}
NAMED = Counter(word for text in PRODUCT.values() for word in re.findall(r"\w+", text))
DECLARED = ROOT / "quaidpy" / "domain" / "tuning.py"


def test_every_setting_is_read_somewhere() -> None:
    table = tomllib.loads((ROOT / "config" / "default.toml").read_text(encoding="utf-8"))
    keys = {(section, key) for section, rows in table.items() for key in rows}
    code = "\n".join(text for path, text in PRODUCT.items() if path != DECLARED)
    read = set(re.findall(r"\.(\w+)", code)) | set(re.findall(r"""gate=["'](\w+)["']""", code))
    unread = sorted(f"{section}.{key}" for section, key in keys if key not in read)
    assert unread == []


def test_every_prompt_is_asked_by_somebody() -> None:
    texts = {
        node.value
        for tree in PARSED.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    shipped = {path.stem for path in (ROOT / "prompts").glob("*.md")} - {"README"}
    assert shipped - texts == set()


def test_what_stands_alone_in_a_module_is_named_elsewhere() -> None:
    alone = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path, tree in PARSED.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list
        if NAMED[node.name] == 1 and not node.name.startswith("__")
    ]
    assert alone == []
