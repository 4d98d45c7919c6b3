"""What nobody reads goes: settings, prompts, functions and classes that only a definition names."""

import ast
import re
import tomllib
from collections import Counter

from tests.sources import READS_SOURCES, ROOT, name_of, nodes_of, shipped, text_of, tree_of

pytestmark = READS_SOURCES
DECLARED = ROOT / "quaidpy" / "domain" / "tuning.py"


def test_every_setting_is_read_somewhere() -> None:
    table = tomllib.loads((ROOT / "config" / "default.toml").read_text(encoding="utf-8"))
    keys = {(section, key) for section, rows in table.items() for key in rows}
    code = "\n".join(text_of(path) for path in shipped() if path != DECLARED)
    read = set(re.findall(r"\.(\w+)", code)) | set(re.findall(r"""gate=["'](\w+)["']""", code))
    unread = sorted(f"{section}.{key}" for section, key in keys if key not in read)
    assert unread == []


def test_every_prompt_is_asked_by_somebody() -> None:
    texts = {
        node.value
        for path in shipped()
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    prompts = {path.stem for path in (ROOT / "prompts").glob("*.md")} - {"README"}
    assert prompts - texts == set()


def test_what_stands_alone_in_a_module_is_named_elsewhere() -> None:
    named = Counter(word for path in shipped() for word in re.findall(r"\w+", text_of(path)))
    alone = [
        f"{name_of(path)}: {node.name}"
        for path in shipped()
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list
        if named[node.name] == 1 and not node.name.startswith("__")
    ]
    assert alone == []
