"""A temporary home and a clean environment for every test; laws look at the same cases on every machine."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("gate", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile("gate")  # `--hypothesis-profile explore` looks for new ones


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Cases of the engine `citus` bear its mark."""
    for item in items:
        if "[citus" in item.nodeid:
            item.add_marker(pytest.mark.citus)


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
