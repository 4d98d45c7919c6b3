"""The documents are complete: nothing a user can type, set or find is missing from them."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from quaidpy.interfaces.cli.main import cli
from quaidpy.interfaces.mcp.tools import EXTRACT, TOOLS
from quaidpy.recall.stages import PIPELINE
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.system.clock import SystemClock
from quaidpy_janitor.nightly import NIGHT
from tools.write_reference import stale_pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)
REFERENCE = (ROOT / "AI-REFERENCE.md").read_text()
MAP = (ROOT / "docs" / "map.md").read_text()
README = (ROOT / "README.md").read_text()
MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("quaidpy", "janitor")
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__init__.py"
)
MOST_BYTES = 60_000  # of the page that is read before the code


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        yield f"{before}{name}"


def section(heading: str) -> str:
    """What stands below a heading of the reference, up to the next of its level."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", REFERENCE, flags=re.MULTILINE | re.DOTALL)
    assert found is not None, f"AI-REFERENCE.md has no part {heading}"
    return found.group(1)


def test_the_reference_can_be_read_in_one_sitting() -> None:
    assert len((ROOT / "AI-REFERENCE.md").read_bytes()) <= MOST_BYTES


def test_the_generated_parts_are_current() -> None:
    assert list(stale_pages()) == [], "run `make reference`"


def test_every_command_has_its_line() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    assert [name for name in commands(cli) if f"| `quaid {name}` |" not in page] == []


def test_every_command_is_named_in_the_reference() -> None:
    named = section("Commands")
    missing = []
    for name in commands(cli):
        group, *members = name.split()
        in_brackets = "".join(rf" \([^)]*\b{member}\b" for member in members)
        if re.search(rf"`{group}`{in_brackets}", named) is None:
            missing.append(name)
    assert missing == []


def test_the_map_has_each_module_once_and_no_other() -> None:
    mapped = [
        f"{room}/{module}"
        for room, lines in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", MAP, flags=re.MULTILINE | re.DOTALL)
        for module in re.findall(r"^- `(\w+\.py)`", lines, flags=re.MULTILINE)
    ]
    assert sorted(mapped) == MODULES


def test_a_module_asks_its_question_on_the_map() -> None:
    assert re.findall(r"^- `\w+\.py` *$", MAP, flags=re.MULTILINE) == []


def test_the_reference_names_no_module_that_is_gone() -> None:
    named = re.findall(r"`((?:quaidpy|janitor)/[\w/]+\.py)`", REFERENCE)
    assert sorted(set(named) - set(MODULES)) == []


def test_the_two_lives_pass_through_modules_and_functions_that_exist() -> None:
    steps = re.findall(r"`((?:\w+/)+\w+)(?:\.(\w+))?`", section("The two lives"))
    gone = [f"{module} {name}" for module, name in steps if not has_name(module, name)]
    assert len(steps) > 10
    assert gone == []


def test_the_life_of_a_query_names_every_stage() -> None:
    life = section("The two lives")
    assert [stage.name for stage in PIPELINE if f"`{stage.name}`" not in life] == []


def has_name(module: str, name: str) -> bool:
    path = next((each for each in MODULES if each.endswith(f"/{module}.py")), None)
    if path is None:
        return False
    return (
        not name or re.search(rf"^(def|class) {name}\b", (ROOT / path).read_text(), re.MULTILINE) is not None
    )


def test_every_setting_is_named_with_its_reason() -> None:
    table = tomllib.loads((ROOT / "config" / "default.toml").read_text())
    page = (ROOT / "docs" / "settings.md").read_text()
    named = section("Settings")
    for name, values in table.items():
        assert [key for key in values if f"| `{name}.{key}` |" not in page] == []
        line = next(line for line in named.splitlines() if line.startswith(f"- `[{name}]`"))
        assert [key for key in values if f"`{key}`" not in line] == []


def test_a_setting_says_its_unit_its_range_and_its_reason() -> None:
    lines = (ROOT / "config" / "default.toml").read_text().splitlines()
    settings = [
        line for line in lines if "=" in line and not line.startswith("#") and not line.rstrip().endswith("[")
    ]
    assert len(settings) > 200
    assert [line for line in settings if "#" not in line] == []


def test_every_tool_of_agents_is_named() -> None:
    named = section("The server")
    assert [spec.name for spec in (*TOOLS, EXTRACT) if f"`{spec.name}`" not in named] == []


def test_every_janitor_task_is_named() -> None:
    named = section("Janitor tasks")
    assert [task.name for task in NIGHT if f"| `{task.name}` |" not in named] == []


def test_every_table_is_named(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.sqlite", clock=SystemClock())
    with database.reading() as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    database.close()
    shadows = re.compile(
        r"^sqlite_|_(data|idx|content|docsize|config|chunks|rowids|vector_chunks\d*|info|auxiliary)$"
    )
    named = section("Tables")
    assert [name for name in names if not shadows.search(name) and f"`{name}`" not in named] == []


def test_how_we_write_has_ten_rules() -> None:
    rules = re.findall(r"^(\d+)\. \S", section("How we write"), flags=re.MULTILINE)
    assert rules == [str(number) for number in range(1, 11)]


def test_every_page_is_in_the_index_of_documents() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    names = [path.name for path in (ROOT / "docs").glob("*.md") if path.name != "README.md"]
    assert [name for name in [*names, "decisions/README.md"] if f"({name})" not in index] == []


@pytest.mark.parametrize("command", re.findall(r"^    quaid ([a-z]+)", README, flags=re.MULTILINE))
def test_the_readme_names_only_commands_that_exist(command: str) -> None:
    assert command in cli.list_commands(click.Context(cli))


def test_nothing_speaks_of_this_machine() -> None:
    secret = re.compile(r"/work/|/root/|/home/[a-z]+/")
    read = [
        *(ROOT / page for page in PAGES),
        *(ROOT / "quaidpy").rglob("*.py"),
        *(ROOT / "config").glob("*.toml"),
    ]
    assert [path.relative_to(ROOT).as_posix() for path in read if secret.search(path.read_text())] == []


@pytest.mark.parametrize("page", PAGES)
def test_what_a_document_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    linked = [
        link for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in link and "…" not in link
    ]
    missing = [link for link in linked if not (ROOT / page).parent.joinpath(link).exists()]
    assert not missing, f"{page} links to {missing}"


def test_every_test_that_shows_a_promise_exists() -> None:
    promises = (ROOT / "docs" / "security.md").read_text()
    files = {path.name: path for path in (ROOT / "tests").rglob("test_*.py")}
    written = "\n".join(path.read_text() for path in files.values())
    named = set(re.findall(r"\btest_\w+(?:\.py)?", promises))
    gone = [name for name in named if name not in files and f"def {name}(" not in written]
    assert len(named) > 20
    assert sorted(gone) == []


def test_questions_about_our_documents_name_headings_that_exist() -> None:
    gold = (ROOT / "tests" / "bench" / "documents_gold.jsonl").read_text().splitlines()
    asked = [row for row in map(json.loads, gold) if not row["path"].startswith(("packages/", "litellm/"))]
    gone = [
        row["q"]
        for row in asked
        if row["path"] not in PAGES
        or ("heading" in row and not has_heading(ROOT / row["path"], row["heading"]))
    ]
    assert asked
    assert gone == []


def has_heading(page: Path, heading: str) -> bool:
    return re.search(rf"^#+ {re.escape(heading)}$", page.read_text(), flags=re.MULTILINE) is not None
