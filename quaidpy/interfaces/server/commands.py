"""How does the server run a command line for a client? The same commands, over memories that are open already."""

import io
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import caller_named
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.routes import RequestName
from quaidpy.interfaces.server.streams import Switchboard, Terminal

_DONE_ONCE = frozenset(
    {"edit", "forget", "link", "pin", "retire", "rollback", "suppress", "undo", "unpin", "unsuppress"}
)
"""Commands that would fail when they were done twice; the others find what is there."""


class CommandCall(BaseModel):
    """A command line and what its process knows."""

    model_config = ConfigDict(extra="forbid")

    arguments: list[str]
    folder: str
    stdin: str = ""
    owner: str | None = None
    agent: str | None = None
    is_quiet: bool = False
    is_out_terminal: bool = False
    is_err_terminal: bool = False
    is_coloured: bool = False
    columns: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """How a command line ended: its exit code, and the files that its caller has to write, by the names it gave.

    `follow_up`: the command line that its caller is to ask for once it has printed the answer.
    """

    code: int
    files: dict[str, str]
    follow_up: tuple[str, ...] = ()


class OpenPage(Protocol):
    """The page of `quaid ui`, as the server knows it."""

    port: int

    def link(self, owner: Owner, *, is_read_only: bool) -> str:
        """An address that opens the page once."""
        ...

    def stop(self) -> None: ...
    async def stopped(self) -> None: ...


class AboveServer(Protocol):
    """What the server opens to its clients, though it stands below it and does not know it: given by who starts it."""

    def run_for_client(self, call: CommandCall, keeper: Keeper, /) -> Done:
        """Run a command line for a client, printing to the streams of its thread."""
        ...

    def load_mcp(self) -> Callable[[Keeper, str], Any]:
        """What makes the server of MCP, given the token of its lines. Takes long."""
        ...

    def load_page(self) -> "Callable[[Keeper, Commands, int], OpenPage]":
        """What opens the page at a port, inside of the loop."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What command lines are run with."""

    keeper: Keeper
    switchboard: Switchboard
    above: AboveServer


def run_command(call: CommandCall, commands: Commands, request: RequestName | None) -> dict[str, Any]:
    """What the command printed and wrote, and its exit code. What was done for this very request is not done again."""
    keeper = commands.keeper
    if request and request.is_again and not _DONE_ONCE.isdisjoint(call.arguments):
        operation = keeper.household.done_for(request.name, Owner(call.owner or "default"))
        if operation is not None:
            said = (
                json.dumps({"operation": operation}) if "--json" in call.arguments else f"done: {operation}"
            )
            return {"code": 0, "files": {}, "out": f"{said}\n", "err": ""}
    terminal = Terminal(
        stdin=io.StringIO(call.stdin),
        is_out_terminal=call.is_out_terminal and call.is_coloured,
        is_err_terminal=call.is_err_terminal and call.is_coloured,
    )
    with (
        commands.switchboard.connected(terminal),
        keeper.household.calling(caller_named(call.agent)),
        keeper.household.request(request.name) if request else nullcontext(),
    ):
        done = commands.above.run_for_client(call, keeper)
    printed = {"out": terminal.out.getvalue(), "err": terminal.err.getvalue()}
    return {"code": done.code, "files": done.files, "follow_up": list(done.follow_up), **printed}
