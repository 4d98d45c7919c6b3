"""A person at a terminal: runs command lines in this process and reads what they print."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quaidpy.interfaces.cli.main import main


@dataclass(frozen=True)
class Printed:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Quaid = Callable[..., Printed]

CHAT = """date: 2 June 2025 20:15

Ana: I moved to Lisbon last week.
Ben: My brother Tom lives in Leeds.
Ana: I love surfing.
"""


@pytest.fixture
def quaid(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, clean_environment: Path
) -> Quaid:
    """Words only and no graph engine: what is tested here is the command line."""
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, stdin: str = "") -> Printed:
        typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", typed)
        code = main(arguments)
        printed = capsys.readouterr()
        return Printed(code, printed.out, printed.err)

    return run


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    path = tmp_path / "chat.txt"
    path.write_text(CHAT)
    return path
