"""A folder holds files named like libraries, and nothing of it is imported by what is started from within it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy.errors import ServerError
from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from tests.server.conftest import ROOT

NAMES = (
    "json",
    "socket",
    "threading",
    "kuzu",
    "ladybug",
    "apsw",
    "click",
    "numpy",
    "quaidpy",
    "quaidpy_janitor",
    "resource",
)
PROMPT = json.dumps(
    {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "What does Ana keep?"}
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Each of its modules leaves a file with its name."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / f'loaded-{name}')!r}, 'w').close()\n")
    return folder


@pytest.fixture
def home(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{ROOT / 'janitor'}")
    yield clean_environment
    with suppress(ServerError):
        ask_to_leave(str(clean_environment), within_s=20)


@pytest.mark.parametrize("server", ["never", "auto"])
@pytest.mark.parametrize(
    "command",
    [
        ("store", "Ana keeps bees."),
        ("hook", "claude-code", "UserPromptSubmit"),
        ("graph", "cypher", "RETURN 1"),
    ],
    ids=lambda command: command[0],
)
def test_nothing_is_loaded_from_the_current_folder(
    command: tuple[str, ...], server: str, hostile: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_SERVER", server)
    # As the installed script, which does not look for modules in the current folder either.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "quaidpy", *command], cwd=hostile, input=PROMPT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [path.name for path in hostile.parent.glob("loaded-*")] == []
