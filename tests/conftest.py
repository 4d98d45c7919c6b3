"""A temporary home and a clean environment for every test; laws look at the same cases on every machine."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.server_homes import put_homes_on_a_server

# Where the caller's shell forbids compiled modules on disk, each of the hundreds of processes that tests start would
# compile all it imports, and each worker would rewrite all tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How long cases take to make says how busy the machine is.
settings.register_profile("gate", derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", derandomize=False)
settings.register_profile(
    "server",
    parent=settings.get_profile("gate"),
    deadline=None,
    phases=[
        Phase.explicit,
        Phase.generate,
    ],  # not smaller ones: each case is homes made anew, and takes seconds
)
settings.load_profile("gate")  # `--hypothesis-profile explore` looks for new ones


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--storage",
        choices=["file", "postgres"],
        help="where homes of tests have their memory: in files alone, or on a server, without what is about the file"
        " [default: in files, and contracts on all engines]",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--storage") == "postgres":
        put_homes_on_a_server()
        settings.load_profile("server")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Cases of the engine `citus` bear its mark; what may take long goes first, so that no worker is left with it."""
    for item in items:
        if "[citus" in item.nodeid:
            item.add_marker(pytest.mark.citus)
    yield
    if (storage := config.getoption("--storage")) is not None:
        is_elsewhere = _is_of_file if storage == "postgres" else _is_of_server
        config.hook.pytest_deselected(items=[item for item in items if is_elsewhere(item)])
        items[:] = [item for item in items if not is_elsewhere(item)]
    items.sort(key=lambda item: -_seconds_allowed(item))


def _is_of_file(item: pytest.Item) -> bool:
    return item.get_closest_marker("of_file") is not None or "sqlite" in _case_of(item)


def _is_of_server(item: pytest.Item) -> bool:
    """A contract on a server; what is about the server itself runs with everything else."""
    return "contracts" in item.path.parts and "postgres" in _case_of(item)


def _case_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[2]


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
