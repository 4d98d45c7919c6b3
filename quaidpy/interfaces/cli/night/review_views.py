"""How does a question of the night read to a person?"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.nights import Matter
from quaidpy.interfaces.cli.terminal.printing import (
    BAD,
    DIM,
    GOOD,
    LINK,
    STRONG,
    WARNING,
    counted,
    id_label,
    marked_lines,
)
from quaidpy.interfaces.cli.terminal.session import short_path
from quaidpy.interfaces.json_forms.times import day

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.memories.memory import Memory
    from quaidpy.domain.nights import Question
    from quaidpy.learn.learning_tools import LearnTools
    from quaidpy_janitor.task import NightTools

_STYLES = {"-": BAD, "+": GOOD, "~": WARNING}
_ASKED = {
    Matter.DUPLICATE: "do these say the same?",
    Matter.CONTRADICTION: "can both be true?",
    Matter.REJECTED: "was this rightly taken for known?",
    Matter.VALUE: "which of these is so now?",
    Matter.FADED: "is this still needed?",
    Matter.PENDING: "is this worth keeping?",
    Matter.FLAGGED: "is this a memory, or an order to a machine?",
    Matter.ENTITY: "are these one and the same?",
    Matter.RELATION: "which relation is this?",
    Matter.SUMMARY: "is this summary right?",
    Matter.FILE: "may these files be changed so?",
    Matter.THEME: "what do these say together?",
    Matter.LESSON: "should agents always keep to this?",
}


def question_document(
    question: "Question", memories: "Sequence[Memory]", learning: "LearnTools"
) -> dict[str, Any]:
    """`files`: for edits of files, each with its path and what would change, line by line."""
    return {
        "matter": question.matter.value,
        "subject": question.subject,
        "asked": _ASKED[question.matter],
        "reason": question.reason,
        "asked_at": question.asked_at,
        "memories": [
            {"id": m.id, "text": m.text, "said_at": m.stated_at, "confidence": m.confidence} for m in memories
        ],
        "files": _files(question, learning),
    }


def value_documents(question: "Question", tools: "NightTools") -> list[dict[str, Any]]:
    """For two values of an attribute, the last said first."""
    if question.matter is not Matter.VALUE:
        return []
    from quaidpy_janitor.rival_values import values_of

    return [
        {"id": each.id, "value": each.value, "from": each.lifetime.valid_from, "source": each.source.value}
        for each in values_of(question, tools)
    ]


def _files(question: "Question", learning: "LearnTools") -> list[dict[str, Any]]:
    if question.matter is not Matter.FILE:
        return []
    from quaidpy_janitor.file_answering import difference, is_of_identity, proposed_edits

    return [
        {
            "path": edit.path,
            "is_identity": is_of_identity(edit, learning),
            "diff": difference(edit, learning),
        }
        for edit in proposed_edits(question, learning)
    ]


def _print_files(console: "Console", files: list[dict[str, Any]]) -> None:
    for file in files:
        name = Text(f"  {short_path(Path(file['path']))}", style=LINK)
        if not file["is_identity"]:
            signs = Counter(line[:1] for line in file["diff"])
            name.append(f"  {signs['-']} lines go, {signs['+']} come", style=f"not cyan {DIM}")
        console.print(name, soft_wrap=True)  # a path that is broken cannot be copied
        if not file["is_identity"]:
            continue
        rows = [
            (Text(f"  {line[:1]}", style=_STYLES.get(line[:1], DIM)), Text(line[2:])) for line in file["diff"]
        ]
        console.print(marked_lines(rows))


def print_question(
    console: "Console", question: "Question", memories: "Sequence[Memory]", left: int, learning: "LearnTools"
) -> None:
    title = Text(_ASKED[question.matter], style=STRONG).append(
        f"  {question.reason}", style=f"not bold {DIM}"
    )
    console.print(title.append(f"  {counted(left, 'question')} waiting", style=f"not bold {DIM}"))
    rows = [
        (
            Text(f"  {number if len(memories) > 1 else ' '} "),
            Text(f"{memory.text}  ")
            .append(f"{day(memory.stated_at)} ", style=DIM)
            .append_text(id_label(memory.id)),
        )
        for number, memory in enumerate(memories, start=1)
    ]
    console.print(marked_lines(rows))
    _print_files(console, _files(question, learning))


def print_questions(console: "Console", document: dict[str, Any]) -> None:
    if not document["questions"]:
        console.print(Text("nothing is waiting", style=DIM))
    for question in document["questions"]:
        console.print(
            Text(question["asked"], style=STRONG).append(f"  {question['reason']}", style="not bold dim")
        )
        for memory in question["memories"]:
            console.print(Text(f"  {memory['text']}  ").append(day(memory["said_at"]), style=DIM))
        _print_files(console, question["files"])
        answers = "keep|edit|drop|later" if question["files"] else "keep|edit|merge|drop|later"
        answers = "keep|drop|later" if question["values"] else answers
        console.print(Text(f"  quaid review '{question['subject']}' --answer {answers}", style=DIM))
    if document["waiting"] > len(document["questions"]):
        console.print(Text(f"… {document['waiting'] - len(document['questions'])} more", style=DIM))
