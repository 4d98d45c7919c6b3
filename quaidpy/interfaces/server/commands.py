"""How does the server run a command line for a client? The same commands, over memories that are open already."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.cli.main import main
from quaidpy.interfaces.cli.session import Session, console_on
from quaidpy.interfaces.server.keeper import Keeper
from quaidpy.interfaces.server.routes import RequestName
from quaidpy.interfaces.server.streams import Switchboard, Terminal
from quaidpy.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.memory import Memory


_DONE_ONCE = frozenset({"edit", "forget", "link", "pin", "retire", "undo", "unpin"})
"""Commands that would fail when they were done twice; the others find what is there."""


class CommandCall(BaseModel):
    """A command line and what its process knows."""

    model_config = ConfigDict(extra="forbid")

    arguments: list[str]
    folder: str
    stdin: str = ""
    owner: str | None = None
    is_quiet: bool = False
    is_out_terminal: bool = False
    is_err_terminal: bool = False
    is_coloured: bool = False
    columns: int | None = None


class ServedSession(Session):
    """A call whose memory the server holds open. Leaving a `with` closes nothing."""

    def __init__(self, call: CommandCall, keeper: Keeper) -> None:
        super().__init__(owner=call.owner, is_quiet=call.is_quiet, folder=Path(call.folder))
        self._call = call
        self._keeper = keeper

    @cached_property
    def settings(self) -> Settings:
        started_with = self._keeper.household.settings
        return replace(
            started_with, owner=Owner(self.owner or started_with.owner), is_quiet=self._call.is_quiet
        )

    @contextmanager
    def writing(self) -> "Iterator[Memory]":
        memory = self._keeper.memory_of(self.settings.owner)
        if "extract" in self._call.arguments and memory.has_reader:
            yield memory  # a model may read for minutes, in which others want to store
            return
        with self._keeper.writing:
            yield memory

    @contextmanager
    def reading(self) -> "Iterator[Memory]":
        yield self._keeper.memory_of(self.settings.owner)

    @property
    def may_show_progress(self) -> bool:
        """A bar would move on the server's side only."""
        return False

    @cached_property
    def console(self) -> "Console":
        return console_on(
            self._call.is_out_terminal, width=self._call.columns, is_coloured=self._call.is_coloured
        )


def run_command(
    call: CommandCall, keeper: Keeper, switchboard: Switchboard, request: RequestName | None
) -> dict[str, Any]:
    """What the command printed, and its exit code. One that was done for this very request is not done again."""
    if request and request.is_again and not _DONE_ONCE.isdisjoint(call.arguments):
        operation = keeper.household.done_for(request.name, Owner(call.owner or "default"))
        if operation is not None:
            said = (
                json.dumps({"operation": operation}) if "--json" in call.arguments else f"done: {operation}"
            )
            return {"code": 0, "out": f"{said}\n", "err": ""}
    terminal = Terminal(
        stdin=io.StringIO(call.stdin),
        is_out_terminal=call.is_out_terminal and call.is_coloured,
        is_err_terminal=call.is_err_terminal and call.is_coloured,
    )
    with (
        switchboard.connected(terminal),
        keeper.household.request(request.name) if request else nullcontext(),
    ):
        code = main(call.arguments, session=ServedSession(call, keeper))
    return {"code": code, "out": terminal.out.getvalue(), "err": terminal.err.getvalue()}
