"""Which parts of the documents does the tree itself know? The map, commands, settings, prompts, tools, decisions.

Each part stands between `<!-- NAME -->` and `<!-- /NAME -->` on its page; everything else is written by hand.
`--check` changes nothing and fails where a page is not what it would write.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
DECISIONS = ROOT / "docs" / "decisions"
SUBJECTS = {
    "storage": "Storage",
    "graph": "Graph",
    "recall": "Recall",
    "remembering": "Remembering",
    "night": "The night",
    "files": "Documents and identity files",
    "hosts": "Hosts",
    "models": "Models",
    "interfaces": "Interfaces",
    "security": "Security",
    "measuring": "Measuring",
    "house": "The house: how the code is made",
}
COMMON = {"home", "owner", "json", "quiet", "help"}  # options of every command
sys.path[:0] = [str(ROOT), str(ROOT / "janitor")]  # works from a checkout that is not installed


def main() -> int:
    stale = stale_pages()
    if "--check" in sys.argv:
        print(f"stale, run `make reference`: {', '.join(stale)}" if stale else "current")
        return int(bool(stale))
    for page, fresh in stale.items():
        (ROOT / page).write_text(fresh, encoding="utf-8")
    return 0


def stale_pages() -> dict[str, str]:
    """By its name, what a page that says something else should say."""
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    fresh = {page: with_parts(texts[page], page, parts) for page, parts in PAGES.items()}
    return {page: text for page, text in fresh.items() if text != texts[page]}


def with_parts(text: str, page: str, parts: Mapping[str, Callable[[], str]]) -> str:
    for name, part in parts.items():
        block = f"<!-- {name} -->\n{part()}\n<!-- /{name} -->"
        text, count = re.subn(
            rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _, b=block: b, text, flags=re.DOTALL
        )
        assert count == 1, f"{page} has {count} parts named {name}"
    return text


def rooms() -> str:
    """One line a room: its question, and the names of its modules."""
    return "\n".join(
        f"- **{room}/** {first_line(ROOT / room / '__init__.py')} {' '.join(f'`{path.stem}`' for path in modules)}"
        for room, modules in modules_by_room().items()
    )


def modules() -> str:
    """Every module with its question."""
    return "\n\n".join(
        f"## {room}\n\n{first_line(ROOT / room / '__init__.py')}\n\n"
        + "\n".join(f"- `{path.name}` {first_line(path)}" for path in modules)
        for room, modules in modules_by_room().items()
    )


def modules_by_room() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for folder in ("quaidpy", "janitor/quaidpy_janitor"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name != "__init__.py":
                found.setdefault(path.parent.relative_to(ROOT).as_posix(), []).append(path)
    return dict(sorted(found.items(), key=lambda room: (not room[0].startswith("quaidpy"), room[0])))


def first_line(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def layers() -> str:
    """As import-linter has them, the highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    house = next(each for each in contracts["contracts"] if each.get("containers") == ["quaidpy"])
    return " → ".join(f"`{layer}`" for layer in house["layers"])


def prompts() -> str:
    lines = ["| prompt | tier | takes |", "|---|---|---|"]
    for path in sorted((ROOT / "prompts").glob("*.md")):
        if path.stem != "README":
            head = tomllib.loads(path.read_text(encoding="utf-8").split("+++\n", 2)[1])
            lines.append(f"| `{head['id']}` | {head['tier']} | {', '.join(head['variables'])} |")
    return "\n".join(lines)


def tools() -> str:
    from quaidpy.interfaces.mcp.tools import EXTRACT, TOOLS  # noqa: PLC0415 - takes a second to import

    specs = sorted((*TOOLS, EXTRACT), key=lambda spec: spec.name)
    return "\n".join(
        ["| tool | title |", "|---|---|", *(f"| `{spec.name}` | {spec.title} |" for spec in specs)]
    )


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it is typed, without `quaid`."""

    name: str
    does: str
    takes: str


def sections() -> Iterator[tuple[str, list[Command]]]:
    """As `quaid --help` groups them."""
    from quaidpy.interfaces.cli.main import SECTIONS, cli  # noqa: PLC0415 - only the parts on commands need it

    context = click.Context(cli)
    for heading, members in SECTIONS.items():
        commands: list[Command] = []
        for name in members:
            command = cli.get_command(context, name)
            assert command is not None
            commands.extend(with_members(name, command))
        yield heading, commands


def with_members(name: str, command: click.Command) -> Iterator[Command]:
    yield Command(name, command.get_short_help_str(limit=200), what_it_takes(command))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for member in command.list_commands(context):
            found = command.get_command(context, member)
            assert found is not None
            yield from with_members(f"{name} {member}", found)


def what_it_takes(command: click.Command) -> str:
    names: list[str] = []
    for param in command.params:
        if isinstance(param, click.Argument):
            names.append(f"`{(param.metavar or param.human_readable_name).upper()}`")
        elif isinstance(param, click.Option) and not param.hidden:
            longest = max((*param.opts, *param.secondary_opts), key=len)
            if longest.strip("-") not in COMMON:
                names.append(f"`{max(param.opts, key=len)}`")
    return " ".join(names).replace("|", "\\|")  # a bar would end the cell


def command_names() -> str:
    """One line a section, members of a group in brackets."""
    lines = []
    for heading, commands in sections():
        members: dict[str, list[str]] = {}
        for command in commands:
            first, _, rest = command.name.partition(" ")
            members.setdefault(first, []).extend([rest] if rest else [])
        told = [f"`{name}`" + (f" ({', '.join(rest)})" if rest else "") for name, rest in members.items()]
        lines.append(f"- {heading}: {' · '.join(told)}")
    return "\n".join(lines)


def commands() -> str:
    tables = []
    for heading, members in sections():
        lines = [f"| `quaid {each.name}` | {each.does} | {each.takes} |" for each in members]
        tables.append(
            "\n".join([f"## {heading}", "", "| command | what it does | takes |", "|---|---|---|", *lines])
        )
    return "\n\n".join(tables)


def setting_names() -> str:
    """One line a section of the configuration."""
    table = tomllib.loads((ROOT / "config" / "default.toml").read_text(encoding="utf-8"))
    return "\n".join(
        f"- `[{section}]` {' '.join(f'`{key}`' for key in values)}" for section, values in table.items()
    )


def settings() -> str:
    path = ROOT / "config" / "default.toml"
    reasons: dict[str, str] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[([\w.]+)\].*", line):
            section = header.group(1)
        elif found := re.match(r"(\w+)\s*=.*?#\s*(.+)$", line):
            reasons[f"{section}.{found.group(1)}"] = found.group(2)
    lines = [
        f"| `{key}` | `{value}` | {reasons.get(key, '')} |"
        for key, value in flat(tomllib.loads(path.read_text(encoding="utf-8")))
    ]
    return "\n".join(["| key | default | unit, range, reason |", "|---|---|---|", *lines])


def flat(table: dict[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


@dataclass(frozen=True, slots=True)
class Decision:
    """What the head of a decision's file says. `successors`: numbers; `is_whole`: nothing of it holds any more."""

    number: int
    title: str
    subject: str
    file: str
    successors: tuple[int, ...]
    is_whole: bool


def read_decision(path: Path) -> Decision:
    """Raises ValueError when the head is not `# D7 Title`, `- Status: …`, `- Subject: …`."""
    head = re.match(
        r"# D(\d+) (.+)\n\n- Status: (accepted|superseded|accepted, in part superseded)( by .+)?\n- Subject: (\w+)\n",
        path.read_text(encoding="utf-8"),
    )
    if head is None:
        raise ValueError(f"{path.name} does not begin as a decision does")
    number, title, status, by, subject = head.groups()
    successors = tuple(int(found) for found in re.findall(r"\[(\d{4})\]", by or ""))
    if ("superseded" in status) != bool(successors):
        raise ValueError(f"{path.name}: superseded by nothing, or accepted by something")
    return Decision(int(number), title, subject, path.name, successors, status == "superseded")


def decisions() -> str:
    known = [read_decision(path) for path in sorted(DECISIONS.glob("[0-9]*.md"))]
    groups = []
    for subject, heading in SUBJECTS.items():
        lines = [index_line(each) for each in known if each.subject == subject]
        groups.append("\n".join([f"## {heading}", "", *lines]))
    return "\n\n".join(groups)


def index_line(decision: Decision) -> str:
    line = f"- [D{decision.number}]({decision.file}) {decision.title}"
    if not decision.successors:
        return line
    by = ", ".join(f"D{number}" for number in decision.successors)
    return f"{line} ({'superseded' if decision.is_whole else 'in part superseded'} by {by})"


PAGES: dict[str, dict[str, Callable[[], str]]] = {
    "AI-REFERENCE.md": {
        "rooms": rooms,
        "layers": layers,
        "command-names": command_names,
        "setting-names": setting_names,
        "tools": tools,
        "prompts": prompts,
    },
    "docs/map.md": {"modules": modules},
    "docs/commands.md": {"commands": commands},
    "docs/settings.md": {"settings": settings},
    "docs/decisions/README.md": {"decisions": decisions},
}

if __name__ == "__main__":
    raise SystemExit(main())
