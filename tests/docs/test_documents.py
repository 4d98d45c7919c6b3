"""The documents are complete: nothing a user can type, set or find is missing from them."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from quaidpy.interfaces.cli.main import cli
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.system.clock import SystemClock
from quaidpy_janitor.nightly import NIGHT

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "AI-REFERENCE.md").read_text()
README = (ROOT / "README.md").read_text()
MODULES = sorted(
    str(path.relative_to(ROOT))
    for folder in ("quaidpy", "janitor")
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__init__.py"
)


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        yield f"{before}{name}"


def config_keys() -> list[str]:
    table = tomllib.loads((ROOT / "config" / "default.toml").read_text())
    return [f"{section}.{key}" for section, values in table.items() for key in values]


@pytest.mark.parametrize("command", sorted(commands(cli)))
def test_a_command_is_in_the_reference(command: str) -> None:
    assert re.search(rf"`quaid {re.escape(command)}\b", REFERENCE), (
        f"quaid {command} is missing from AI-REFERENCE.md"
    )


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_in_the_codemap_once(module: str) -> None:
    assert REFERENCE.count(f"`{module}`") == 1, f"{module} stands {REFERENCE.count(f'`{module}`')} times"


def test_the_generated_parts_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "tools/write_reference.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_codemap_names_no_module_that_is_gone() -> None:
    named = re.findall(r"`((?:quaidpy|janitor)/[\w/]+\.py)`", REFERENCE)
    assert sorted(set(named) - set(MODULES)) == []


@pytest.mark.parametrize("key", config_keys())
def test_a_setting_is_in_the_reference(key: str) -> None:
    assert f"`{key}`" in REFERENCE


@pytest.mark.parametrize("line", (ROOT / "config" / "default.toml").read_text().splitlines())
def test_a_setting_says_its_reason(line: str) -> None:
    if "=" in line and not line.startswith("#") and not line.rstrip().endswith("["):
        assert "#" in line, f"no unit, range and reason: {line}"


@pytest.mark.parametrize("task", [task.name for task in NIGHT])
def test_a_janitor_task_is_in_the_reference(task: str) -> None:
    assert f"`{task}`" in REFERENCE


def test_every_table_is_in_the_reference(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.sqlite", clock=SystemClock())
    with database.reading() as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    database.close()
    shadows = re.compile(
        r"^sqlite_|_(data|idx|content|docsize|config|chunks|rowids|vector_chunks\d*|info|auxiliary)$"
    )
    missing = [name for name in names if not shadows.search(name) and f"`{name}`" not in REFERENCE]
    assert missing == []


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = re.findall(r"^### (D\d+) ", REFERENCE, flags=re.MULTILINE)
    assert len(numbers) == len(set(numbers)) >= 12


@pytest.mark.parametrize("command", re.findall(r"^    quaid ([a-z]+)", README, flags=re.MULTILINE))
def test_the_readme_names_only_commands_that_exist(command: str) -> None:
    assert command in cli.list_commands(click.Context(cli))


def test_nothing_speaks_of_this_machine() -> None:
    secret = re.compile(r"/work/|/root/|/home/[a-z]+/")
    told = [
        str(path.relative_to(ROOT))
        for path in [*ROOT.glob("*.md"), *(ROOT / "quaidpy").rglob("*.py"), *(ROOT / "config").glob("*.toml")]
        if secret.search(path.read_text())
    ]
    assert told == []


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "AI-REFERENCE.md",
        "CHANGELOG.md",
        *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
    ],
)
def test_what_a_document_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    linked = [
        link for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in link and "…" not in link
    ]
    missing = [link for link in linked if not (ROOT / page).parent.joinpath(link).exists()]
    assert not missing, f"{page} links to {missing}"
