"""How does an answer read to a person?"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG, kind_label, quoted, score_bar
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import day

if TYPE_CHECKING:
    from rich.console import Console


_QUOTES = 2  # turns of evidence shown a result; the JSON has all


def print_results(console: "Console", document: dict[str, Any]) -> None:
    for result in document["results"]:
        _print_result(console, result)
    if not document["results"]:
        console.print(Text(f"nothing found: {document['abstained'] or 'no memory matches'}", style=DIM))
    for line in lines_beside(document):
        console.print(Text(line, style=DIM))


def _print_result(console: "Console", result: dict[str, Any]) -> None:
    head = score_bar(result["score"]).append("  ").append_text(kind_label(result["kind"]))
    if result["said_at"]:
        head.append(f"  {_day(result['said_at'])}", style=DIM)
    place = f"  in {result['space']}" if result["space"] else ""
    head.append(f"  {short(result['id'])}{place}", style=DIM)
    console.print(head)
    console.print(_indented(_statement(result)))
    if result["kind"] != "turn":
        for evidence in result["evidence"][:_QUOTES]:
            who = f"{evidence['speaker'] or evidence['role']}: "
            console.print(_indented(quoted(evidence["quote"], before=who)))
    for also in result["also"]:
        console.print(_indented(Text(also["text"])))
    for beside in result["context"]:
        who = f"{beside['speaker'] or beside['role']}: "
        console.print(_indented(quoted(beside["text"], before=who)))
    for later in result["later"]:
        when = f"later, {_day(later['at'])}, " if later["at"] else "later, "
        who = f"{when}{later['speaker'] or later['role']}: "
        console.print(_indented(quoted(later["text"], before=who)))
    if result["path"]:
        console.print(_indented(Text(f"by way of {_walked(result['path'])}", style=DIM)))


def lines_beside(document: dict[str, Any]) -> list[str]:
    """Where else there is an answer, that nobody asked."""
    return [
        f"{each['answers']} {'memory answers' if each['answers'] == 1 else 'memories answer'}"
        f" in a space you did not ask: {each['space']}"
        for each in document["beside"]
    ]


def _statement(result: dict[str, Any]) -> Text:
    if result["kind"] != "turn":
        return Text(result["text"], style=STRONG)
    turn = result["evidence"][0]
    return Text(f"{turn['speaker'] or turn['role']}: ", style=STRONG).append(turn["text"], style="not bold")


def _walked(path: list[dict[str, Any]]) -> str:
    names = [" ".join(node["name"].split()) for node in path]
    return " → ".join(name if len(name) <= 40 else f"{name[:39]}…" for name in names)


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2))


def _day(at: str) -> str:
    return day(datetime.fromisoformat(at))
