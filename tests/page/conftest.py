"""Homes whose page is open: a server each, ended after the module."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Quaid = Callable[..., Any]


WORDS_ONLY = {"QUAID_EMBEDDING_MODEL": "none", "QUAID_GRAPH_ENGINE": "none"}


def quaid_of(home: Path, settings: Mapping[str, str] = MappingProxyType(WORDS_ONLY)) -> Quaid:
    """`quaid … --json` of this home, in a process of its own; words only unless other settings are given."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUAID_")} | {
        **settings,
        "QUAID_HOME": str(home),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'janitor'}",
    }

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "quaidpy", "--json", "--quiet", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        return json.loads(done.stdout or done.stderr)

    return run


@pytest.fixture(scope="module")
def page_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("page") / "home"
    yield folder
    quaid_of(folder)("serve", "stop")


@pytest.fixture(scope="module")
def quaid(page_home: Path) -> Quaid:
    return quaid_of(page_home)
