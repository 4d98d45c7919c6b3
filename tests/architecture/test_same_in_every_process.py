"""Is what a module makes of its word lists the same in every process? Sets have another order in each."""

import subprocess
import sys

import pytest

SHOW_PATTERNS = """
import pkgutil, re, sys
from importlib import import_module
from quaidpy.regex import CompiledAtFirstUse
for room in sys.argv[1:]:
    for module in pkgutil.walk_packages(import_module(room).__path__, f"{room}."):
        for name, value in sorted(vars(import_module(module.name)).items()):
            if isinstance(value, str | re.Pattern | CompiledAtFirstUse):
                print(module.name, name, value if isinstance(value, str) else value.pattern)
"""


@pytest.mark.parametrize("rooms", [("quaidpy.domain", "quaidpy.remember", "quaidpy.recall")])
def test_patterns_do_not_hang_on_the_order_of_a_set(rooms: tuple[str, ...]) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SHOW_PATTERNS, *rooms],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    one, other = (process.communicate()[0].splitlines() for process in running)
    assert len(one) > 500
    assert [line[:200] for line in one if line not in set(other)] == []
