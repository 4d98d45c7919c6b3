"""When does the page for people open? With the first `quaid ui`; it closes with the server."""

from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.server.commands import Commands, OpenPage


class PageCall(BaseModel):
    """What `quaid ui` asks for. `port`: 0 leaves the choice, or takes the one that is open already."""

    model_config = ConfigDict(extra="forbid")

    owner: str
    port: int = Field(0, ge=0, le=65_535)
    read_only: bool = False


class Pages:
    """The pages that are open, one a port; from inside the loop alone."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._open: dict[int, OpenPage] = {}

    async def link(self, call: PageCall) -> str:
        """An address that opens the page once. Raises ServerError when the port is taken."""
        page = self._open.get(call.port) or (next(iter(self._open.values()), None) if not call.port else None)
        if page is None:
            make = await run_in_threadpool(self._commands.above.load_page)
            page = make(self._commands.keeper, self._commands, call.port)
            self._open[page.port] = page
        return page.link(Owner(call.owner), is_read_only=call.read_only)

    def stop(self) -> None:
        for page in self._open.values():
            page.stop()

    async def stopped(self) -> None:
        for page in self._open.values():
            await page.stopped()
