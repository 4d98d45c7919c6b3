"""How does a change read? Before → after, and only what matters."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import (
    BAD,
    DIM,
    GOOD,
    LINK,
    STRONG,
    WARNING,
    counted,
    marked_lines,
)
from quaidpy.interfaces.json_forms.changes import MATTERS
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import day, minute

if TYPE_CHECKING:
    from rich.console import Console


_LONGEST_WHY = 36  # characters beside time, verb and id on one line
_LONGEST_SESSION = 8  # characters: enough to tell sessions apart
_SHOWN_AT_MOST = 12  # lines an operation; the JSON has all of them


def print_changes(console: "Console", document: dict[str, Any]) -> None:
    if not document["changes"]:
        console.print(Text("nothing has changed in that time", style=DIM))
    for _, group in groupby(document["changes"], key=lambda each: each["run"] or each["id"]):
        together = list(group)
        console.print(_title(together))
        lines = list(_lines([change for operation in together for change in operation["changes"]]))
        if lines:
            console.print(marked_lines(lines[:_SHOWN_AT_MOST]))
        if len(lines) > _SHOWN_AT_MOST:
            more = counted(len(lines) - _SHOWN_AT_MOST, "more line")
            console.print(Text(f"    … {more}; --json has all", style=DIM))


def _title(operations: Sequence[dict[str, Any]]) -> Text:
    """Of one operation, or of those of one run; the first of a run says what it was about."""
    first = operations[-1]
    title = Text(f"{minute(datetime.fromisoformat(first['at']))}  ")
    title.stylize(DIM)
    title = Text().append_text(title).append(first["verb"], style=STRONG).append(f"  {_cut(first['why'])}")
    if by := caller_told(first):
        title.append(f"  by {by}", style=DIM)
    title.append(f"  {short(first['run'] or first['id'])}", style=DIM)
    if all(operation["undone_by"] for operation in operations):
        title.append("  undone", style=WARNING)
    return title


def caller_told(told: dict[str, Any]) -> str:
    """Who called, and in which session of a host; who it was else, where that is not the user."""
    if told.get("agent"):
        session = f" ({told['session'][:_LONGEST_SESSION]})" if told.get("session") else ""
        return f"{told['agent']}{session}"
    return "" if told.get("who") in {None, "user"} else str(told["who"])


def _cut(why: str) -> str:
    line = " ".join(why.split())
    return line if len(line) <= _LONGEST_WHY else f"{line[: _LONGEST_WHY - 1]}…"


def _lines(changes: Sequence[dict[str, Any]]) -> Iterator[tuple[Text, Text]]:
    """Memories first, then edges; new entities together in one line."""
    order = list(MATTERS)
    new = [change["what"] for change in changes if change["table"] == "entities" and change["before"] is None]
    for change in sorted(changes, key=lambda each: order.index(each["table"])):
        if change["before"] is None and change["table"] == "entities":
            continue
        if change["table"] == "file_edits":
            yield Text("~", style=WARNING), _file(change)
            continue
        if change["before"] is None:
            yield Text("+", style=GOOD), _named(change)
        elif change["after"] is None:
            yield Text("-", style=BAD), _named(change)
        else:
            yield from _altered(change)
    if new:
        yield Text("+", style=GOOD), Text("entities  ", style=DIM).append(", ".join(new), style="not dim")


def _file(change: dict[str, Any]) -> Text:
    """A file with the number of its lines that came and went, the other way round when an edit was taken back."""
    row = change["after"] or change["before"]
    came, gone = (len(str(row.get(name) or "").splitlines()) for name in ("inserted", "removed"))
    if change["after"] is None:
        came, gone = gone, came
    told = "proposed" if row.get("state") == "proposed" else f"+{came} -{gone} lines"
    if "inserted" not in row:
        told = "as it was" if row.get("state") == "proposed" else "as proposed"
    return Text(f"{change['what']}  ").append(told, style=DIM)


def _named(change: dict[str, Any]) -> Text:
    return Text(change["what"], style=LINK if change["table"] == "edges" else "")


def _altered(change: dict[str, Any]) -> Iterator[tuple[Text, Text]]:
    before, after = change["before"], change["after"]
    columns = [column for column in {**before, **after} if before.get(column) != after.get(column)]
    if "text" in columns:
        yield Text("-", style=BAD), Text(str(before.get("text")), style=BAD)
        yield Text("+", style=GOOD), Text(str(after.get("text")), style=GOOD)
    told = [f"{c} {value_told(before.get(c))} → {value_told(after.get(c))}" for c in columns if c != "text"]
    if told:
        what = Text().append_text(_named(change)).append(f"  {', '.join(told)}", style=DIM)
        yield Text("~", style=WARNING), what


def value_told(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    text = str(value)
    if text.startswith("[") and text.endswith("]"):
        return ", ".join(map(str, json.loads(text))) or "–"
    is_instant = len(text) >= 20 and text[4:5] == "-" and text[10:11] == "T"
    return day(datetime.fromisoformat(text)) if is_instant else text
