"""How does a question of the night read to a person?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.nights import Matter
from quaidpy.interfaces.cli.printing import DIM, STRONG, counted, day, id_label

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.memories import Memory
    from quaidpy.domain.nights import Question

_ASKED = {
    Matter.DUPLICATE: "do these say the same?",
    Matter.CONTRADICTION: "can both be true?",
    Matter.REJECTED: "was this rightly taken for known?",
    Matter.FADED: "is this still needed?",
    Matter.PENDING: "is this worth keeping?",
    Matter.FLAGGED: "is this a memory, or an order to a machine?",
    Matter.ENTITY: "are these one and the same?",
    Matter.RELATION: "which relation is this?",
    Matter.SUMMARY: "is this summary right?",
}


def question_document(question: "Question", memories: "Sequence[Memory]") -> dict[str, Any]:
    return {
        "matter": question.matter.value,
        "subject": question.subject,
        "asked": _ASKED[question.matter],
        "reason": question.reason,
        "asked_at": question.asked_at,
        "memories": [
            {"id": m.id, "text": m.text, "said_at": m.stated_at, "confidence": m.confidence} for m in memories
        ],
    }


def print_question(console: "Console", question: "Question", memories: "Sequence[Memory]", left: int) -> None:
    title = Text(_ASKED[question.matter], style=STRONG).append(
        f"  {question.reason}", style=f"not bold {DIM}"
    )
    console.print(title.append(f"  {counted(left, 'question')} waiting", style=f"not bold {DIM}"))
    for number, memory in enumerate(memories, start=1):
        line = Text(f"  {number}  {memory.text}  ").append(f"{day(memory.stated_at)} ", style=DIM)
        console.print(line.append_text(id_label(memory.id)))


def print_questions(console: "Console", document: dict[str, Any]) -> None:
    if not document["questions"]:
        console.print(Text("nothing is waiting", style=DIM))
    for question in document["questions"]:
        console.print(
            Text(question["asked"], style=STRONG).append(f"  {question['reason']}", style="not bold dim")
        )
        for memory in question["memories"]:
            console.print(Text(f"  {memory['text']}  ").append(day(memory["said_at"]), style=DIM))
        console.print(
            Text(f"  quaid review '{question['subject']}' --answer keep|edit|merge|drop|later", style=DIM)
        )
    if document["waiting"] > len(document["questions"]):
        console.print(Text(f"… {document['waiting'] - len(document['questions'])} more", style=DIM))
