"""What could the night not decide alone?"""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.lazy import QuaidCommand
from quaidpy.interfaces.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from quaidpy.domain.memories import Memory as Statement
    from quaidpy.domain.nights import Question
    from quaidpy.memory import Memory
    from quaidpy_janitor.task import NightTools

_KEYS = {"k": "keep", "e": "edit", "m": "merge", "d": "drop", "l": "later", "u": "undo", "q": "quit"}
_HELP = "[k]eep  [e]dit  [m]erge  [d]rop  [l]ater  [u]ndo  [q]uit"


@click.command(cls=QuaidCommand)
@click.argument("subject", required=False, metavar="[SUBJECT]")
@click.option(
    "--answer", type=click.Choice(["keep", "edit", "merge", "drop", "later"]), help="Answer one question."
)
@click.option("--memory", "chosen", metavar="ID", help="Which of two is edited or dropped.")
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
    At a terminal one by one: keep, edit, merge, drop, later; u takes the last
    answer back. Elsewhere, and with --json, it lists them; a program answers one
    by its subject:  quaid review SUBJECT --answer keep
    """  # noqa: D301 - \b keeps click from filling the lines
    import sys

    from quaidpy.interfaces.cli.review_views import print_questions, question_document
    from quaidpy.night_bootstrap import night_tools
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
            _walk(session, memory, tools)
            return
        learning = memory.parts.learning
        shown = [question_document(*each, learning) for each in found[:limit]]
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
    from quaidpy.interfaces.cli.identities import memory_id
    from quaidpy_janitor.answering import Answer, Reply, waiting
    from quaidpy_janitor.answering import answer as carry_out

    if subject is None:
        raise UsageError("say which question: `quaid review` lists their subjects")
    fitting = [each for each, _ in waiting(memory.owner, tools) if each.subject.startswith(subject)]
    if len(fitting) != 1:
        raise UsageError(
            f"{subject} fits {len(fitting)} questions; `quaid review --json` lists their subjects"
        )
    which = memory_id(chosen, memory) if chosen else None
    run = carry_out(fitting[0], Reply(answer=Answer(answer), text=text, memory=which), memory.owner, tools)
    return {"subject": fitting[0].subject, "answer": answer, "run": run}


def _walk(session: Session, memory: "Memory", tools: "NightTools") -> None:
    from quaidpy.errors import QuaidError
    from quaidpy.interfaces.cli.review_views import print_question
    from quaidpy_janitor.answering import Answer, Reply, answer, waiting

    done: list[Any] = []
    seen: set[tuple[str, str]] = set()
    while True:
        left = [
            each for each in waiting(memory.owner, tools) if (each[0].matter, each[0].subject) not in seen
        ]
        if not left:
            click.echo("nothing is waiting")
            return
        question, memories = left[0]
        print_question(session.console, question, memories, len(left), memory.parts.learning)
        key = _key()
        if key == "quit":
            return
        if key == "undo":
            if done:
                memory.undo(done.pop())
                seen.clear()
            continue
        try:
            reply = _reply(Answer(key), memories, Reply, partial(_text_of_file, question, memory))
            done.append(answer(question, reply, memory.owner, tools))
        except QuaidError as err:  # this question cannot be answered so; the person chooses again or goes on
            click.echo(str(err), err=True)
            if key == "later":
                seen.add((question.matter, question.subject))


def _key() -> str:
    while True:
        click.echo(f"{_HELP} ", nl=False, err=True)
        key = click.getchar().lower()
        click.echo(key, err=True)
        if key in _KEYS:
            return _KEYS[key]


def _text_of_file(question: "Question", memory: "Memory") -> str | None:
    """An identity file as it would read, to be changed in the person's editor; None for a question about memories."""
    from quaidpy.domain.nights import Matter
    from quaidpy_janitor.file_answering import proposed_edits, proposed_text

    if question.matter is not Matter.FILE:
        return None
    learning = memory.parts.learning
    before = proposed_text(proposed_edits(question, learning), learning)
    return click.edit(before, extension=".md") or before


def _reply(
    answer: Any, memories: "list[Statement]", make: Any, text_of_file: "Callable[[], str | None]"
) -> Any:
    chosen = None
    if answer.value == "edit" and (whole := text_of_file()) is not None:
        return make(answer=answer, text=whole)
    if answer.value in {"drop", "edit"} and len(memories) > 1:
        number = click.prompt("which, 1 or 2", type=click.IntRange(1, len(memories)), err=True)
        chosen = memories[number - 1].id
    text = click.prompt("new words", err=True) if answer.value == "edit" else None
    return make(answer=answer, text=text, memory=chosen)
