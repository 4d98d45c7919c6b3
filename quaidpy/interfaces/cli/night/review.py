"""What could the night not decide alone?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.memory import Memory
    from quaidpy_janitor.task import NightTools


@click.command(cls=QuaidCommand)
@click.argument("subject", required=False, metavar="[SUBJECT]")
@click.option(
    "--answer", type=click.Choice(["keep", "edit", "merge", "drop", "later"]), help="Answer one question."
)
@click.option(
    "--memory", "chosen", metavar="ID", help="Which of two is edited or dropped; of values the attribute."
)
@click.option("--text", metavar="TEXT", help="The new words of an edit.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Questions listed.")
@click.pass_obj
def review(
    session: Session,
    subject: str | None,
    answer: str | None,
    chosen: str | None,
    text: str | None,
    limit: int,
) -> None:
    """Go through what the night could not decide.

    \b
    At a terminal one by one: keep, edit in $EDITOR, merge, drop, later; ? says
    what each comes to, u takes the last answer back. Elsewhere, and with --json,
    it lists them; a program answers one by its subject:
      quaid review SUBJECT --answer keep
    """  # noqa: D301 - \b keeps click from filling the lines
    import sys

    from quaidpy.interfaces.cli.night.review_views import print_questions, question_document, value_documents
    from quaidpy.interfaces.cli.night.review_walk import Walk
    from quaidpy.wiring.nights import night_tools
    from quaidpy_janitor.answering import waiting

    with session.writing() as memory:
        tools = night_tools(session.settings, memory.parts)
        if answer:
            document = _answered(subject, answer, chosen, text, memory, tools)
            session.answer(
                document, lambda: click.echo(f"{answer}: `quaid undo {document['run']}` takes it back")
            )
            return
        found = waiting(memory.owner, tools)
        if not session.is_json and sys.stdin.isatty() and sys.stdout.isatty():
            Walk(session, memory, tools).go()
            return
        learning = memory.parts.learning
        shown = [
            question_document(*each, learning) | {"values": value_documents(each[0], tools)}
            for each in found[:limit]
        ]
        listed = {"waiting": len(found), "questions": shown}
        session.answer(listed, lambda: print_questions(session.console, listed))


def _answered(
    subject: str | None,
    answer: str,
    chosen: str | None,
    text: str | None,
    memory: "Memory",
    tools: "NightTools",
) -> dict[str, Any]:
    from quaidpy.domain.identity import AttributeId
    from quaidpy.domain.nights import Matter
    from quaidpy.interfaces.json_forms.identities import memory_id
    from quaidpy_janitor.answering import Answer, Reply, waiting
    from quaidpy_janitor.answering import answer as carry_out

    if subject is None:
        raise UsageError("say which question: `quaid review` lists their subjects")
    fitting = [each for each, _ in waiting(memory.owner, tools) if each.subject.startswith(subject)]
    if len(fitting) != 1:
        raise UsageError(
            f"{subject} fits {len(fitting)} questions; `quaid review --json` lists their subjects"
        )
    is_value = fitting[0].matter is Matter.VALUE
    named = AttributeId(chosen) if chosen and is_value else None
    which = named or (memory_id(chosen, memory) if chosen else None)
    run = carry_out(fitting[0], Reply(answer=Answer(answer), text=text, memory=which), memory.owner, tools)
    return {"subject": fitting[0].subject, "answer": answer, "run": run}
