"""How do checkpoints, notes and scratchpads read to a person?"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import minute

if TYPE_CHECKING:
    from rich.console import Console

_SHOWN_OF_A_TURN = 300


def print_checkpoints(console: "Console", rows: list[dict[str, Any]]) -> None:
    if not rows:
        console.print(Text("no checkpoint is saved; `quaid checkpoint save NAME` saves one", style=DIM))
    for row in rows:
        head = Text(row["name"], style=STRONG).append(f"  version {row['version']}, ", style="not bold")
        head.append(f"{row['agent']}, {_minute(row['saved_at'])}", style="not bold")
        head.append(f", {row['project']}" if row["project"] else "", style="not bold")
        console.print(head)
        if row["task"]:
            console.print(Padding(Text(row["task"]), (0, 0, 0, 2)))


def print_checkpoint(console: "Console", document: dict[str, Any]) -> None:
    print_checkpoints(console, [document])
    for title, points in (("decided", document["decisions"]), ("to do", document["todos"])):
        _print_list(console, title, [_point(each) for each in points])
    _print_list(console, "files", document["files"])
    _print_list(console, "said last", [_turn(each) for each in document["turns"]])
    console.print(Text(f"since then: {document['new_since']}", style=DIM))


def _print_list(console: "Console", title: str, lines: list[str]) -> None:
    if lines:
        console.print(Text(f"{title}:", style=DIM))
    for line in lines:
        console.print(Padding(Text(line), (0, 0, 0, 2)))


def _point(point: dict[str, Any]) -> str:
    become = f" ({point['now']} by now)" if point["now"] else ""
    return f"{point['text']}{become}{'  ' + short(point['id']) if point['id'] else ''}"


def _turn(turn: dict[str, Any]) -> str:
    text = " ".join(turn["text"].split())
    cut = text if len(text) <= _SHOWN_OF_A_TURN else f"{text[: _SHOWN_OF_A_TURN - 1]}…"
    return f"{turn['who']}: {cut}" if turn["who"] else cut


def print_handoffs(console: "Console", rows: list[dict[str, Any]]) -> None:
    if not rows:
        console.print(Text("no note waits", style=DIM))
    for row in rows:
        ends = f"until {_minute(row['expires_at'])}"
        if row["given_at"]:
            session = row["receiver"] if ":" in row["receiver"] else "a session without a name"
            ends = f"to {session}, {_minute(row['given_at'])}"
        head = Text(f"{row['state']:8} ").append(f"{row['from']} → {row['to']}", style=STRONG)
        console.print(head.append(f"  {ends}  {short(row['id'])}", style=f"not bold {DIM}"))
        console.print(Padding(Text(row["text"]), (0, 0, 0, 2)))


def print_scratchpads(console: "Console", document: dict[str, Any]) -> None:
    pads = document["scratchpads"]
    if not pads:
        console.print(Text("no scratchpad is kept; `quaid scratch write NAME TEXT` makes one", style=DIM))
    for pad in pads:
        head = Text(pad["name"], style=STRONG)
        kept = f"  {pad['agent']}, version {pad['version']}, {pad['bytes']:,} of {document['most_bytes']:,} bytes"
        head.append(f"{kept}, until {_minute(pad['kept_until'])}", style="not bold")
        console.print(head)


def _minute(at: str) -> str:
    return minute(datetime.fromisoformat(at))
