"""How does a person go through the questions of the night, key by key?"""

from typing import TYPE_CHECKING

import click

from quaidpy.domain.nights import Matter
from quaidpy.errors import QuaidError
from quaidpy.interfaces.cli.night.review_views import print_question
from quaidpy.interfaces.cli.terminal.printing import counted
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy_janitor.answering import Answer, Reply, answer, waiting
from quaidpy_janitor.file_answering import proposed_edits, proposed_text
from quaidpy_janitor.rival_values import values_of

if TYPE_CHECKING:
    from quaidpy.domain.identity import MemoryId, RunId
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.domain.nights import Question
    from quaidpy.memory import Memory
    from quaidpy_janitor.task import NightTools

_OF_ONE = {
    Answer.KEEP: "it stays as it is, and you are not asked again",
    Answer.EDIT: "you give it other words",
    Answer.DROP: "it is forgotten; undo brings it back",
    Answer.LATER: "you are asked again in a week",
}
_OF_TWO = {
    **_OF_ONE,
    Answer.KEEP: "both stay as they are, and you are not asked again",
    Answer.EDIT: "you give one of them other words",
    Answer.MERGE: "one of them stays, with all that both had",
    Answer.DROP: "one of them is forgotten; undo brings it back",
}
_BY_MATTER: dict[Matter, dict[Answer, str]] = {
    Matter.CONTRADICTION: {
        Answer.KEEP: "both are true, and you are not asked again",
        Answer.DROP: "one of them is true no more: it becomes history",
    },
    Matter.VALUE: {
        Answer.KEEP: "both are so, and you are not asked again",
        Answer.DROP: "one of them is so no more: the earlier ends, the later is withdrawn",
    },
    Matter.FADED: {Answer.KEEP: "it stays, and fades no more"},
    Matter.THEME: {
        Answer.KEEP: "it lists its memories, and no model words it",
        Answer.EDIT: "it says what you write",
        Answer.DROP: "no theme is made of these; they stay",
    },
    Matter.LESSON: {
        Answer.KEEP: "agents keep to the first of these from now on",
        Answer.EDIT: "agents keep to it as you write it",
        Answer.DROP: "they stay lessons, and you are not asked again",
    },
    Matter.PENDING: {Answer.KEEP: "it counts for good"},
    Matter.FLAGGED: {Answer.KEEP: "it is a memory; it stays marked, so that no agent follows it"},
    Matter.FILE: {
        Answer.KEEP: "the files are changed as shown",
        Answer.EDIT: "you change the file yourself, from what is shown",
        Answer.DROP: "the file stays as it is, and this is not proposed again",
    },
}
_AS_ONE = frozenset({Matter.THEME, Matter.LESSON})
"""What is asked of all their memories together."""
_DONE = {
    Answer.KEEP: "kept",
    Answer.EDIT: "edited",
    Answer.MERGE: "merged",
    Answer.DROP: "dropped",
    Answer.LATER: "asked again in a week",
}
_UNDO, _HELP, _QUIT = "undo", "help", "quit"
_INTERRUPTS = {"\x03", "\x04"}


class Walk:
    """One question after the other, until nothing is left or the person has enough. Answers can be taken back."""

    def __init__(self, session: Session, memory: "Memory", tools: "NightTools") -> None:
        self._session, self._memory, self._tools = session, memory, tools
        self._runs: list[RunId] = []
        self._passed: set[tuple[Matter, str]] = set()

    def go(self) -> None:
        while left := self._left():
            question, memories = left[0]
            print_question(self._session.console, question, memories, len(left), self._memory.parts.learning)
            if not self._is_going_on(question, memories):
                break
        told = f"{counted(len(self._runs), 'answer')} given"
        left_over = len(self._left())
        click.echo(
            f"{told}, {counted(left_over, 'question')} left" if left_over else f"{told}; nothing is waiting"
        )

    def _left(self) -> "list[tuple[Question, list[Statement]]]":
        found = waiting(self._memory.owner, self._tools)
        return [each for each in found if (each[0].matter, each[0].subject) not in self._passed]

    def _is_going_on(self, question: "Question", memories: "list[Statement]") -> bool:
        """False when the person has enough; otherwise the question is answered, passed over, or an answer undone."""
        answers = answers_to(question, memories)
        while True:
            key = self._key(answers)
            if key == _QUIT:
                return False
            if key == _HELP:
                for each, told in answers.items():
                    click.echo(f"  {each.value[0]}  {each.value}: {told}", err=True)
                click.echo("  u  undo: takes your last answer back\n  q  quit: the rest waits", err=True)
            elif key == _UNDO:
                if self._is_undone():
                    return True
            elif self._is_answered(question, Answer(key), memories):
                return True

    def _is_undone(self) -> bool:
        if not self._runs:
            click.echo("nothing to take back", err=True)
            return False
        self._memory.undo(self._runs.pop())
        self._passed.clear()
        click.echo("your last answer is taken back", err=True)
        return True

    def _is_answered(self, question: "Question", chosen: Answer, memories: "list[Statement]") -> bool:
        """False when the person thought better of it, or it cannot be answered so: the question stands."""
        try:
            reply = self._reply(question, chosen, memories)
            if reply is None:
                click.echo("nothing was changed", err=True)
                return False
            self._runs.append(answer(question, reply, self._memory.owner, self._tools))
        except click.Abort:
            click.echo("\nnothing was changed", err=True)
            return False
        except QuaidError as err:  # this question cannot be answered so; the person chooses again or goes on
            click.echo(str(err), err=True)
            if chosen is Answer.LATER:
                self._passed.add((question.matter, question.subject))
            return chosen is Answer.LATER
        click.echo(f"{_DONE[chosen]}{self._kept_of(memories) if chosen is Answer.MERGE else ''}", err=True)
        return True

    def _kept_of(self, memories: "list[Statement]") -> str:
        """Which of the merged ones stands now."""
        stored = self._tools.store.memories(self._memory.owner, [memory.id for memory in memories])
        return "".join(f": “{memory.text}”" for memory in stored if memory.superseded_by is None)

    def _key(self, answers: dict[Answer, str]) -> str:
        names = [*(each.value for each in answers), _UNDO, _QUIT]
        keys = (
            {name[0]: name for name in names} | {"?": _HELP, "h": _HELP} | dict.fromkeys(_INTERRUPTS, _QUIT)
        )
        offered = "  ".join(f"[{name[0]}]{name[1:]}" for name in names)
        while True:
            click.echo(f"{offered}  [?] ", nl=False, err=True)
            try:
                pressed = click.getchar().lower()
            except (KeyboardInterrupt, EOFError):
                pressed = "\x03"
            click.echo(pressed if pressed.isprintable() else "", err=True)
            if pressed in keys:
                return keys[pressed]
            told = f"“{pressed}”" if pressed.isprintable() else "that key"
            click.echo(f"{told} is no answer here; ? explains them", err=True)

    def _reply(self, question: "Question", chosen: Answer, memories: "list[Statement]") -> Reply | None:
        """None when an editor was left without a change."""
        if chosen is Answer.EDIT and question.matter is Matter.FILE:
            learning = self._memory.parts.learning
            text = click.edit(proposed_text(proposed_edits(question, learning), learning), extension=".md")
            return None if text is None else Reply(answer=chosen, text=text)
        if question.matter is Matter.VALUE and chosen is Answer.DROP:
            values = values_of(question, self._tools)
            number = click.prompt("which, 1 or 2", type=click.IntRange(1, len(values)), err=True)
            return Reply(answer=chosen, memory=values[number - 1].id)
        if question.matter in _AS_ONE:
            text = _edited(memories[0].text) if chosen is Answer.EDIT else None
            return None if chosen is Answer.EDIT and text is None else Reply(answer=chosen, text=text)
        which: MemoryId | None = None
        picked = memories[0] if memories else None
        if chosen in {Answer.DROP, Answer.EDIT} and len(memories) > 1:
            number = click.prompt("which, 1 or 2", type=click.IntRange(1, len(memories)), err=True)
            picked = memories[number - 1]
            which = picked.id
        if chosen is not Answer.EDIT or picked is None:
            return Reply(answer=chosen, memory=which)
        text = _edited(picked.text)
        return None if text is None else Reply(answer=chosen, text=text, memory=which)


def answers_to(question: "Question", memories: "list[Statement]") -> dict[Answer, str]:
    """The answers that fit a question, each with what it comes to."""
    if question.matter is Matter.FILE:
        plain = _OF_ONE
    elif question.matter is Matter.VALUE:
        plain = {each: _OF_TWO[each] for each in (Answer.KEEP, Answer.DROP, Answer.LATER)}
    elif question.matter in _AS_ONE:
        plain = {each: why for each, why in _OF_TWO.items() if each is not Answer.MERGE}
    elif not memories:
        plain = {each: _OF_ONE[each] for each in (Answer.KEEP, Answer.LATER)}
    elif (
        question.matter is Matter.CONTRADICTION
    ):  # of two that cannot both be true, one wording cannot say both
        plain = {each: told for each, told in _OF_TWO.items() if each is not Answer.MERGE}
    else:
        plain = _OF_TWO if len(memories) > 1 else _OF_ONE
    told = plain | {each: why for each, why in _BY_MATTER.get(question.matter, {}).items() if each in plain}
    return {each: told[each] for each in Answer if each in told}


def _edited(text: str) -> str | None:
    """Other words from the person's editor, or typed where there is none; None without a change."""
    try:
        fresh = click.edit(f"{text}\n", extension=".txt", require_save=False)
    except click.ClickException as err:
        click.echo(err.format_message(), err=True)
        fresh = click.prompt("new words", default=text, show_default=False, err=True)
    words = " ".join((fresh or "").split())
    return None if words in {"", text} else words
