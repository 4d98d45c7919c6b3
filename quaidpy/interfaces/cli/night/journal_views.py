"""How does what was learnt read to a person?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.interfaces.cli.terminal.printing import DIM, LINK, STRONG, WARNING, counted, plain_table
from quaidpy.interfaces.cli.terminal.session import short_path
from quaidpy.interfaces.json_forms.times import day

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.memories.learning import Learning
    from quaidpy.learn.inspection import FileState
    from quaidpy.learn.learning_tools import LearnTools


def learnt_document(learning: "Learning") -> dict[str, Any]:
    return {
        "id": learning.id,
        "file": learning.file,
        "form": learning.form.value,
        "text": learning.text,
        "said_at": learning.said_at,
        "occasion": learning.trigger.value,
        "quote": learning.quote,
        "turn": learning.turn,
        "memory": learning.memory,
        "written": learning.edit is not None,
    }


def print_learnt(console: "Console", document: dict[str, Any]) -> None:
    if not document["learnings"]:
        console.print(
            Text(
                "nothing was learnt yet; conversations with an assistant teach, as they are taken in",
                style=DIM,
            )
        )
    for each in document["learnings"]:
        head = Text(f"{day(each['said_at'])}  ", style=DIM).append(f"{each['file']}  ", style=LINK)
        head.append("diary  " if each["form"] == "journal" else "", style=WARNING)
        console.print(head.append(each["text"], style="not dim"))
        if not each["written"]:
            console.print(Text("    waits: its file could not be written yet", style=WARNING))


def state_document(state: "FileState", tools: "LearnTools") -> dict[str, Any]:
    """`most_lines`: the file's cap; `proposed`: edits of it that wait in `quaid review`."""
    return {
        "file": state.file.name,
        "path": str(state.file.path),
        "about": state.file.about.value,
        "purpose": state.file.purpose,
        "exists": state.text is not None,
        "lines": state.lines,
        "most_lines": tools.tuning.most_lines,
        "bullets": [bullet.text for bullet in state.bullets],
        "entries": [
            {"day": entry.day.isoformat(), "occasion": entry.occasion, "text": entry.text}
            for entry in state.entries
        ],
        "archives": [str(path) for path in state.archives],
        "proposed": state.proposed,
        "snippets": str(state.file.snippets),
        "journal": str(state.file.journal),
    }


def print_state(console: "Console", document: dict[str, Any]) -> None:
    console.print(
        Text(document["file"], style=STRONG).append(f"  {document['purpose']}", style=f"not bold {DIM}")
    )
    console.print(
        Text(f"  {short_path(Path(document['path']))}  {_fullness(document)}", style=DIM), soft_wrap=True
    )
    for bullet in document["bullets"]:
        console.print(Text("  - ").append(bullet))
    for entry in document["entries"]:
        console.print(Text(f"  {entry['day']}  {entry['occasion']}", style=LINK))
        for line in filter(None, entry["text"].splitlines()):
            console.print(Text(f"    {line}"))
    if not (document["bullets"] or document["entries"]):
        console.print(Text("  nothing waits beside it", style=DIM))
    if document["archives"]:
        console.print(Text(f"  {counted(len(document['archives']), 'month')} in the archive", style=DIM))
    if document["proposed"]:
        console.print(
            Text(
                f"  {counted(document['proposed'], 'edit')} proposed; `quaid review` shows it", style=WARNING
            )
        )


def _fullness(document: dict[str, Any]) -> str:
    if not document["exists"]:
        return "not there yet"
    return f"{document['lines']} of {document['most_lines']} lines"


def print_files(console: "Console", document: dict[str, Any]) -> None:
    rows = [
        (
            Text(each["file"], style=STRONG),
            each["about"],
            _fullness(each),
            counted(len(each["bullets"]), "bullet"),
            counted(len(each["entries"]), "diary entry", "diary entries"),
            Text(short_path(Path(each["path"])), style=DIM),
        )
        for each in document["files"]
    ]
    console.print(plain_table(("file", "about", "", "waiting", "", "path"), rows))
    if not document["keeps_journal"]:
        console.print(
            Text("janitor.journal is false: nothing is learnt, and no file is touched", style=WARNING)
        )
    elif not document["edits_files"]:
        console.print(
            Text("janitor.workspace is false: the files themselves are never changed", style=WARNING)
        )


def print_found(console: "Console", document: dict[str, Any]) -> None:
    if not document["found"]:
        console.print(Text("no line has all these words", style=DIM))
    for each in document["found"]:
        place = Text(f"{short_path(Path(each['path']))}:{each['line']}  ", style=LINK)
        console.print(place.append(each["text"], style="not cyan"), soft_wrap=True)
