"""How does an act become a tool? Its input is checked, it runs in a thread, its document is the structured answer."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

import anyio.to_thread
from fastmcp.exceptions import ToolError
from fastmcp.tools.base import Tool, ToolResult
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationError

from quaidpy.domain.agents import name_of_client
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import caller_named
from quaidpy.errors import QuaidError
from quaidpy.interfaces.api.requests import ByAgent, asked_by, spaces_of
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.routes import fault_messages
from quaidpy.memory import Memory

Act = Callable[[Memory, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as agents see it. `writes`, `destroys`, `repeats`: its annotations; `say`: what is read of the answer."""

    name: str
    title: str
    about: str
    gives: type[BaseModel]
    act: Act
    writes: bool = False
    destroys: bool = False
    repeats: bool = True
    say: Callable[[dict[str, Any]], str] = lambda document: json.dumps(document, ensure_ascii=False)

    @property
    def asks(self) -> type[BaseModel]:
        return asked_by(self.act)

    def annotations(self) -> ToolAnnotations:
        return ToolAnnotations(
            title=self.title,
            read_only_hint=not self.writes,
            destructive_hint=self.destroys,
            idempotent_hint=self.repeats,
            open_world_hint=False,
        )


class Asking(Protocol):
    """Whose memory the current call is about, and who calls."""

    def current(self) -> Owner: ...
    def agent(self) -> str | None: ...


class ActTool(Tool):
    """A tool of ours. Errors of ours are answers the agent can act on, not faults of the server."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    _spec: ToolSpec = PrivateAttr()
    _keeper: Keeper = PrivateAttr()
    _callers: Asking = PrivateAttr()

    @classmethod
    def made_of(cls, spec: ToolSpec, *, keeper: Keeper, callers: Asking) -> "ActTool":
        tool = cls(
            name=spec.name,
            title=spec.title,
            description=spec.about,
            parameters=spec.asks.model_json_schema(),
            output_schema=spec.gives.model_json_schema(mode="serialization"),
            annotations=spec.annotations(),
        )
        tool._spec, tool._keeper, tool._callers = spec, keeper, callers
        return tool

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        asked = self.checked(arguments)
        memory = self._keeper.memory_of(self._callers.current())
        with self._keeper.busy(), self._called():
            document = await anyio.to_thread.run_sync(self._done, memory, asked)
        return self.answered(document)

    def _called(self) -> AbstractContextManager[None]:
        """While it is done: what it changes says who called."""
        return self._keeper.household.calling(caller_named(self._callers.agent()))

    def checked(self, arguments: dict[str, Any]) -> Any:
        try:
            asked = self._spec.asks.model_validate(arguments)
        except ValidationError as err:
            raise ToolError(f"{self.name}: {fault_messages(err)}") from err
        if isinstance(asked, ByAgent) and asked.agent is None:
            return asked.model_copy(update={"agent": name_of_client(self._callers.agent())})
        return asked

    def answered(self, document: dict[str, Any]) -> ToolResult:
        whole = self._spec.gives.model_validate(document).model_dump(mode="json")
        return ToolResult(content=self._spec.say(whole), structured_content=whole)

    def _done(self, memory: Memory, asked: Any) -> dict[str, Any]:
        return self._guarded(
            lambda: self._spec.act(memory.within(*spaces_of(asked)), asked), takes_turns=self._spec.writes
        )

    def _guarded(self, do: Callable[[], dict[str, Any]], *, takes_turns: bool = True) -> dict[str, Any]:
        """With errors of ours told to the agent; one writer at a time."""
        try:
            with self._keeper.writing if takes_turns else nullcontext():
                return do()
        except QuaidError as err:
            raise ToolError(str(err)) from err
        finally:
            self._keeper.household.flush()
