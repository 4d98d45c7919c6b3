"""Homes with a server; a test that leaves one running ends it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quaidpy.errors import ServerError
from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from quaidpy.interfaces.client import Client

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Shell = Callable[..., Ran]


def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    monkeypatch.setenv("QUAID_SERVER", "auto")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{ROOT / 'janitor'}")


@pytest.fixture
def home(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Words only and no graph engine: what is tested here is the server."""
    words_only(monkeypatch)
    yield clean_environment
    with suppress(ServerError):
        ask_to_leave(str(clean_environment), within_s=20)


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("served")
    yield folder
    with suppress(ServerError):
        ask_to_leave(str(folder), within_s=20)


@pytest.fixture
def shared_home(
    served_folder: Path,
    clean_environment: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Path:
    """One server for a whole module, an owner for each test: starting one takes longer than most tests."""
    words_only(monkeypatch)
    monkeypatch.setenv("QUAID_HOME", str(served_folder))
    monkeypatch.setenv("QUAID_OWNER", request.node.name)
    return served_folder


@pytest.fixture
def client(home: Path) -> Client:
    return Client(str(home))


@pytest.fixture
def shell(home: Path, tmp_path: Path) -> Shell:
    """`quaid …` in a process of its own, in a folder of its own."""

    def run(*arguments: str, stdin: str = "", **more: Any) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "quaidpy", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
            env=os.environ | more,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
