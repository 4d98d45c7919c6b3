"""What can an agent open without asking a question? The profile, what is new, and single memories."""

from collections.abc import Callable, Sequence

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.recall.blocks import BLOCK_END, BLOCK_START
from quaidpy.errors import QuaidError
from quaidpy.interfaces.api import handlers, requests
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.recall.giving.lines import line_of_memory

_MOST = 40


def add_resources(server: FastMCP, keeper: Keeper, who_asks: Callable[[], Owner]) -> None:
    def profile() -> str:
        """Who the user is: profile, preferences and pinned memories, as data."""
        memory = keeper.memory_of(who_asks())
        return _block(memory.brief(limit=_MOST))

    def recent() -> str:
        """What was learnt last, newest first, as data."""
        memory = keeper.memory_of(who_asks())
        return _block(memory.newest(limit=_MOST))

    def one_memory(id: str) -> dict[str, object]:  # noqa: A002 - the name in the address
        """One memory with its evidence, entities and relations."""
        try:
            return handlers.show(keeper.memory_of(who_asks()), requests.OneMemory(id=id))
        except QuaidError as err:
            raise ResourceError(str(err)) from err

    server.resource("memory://profile", name="profile", title="Profile", mime_type="text/plain")(profile)
    server.resource("memory://recent", name="recent", title="Recent memories", mime_type="text/plain")(recent)
    server.resource("memory://{id}", name="memory", title="One memory", mime_type="application/json")(
        one_memory
    )


def _block(found: Sequence[Statement]) -> str:
    lines = [f"{line_of_memory(each)} [{each.id}]" for each in found]
    return "\n".join([BLOCK_START, *(lines or ["Nothing is remembered yet."]), BLOCK_END])
