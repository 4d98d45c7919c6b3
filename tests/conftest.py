"""A temporary home and a clean environment for every test."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(("QUAID_", "OPENAI_", "ANTHROPIC_", "OLLAMA_")):
            monkeypatch.delenv(name)
    home = tmp_path / "quaid-home"
    monkeypatch.setenv("QUAID_HOME", str(home))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("QUAID_SERVER", "never")
    return home
