"""A temporary home and a clean environment for every test; laws look at the same cases on every machine."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.server_homes import are_on_a_server, put_homes_on_a_server

# Where the caller's shell forbids compiled modules on disk, each of the hundreds of processes that tests start would
# compile all it imports, and each worker would rewrite all tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How long cases take to make says how busy the machine is.
settings.register_profile("gate", derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", derandomize=False)
settings.load_profile("gate")  # `--hypothesis-profile explore` looks for new ones


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--storage",
        choices=["file", "postgres"],
        default="file",
        help="where homes of tests have their memory; on a server, what is about the file is left out",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--storage") == "postgres":
        put_homes_on_a_server()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Cases of the engine `citus` bear its mark; what may take long goes first, so that no worker is left with it."""
    for item in items:
        if "[citus" in item.nodeid:
            item.add_marker(pytest.mark.citus)
    yield
    if are_on_a_server():
        of_file = [item for item in items if _is_of_file(item)]
        config.hook.pytest_deselected(items=of_file)
        items[:] = [item for item in items if not _is_of_file(item)]
    items.sort(key=lambda item: -_seconds_allowed(item))


def _is_of_file(item: pytest.Item) -> bool:
    return item.get_closest_marker("of_file") is not None or "sqlite" in item.nodeid.partition("[")[2]


def _seconds_allowed(item: pytest.Item) -> float:
    """More than the usual: for tests that say how many."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark else 0.0


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody looks it through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Empty folders, one for each test that asks for no `tmp_path`: that takes ten times as long."""
    return _made_in(tmp_path_factory.mktemp("places"))


def _made_in(folder: Path) -> Iterator[Path]:
    for number in count():
        place = folder / str(number)
        place.mkdir()
        yield place


@pytest.fixture(autouse=True)
def clean_environment(
    request: pytest.FixtureRequest, places: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> Path:
    for name in list(os.environ):
        if name.startswith(("QUAID_", "OPENAI_", "ANTHROPIC_", "OLLAMA_")):
            monkeypatch.delenv(name)
    has_place = "tmp_path" in request.fixturenames
    home: Path = (request.getfixturevalue("tmp_path") if has_place else next(places)) / "quaid-home"
    monkeypatch.setenv("QUAID_HOME", str(home))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("QUAID_SERVER", "never")
    return home
