"""The wheel has all it needs: made from the sdist, installed beside what it requires and no more, its first hour works.

No package index is asked: what it requires is linked from the environment that runs the tests.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib.metadata import distribution, distributions
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from quaidpy import __version__

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"

Quaid = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = [
    pytest.mark.release,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        find_spec("build") is None or find_spec("hatchling") is None,
        reason="no wheel was built: `build` and `hatchling` are not installed here; `make test` installs them",
    ),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a wheel, made from the sdist beside it."""
    made = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(made), str(ROOT)])
    return made


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own: the wheel and what it requires, not the tools of development."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / PROGRAMS / "python"
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    run([*pip, "--no-compile", "--quiet", str(wheel)])
    paths = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    (wheel_here,) = distributions(name="quaidpy", path=[str(packages)])
    _link_needed(packages, wheel_here.requires or [])
    return folder


@pytest.fixture
def quaid(installed: Path, tmp_path: Path) -> Iterator[Quaid]:
    """`quaid` as somebody who has just installed it: an empty HOME, another folder than the checkout, a server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("QUAID_", "PYTHON"))}
    surroundings = kept | {
        "HOME": str(tmp_path),
        "USERPROFILE": str(tmp_path),
        "PYTHONWARNINGS": "error::ImportWarning",
    }
    program = str(installed / PROGRAMS / "quaid")

    def ask(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return run([program, *arguments], cwd=tmp_path, env=surroundings)

    yield ask
    ask("serve", "stop")


def test_the_wheel_and_the_sdist_bear_the_version(built: Path) -> None:
    names = {path.name for path in built.iterdir()}
    assert names == {f"quaidpy-{__version__}-py3-none-any.whl", f"quaidpy-{__version__}.tar.gz"}


def test_every_file_that_is_read_at_run_time_is_in_the_wheel(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as packed:
        there = set(packed.namelist())
    shipped = {f"quaidpy/_shipped/{each}" for each in files_below("config", "prompts", "examples")}
    read = {each for each in files_below("quaidpy") if not each.endswith((".py", ".pyc"))}
    assert sorted((shipped | read) - there) == []


def test_the_first_hour_of_the_wheel(quaid: Quaid, tmp_path: Path) -> None:
    assert quaid("--version").stdout == f"quaid {__version__}\n"
    assert "set up quaidpy" in quaid("init", "--yes").stdout
    assert (tmp_path / ".quaid" / "memory.sqlite").is_file()
    assert "Ilse moved to Porto" in quaid("extract", "--example").stdout
    assert "moved to Porto" in quaid("recall", "where does Ilse live now?").stdout
    assert "lives_in" in quaid("graph", "path", "Ilse", "Porto").stdout
    found = json.loads(quaid("doctor", "--json").stdout)
    assert found["well"] is True, found


def test_a_host_is_given_what_ships_for_it(quaid: Quaid) -> None:
    assert "hook claude-code SessionStart" in quaid("install", "claude-code", "--dry-run").stdout


def files_below(*folders: str) -> set[str]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in paths}


def run(
    command: list[str], *, cwd: Path | None = None, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done


def _link_needed(packages: Path, requires: Iterable[str], extras: Collection[str] = ()) -> None:
    """Into an environment's folder of packages, what is required and what that requires: as pip, from those here."""
    for requirement in map(Requirement, requires):
        if not _is_for_here(requirement, extras):
            continue
        found = distribution(requirement.name)
        assert requirement.specifier.contains(found.version), f"{requirement}, and here is {found.version}"
        tops = {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}
        missing = [top for top in tops if not (packages / top).exists()]
        for top in missing:
            (packages / top).symlink_to(Path(str(found.locate_file(top))))
        if missing:
            _link_needed(packages, found.requires or [], requirement.extras)


def _is_for_here(requirement: Requirement, extras: Collection[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ["", *extras])
