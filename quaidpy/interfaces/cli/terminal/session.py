"""What do all commands of one call share? Where memory lies, how to answer, what may be printed."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, cast

import click

from quaidpy.domain.notice_tuning import Channel
from quaidpy.errors import QuaidError, UsageError
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.interfaces.standard_streams import is_unicode
from quaidpy.interfaces.writing_files import write_text
from quaidpy.regex import regex

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.agents import AgentName
    from quaidpy.memory import Memory
    from quaidpy.settings import Settings

WIDTH_OF_A_PIPE = 100  # columns; nobody knows the reader's, and lines longer than this are hard to follow
_SPACES_AT_END = regex(r"(?<![ \t])[ \t]++$", re.MULTILINE)


@dataclass
class Session:
    """One call of `quaid`; filled by the common options, handed to every command."""

    home: str | None = None
    owner: str | None = None
    agent: str | None = None
    space: tuple[str, ...] = ()
    is_json: bool = False
    is_quiet: bool = False
    folder: Path = Path()

    def path(self, typed: str) -> Path:
        """The file meant, from the folder the command was called in."""
        return self.folder / Path(typed).expanduser()

    def write_text(self, typed: str, text: str) -> Path:
        """Write a file that the caller named. Raises UsageError and OSError."""
        return write_text(typed, text)

    @cached_property
    def settings(self) -> "Settings":
        from quaidpy.settings import load_settings

        return load_settings(home=Path(self.home) if self.home else None, owner=self.owner, agent=self.agent)

    def has_database(self) -> bool:
        from quaidpy.settings import has_memory

        return has_memory(self.settings.home)

    @contextmanager
    def writing(self) -> "Iterator[Memory]":
        """The memory, its home made when missing."""
        from quaidpy.wiring.parts import Memory as OwnMemory

        with OwnMemory(
            home=self.settings.home, owner=self.settings.owner, agent=self.settings.agent or ""
        ) as memory:
            within = memory.within(*self.space)
            yield within
            if self._has_person:
                self._tell_notices(memory)

    @property
    def _has_person(self) -> bool:
        """Whether somebody sits there, who did not ask for silence, and no agent."""
        return self.may_show_progress and not (self.agent or self.told_agent)

    def _tell_notices(self, memory: "Memory") -> None:
        """In a line each on standard error, after the answer. What cannot be told now waits; the command has worked."""
        try:
            if Channel.TERMINAL not in self.settings.tuning.notices.channels:
                return
            given = memory.unasked_notices(receiver=f"terminal:{token_hex(8)}")
            for line in given.lines:
                self.hint(line.text)
            if given.taken:
                follow_up = ("notify", "confirm", "--receiver", given.receiver, *given.taken)
                self.once_printed(follow_up, lambda: memory.confirm_notices(given.receiver, given.taken))
        except QuaidError as err:
            self.warn(f"notices wait: {err}")

    @contextmanager
    def reading(self) -> "Iterator[Memory]":
        """The memory; where there is no home yet an empty one, and a hint: reading never makes a home."""
        if self.has_database():
            with self.writing() as memory:
                yield memory
            return
        from quaidpy.wiring.parts import Memory as OwnMemory

        self.hint(
            f"nothing is remembered in {short_path(self.settings.home)} yet; "
            "`quaid extract FILE` or `quaid store TEXT` makes a start"
        )
        with (
            TemporaryDirectory(prefix="quaid-") as folder,
            OwnMemory(home=folder, owner=self.settings.owner) as memory,
        ):
            yield memory

    @contextmanager
    def alone(self) -> Iterator[None]:
        """For what replaces the database or its indexes: no server holds them meanwhile."""
        from quaidpy.interfaces.cli.terminal.server_use import home_alone

        with home_alone(self.settings.home):
            yield

    # Who calls

    def agent_called(self, named: str | None) -> "AgentName":
        """By the option, else as the environment of the caller says. Raises UsageError."""
        from quaidpy.domain.agents import agent_of

        return agent_of(named, self.told_agent)

    @property
    def told_agent(self) -> str | None:
        """The caller's QUAID_AGENT."""
        return os.environ.get("QUAID_AGENT")

    def once_printed(self, arguments: Sequence[str], do: Callable[[], object]) -> None:
        """What is to be done when the answer has been printed, and not if that fails; `arguments`: the same, typed."""
        del arguments  # for a session whose answer another process prints
        sys.stdout.flush()
        sys.stderr.flush()
        do()

    def is_agreed(self, question: str) -> bool:
        """Asked at the terminal, or read from what is piped in. Raises UsageError where nobody answers."""
        try:
            return click.confirm(question, err=True)
        except click.Abort:
            if sys.stdin.isatty():
                raise
            raise UsageError("nobody answers on standard input, so nothing was done; give --yes") from None

    # Answering

    def answer(self, document: object, show: Callable[[], None]) -> None:
        """The one result of a command: as JSON when that was asked for, else as `show` prints it."""
        if self.is_json:
            click.echo(json.dumps(plain(document), ensure_ascii=not is_unicode(sys.stdout), indent=2))
        else:
            show()

    def answer_change(self, told: str, operation: str, document: Mapping[str, object]) -> None:
        """The one result of a command that has changed something: what, and how it is taken back."""

        def show() -> None:
            click.echo(told)
            click.secho(f"undo: quaid undo {short(operation)}", dim=True)

        self.answer({"operation": operation, **document}, show)

    def hint(self, text: str) -> None:
        """A word to the person at the terminal; never part of the result."""
        if not (self.is_quiet or self.is_json):
            click.secho(text, err=True, fg="yellow" if has_colour(sys.stderr) else None)

    def warn(self, text: str) -> None:
        """What went wrong without ending the command; told even when quiet."""
        click.echo(f"{click.style('warning:', fg='yellow')} {text}", err=True, color=has_colour(sys.stderr))

    @property
    def may_show_progress(self) -> bool:
        return not (self.is_quiet or self.is_json or self.settings.is_quiet) and sys.stderr.isatty()

    @cached_property
    def console(self) -> "Console":
        """Where results are printed. Colour only on a terminal."""
        return console_on(sys.stdout.isatty())


class TrimmedOutput:
    """Standard output without the spaces that tables leave at the end of lines; for pipes and files."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return sys.stdout.write(_SPACES_AT_END.sub("", text))

    def flush(self) -> None:
        sys.stdout.flush()

    def isatty(self) -> bool:
        return False


def console_on(is_terminal: bool, *, width: int | None = None, is_coloured: bool | None = None) -> "Console":
    """`width` and `is_coloured`: of a terminal that another process sees; else they are found out."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to main, which gives every command the same exit code."""
            raise BrokenPipeError

    return Quiet(
        file=None if is_terminal else cast("IO[str]", TrimmedOutput()),
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
        no_color=not (has_colour(sys.stdout) if is_coloured is None else is_coloured),
        force_terminal=is_terminal,
        width=width or (None if is_terminal else int(os.environ.get("COLUMNS") or WIDTH_OF_A_PIPE)),
    )


def has_colour(stream: object) -> bool:
    """On a terminal, unless NO_COLOR says otherwise (no-color.org)."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and not os.environ.get("NO_COLOR")


def short_path(path: Path) -> str:
    """With ~ for the user's own folder."""
    own = Path.home()
    return f"~/{path.relative_to(own)}" if path.is_relative_to(own) and path != own else str(path)
