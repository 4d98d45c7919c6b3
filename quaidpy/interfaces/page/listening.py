"""Where is the page? A loopback port of its own, opened with the first `quaid ui`, in the loop of the server."""

import asyncio

import uvicorn

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.page.gate import OPENING, PageGate
from quaidpy.interfaces.page.site import Site
from quaidpy.interfaces.page.tickets import Tickets, Visit
from quaidpy.interfaces.server.beside import Beside
from quaidpy.interfaces.server.commands import Commands
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.listeners import loopback_door


class Page:
    """One port, and who may come in there. To be made inside of the loop."""

    def __init__(self, keeper: Keeper, commands: Commands, port: int) -> None:
        """`port`: 0 takes a free one. Raises ServerError when it is taken."""
        self._door = loopback_door(port)
        self.port = int(self._door.getsockname()[1])
        self._tickets = Tickets()
        gate_cookie = f"quaid-{self.port}"
        site = Site(keeper, commands, self._tickets, gate_cookie).app()
        gate = PageGate(site, keeper=keeper, tickets=self._tickets, port=self.port, cookie=gate_cookie)
        config = uvicorn.Config(gate, lifespan="off", log_config=None, access_log=False, server_header=False)
        self._server = Beside(config)
        self._task = asyncio.get_running_loop().create_task(self._server.serve(sockets=[self._door]))

    def link(self, owner: Owner, *, is_read_only: bool) -> str:
        """Opens the page once, within two minutes."""
        ticket = self._tickets.issue(Visit(owner=owner, is_read_only=is_read_only))
        return f"http://127.0.0.1:{self.port}{OPENING}{ticket}"

    def stop(self) -> None:
        """From inside the loop; open streams end by themselves within a second."""
        self._server.should_exit = True

    async def stopped(self) -> None:
        self.stop()
        await asyncio.gather(self._task, return_exceptions=True)
        self._door.close()
