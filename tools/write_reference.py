"""Write the parts of AI-REFERENCE.md that the code itself knows: codemap, commands, tables, settings.

Each part stands between `<!-- NAME -->` and `<!-- /NAME -->`; everything else is written by hand.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "AI-REFERENCE.md"
sys.path[:0] = [str(ROOT), str(ROOT / "janitor")]  # works from a checkout that is not installed


def main() -> int:
    text = REFERENCE.read_text(encoding="utf-8")
    fresh = with_parts(text)
    if "--check" in sys.argv:
        print("current" if fresh == text else "AI-REFERENCE.md is stale: run `make reference`")
        return int(fresh != text)
    REFERENCE.write_text(fresh, encoding="utf-8")
    return 0


def with_parts(text: str) -> str:
    for name, part in PARTS.items():
        block = f"<!-- {name} -->\n{part()}\n<!-- /{name} -->"
        text, count = re.subn(
            rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _, b=block: b, text, flags=re.DOTALL
        )
        assert count == 1, f"AI-REFERENCE.md has {count} parts named {name}"
    return text


def codemap() -> str:
    rooms: dict[str, list[str]] = {}
    for folder in ("quaidpy", "janitor"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT)
            if path.name == "__init__.py":
                continue
            rooms.setdefault(str(name.parent), []).append(f"- `{name}` {first_line(path)}")
    return "\n\n".join(
        f"**{room}/** {room_question(room)}\n\n" + "\n".join(lines) for room, lines in rooms.items()
    )


def prompts() -> str:
    lines = ["| prompt | tier | takes |", "|---|---|---|"]
    for path in sorted((ROOT / "prompts").glob("*.md")):
        if path.stem != "README":
            head = tomllib.loads(path.read_text(encoding="utf-8").split("+++\n", 2)[1])
            lines.append(f"| `{head['id']}` | {head['tier']} | {', '.join(head['variables'])} |")
    return "\n".join(lines)


def room_question(room: str) -> str:
    return first_line(ROOT / room / "__init__.py") if (ROOT / room / "__init__.py").exists() else ""


def first_line(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def commands() -> str:
    from quaidpy.interfaces.cli.main import cli  # noqa: PLC0415 - only this part needs the package installed

    lines = [f"| `quaid {name}` | {summary} |" for name, summary in sorted(every_command(cli))]
    return "\n".join(["| command | what it does |", "|---|---|", *lines])


def every_command(group: click.Group, before: str = "") -> Iterator[tuple[str, str]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{before}{name}", command.get_short_help_str(limit=200)
        if isinstance(command, click.Group):
            yield from every_command(command, f"{before}{name} ")


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


PARTS: dict[str, Callable[[], str]] = {
    "codemap": codemap,
    "commands": commands,
    "settings": settings,
    "prompts": prompts,
}

if __name__ == "__main__":
    raise SystemExit(main())
