"""What does a server do for its clients? It runs their command lines, over memories that are open, and opens MCP."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.cli.main import main
from quaidpy.interfaces.cli.terminal.session import Session, console_on
from quaidpy.interfaces.server.commands import CommandCall, Done
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.interfaces.mcp.opening import OpenMcp
    from quaidpy.interfaces.page.listening import Page
    from quaidpy.memory import Memory


def run_for_client(call: CommandCall, keeper: Keeper) -> Done:
    """See server.commands.AboveServer."""
    session = ServedSession(call, keeper)
    return Done(main(call.arguments, session=session), session.files, tuple(session.follow_up))


def load_mcp() -> "type[OpenMcp]":
    """See server.commands.AboveServer."""
    from quaidpy.interfaces.mcp.opening import OpenMcp

    return OpenMcp


def load_page() -> "type[Page]":
    """See server.commands.AboveServer."""
    from quaidpy.interfaces.page.listening import Page

    return Page


class ServedSession(Session):
    """A call whose memory the server holds open. Leaving a `with` closes nothing."""

    def __init__(self, call: CommandCall, keeper: Keeper) -> None:
        super().__init__(owner=call.owner, is_quiet=call.is_quiet, folder=Path(call.folder))
        self._call = call
        self._keeper = keeper
        self.files: dict[str, str] = {}
        self.follow_up: list[str] = []

    def write_text(self, typed: str, text: str) -> Path:
        """The caller writes it: the server may not be allowed to write there, or mean another file by that name."""
        self.files[typed] = text
        return Path(typed).expanduser()

    @property
    def told_agent(self) -> str | None:
        return self._call.agent

    def once_printed(self, arguments: Sequence[str], do: Callable[[], object]) -> None:
        """The caller prints, and calls again."""
        del do
        self.follow_up = [*arguments]

    @cached_property
    def settings(self) -> Settings:
        started_with = self._keeper.household.settings
        return replace(
            started_with, owner=Owner(self.owner or started_with.owner), is_quiet=self._call.is_quiet
        )

    @contextmanager
    def writing(self) -> "Iterator[Memory]":
        memory = self._memory()
        if "extract" in self._call.arguments and memory.has_reader:
            yield memory  # a model may read for minutes, in which others want to store
            return
        with self._keeper.writing:
            yield memory
            self._tell_beside(memory)

    @contextmanager
    def reading(self) -> "Iterator[Memory]":
        memory = self._memory()
        yield memory
        self._tell_beside(memory)

    def _memory(self) -> "Memory":
        return self._keeper.memory_of(self.settings.owner).within(*self.space)

    def _tell_beside(self, memory: "Memory") -> None:
        """Unless the caller is to call again for another reason: what waits is told with the next answer."""
        if self._has_person and not self.follow_up:
            self._tell_notices(memory)

    @property
    def _has_person(self) -> bool:
        is_silent = self.is_quiet or self.is_json or self.settings.is_quiet
        return self._call.is_err_terminal and not is_silent and not (self.agent or self.told_agent)

    @property
    def may_show_progress(self) -> bool:
        """A bar would move on the server's side only."""
        return False

    @cached_property
    def console(self) -> "Console":
        return console_on(
            self._call.is_out_terminal, width=self._call.columns, is_coloured=self._call.is_coloured
        )
